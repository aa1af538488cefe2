import Files
import Recordings
import SensorModels
import Vocabulary

/// Reads a log of any known format.
public enum RecordingReader {
    /// Reads a file, a folder that is one log, or standard input (`-`).
    ///
    /// Damage is counted in `Recording.warnings`, the rest is used.
    /// - Throws: `SensorLabError`: no input (66) where there is nothing at the path; bad data (65) where nothing usable
    ///   is in it, or with `strict` for any damage; usage (64) for options that do not fit the log; input/output (74).
    public static func read(path: String, options: ReadOptions = ReadOptions()) throws -> Recording {
        try OpenedLog(path: path, options: options).recording()
    }

    /// Reads a log from memory; messages use `name` as its path.
    public static func read(bytes: [UInt8], name: String, options: ReadOptions = ReadOptions()) throws -> Recording {
        try OpenedLog(bytes: bytes, name: name, options: options).recording()
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var recording = try decided(input, options)
        switch input {
        case .file(let lines): recording.metadata.sha256 = try lines.source.digest()
        case .folder(let folder): recording.metadata.sha256 = try folder.digest()
        }
        if case .folder(let folder) = input {
            try folder.checkUnread()
            if let warning = folder.unreadTables { recording.warnings.append(warning) }
        }
        // Not every format reports how the bytes of a file ended.
        for warning in input.damage
        where !recording.warnings.contains(where: { $0.code == warning.code && $0.place == warning.place }) {
            recording.warnings.append(warning)
        }
        if options.strict { try checkStrictly(recording, input.name) }
        recording = try selected(recording, options, name: input.name)
        guard !recording.sensors.isEmpty else {
            // Why no sensor is left: an undecided unit is more specific than the general message.
            if let reason = recording.warnings.first(where: { $0.code == .unitUndecided }) {
                throw SensorLabError(
                    .badData, code: .noSamples, place: reason.place.isEmpty ? input.name : reason.place,
                    message: "no sample is left: \(reason.message)", advice: reason.advice)
            }
            throw SensorLabError.noSamples(in: input.name)
        }
        return recording
    }

    /// All samples of a log in a recording's units and signs.
    static func decided(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var options = options
        options.stated = MetadataLines.stated(in: input.metadataLines)
        var recording =
            try options.mapping.flatMap { try $0.clock == nil ? MappedTables.read(input, $0, options) : nil }
            ?? readKnown(input, options)
        options.complete(&recording.metadata, stated: options.stated, path: input.name)
        recording.warnings += MetadataLines.warnings(for: options.stated, place: input.name).filter { warning in
            !recording.warnings.contains { $0.code == warning.code && $0.message == warning.message }
        }
        return recording
    }

    /// Reads a log of the first format that recognises it.
    private static func readKnown(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard let known = try readIfKnown(input, options) else { throw input.unrecognised }
        return known.recording
    }

    /// As `readKnown`, with whether the log is one file of a folder; `nil` where no format recognises it.
    static func readIfKnown(
        _ input: LogInput, _ options: ReadOptions
    ) throws -> (recording: Recording, isOneFile: Bool)? {
        let format = RecordingFormats.all.first { $0.recognises(input) }
        // A packed log, or one in a folder beside a README, where no format of folders fits.
        if case .folder(let folder) = input, format == nil || format is NamedTablesFormat.Type,
            let (entry, own) = onlyLog(of: folder)
        {
            return (try folder.read(entry) { try read(.file($0), as: own, options) }, true)
        }
        return try format.map { (try read(input, as: $0, options), false) }
    }

    /// The one file of a folder that is a log by itself, with its format; `nil` where there is none, and where there
    /// are several.
    private static func onlyLog(of folder: LogFolder) -> (entry: String, format: any RecordingFormat.Type)? {
        var found: (entry: String, format: any RecordingFormat.Type)?
        for entry in folder.files {
            let format = try? folder.peek(entry) { lines in
                RecordingFormats.all.first { $0.recognises(.file(lines)) }
            }
            guard let format else { continue }
            if found != nil { return nil }
            found = (entry, format)
        }
        return found
    }

    private static func read(
        _ input: LogInput, as format: any RecordingFormat.Type, _ options: ReadOptions
    ) throws -> Recording {
        if let unit = options.unit, !format.hasUnits {
            throw UnitChoice.none(unit, format.name, input.name)
        }
        if let mapping = options.mapping, mapping.clock != nil, !format.findsClock {
            throw ColumnMapping.usage(
                mapping.texts.joined(separator: " "), "the format \(format.name) has a clock of its own",
                "name the columns of the sensors, too")
        }
        var recording = try format.read(input, options)
        if recording.metadata.format == "unknown" { recording.metadata.format = format.name }
        return recording
    }

