import Rotations
import SensorModels
import Vocabulary

/// What a device measured, in one convention (device axes, SI, microtesla, east-north-up), whatever the log's format was.
///
/// Every stream keeps its own time stamps, in integer nanoseconds of the log's clock and in order; an absent sensor is an
/// empty stream. Raw and device-corrected readings stand side by side; estimators use the raw ones.
public struct Recording: Sendable {
    /// What the log says about itself.
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
    /// Whether the device moved (1) or rested (0), as the log's author marked it.
    public var moving = SampleStream<Bool>()

    /// Sensors that the log names but whose readings are not what the sensor's own stream holds, and the stream in which
    /// they stand: an accelerometer that was recorded without gravity alone is `linearAcceleration`, since filters would
    /// take it for specific force.
    public var standIns: [SensorKind: SensorKind] = [:]

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
        switch sensor {
        case .accelerometer: return \.accelerometer
        case .gyroscope: return \.gyroscope
        case .gyroscopeCorrected: return \.gyroscopeCorrected
        case .magnetometer: return \.magnetometer
        case .magnetometerCorrected: return \.magnetometerCorrected
        case .gravity: return \.gravity
        case .linearAcceleration: return \.linearAcceleration
        case .attitude, .location, .heading, .reference: return nil
        }
    }

    /// The time stamps of any sensor's stream.
    public func times(of sensor: SensorKind) -> [Int64] {
        switch sensor {
        case .attitude: return attitude.times
        case .location: return location.times
        case .heading: return heading.times
        case .reference: return reference.times
        default: return vectors(of: sensor).times
        }
    }

    /// The sensors that have at least one sample.
    public var sensors: [SensorKind] { SensorKind.allCases.filter { !times(of: $0).isEmpty } }

    /// The sensors that the log names: those with samples, and those whose readings stand in another stream.
    public var namedSensors: [SensorKind] {
        SensorKind.allCases.filter { sensor in
            !times(of: sensor).isEmpty || standIns[sensor].map { !times(of: $0).isEmpty } == true
        }
    }

    /// First and last stamp over all streams; `nil` for an empty recording.
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
        var result = self
        switch sensor {
        case .attitude: result.attitude = QuaternionStream()
        case .location: result.location = SampleStream()
        case .heading: result.heading = SampleStream()
        case .reference: result.reference = QuaternionStream()
        default:
            if let path = Self.vectorPath(of: sensor) { result[keyPath: path] = VectorStream() }
        }
        result.provenance[sensor] = nil
        result.standIns[sensor] = nil
        return result
    }

    /// The part of the recording inside a closed interval of its clock (`--from`, `--to`).
    public func clipped(to interval: ClosedRange<Int64>) -> Recording {
        var result = self
        for sensor in SensorKind.allCases {
            if let path = Self.vectorPath(of: sensor) {
                result[keyPath: path] = self[keyPath: path].clipped(to: interval)
            }
        }
        result.attitude = attitude.clipped(to: interval)
        result.heading = heading.clipped(to: interval)
        result.location = location.clipped(to: interval)
        result.reference = reference.clipped(to: interval)
        result.moving = moving.clipped(to: interval)
        return result
    }
}
