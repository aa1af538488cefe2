/// Something that the user should know, although the work went on.
public struct Warning: Sendable, Hashable {
    /// The kind of warning; it determines severity, subject and the effect of `--strict`.
    public var code: DiagnosticCode
    /// The file, with the line where there is one; empty where there is no place.
    public var place: String
    /// What was found and how often, in one sentence.
    public var message: String
    /// What to do about it, in one sentence.
    public var advice: String
    /// The name of the log that it concerns, in a run over several logs; `nil` in a run over one.
    public var log: String?

    /// A warning.
    /// - Parameters:
    ///   - code: its kind.
    ///   - place: the file, with the line where there is one.
    ///   - message: what was found, in one sentence.
    ///   - advice: what to do; the code's by default.
    ///   - log: the name of the log in a run over several logs.
    public init(
        _ code: DiagnosticCode, place: String = "", _ message: String, advice: Advice? = nil, log: String? = nil
    ) {
        let chosen = advice ?? code.advice
        assert(advice != nil || !chosen.hasFields, "a field of the advice is open")
        self.init(code: code, place: place, message: message, advice: chosen.text, log: log)
    }

    /// A warning as it was written.
    package init(code: DiagnosticCode, place: String = "", message: String, advice: String, log: String? = nil) {
        self.code = code
        self.place = place
        self.message = message
        self.advice = advice
        self.log = log
    }

    /// The text of an error as a warning, where the work goes on without the part that failed.
    public init(_ code: DiagnosticCode, _ error: SensorLabError) {
        self.init(code: code, place: error.place, message: error.message, advice: error.advice)
    }

    /// Place and message.
    public var text: String { place.isEmpty ? message : "\(place): \(message)" }

    /// A warning whose message begins with its place, as JSON has it.
    package init(code: DiagnosticCode, place: String?, text: String, advice: String, log: String?) {
        let head = (place.map { "\($0): " } ?? "").utf8
        let message = text.utf8.starts(with: head) ? String(Substring(text.utf8.dropFirst(head.count))) : text
        self.init(code: code, place: place ?? "", message: message, advice: advice, log: log)
    }

    /// The same warning with the name of its log.
    /// - Parameters:
    ///   - log: its name.
    ///   - path: the log's path: a place that equals it is dropped, since the name says it.
    public func named(_ log: String, path: String) -> Warning {
        var result = self
        result.log = log
        if place == path { result.place = "" }
        return result
    }

    /// The error that the warning becomes under `--strict`; `nil` for codes that never become one.
    public func error(_ kind: SensorLabError.Kind) -> SensorLabError? {
        code.errorCode.map { SensorLabError(kind, code: $0, place: place, message: message, advice: advice) }
    }
}

/// Equal warnings of several logs as one.
public struct MergedWarning: Sendable, Hashable {
    /// What they have in common.
    public let code: DiagnosticCode
    /// Place and message, with the names of the logs.
    public let text: String
    /// What to do about it.
    public let advice: String
}

extension Sequence where Element == Warning {
    /// The warnings, the most serious first, otherwise in their order; equal ones once.
    public var ordered: [Warning] {
        var seen: Set<Warning> = []
        let unique = filter { seen.insert($0).inserted }
        return DiagnosticSeverity.allCases.reversed().flatMap { severity in
            unique.filter { $0.code.severity == severity }
        }
    }

    /// The warnings as they are shown: the most serious first, those that several logs share once with the logs' names.
    ///
    /// Of the warnings of one code that name logs and differ, three are shown, then the number of the others.
    public var merged: [MergedWarning] {
        var groups: [(warning: Warning, logs: [String])] = []
        var positions: [Warning: Int] = [:]
        for warning in ordered {
            var shared = warning
            shared.log = nil
            if let position = positions[shared] {
                groups[position].logs += [warning.log].compactMap { $0 }
            } else {
                positions[shared] = groups.count
                groups.append((shared, [warning.log].compactMap { $0 }))
            }
        }
        var result: [MergedWarning] = []
        var shown: [DiagnosticCode: Int] = [:]
        for (warning, logs) in groups {
            shown[warning.code, default: 0] += 1
            let number = shown[warning.code] ?? 0
            if logs.isEmpty || number <= Self.mostOfOneCode {
                result.append(
                    MergedWarning(code: warning.code, text: Self.text(warning.text, logs), advice: warning.advice))
            } else if number == Self.mostOfOneCode + 1 {
                let rest = groups.filter { $0.warning.code == warning.code && !$0.logs.isEmpty }
                    .dropFirst(Self.mostOfOneCode)
                var seen: Set<String> = []
                let names = rest.flatMap(\.logs).filter { seen.insert($0).inserted }
                result.append(
                    MergedWarning(
                        code: warning.code, text: Self.text("\(rest.count) more of this kind", names),
                        advice: warning.advice))
            }
        }
        return result
    }

    private static var mostOfOneCode: Int { 3 }

    private static func text(_ text: String, _ logs: [String]) -> String {
        switch logs.count {
        case 0: text
        case 1: "\(logs[0]): \(text)"
        case 2...4: "\(text) (in \(logs.count) logs: \(logs.joined(separator: ", ")))"
        default:
            "\(text) (in \(logs.count) logs: \(logs[..<3].joined(separator: ", ")) and \(logs.count - 3) more)"
        }
    }
}

#if !hasFeature(Embedded)
    extension Warning: Codable {
        private enum Key: String, CodingKey { case code, severity, subject, log, place, message, advice }

        /// Reads code, place, message, advice and log.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            self.init(
                code: try container.decode(DiagnosticCode.self, forKey: .code),
                place: try container.decodeIfPresent(String.self, forKey: .place),
                text: try container.decode(String.self, forKey: .message),
                advice: try container.decode(String.self, forKey: .advice),
                log: try container.decodeIfPresent(String.self, forKey: .log))
        }

        /// Writes every key, severity and subject of the code among them; the message begins with the place.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(code, forKey: .code)
            try container.encode(code.severity, forKey: .severity)
            try container.encode(code.subject, forKey: .subject)
            try container.encode(log, forKey: .log)
            try container.encode(place.isEmpty ? nil : place, forKey: .place)
            try container.encode(text, forKey: .message)
            try container.encode(advice, forKey: .advice)
        }
    }
#endif

extension [Warning] {
    /// Adds a warning.
    package mutating func add(
        _ code: DiagnosticCode, place: String = "", _ message: String, advice: Advice? = nil
    ) {
        append(Warning(code, place: place, message, advice: advice))
    }
}
