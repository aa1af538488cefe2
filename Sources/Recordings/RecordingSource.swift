import Vocabulary

/// Reads logs by their paths, for modules that estimate and evaluate and know no format.
///
/// `ReadOptions` of the module `Readers` is one: it reads every known format.
public protocol RecordingSource: Sendable {
    /// The log at a path, with the user's choice of part, sensors and units.
    /// - Throws: `SensorLabError` for a log that cannot be read.
    func recording(at path: String) throws -> Recording

    /// A whole file that belongs to a log, such as its reference, whatever part of the log was chosen.
    /// - Throws: `SensorLabError` for a file that cannot be read.
    func wholeRecording(at path: String) throws -> Recording
}

/// The source of a program that passes recordings and reads none.
public struct NoRecordingSource: RecordingSource {
    /// A source that has no log.
    public init() {}

    /// - Throws: always, `SensorLabError` (no input).
    public func recording(at path: String) throws -> Recording {
        throw SensorLabError(
            .noInput, code: .noSuchInput, place: path, message: "no reader of logs was given",
            advice: "set the options' source, to ReadOptions() of the module Readers, say")
    }

    /// - Throws: as `recording(at:)`.
    public func wholeRecording(at path: String) throws -> Recording { try recording(at: path) }
}
