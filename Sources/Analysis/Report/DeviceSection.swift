import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// The device's own results compared with those of this program.
public struct DeviceSection: Codable, Sendable {
    /// The device's own attitude in the form of a filter's section, named `device`; null without one.
    @Nullable public var attitude: FilterSection?
    /// The device's own attitude against the reference, with the same north; null unless both exist.
    @Nullable public var attitudeAccuracy: Accuracy?
    /// Calibrated readings minus those that the device corrected; null unless both exist.
    @Nullable public var magnetometer: CorrectionComparison?
    /// The same for the gyroscope.
    @Nullable public var gyroscope: CorrectionComparison?
}

/// Readings calibrated by this program, compared with those that the device corrected, at the stamps of the latter.
public struct CorrectionComparison: Codable, Sendable, Hashable {
    /// Number of pairs of readings.
    public var samples: Int
    /// The mean difference x, y, z (calibrated minus corrected): microtesla of a magnetometer, rad/s of a gyroscope.
    public var meanDifference: [Double]
    /// The median angle between the two vectors, degrees.
    public var medianAngleDegrees: Double
}

/// Compares the device's own results with the reference and with this program's.
enum DeviceComparison {
    /// - Returns: `nil` if the device recorded no results.
    static func section(of log: PreparedLog, _ facts: LogFacts) -> DeviceSection? {
        var section = DeviceSection()
        if let track = facts.device {
            let errors = TrackErrors(
                track: track, reference: facts.reference, angles: facts.angles, axis: log.headingAxis)
            section.attitude = FilterSection(
                track: track, parameters: [:], log: log, recordedRho: facts.recordedRho, errors: errors)
            section.attitudeAccuracy = errors.accuracy
        }
        let recording = log.recording
        if !recording.magnetometer.isEmpty {
            section.magnetometer = comparison(log.streams.magnetometer, recording.magnetometerCorrected)
        }
        if !recording.gyroscope.isEmpty {
            section.gyroscope = comparison(log.streams.gyroscope, recording.gyroscopeCorrected)
        }
        let isEmpty = section.attitude == nil && section.magnetometer == nil && section.gyroscope == nil
        return isEmpty ? nil : section
    }

    private static func comparison(_ ours: VectorStream, _ device: VectorStream) -> CorrectionComparison? {
        var sum = Vector3.zero
        var angles: [Double] = []
        var cursor = 0
        for (time, corrected) in zip(device.times, device.values) {
            while cursor + 1 < ours.count && ours.times[cursor + 1] <= time { cursor += 1 }
            guard cursor < ours.count, (time - ours.times[cursor]).magnitude <= UInt64(Comparison.maximumGap) else {
                continue
            }
            sum += ours.values[cursor] - corrected
            angles.append(ours.values[cursor].angle(to: corrected))
        }
        guard let median = Percentile.median(angles) else { return nil }
        let mean = sum / Double(angles.count)
        return CorrectionComparison(
            samples: angles.count, meanDifference: [mean.x, mean.y, mean.z], medianAngleDegrees: Angle.degrees(median))
    }
}

extension PreparedLog {
    /// The name in `--filters` of the attitude that the device itself computed.
    public static let deviceName = "device"

    /// The device's own attitude, if its heading error can be measured: not against itself, and not without a north.
    func deviceAttitude(besides reference: ReferenceChoice) -> OrientationTrack? {
        reference == .deviceAttitude || recording.metadata.attitudeIsRelative ? nil : deviceAttitude()
    }

    /// The device's own attitude as a track, rotated to the log's north; `nil` without one.
    func deviceAttitude(named name: String = PreparedLog.deviceName) -> OrientationTrack? {
        let attitude = recording.attitude
        guard !attitude.isEmpty else { return nil }
        var track = OrientationTrack(
            name: name, times: attitude.times,
            estimates: attitude.values.map { OrientationEstimate(orientation: $0) })
        // Headings are clockwise, turns counter-clockwise.
        track.turn(by: -headingTurn(from: recording.metadata.attitudeNorth ?? .magnetic))
        return track
    }
}
