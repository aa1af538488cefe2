import Recordings
import SensorModels

extension RecordingSection {
    /// The streams of a recording with their rates, damage, units and how those were decided.
    public init(_ recording: Recording) {
        let quality = RecordingQuality(recording)
        self.init(
            durationSeconds: recording.duration,
            streams: quality.streams.map {
                StreamSection($0, recording.provenance[$0.sensor], used: recording.isUsed($0.sensor))
            })
        name = recording.metadata.name
        device = recording.metadata.device
        place = recording.metadata.place
        date = recording.metadata.date?.text
        referenceNorth = recording.reference.isEmpty ? nil : recording.metadata.referenceNorth ?? .magnetic
    }
}

extension StreamSection {
    fileprivate init(_ quality: StreamQuality, _ provenance: StreamProvenance?, used: Bool) {
        self.init(
            sensor: quality.sensor.rawValue, samples: quality.samples, rateHz: quality.rateHz,
            jitterSeconds: quality.jitterSeconds, gaps: quality.gaps.count, duplicates: quality.duplicateStamps,
            repeatedValues: quality.repeatedValues, clipped: quality.clipped, used: used,
            unit: provenance?.unit ?? "unknown",
            convention: provenance?.convention ?? "unknown", decidedBy: provenance?.decidedBy ?? "unknown")
    }
}

extension Recording {
    /// Whether filters and calibrations use a stream, calibration files that name another one aside.
    fileprivate func isUsed(_ sensor: SensorKind) -> Bool {
        switch sensor {
        case .accelerometer, .gyroscope, .magnetometer: return !times(of: sensor).isEmpty
        case .gyroscopeCorrected: return gyroscope.isEmpty
        case .magnetometerCorrected: return magnetometer.isEmpty
        case .gravity: return accelerometer.isEmpty
        default: return false
        }
    }
}
