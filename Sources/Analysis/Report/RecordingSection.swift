import Recordings
import SensorModels
import Vocabulary

/// The content of a log.
public struct RecordingSection: Codable, Sendable, Hashable {
    /// Its name.
    @Nullable public var name: String?
    /// The device that recorded it.
    @Nullable public var device: String?
    /// The place of the recording.
    @Nullable public var place: GeodeticPosition?
    /// `YYYY-MM-DD`.
    @Nullable public var date: String?
    /// The unit of the time stamps and the evidence for it; null if the format has only one.
    @Nullable public var clock: String?
    /// The north of the reference orientation; null without a reference.
    @Nullable public var referenceNorth: ReferenceNorth?
    /// The orientation of the AR session's world, as the log declares it (`# ar-alignment:`).
    @Nullable public var arAlignment: String?
    /// The camera of the AR session's pictures (landscape).
    @Nullable public var arIntrinsics: ARIntrinsics?
    /// From the first to the last stamp of all sensors.
    public var durationSeconds: Double
    /// One entry per sensor that has samples.
    public var streams: [StreamSection]
}

/// One stream of the log.
public struct StreamSection: Codable, Sendable, Hashable {
    /// The sensor's name (docs/reference/conventions.md).
    public var sensor: String
    /// Number of samples.
    public var samples: Int
    /// 1 / median interval; null with fewer than two samples.
    @Nullable public var rateHz: Double?
    /// Standard deviation of the interval about its median, without gaps.
    @Nullable public var jitterSeconds: Double?
    /// Intervals of more than five medians.
    public var gaps: Int
    /// Equal consecutive time stamps.
    public var duplicates: Int
    /// Consecutive samples with the same value, which still count as samples.
    public var repeatedValues: Int
    /// Samples with an axis at the end of the sensor's range.
    public var clipped: Int
    /// Whether filters and calibrations use it: the raw stream if the log has a raw and a corrected one, gravity if
    /// there is no accelerometer.
    public var used: Bool
    /// The unit in the log.
    public var unit: String
    /// The sign and frame in the log.
    public var convention: String
    /// The evidence for unit and convention.
    public var decidedBy: String
    /// The probability that kind, unit, sign and clock are as read; null for streams that are no vectors, and where the
    /// numbers carry no information.
    @Nullable public var probability: Double?
    /// What speaks for the most probable reading against the next one, in nats.
    public var evidence: [ReadingEvidence]
    /// Options that read the stream in another way, with the probability of each.
    public var offers: [ReadingOffer]
}

extension RecordingSection {
    /// The streams of a recording with rates, defects, units and the evidence for these.
    public init(_ recording: Recording) {
        let quality = RecordingQuality(recording)
        self.init(
            durationSeconds: recording.duration,
            streams: quality.streams.filter { $0.sensor != .reference || !recording.hasReferenceOfHeadings }.map {
                StreamSection($0, recording.provenance[$0.sensor], used: recording.isUsed($0.sensor))
            })
        name = recording.metadata.name
        device = recording.metadata.device
        place = recording.metadata.place
        date = recording.metadata.date?.text
        clock = recording.metadata.clock
        arAlignment = recording.metadata.other["ar-alignment"]
        arIntrinsics = recording.metadata.arIntrinsics
        referenceNorth = recording.reference.isEmpty ? nil : recording.metadata.reference.north ?? .magnetic
    }
}

extension StreamSection {
    fileprivate init(_ quality: StreamQuality, _ provenance: StreamProvenance?, used: Bool) {
        self.init(
            sensor: quality.sensor.rawValue, samples: quality.samples, rateHz: quality.rateHz,
            jitterSeconds: quality.jitterSeconds, gaps: quality.gaps.count, duplicates: quality.duplicateStamps,
            repeatedValues: quality.repeatedValues, clipped: quality.clipped, used: used,
            unit: provenance?.unit ?? "unknown",
            convention: provenance?.convention ?? "unknown", decidedBy: provenance?.decidedBy ?? "unknown",
            probability: provenance?.probability, evidence: provenance?.evidence ?? [],
            offers: provenance?.offers ?? [])
    }
}

extension Recording {
    /// Whether filters and calibrations use a stream, unless a calibration file names another one.
    public func isUsed(_ sensor: SensorKind) -> Bool {
        switch sensor {
        case .accelerometer, .gyroscope, .magnetometer: return !times(of: sensor).isEmpty
        case .gyroscopeCorrected: return gyroscope.isEmpty
        case .magnetometerCorrected: return magnetometer.isEmpty
        case .gravity: return accelerometer.isEmpty
        default: return false
        }
    }
}
