import SensorModels
import Vocabulary

/// What a device measured, in one convention (device axes, SI, microtesla, east-north-up), whatever the log's format
/// was.
///
/// Every stream keeps its own time stamps, in integer nanoseconds of the log's clock and in order; an absent sensor is
/// an empty stream. Raw and device-corrected readings have streams of their own; estimators use the raw ones.
public struct Recording: Sendable {
    /// What the log states about itself.
    public var metadata: RecordingMetadata

    /// m/s^2, specific force.
    public var accelerometer = VectorStream()
    /// rad/s, raw where the log has it raw.
    public var gyroscope = VectorStream()
    /// rad/s, corrected by the device.
    public var gyroscopeCorrected = VectorStream()
    /// Microtesla, raw where the log has it raw.
    public var magnetometer = VectorStream()
    /// Microtesla, corrected by the device.
    public var magnetometerCorrected = VectorStream()
    /// m/s^2, computed by the device, the accelerometer's sign.
    public var gravity = VectorStream()
    /// m/s^2, computed by the device.
    public var linearAcceleration = VectorStream()
    /// The device's own attitude, device to east-north-up; its north is `metadata.attitudeNorth`.
    public var attitude = QuaternionStream()
    /// The device's own compass heading, radians clockwise from north.
    public var heading = SampleStream<Double>()
    /// Location fixes.
    public var location = SampleStream<LocationFix>()
    /// The reference orientation, device to east-north-up; its north is `metadata.referenceNorth`.
    public var reference = QuaternionStream()
    /// Headings that errors are measured against, where the log has no reference orientation.
    public var referenceHeading = SampleStream<ReferenceHeading>()
    /// Whether the device moved (1) or rested (0), as the log's author marked it.
    public var moving = SampleStream<Bool>()
    /// Poses of the camera in the world of an AR session, in that session's own frames.
    public var arPoses = SampleStream<ARPose>()
    /// Poses of the camera on Earth, of true north.
    public var geospatialPoses = SampleStream<GeospatialPose>()

    /// The first stamp of the log, where this is only a part of it.
    public var start: Int64?
    /// What the motors of a vehicle take.
    public var load: VehicleLoad?
    /// The sensor units of the log that `--unit` chooses among; empty where there is one.
    public var units: [String] = []

    /// Sensors that the log names but whose readings are in another stream, and that stream: an accelerometer that was
    /// recorded without gravity alone is `linearAcceleration`, since filters would take it for specific force.
    public var standIns: [SensorKind: SensorKind] = [:]

    /// Sensors whose axes columns that were not read may be; a warning names the columns.
    public var lostSensors: Set<SensorKind> = []

    /// How each stream's unit and sign were decided, in the order of `SensorKind`.
    public var provenance: [SensorKind: StreamProvenance] = [:]
    /// What was damaged or missing, and how it was handled.
    public var warnings: [Warning] = []

    /// A recording without samples.
    public init(metadata: RecordingMetadata = RecordingMetadata()) {
        self.metadata = metadata
    }

    /// The three-axis stream of a sensor; empty for sensors of another kind of value.
    public func vectors(of sensor: SensorKind) -> VectorStream {
        guard let path = Self.vectorPath(of: sensor) else { return VectorStream() }
        return self[keyPath: path]
    }

    /// Where a sensor's three-axis stream is stored; `nil` for sensors of another kind of value.
    public static func vectorPath(of sensor: SensorKind) -> WritableKeyPath<Recording, VectorStream>? {
        path(of: sensor)
    }

    /// The time stamps of any sensor's stream.
    public func times(of sensor: SensorKind) -> [Int64] { Self.stream(of: sensor).times(in: self) }

    /// Replaces the samples of a sensor by those of another recording.
    package mutating func takeStream(of sensor: SensorKind, from other: Recording) {
        func take(_ stream: some RecordedStream) { self[keyPath: stream.path] = other[keyPath: stream.path] }
        take(Self.stream(of: sensor))
    }

    /// Transforms every three-axis stream.
    package mutating func mapVectors(_ transform: (VectorStream) -> VectorStream) {
        for path in SensorKind.allCases.compactMap(Self.vectorPath(of:)) {
            self[keyPath: path] = transform(self[keyPath: path])
        }
    }

    /// The sensors that have at least one sample.
    public var sensors: [SensorKind] { SensorKind.allCases.filter { !times(of: $0).isEmpty } }

    /// The sensors that the log names: those with samples, and those whose readings are in another stream.
    public var namedSensors: [SensorKind] {
        SensorKind.allCases.filter { sensor in
            !times(of: sensor).isEmpty || standIns[sensor].map { !times(of: $0).isEmpty } == true
        }
    }

