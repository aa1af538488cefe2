import Recordings
import Rotations
import SensorModels
import Vocabulary

extension CalibrationSet {
    /// The input of the filters, calibrated: raw streams where the log has them, or the stream that a calibration
    /// names.
    public func filterInput(for recording: Recording) -> FilterInput {
        filterInput(
            for: recording, rate: recording.sensor(gyroscope?.stream, else: recording.rateSensor),
            field: recording.sensor(magnetometer?.stream, else: recording.fieldSensor))
    }

    /// The input of the filters from these streams of angular rate and field, calibrated.
    package func filterInput(for recording: Recording, rate: SensorKind, field: SensorKind) -> FilterInput {
        var input = FilterInput(
            gyroscope: recording.vectors(of: rate), accelerometer: recording.accelerometer, gravity: recording.gravity,
            magnetometer: recording.vectors(of: field), gyroscopeBiasSigma: gyroscopeBiasSigma)
        if let model = gyroscopeModel { input.gyroscope = input.gyroscope.mapped { model.apply($0) } }
        if let model = accelerometerModel { input.accelerometer = input.accelerometer.mapped { model.apply($0) } }
        if let model = fieldModel(for: recording) {
            input.magnetometer = input.magnetometer.mapped { model.apply($0) }
            if let delay = magnetometer?.delaySeconds.flatMap(LogTime.nanoseconds(seconds:)) {
                input.magnetometer.times = input.magnetometer.times.map { $0 - delay }
            }
        }
        return input
    }

    /// The calibration of the magnetometer, or, for readings without a unit, the factor by which the Earth's field is
    /// as strong as in most places: estimators weigh a field by the noise and the iron of magnetometers in microtesla.
    package func fieldModel(for recording: Recording) -> MagnetometerModel? {
        magnetometerModel
            ?? recording.metadata.fieldStrength.map {
                MagnetometerModel(hardIron: .zero, softIron: (Self.usualMicrotesla / $0) * Matrix3.identity)
            }
    }

    /// The Earth's field averaged over where people live.
    private static let usualMicrotesla = 48.0
}

extension Recording {
    /// The gyroscope stream for estimators: the raw one where it has samples.
    public var rateSensor: SensorKind { gyroscope.isEmpty ? .gyroscopeCorrected : .gyroscope }

    /// The magnetometer stream for estimators: the raw one where it has samples.
    public var fieldSensor: SensorKind { magnetometer.isEmpty ? .magnetometerCorrected : .magnetometer }

    /// The stream of the specific force: gravity as computed by the device where there is no accelerometer.
    public var forceSensor: SensorKind { accelerometer.isEmpty ? .gravity : .accelerometer }

    /// The stream that a calibration names, if it has samples, else the default one.
    fileprivate func sensor(_ named: SensorKind?, else usual: SensorKind) -> SensorKind {
        if let named, !vectors(of: named).isEmpty { return named }
        return usual
    }
}
