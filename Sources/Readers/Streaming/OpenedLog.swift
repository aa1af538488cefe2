import Files
import Foundation
import JSON
import Recordings
import SensorModels
import Vocabulary

/// A log whose format is known, before its rows are read: whole, or part by part.
public final class OpenedLog {
    private var input: LogInput
    private let options: ReadOptions
    private lazy var format = RecordingFormats.all.first { $0.recognises(input) }

    /// Text of a file up to this length is read whole, bytes: memory is no question there, and more is known of it.
    private static let longText = 64 << 20
    /// Text of a file that is analysed in chapters, bytes: some two hours of four sensors and a reference at 100 Hz. As
    /// a whole its analysis takes a gigabyte of memory.
    private static let chapteredText = 160 << 20

    /// Opens a file, a folder, or standard input (`-`).
    /// - Throws: `SensorLabError` as `RecordingReader.read`.
    public init(path: String, options: ReadOptions = ReadOptions()) throws {
        self.options = options
        input = try LogInput(
            path: path, text: options.text, hashing: options.checksum, limit: options.limit,
            isForParts: options.allowsParts)
    }

    /// A log in memory; messages use `name` as its path.
    init(bytes: [UInt8], name: String, options: ReadOptions = ReadOptions()) throws {
        self.options = options
        input = try LogInput(
            bytes: bytes, name: name, text: options.text, hashing: options.checksum, limit: options.limit,
            isForParts: options.allowsParts)
    }

    /// Whether a path is that of a file, not a pipe, or of a folder, of so many bytes that it may be long.
    public static func isLarge(_ path: String) -> Bool {
        guard path != "-", FileBytes.specialKind(path) == nil else { return false }
        func size(_ path: String) -> Int {
            (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        }
        let bytes: Int
        switch PathKind(path: path) {
        case .file: bytes = size(path)
        case .folder: bytes = ((try? folderEntries(path)) ?? []).reduce(0) { $0 + size(path + "/" + $1) }
        default: return false
        }
        return bytes > longText / ByteSource.usualRatio
    }

    /// Whether it comes through a pipe, whose end may be far away.
    public var isPipe: Bool { input.file.map { $0.source.size == nil } ?? false }

    /// Whether it may be read part by part, and is long enough, as every pipe may be.
    public var isForParts: Bool { canBeParts && (isPipe || hasText(of: Self.longText)) }

    /// Why a long log, of which there are no `parts`, is read as a whole; `nil` for a short one, and for a pipe.
    public var obstacle: String? {
        guard hasText(of: Self.longText) else { return nil }
        if !options.allowsParts { return "an option needs the whole log" }
        if !canBeParts { return "its format is read as a whole" }
        return "its first minute does not decide how it is read"
    }

    /// Whether its format, and the options, allow to read it part by part, if its reading does.
    var canBeParts: Bool { options.allowsParts && (definition != nil || rowFormat != nil) }

    /// The log, to be read part by part; `nil` for one that must be read whole. With parts, it cannot be read whole any
    /// more.
    /// - Throws: `SensorLabError` (bad data) for a header that is none.
    public func parts() throws -> (any RecordingParts)? { try parts(least: Beginning(seconds: 60, samples: 10_000)) }

    /// - Parameter beginning: how much decides the reading of a log that does not declare itself, at least.
    func parts(least beginning: Beginning) throws -> (any RecordingParts)? {
        guard canBeParts else { return nil }
        guard let definition, let lines = input.file else { return try decidedParts(beginning) }
        lines.source.forget()
        return try RowParts(input, lines, definition, options)
    }

    /// The whole log.
    /// - Throws: `SensorLabError` as `RecordingReader.read`.
    public func recording() throws -> Recording {
        input.file?.source.forget()
        return try RecordingReader.read(input, options)
    }

    /// The checksum of a log that was read part by part, as `RecordingMetadata.sha256` has it.
    /// - Throws: `SensorLabError` (input/output).
    public func checksum() throws -> String {
        switch input {
        case .file(let lines): try FileChecksum.hexadecimal(path: lines.source.name)
        case .folder(let folder): try folder.checksum()
        }
    }

    /// Whether it is no pipe, and has more than so many bytes of text.
    private func hasText(of bytes: Int) -> Bool { input.textSize.map { $0 > bytes } ?? false }

    /// A long log in chapters; `nil` for one that is to be read as a whole.
    /// - Throws: `SensorLabError` as `parts` and `recording`.
    func chapters(_ length: ChapterLength) throws -> LogChapters? {
        let seconds: Double
        switch length {
        case .whole: return nil
        case .automatic:
            guard hasText(of: Self.chapteredText) else { return nil }
            seconds = ChapterLength.ofLongLogs
        case .seconds(let chosen): seconds = chosen
        }
        let parts = definition != nil || hasText(of: Self.longText) ? try parts() : nil
        // A folder may be of several logs.
        if parts == nil, length == .automatic, input.file == nil { return nil }
        return try parts.map { LogChapters($0, seconds: seconds) } ?? LogChapters(recording(), seconds: seconds)
    }

    /// What defines the columns of a canonical log; `nil` for a log of another format or without a definition.
    private var definition: RowParts.Definition? {
        guard options.assumptions.isEmpty, options.unit == nil else { return nil }
        return switch format {
        case is BroadFormat.Type: .broad
        case is CanonicalFormat.Type where input.firstLines.contains(where: MetadataLines.isSchema): .schema
        default: nil
        }
    }
}

/// Logs whose units and signs are decided by evidence.
extension OpenedLog {
    /// The length of the beginning that decides the reading.
    struct Beginning {
        var seconds: Double
        /// Of all sensors together.
        var samples: Int
    }

