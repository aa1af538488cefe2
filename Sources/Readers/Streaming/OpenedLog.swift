import Files
import Foundation
import JSON
import Recordings
import SensorModels
import Vocabulary

/// A log whose format is known, before its rows are read: whole, or part by part.
public struct OpenedLog {
    private let input: LogInput
    private let options: ReadOptions
    /// Opens the log again, for a look at its beginning; `nil` for standard input, of which what is read is gone.
    private let again: (() throws -> LogInput)?

    /// Text of a file up to this length is read whole, bytes: memory is no question there, and more is known of it.
    private static let longText = 64 << 20
    /// Text of a file that is analysed in chapters, bytes: some two hours of four sensors and a reference at 100 Hz. As
    /// a whole its analysis takes a gigabyte of memory.
    private static let chapteredText = 160 << 20
    /// Assumed ratio of text bytes to stored bytes of a compressed log.
    private static let usualRatio = 8

    /// Opens a file, a folder, or standard input (`-`).
    /// - Throws: `SensorLabError` as `RecordingReader.read`.
    public init(path: String, options: ReadOptions = ReadOptions()) throws {
        self.options = options
        input = try LogInput(
            path: path, text: options.text, hashing: options.checksum, limit: options.limit,
            isPrompt: options.allowsParts)
        again =
            path == "-"
            ? nil : { try LogInput(path: path, text: options.text, hashing: false, limit: options.limit) }
    }

    /// A log in memory; messages use `name` as its path.
    init(bytes: [UInt8], name: String, options: ReadOptions = ReadOptions()) throws {
        self.options = options
        let open = { (hashing: Bool) in
            try LogInput(bytes: bytes, name: name, text: options.text, hashing: hashing, limit: options.limit)
        }
        input = try open(options.checksum)
        again = { try open(false) }
    }

    /// Whether a path is that of a file, not a pipe, of so many bytes that it may be long.
    public static func isLarge(_ path: String) -> Bool {
        guard path != "-", PathKind(path: path) == .file, FileBytes.specialKind(path) == nil,
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        else { return false }
        return size > longText / usualRatio
    }

    /// Whether it comes through a pipe, whose end may be far away.
    public var isPipe: Bool { input.file.map { $0.source.size == nil } ?? false }

    /// Whether it may be read part by part, and is long enough: a file is, a canonical log's pipe always.
    public var isForParts: Bool { canBeParts && (isPipe || hasText(of: Self.longText)) }

    /// Whether its format, and the options, allow to read it part by part, if its reading does.
    var canBeParts: Bool { options.allowsParts && (definition != nil || !isPipe && rowFormat != nil) }

    /// The log, to be read part by part; `nil` for one that must be read whole. With parts, it cannot be read whole any
    /// more.
    /// - Throws: `SensorLabError` (bad data) for a header that is none.
    public func parts() throws -> (any RecordingParts)? { try parts(least: Beginning(seconds: 60, samples: 10_000)) }

    /// - Parameter beginning: how much decides the reading of a log that does not declare itself, at least.
    func parts(least beginning: Beginning) throws -> (any RecordingParts)? {
        guard canBeParts, let lines = input.file else { return nil }
        guard let definition else { return try decidedParts(lines, beginning) }
        return try RowParts(input, lines, definition, options)
    }

    /// The whole log.
    /// - Throws: `SensorLabError` as `RecordingReader.read`.
    public func recording() throws -> Recording { try RecordingReader.read(input, options) }

    /// Whether it is a file of more than so many bytes of text, as far as the size of a compressed one says.
    private func hasText(of bytes: Int) -> Bool {
        guard let source = input.file?.source, let size = source.size else { return false }
        return size > bytes / (source.isCompressed ? Self.usualRatio : 1)
    }

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
        return try parts.map { LogChapters($0, seconds: seconds) } ?? LogChapters(recording(), seconds: seconds)
    }

    /// What defines the columns of a canonical log; `nil` for a log of another format or without a definition.
    private var definition: RowParts.Definition? {
        guard options.assumptions.isEmpty, options.unit == nil else { return nil }
        return switch RecordingFormats.all.first(where: { $0.recognises(input) }) {
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

    private var rowFormat: (any RowFormat.Type)? {
        RecordingFormats.all.first { $0.recognises(input) } as? any RowFormat.Type
    }

    /// The log as its beginning is read; `nil` where that is not enough, or asks the user: all of the log is to decide.
    private func decidedParts(_ lines: LineReader, _ least: Beginning) throws -> RowParts? {
        guard let rowFormat, let again, !lines.isRewritten else { return nil }
        guard let (read, reading) = try? beginning(least, rowFormat, again) else { return nil }
        guard let rows = try rowFormat.rows(input, options) else { return nil }
        return try RowParts(input.name, rows, reading, top: read, options)
    }

    /// What the log states about itself, and how its beginning is read.
    private func beginning(
        _ least: Beginning, _ format: any RowFormat.Type, _ again: () throws -> LogInput
    ) throws -> (Recording, RowParts.Reading)? {
        let scout = try again()
        guard let lines = scout.file, var rows = try format.rows(scout, options) else { return nil }
        var (samples, seconds) = (0, 0.0)
        var interval: ClosedRange<Int64>?
        while seconds < least.seconds || samples < least.samples {
            guard let part = try rows.next() else { return nil }
            guard let own = part.interval else { continue }
            let start = interval?.lowerBound ?? own.lowerBound
            interval = start...max(start, own.upperBound)
            seconds = LogTime.seconds(own.upperBound - start)
            samples += SensorKind.allCases.reduce(0) { $0 + part.times(of: $1).count }
        }
        let text = try again().file?.firstBytes(lines.taken) ?? []
        func input() throws -> LogInput {
            try LogInput(bytes: text, name: self.input.name, text: options.text, hashing: false)
        }
        var read = try RecordingReader.decided(input(), options)
        guard var again = try format.rows(input(), options) else { return nil }
        var samplesOfRows = Recording()
        while let part = try again.next() { samplesOfRows.append(part) }
        guard let reading = StreamReading(of: samplesOfRows, columns: again.columns, as: read) else { return nil }
        read.removeSamples()
        // What is counted is counted in all parts.
        let counted: Set<DiagnosticCode> = [.differentSpans, .zeroSamples, .invalidSamples]
        read.warnings.removeAll { $0.code.isDamage || counted.contains($0.code) }
        return (read, .decided(reading, seconds: seconds))
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