    private static func checkStrictly(_ recording: Recording, _ place: String) throws {
        let damage = recording.warnings.filter(\.code.isDamage)
        guard let first = damage.first, var error = first.error(.badData) else { return }
        if damage.count > 1 { error.message += " (and \(damage.count - 1) more)" }
        error.advice += ", or read without --strict"
        throw error
    }

    /// The part of a recording that the options choose, and what is wrong with it.
    /// - Parameter isWhole: whether it ends with the log, so that a sensor without samples at its end stops.
    static func selected(
        _ recording: Recording, _ options: ReadOptions, name: String, isWhole: Bool = true
    ) throws -> Recording {
        var result = recording
        for sensor in options.withoutTwins { result = result.without(sensor) }
        if let interval = try options.interval(in: result.metadata) {
            result.start = result.interval?.lowerBound
            result = result.clipped(to: interval)
        }
        // The gap of a frozen sensor is reported as such, and not again as a hole.
        result.warnings += HoleReport(result, name: name).warnings
        if isWhole {
            result.warnings += HoleReport.stops(of: result, name: name) + HoleReport.spans(of: result, name: name)
        }
        result.warnings += Clipping.warnings(about: result, name: name)
        result.dropDeadSensors(name)
        result.dropFrozenSamples(name)
        if options.strict { try checkStrictly(result, name) }
        if options.correctDelays { result = result.correctedForDelays() }
        if let rate = options.resampleHz { result = try result.resampled(toHz: rate) }
        return result
    }
}

/// Which part of a log is read, and how strictly.
public struct ReadOptions: Sendable, Hashable {
    /// Damaged data is an error instead of a warning (`--strict`).
    public var strict = false
    /// Sensors that are left out (`--without`); a raw sensor takes its corrected twin with it.
    public var without: Set<SensorKind> = []
    /// The beginning of the part that is read (`--from`); inclusive.
    public var from: LogInstant?
    /// The end of the part that is read (`--to`); inclusive.
    public var to: LogInstant?
    /// Every sensor on one clock of this rate, hertz (`--resample`).
    public var resampleHz: Double?
    /// Units and signs given by the user, which override the evidence (`--assume`).
    public var assumptions: [Assumption] = []
    /// Where it was recorded (`--place`), instead of what the log says; the direction of the magnetic field depends on
    /// it.
    public var place: GeodeticPosition?
    /// Whether the height of `place` is known; `nil` leaves it as the log says.
    public var placeHasHeight: Bool?
    /// Which of several sensor units (bodies) of one file is read (`--unit`); the first complete one without it.
    public var unit: String?
    /// Whether stamps are moved by the delays estimated from the motion (`--correct-delays`).
    public var correctDelays = false
    /// What the columns of a log hold that no format recognises (`--columns`).
    public var mapping: ColumnMapping?
    /// Lines at the beginning of every file that are left out (`--skip-lines`).
    public var skippedLines = 0
    /// What lines begin with that are left out (`--comment`); empty for none but those that the formats know.
    public var comment = ""
    /// What the `# key: value` lines at the top of the log state, whatever its format.
    var stated = RecordingMetadata()
    /// What the attitude of the file is, in messages.
    var attitudeName = "device's attitude"
    /// Whether `RecordingMetadata.sha256` is wanted; it costs about as much as reading.
    public var checksum = false

    /// The most bytes that compressed files of one log may expand to (`--expand-limit`); `nil` for 4 GiB, and beyond
    /// 256 MiB at most a hundred times the size.
    public var expandLimit: Int?

    /// The whole log; damage becomes warnings.
    public init() {}

    /// The options that change what is read and differ from their defaults, as text by their names on the command line,
    /// for results and histories. Without `place`, which is an option of the analysis too.
    public var settings: [String: String] {
        var settings: [String: String] = [:]
        if strict { settings["strict"] = "yes" }
        if !without.isEmpty { settings["without"] = without.map(\.rawValue).sorted().joined(separator: ",") }
        settings["from"] = from.map { "\($0)" }
        settings["to"] = to.map { "\($0)" }
        settings["resample"] = resampleHz.map { "\($0)" }
        if !assumptions.isEmpty { settings["assume"] = assumptions.map(\.text).joined(separator: ";") }
        settings["unit"] = unit
        if correctDelays { settings["correct-delays"] = "yes" }
        settings["columns"] = mapping.map { $0.texts.joined(separator: ";") }
        if skippedLines > 0 { settings["skip-lines"] = "\(skippedLines)" }
        if !comment.isEmpty { settings["comment"] = comment }
        settings["expand-limit"] = expandLimit.map { "\($0)" }
        return settings
    }

