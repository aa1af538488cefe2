import Evaluation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// What the device itself made of its sensors, beside what was made of them here.
public struct DeviceSection: Codable, Sendable, Hashable {
    /// The device's own attitude against the reference, norths alike; null without either.
    @Nullable public var attitudeAccuracy: Accuracy?
    /// The readings that were analysed (calibrated) minus those that the device corrected; null without either.
    @Nullable public var magnetometer: CorrectionComparison?
    /// The same of the gyroscope.
    @Nullable public var gyroscope: CorrectionComparison?
}

/// Readings that were calibrated here against those that the device corrected, at the stamps of the latter.
public struct CorrectionComparison: Codable, Sendable, Hashable {
    /// Pairs of readings.
    public var samples: Int
    /// The mean difference x, y, z (calibrated minus corrected): microtesla of a magnetometer, rad/s of a gyroscope.
    public var meanDifference: [Double]
    /// The median angle between the two vectors, degrees.
    public var medianAngleDegrees: Double
}

/// Compares the device's own results with the reference and with ours.
enum DeviceComparison {
    /// - Parameters:
    ///   - streams: the calibrated streams.
    ///   - reference: the reference, turned to `north`.
    ///   - declination: radians, east positive; `nil` where it is unknown.
    /// - Returns: `nil` where the device recorded nothing of its own.
    static func section(
        of recording: Recording, streams: FilterInput, reference: QuaternionStream, indices: [Int], north: North,
        declination: Double?
    ) -> DeviceSection? {
        var section = DeviceSection()
        section.attitudeAccuracy = attitudeAccuracy(
            of: recording, reference: reference, indices: indices, north: north, declination: declination)
        if !recording.magnetometer.isEmpty {
            section.magnetometer = comparison(streams.magnetometer, recording.magnetometerCorrected)
        }
        if !recording.gyroscope.isEmpty {
            section.gyroscope = comparison(streams.gyroscope, recording.gyroscopeCorrected)
        }
        let isEmpty = section.attitudeAccuracy == nil && section.magnetometer == nil && section.gyroscope == nil
        return isEmpty ? nil : section
    }

    private static func attitudeAccuracy(
        of recording: Recording, reference: QuaternionStream, indices: [Int], north: North, declination: Double?
    ) -> Accuracy? {
        guard !reference.isEmpty,
            let track = DeviceAttitude.track(of: recording, north: north, declination: declination)
        else { return nil }
        return Accuracy(Comparison(track: track, reference: reference, indices: indices))
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
