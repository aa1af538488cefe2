import Vocabulary

/// Reads logs for modules that estimate, evaluate and report, and know no format.
///
/// `ReadOptions` of the module `Readers` is one: it reads every known format.
public protocol RecordingSource: Sendable {
    /// The log at a path, with the user's choice of part, sensors and units.
    /// - Throws: `SensorLabError` for a log that cannot be read.
    func recording(at path: String) throws -> Recording

    /// A long log in chapters, with the same choice; `nil` for one that is to be read as a whole.
    /// - Throws: `SensorLabError` for a log that cannot be read.
    func chapters(at path: String, _ length: ChapterLength) throws -> LogChapters?

    /// A whole file that belongs to a log, such as its reference, whatever part of the log was chosen.
    /// - Throws: `SensorLabError` for a file that cannot be read.
    func wholeRecording(at path: String) throws -> Recording

    /// The file of a reference: as `wholeRecording(at:)`, with messages about the reference.
    /// - Throws: `SensorLabError` for a file that cannot be read.
    func reference(at path: String) throws -> Recording

    /// The log in the bytes of a file of this name, with the user's choice as at a path.
    /// - Throws: `SensorLabError` for bytes that cannot be read.
    func recording(in bytes: [UInt8], name: String) throws -> Recording

    /// The same source for logs that were recorded at a place, whatever they say themselves.
    func at(_ place: GeodeticPosition) -> any RecordingSource

    /// The same source for one sensor unit (body) of files with several.
    func choosing(unit: String) -> any RecordingSource

    /// Whether damage is an error (`--strict`), not a warning.
    var strict: Bool { get }

    /// The user's choice where it differs from the defaults, as text by option; without the place.
    var settings: [String: String] { get }
}

extension RecordingSource {
    /// Every log as a whole.
    public func chapters(at path: String, _ length: ChapterLength) throws -> LogChapters? { nil }

    /// As `wholeRecording(at:)`.
    public func reference(at path: String) throws -> Recording { try wholeRecording(at: path) }
}

/// The source of a program that passes recordings and reads none.
public struct NoRecordingSource: RecordingSource {
    /// A source that has no log.
    public init() {}

    /// - Throws: always, `SensorLabError` (no input).
    public func recording(at path: String) throws -> Recording {
        throw SensorLabError(
            .noInput, code: .noSuchInput, place: path, message: "no reader of logs was given",
            advice: "set the options' source, for example to ReadOptions() of the module Readers")
    }

    /// - Throws: as `recording(at:)`.
    public func wholeRecording(at path: String) throws -> Recording { try recording(at: path) }

    /// - Throws: as `recording(at:)`.
    public func recording(in bytes: [UInt8], name: String) throws -> Recording { try recording(at: name) }

    /// This source.
    public func at(_ place: GeodeticPosition) -> any RecordingSource { self }

    /// This source.
    public func choosing(unit: String) -> any RecordingSource { self }

    /// False.
    public var strict: Bool { false }

    /// None.
    public var settings: [String: String] { [:] }
}