    private var rowFormat: (any RowFormat.Type)? { format as? any RowFormat.Type }

    /// The log as its beginning is read; `nil` where that is not enough, or asks the user: all of the log is to decide.
    private func decidedParts(_ least: Beginning) throws -> RowParts? {
        guard let rowFormat, !input.isRewritten else { return nil }
        if let found = try? beginning(least, rowFormat) {
            input.file?.source.forget()
            return try RowParts(input.name, found.rows, found.reading, top: found.top, options)
        }
        input = try input.rewound(options.text)
        return nil
    }

    /// What the log states about itself, how its beginning is read, and the rows from the first one on.
    private func beginning(
        _ least: Beginning, _ format: any RowFormat.Type
    ) throws -> (top: Recording, reading: RowParts.Reading, rows: any SampleRows)? {
        guard let reader = try format.rows(of: input, options) else { return nil }
        var rows = try reader(input)
        guard !input.isRewritten else { return nil }
        var first: [Recording] = []
        var (samples, seconds) = (0, 0.0)
        var start: Int64?
        while seconds < least.seconds || samples < least.samples {
            guard let part = try rows.next() else { return nil }
            first.append(part)
            guard let own = part.interval else { continue }
            start = start ?? own.lowerBound
            seconds = max(seconds, start.map { LogTime.seconds(LogTime.difference(own.upperBound, $0)) } ?? 0)
            samples += SensorKind.allCases.reduce(0) { $0 + part.times(of: $1).count }
        }
        var top = try RecordingReader.decided(input.beginning(options.text), options)
        var again = try reader(input.beginning(options.text))
        var samplesOfRows = Recording()
        while let part = try again.next() { samplesOfRows.append(part) }
        let counted = try again.warnings()
        guard let reading = StreamReading(of: samplesOfRows, columns: again.columns, as: top) else { return nil }
        top.removeSamples()
        // What is counted is counted in all parts.
        let ofSamples: Set<DiagnosticCode> = [.differentSpans, .zeroSamples, .invalidSamples]
        top.warnings.removeAll { $0.code.isDamage || ofSamples.contains($0.code) || counted.contains($0) }
        return (top, .decided(reading, seconds: seconds), ResumedRows(first, rows))
    }
}

extension Recording {
    /// Leaves what the log states about itself and its streams.
    fileprivate mutating func removeSamples() {
        func remove(_ stream: some RecordedStream) { self[keyPath: stream.path] = SampleStream() }
        for stream in Self.streams { remove(stream) }
    }
}

extension ReadOptions {
    /// Whether a log can be read part by part with these options.
    var allowsParts: Bool {
        !strict && !checksum && resampleHz == nil && !correctDelays && mapping == nil
    }
}
