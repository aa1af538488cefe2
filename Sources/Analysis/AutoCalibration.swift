import Calibration
import Evaluation
import Recordings
import Rotations
import SensorModels

/// The calibration that a log allows from itself: gyroscope bias from its rests, an ellipsoid where the directions suffice.
enum AutoCalibration {
    /// Readings of a calibrated magnetometer keep their magnitude: one that spreads less than this about a plausible field
    /// needs no help from a calibration that the data cannot carry.
    static let harmlessSpread = 0.1
    /// The Earth's field, microtesla, with room for buildings.
    static let plausibleField = 15.0...90.0

    static func calibration(
        for recording: Recording, field: GeomagnetismSection?
    ) -> (set: CalibrationSet, warnings: [Warning]) {
        var set = CalibrationSet()
        var warnings: [Warning] = []
        let rate = CalibrationSet.stream(of: recording, raw: .gyroscope, corrected: .gyroscopeCorrected)
        if !recording.vectors(of: rate).isEmpty {
            let fit = GyroscopeFit(
                gyroscope: recording.vectors(of: rate), accelerometer: recording.accelerometer,
                magnetometer: recording.magnetometer)
            var section = GyroscopeCalibration(fit, stream: rate, source: "log")
            section.applied = fit.verdict.accepted
            set.gyroscope = section
            if !fit.verdict.accepted {
                warnings.append(
                    Warning(
                        code: "gyroscope-calibration-refused",
                        message:
                            "no gyroscope bias was taken from the log: \(fit.verdict.reason); filters that estimate the "
                            + "bias find it themselves",
                        advice: fit.verdict.advice))
            }
        }
        let kind = CalibrationSet.stream(of: recording, raw: .magnetometer, corrected: .magnetometerCorrected)
        let magnetometer = recording.vectors(of: kind)
        if !magnetometer.isEmpty {
            var options = MagnetometerFitOptions()
            options.fieldStrength = field?.intensityMicrotesla
            options.dip = field.map { Angle.radians($0.inclinationDegrees) }
            let samples = MagnetometerSamples(
                magnetometer: magnetometer, accelerometer: recording.accelerometer, gravity: recording.gravity)
            let fit = MagnetometerFit(samples: samples, options: options)
            var section = MagnetometerCalibration(fit, stream: kind, source: "log")
            let usable = fit.headingSigma.isFinite && !isPlausible(magnetometer)
            section.applied = fit.verdict.accepted || usable
            set.magnetometer = section
            if !fit.verdict.accepted {
                let consequence =
                    usable
                    ? "it is applied all the same, because the raw readings are no Earth's field"
                    : "the readings are used as they are"
                warnings.append(
                    Warning(
                        code: "magnetometer-calibration-refused",
                        message: "the log does not determine the magnetometer's calibration: \(fit.verdict.reason); "
                            + consequence,
                        advice: fit.verdict.advice.isEmpty
                            ? "give a calibration file with --calibration FILE" : fit.verdict.advice))
            }
        }
        return (set, warnings)
    }

    /// Whether the readings look like the Earth's field in every direction that was seen.
    private static func isPlausible(_ magnetometer: VectorStream) -> Bool {
        let magnitudes = magnetometer.values.map(\.length).sorted()
        guard !magnitudes.isEmpty else { return false }
        let median = Percentile.of(sorted: magnitudes, 0.5)
        let spread = Percentile.of(sorted: magnitudes, 0.9) - Percentile.of(sorted: magnitudes, 0.1)
        return plausibleField.contains(median) && spread < 2 * harmlessSpread * median
    }
}
