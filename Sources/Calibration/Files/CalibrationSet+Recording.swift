import Recordings
import SensorModels
import Vocabulary

extension CalibrationSet {
    /// The streams that the filters get: raw where the log has raw (or the stream that a calibration names), calibrated.
    public func filterInput(for recording: Recording) -> FilterInput {
        var input = FilterInput(
            gyroscope: Self.readings(of: recording, .gyroscope, .gyroscopeCorrected, named: gyroscope?.stream),
            accelerometer: recording.accelerometer, gravity: recording.gravity,
            magnetometer: Self.readings(
                of: recording, .magnetometer, .magnetometerCorrected, named: magnetometer?.stream))
        if let model = gyroscopeModel { input.gyroscope = input.gyroscope.mapped { model.apply($0) } }
        if let model = accelerometerModel { input.accelerometer = input.accelerometer.mapped { model.apply($0) } }
        if let model = magnetometerModel {
            input.magnetometer = input.magnetometer.mapped { model.apply($0) }
            if let delay = magnetometer?.delaySeconds.flatMap(LogTime.nanoseconds(seconds:)) {
                input.magnetometer.times = input.magnetometer.times.map { $0 - delay }
            }
        }
        return input
    }

    /// Which of the two streams of a sensor a log's estimators use: the raw one where it has samples.
    public static func stream(of recording: Recording, raw: SensorKind, corrected: SensorKind) -> SensorKind {
        recording.vectors(of: raw).isEmpty ? corrected : raw
    }

    private static func readings(
        of recording: Recording, _ raw: SensorKind, _ corrected: SensorKind, named: SensorKind?
    ) -> VectorStream {
        if let named, !recording.vectors(of: named).isEmpty { return recording.vectors(of: named) }
        return recording.vectors(of: stream(of: recording, raw: raw, corrected: corrected))
    }
}
