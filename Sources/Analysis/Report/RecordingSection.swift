import Recordings
import SensorModels
import Vocabulary

/// What the log holds.
public struct RecordingSection: Codable, Sendable, Hashable {
    /// Its name.
    @Nullable public var name: String?
    /// The device that recorded it.
    @Nullable public var device: String?
    /// Where it was recorded.
    @Nullable public var place: Place?
    /// `YYYY-MM-DD`.
    @Nullable public var date: String?
    /// The north of the reference orientation; null without one.
    @Nullable public var referenceNorth: North?
    /// From the first to the last stamp of all sensors.
    public var durationSeconds: Double
    /// One entry per sensor that has samples.
    public var streams: [StreamSection]

    /// From its parts.
    public init(durationSeconds: Double, streams: [StreamSection]) {
        self.durationSeconds = durationSeconds
        self.streams = streams
    }
}
