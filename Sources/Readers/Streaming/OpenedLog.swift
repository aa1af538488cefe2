import Recordings
import SensorModels
import Vocabulary

/// A log whose format is known, before its rows are read: whole, or part by part.
public struct OpenedLog {
    private let input: LogInput
    private let options: ReadOptions

    /// Text of a file up to this length is read whole, bytes: memory is no question there, and more is known of it.
    private static let longText = 64 << 20
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

    /// Whether it comes through a pipe, whose end may be far away.
    public var isPipe: Bool { input.file.map { $0.source.size == nil } ?? false }

    /// Whether its reading, and the options, allow to read it part by part, and it is long enough: a file is, a pipe
    /// always.
    public var isForParts: Bool { canBeParts && (isPipe || isLong) }

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

    private var isLong: Bool {
        guard let source = input.file?.source, let size = source.size else { return false }
        return size > Self.longText / (source.isCompressed ? Self.usualRatio : 1)
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