    /// The sensors that are left out, with the streams that the device corrected.
    var withoutTwins: Set<SensorKind> { without.union(without.compactMap(\.corrected)) }

    /// Takes over what is said of a log beside its rows: by its lines, by these options, and by its name.
    func complete(_ metadata: inout RecordingMetadata, stated: RecordingMetadata, path: String) {
        metadata.take(stated)
        if let place {
            metadata.replacePlace(by: place)
            if let placeHasHeight { metadata.placeHasHeight = placeHasHeight }
        }
        if metadata.name == nil { metadata.name = fileStem(path) }
    }

    /// The stamps that are read; `nil` for all.
    /// - Throws: `SensorLabError` (usage) for an end before the beginning, or an instant that the log's clock lacks.
    func interval(in metadata: RecordingMetadata) throws -> ClosedRange<Int64>? {
        guard from != nil || to != nil else { return nil }
        let start = try from?.nanoseconds(in: metadata) ?? .min
        let end = try to?.nanoseconds(in: metadata) ?? .max
        guard start <= end else {
            throw SensorLabError(
                .usage, code: .emptyInterval, place: "--from/--to", message: "the end is before the beginning",
                advice: "exchange them")
        }
        return start...end
    }

    var limit: ExpansionLimit { ExpansionLimit(bytes: expandLimit) }

    var text: TextOptions {
        TextOptions(skippedLines: skippedLines, comment: Array(comment.utf8), clock: mapping?.clock)
    }
}

extension ReadOptions: RecordingSource {
    /// The part of a log that the options choose; as `RecordingReader.read`.
    public func recording(at path: String) throws -> Recording { try RecordingReader.read(path: path, options: self) }

    /// As `OpenedLog`, in chapters.
    public func chapters(at path: String, _ length: ChapterLength) throws -> LogChapters? {
        if length == .whole || length == .automatic && !OpenedLog.isLarge(path) { return nil }
        var options = self
        options.checksum = false
        return try OpenedLog(path: path, options: options).chapters(length)
    }

    /// All of a log, by evidence alone; as `RecordingReader.read` without options.
    public func wholeRecording(at path: String) throws -> Recording { try RecordingReader.read(path: path) }

    /// As `wholeRecording(at:)`, with messages about the reference.
    public func reference(at path: String) throws -> Recording {
        var options = ReadOptions()
        options.attitudeName = "reference's orientation"
        return try RecordingReader.read(path: path, options: options)
    }

    /// As `RecordingReader.read` with these options.
    public func recording(in bytes: [UInt8], name: String) throws -> Recording {
        try RecordingReader.read(bytes: bytes, name: name, options: self)
    }

    /// These options with another place.
    public func at(_ place: GeodeticPosition) -> any RecordingSource {
        var options = self
        options.place = place
        return options
    }

    /// These options for one unit.
    public func choosing(unit: String) -> any RecordingSource {
        var options = self
        options.unit = unit
        return options
    }
}

extension RecordingReader {
    /// The logs at a path: a file or a folder that is one log, else the entries of the folder that are logs, in the
    /// order of their names.
    ///
    /// - Returns: the logs with their paths, and why entries of a folder of logs were left out.
    /// - Throws: `SensorLabError` as `read(path:options:)`; for a folder in which nothing is a log, its own error.
    public static func readAll(
        path: String, options: ReadOptions = ReadOptions()
    ) throws -> (logs: [(path: String, recording: Recording)], leftOut: [Warning]) {
        let refusal: SensorLabError
        do {
            return ([(path, try read(path: path, options: options))], [])
        } catch let error as SensorLabError {
            guard PathKind(path: path) == .folder, error.kind == .badData else { throw error }
            refusal = error
        }
        var logs: [(path: String, recording: Recording)] = []
        var leftOut: [Warning] = []
        for name in try folderEntries(path) where !name.hasPrefix(".") {
            let entry = path.hasSuffix("/") ? path + name : path + "/" + name
            do {
                logs.append((entry, try read(path: entry, options: options)))
            } catch let error as SensorLabError {
                leftOut.add(
                    .logLeftOut, place: error.place.isEmpty ? entry : error.place, "left out: \(error.message)",
                    advice: .given(error.advice))
            }
        }
        guard !logs.isEmpty else { throw refusal }
        return (logs, leftOut)
    }
}
