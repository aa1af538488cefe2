/// Something that the user should know, although the work went on.
public struct Warning: Sendable, Hashable {
    /// What it is; severity, subject, and what `--strict` does with it follow.
    public var code: DiagnosticCode
    /// What was found, where and how often, in one sentence.
    public var message: String
    /// What to do about it, in one sentence.
    public var advice: String

    /// A warning; the texts are one sentence each.
    public init(code: DiagnosticCode, message: String, advice: String) {
        self.code = code
        self.message = message
        self.advice = advice
    }

    /// The error that it is under `--strict`; `nil` for codes that are never an error.
    public func error(_ kind: SensorLabError.Kind, place: String = "") -> SensorLabError? {
        code.errorCode.map { SensorLabError(kind, code: $0, place: place, message: message, advice: advice) }
    }
}

#if !hasFeature(Embedded)
    extension Warning: Codable {}
#endif