    /// First and last stamp over the streams of all sensors; `nil` without a sample.
    public var interval: ClosedRange<Int64>? {
        let all = SensorKind.allCases.map { times(of: $0) }
        guard let first = all.compactMap(\.first).min(), let last = all.compactMap(\.last).max(), first <= last else {
            return nil
        }
        return first...last
    }

    /// Seconds from the first to the last stamp.
    public var duration: Double {
        guard let interval else { return 0 }
        return Double(interval.upperBound - interval.lowerBound) * 1e-9
    }

    /// The recording without one sensor's samples (`--without`).
    public func without(_ sensor: SensorKind) -> Recording {
        var result = withoutSamples(of: sensor)
        result.standIns[sensor] = nil
        return result
    }

    /// As `without`; the log still names the sensor where another stream stands in for it.
    package func withoutSamples(of sensor: SensorKind) -> Recording {
        var result = self
        result.takeStream(of: sensor, from: Recording())
        result.provenance[sensor] = nil
        return result
    }

    /// The part of the recording inside a closed interval of its clock (`--from`, `--to`).
    public func clipped(to interval: ClosedRange<Int64>) -> Recording {
        var result = self
        func clip(_ stream: some RecordedStream) {
            result[keyPath: stream.path] = self[keyPath: stream.path].clipped(to: interval)
        }
        for stream in Self.streams { clip(stream) }
        result.load?.samples = load?.samples.clipped(to: interval) ?? SampleStream()
        return result
    }
}

/// A term of the posterior of a stream's reading (docs/reference/reading.md).
public struct ReadingEvidence: Sendable, Codable, Hashable {
    /// The kind of evidence, such as `turning`.
    public var term: String
    /// Natural logarithm of the likelihood ratio of the first reading to the second.
    public var nats: Double
    /// The measurement or the statement.
    public var reason: String

    /// A term with its weight.
    public init(term: String, nats: Double, reason: String) {
        (self.term, self.nats, self.reason) = (term, nats, reason)
    }
}

/// Another reading of a stream.
public struct ReadingOffer: Sendable, Codable, Hashable {
    /// What chooses it on the command line, such as `--assume gyroscope=deg/s`.
    public var option: String
    /// Of this reading.
    public var probability: Double

    /// An option with its probability.
    public init(option: String, probability: Double) { (self.option, self.probability) = (option, probability) }
}

/// How a stream's unit and convention were decided.
public struct StreamProvenance: Sendable, Codable, Hashable {
    /// The unit in the log, such as `g`.
    public var unit: String
    /// The sign or frame in the log, such as `ios: face up z = -1`.
    public var convention: String
    /// The evidence, such as `meta.json`.
    public var decidedBy: String
    /// The file or columns it came from.
    public var source: String
    /// Samples that were left out: not finite, unreadable, out of order.
    public var dropped = 0
    /// How often the stamps stepped back in the log.
    public var stepsBack = 0
    /// The probability that kind, unit, sign and clock are as read; `nil` where the numbers carry no information, and
    /// for streams that are no vectors.
    public var probability: Double?
    /// What speaks for the most probable reading against the next one, the strongest first.
    public var evidence: [ReadingEvidence] = []
    /// Options that read the stream in another way, with the probability of each.
    public var offers: [ReadingOffer] = []

    /// A decision with its evidence.
    public init(unit: String, convention: String, decidedBy: String, source: String) {
        (self.unit, self.convention) = (unit, convention)
        (self.decidedBy, self.source) = (decidedBy, source)
    }
}

extension Recording {
    /// Takes over the reference orientation of another recording, whose clock is the same.
    /// - Parameters:
    ///   - other: a log with a reference, in the same clock.
    ///   - place: what messages call the other recording.
    /// - Throws: `SensorLabError` (bad data) where the other one has no reference, or none at these times.
    public mutating func takeReference(of other: Recording, place: String) throws {
        guard !other.reference.isEmpty else {
            throw SensorLabError(
                .badData, code: .noReference, place: place, message: "the file holds no reference orientation",
                advice: "give a log with the columns t,ref_qw,ref_qx,ref_qy,ref_qz")
        }
        if let own = interval, let first = other.reference.times.first, let last = other.reference.times.last,
            last < own.lowerBound || first > own.upperBound
        {
            throw SensorLabError(
                .badData, code: .referenceElsewhere, place: place,
                message: "the reference does not overlap the log in time", advice: "give both in the same clock")
        }
        reference = other.reference
        metadata.reference = other.metadata.reference
    }
}
