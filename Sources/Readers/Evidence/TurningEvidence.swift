import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The gyroscope's unit by a direction that is fixed in the room: it must turn in the device at the gyroscope's rate.
///
/// A fixed direction d obeys dd/dt = d x w in device axes. The ratio of both sides, fitted over spans of about 0.1 s,
/// is 1 where the unit is right and 0.017 or 57 where degrees and radians were mistaken. Undecided at rest, and where
/// the correlation is below 0.6 (a magnet nearby, a raw magnetometer).
struct TurningEvidence {
    /// Observed turn / turn by the gyroscope.
    let ratio: Double
    /// Correlation of the observed turns with those by the gyroscope.
    let correlation: Double
    /// The direction that turned, as text for reports.
    let of: String

    /// A direction of the earth frame, not vertical so that turns about the vertical are seen too.
    static let north = Vector3(0.8, 0, 0.6)

    /// The turn of attitude, gravity, calibrated field or accelerometer, which other forces disturb; `nil` where none
    /// of them decides.
    init?(rate: VectorStream, recording: Recording, isFieldCalibrated: Bool) {
        var candidates: [(String, VectorStream)] = []
        for (name, stream) in [("reference", recording.reference), ("device's attitude", recording.attitude)] {
            candidates.append((name, stream.directions(of: Self.north)))
        }
        candidates.append(("gravity", recording.gravity))
        if !recording.magnetometerCorrected.isEmpty {
            candidates.append(("field", recording.magnetometerCorrected))
        } else if isFieldCalibrated {
            candidates.append(("field", recording.magnetometer))
        }
        candidates.append(("accelerometer", recording.accelerometer))
        for (name, stream) in candidates {
            let parts = stream.evidenceParts
            guard let fit = Self.fit(rate.within(parts), stream.within(parts)) else { continue }
            (ratio, correlation, of) = (fit.ratio, fit.correlation, name)
            return
        }
        return nil
    }

    /// Spans, nanoseconds: short ones, and longer ones for slow turns.
    private static let lengths: [ClosedRange<Int64>] = [80_000_000...299_999_999, 600_000_000...1_200_000_000]

    typealias Fit = (ratio: Double, correlation: Double)

    /// The ratio by spans of 0.1 s or 1 s; `nil` where the direction does not turn with the rate, or against it.
    static func ratio(_ rate: VectorStream, _ direction: VectorStream) -> Double? { fit(rate, direction)?.ratio }

    /// The ratio and the correlation.
    static func fit(_ rate: VectorStream, _ direction: VectorStream) -> Fit? {
        guard direction.count > 20, rate.count > 20 else { return nil }
        let integral = TurnIntegral(rate)
        return lengths.lazy.compactMap { fit(integral.spans(of: direction, lengths: $0)) }.first
    }

    private static func fit(_ turns: [TurnSpan]) -> Fit? {
        var (xy, xx, yy) = (0.0, 0.0, 0.0)
        var spans = 0
        for span in turns {
            guard let a = span.from.normalized, let b = span.to.normalized else { continue }
            let predicted = ((a + b) * 0.5).cross(span.turn)
            let observed = b - a
            xy += predicted.dot(observed)
            xx += predicted.lengthSquared
            yy += observed.lengthSquared
            spans += 1
        }
        // Turns below 1 degree per span are mostly noise.
        guard spans >= 5, xx > 0, yy > Double(spans) * 0.017 * 0.017 else { return nil }
        let correlation = xy / (xx * yy).squareRoot()
        // Few spans may correlate by chance.
        return correlation.magnitude > (spans >= 10 ? 0.6 : 0.9) ? (xy / xx, correlation) : nil
    }
}

extension QuaternionStream {
    /// A direction of the earth frame in device axes.
    func directions(of direction: Vector3) -> VectorStream {
        VectorStream(times: times, values: values.map { $0.unrotate(direction) })
    }
}
