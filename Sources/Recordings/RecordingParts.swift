import SensorModels
import Vocabulary

/// A log that is read part by part, in memory that does not grow with its length.
///
/// A part is a recording of some hundred rows or fewer: the samples of all sensors between two stamps. Its samples are
/// in order, and after those of the parts before. Its `start` is the first stamp of the log.
public protocol RecordingParts: AnyObject {
    /// The log's name in messages.
    var name: String { get }
    /// What the log states about itself and its columns; without samples.
    var top: Recording { get }
    /// The streams that the log has columns of; `nil` is `Recording.moving`.
    var columns: [SensorKind?] { get }
    /// The samples at the beginning, which `next` gives again.
    /// - Throws: `SensorLabError` as `next`.
    func beginning() throws -> Recording
    /// The next part, which may be without samples; `nil` at the end of the log.
    /// - Throws: `SensorLabError` (input/output; bad data).
    func next() throws -> Recording?
    /// A longer part, put together from these, as a reader of the whole gives it: judged, checked, frozen samples left
    /// out; without warnings about its end.
    /// - Throws: `SensorLabError` (bad data).
    func finished(_ part: Recording) throws -> Recording
    /// At the end: what was damaged in the parts.
    /// - Throws: `SensorLabError` (bad data) where nothing usable was in the log.
    func warnings() throws -> [Warning]
}

extension Recording {
    /// Adds the samples of the part that follows.
    package mutating func append(_ part: Recording) {
        start = start ?? part.start
        func append(_ stream: some RecordedStream) {
            self[keyPath: stream.path].append(part[keyPath: stream.path])
        }
        for stream in Self.streams { append(stream) }
    }
}

extension SampleStream {
    /// Adds the samples that follow.
    package mutating func append(_ other: SampleStream) {
        times += other.times
        values += other.values
    }
}
