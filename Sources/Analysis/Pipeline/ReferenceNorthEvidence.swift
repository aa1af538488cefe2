import Calibration
import Evaluation
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Whether a reference of unknown north counts from north, by the magnetic field.
///
/// The field's azimuth in the frame of the reference is normal about 0 where the reference has north, with the sigma of
/// declinations and of a calibrated compass, and uniform where its yaw is arbitrary; one reference in three is.
struct ReferenceNorthEvidence {
    /// Azimuth of the field in the frame of the reference, radians clockwise from its y axis.
    let azimuth: Double

    /// Radians.
    private static let sigma = Angle.radians(12)
    private static let (arbitrary, interval): (Double, Int64) = (1.0 / 3, 100_000_000)
    /// The least resultant length of the azimuths: a drifting frame or a disturbed field gives less.
    private static let leastConcentration = 0.9
    private static let fewest = 50

    /// `nil` where the north is known, or nothing shows it: no calibrated field, or one without a common azimuth.
    init?(_ recording: Recording, _ calibration: CalibrationSet, _ streams: FilterInput) {
        let isCalibrated = calibration.magnetometerModel != nil || recording.magnetometer.isEmpty
        guard recording.metadata.reference.north == nil, !recording.reference.isEmpty, isCalibrated else { return nil }
        var headings = CircularStatistics()
        var (count, next) = (0, Int64.min)
        for (time, field) in zip(streams.magnetometer.times, streams.magnetometer.values) where time >= next {
            guard let orientation = recording.reference.value(near: time) else { continue }
            let earth = orientation.rotate(field)
            // A nearly vertical field has no azimuth.
            guard hypot(earth.x, earth.y) > 0.2 * earth.length else { continue }
            headings.add(atan2(earth.x, earth.y))
            (count, next) = (count + 1, time + Self.interval)
        }
        guard count >= Self.fewest, let mean = headings.mean,
            headings.resultantLength >= Self.leastConcentration
        else { return nil }
        azimuth = mean
    }

    /// What it shows of an arbitrary north.
    var warning: Warning {
        Warning(
            .referenceArbitrary,
            "nothing says which north the reference has, and the magnetic field lies "
                + "\(Int(clamping: Angle.degrees(azimuth).rounded())) degrees clockwise of its y axis: its north is taken "
                + "as arbitrary")
    }

    /// Whether an arbitrary yaw is the more probable one.
    var isArbitrary: Bool {
        let known = exp(-0.5 * azimuth * azimuth / (Self.sigma * Self.sigma)) / ((2 * .pi).squareRoot() * Self.sigma)
        return Self.arbitrary / (2 * .pi) > (1 - Self.arbitrary) * known
    }
}
