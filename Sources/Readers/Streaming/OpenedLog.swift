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
    }

    /// A log in memory; messages use `name` as its path.
    init(bytes: [UInt8], name: String, options: ReadOptions = ReadOptions()) throws {
        self.options = options
        input = try LogInput(
            bytes: bytes, name: name, text: options.text, hashing: options.checksum, limit: options.limit)
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

    /// Whether its reading, and the options, allow to read it part by part, and it is long enough: a file is, a pipe
    /// always.
    public var isForParts: Bool { canBeParts && (isPipe || hasText(of: Self.longText)) }

    /// Whether its reading, and the options, allow to read it part by part.
    var canBeParts: Bool { options.allowsParts && definition != nil }

    /// The log, to be read part by part. It cannot be read whole any more.
    /// - Throws: `SensorLabError` (bad data) for a header that is none, and for a log that must be read whole.
    public func parts() throws -> any RecordingParts {
        guard let lines = input.file, let definition else { throw input.unrecognised }
        return try CanonicalParts(input, lines, definition, options)
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
        return canBeParts
            ? LogChapters(try parts(), seconds: seconds) : LogChapters(try recording(), seconds: seconds)
    }

    /// What defines the columns of a canonical log; `nil` for a log of another format or without a definition.
    private var definition: CanonicalParts.Definition? {
        switch RecordingFormats.all.first(where: { $0.recognises(input) }) {
        case is BroadFormat.Type: .broad
        case is CanonicalFormat.Type where input.firstLines.contains(where: MetadataLines.isSchema): .schema
        default: nil
        }
    }
}

extension ReadOptions {
    /// Whether a log can be read part by part with these options.
    var allowsParts: Bool {
        !strict && !checksum && resampleHz == nil && !correctDelays && mapping == nil && assumptions.isEmpty
            && unit == nil
    }
}
