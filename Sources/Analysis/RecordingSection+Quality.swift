import Recordings
import SensorModels

extension RecordingSection {
    /// The streams of a recording with their rates, damage, units and how those were decided.
    public init(_ recording: Recording) {
        self.init(durationSeconds: recording.duration, streams: [])
        name = recording.metadata.name
        device = recording.metadata.device
        place = recording.metadata.place
        date = recording.metadata.date?.text
        referenceNorth = recording.reference.isEmpty ? nil : recording.metadata.referenceNorth ?? .magnetic
    }
}
