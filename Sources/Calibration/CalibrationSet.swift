import Recordings
import Rotations
import SensorModels

/// The calibrations that apply to one log, at most one per sensor.
public struct CalibrationSet: Sendable, Equatable {
    public var magnetometer: MagnetometerCalibration?
    public var gyroscope: GyroscopeCalibration?
    public var accelerometer: AccelerometerCalibration?

    /// No calibration: readings are used as they are.
    public init() {}

    /// Takes the sections that `file` has; a later file replaces an earlier one's section of the same sensor.
    public mutating func merge(_ file: CalibrationFile) {
        magnetometer = file.magnetometer ?? magnetometer
        gyroscope = file.gyroscope ?? gyroscope
        accelerometer = file.accelerometer ?? accelerometer
    }

    /// The streams that the filters get: raw where the log has raw (or the stream that a calibration names), calibrated.
    public func filterInput(for recording: Recording) -> FilterInput {
        FilterInput(
            gyroscope: calibrated(
                recording, .gyroscope, .gyroscopeCorrected, named: gyroscope?.stream,
                by: gyroscope.map { model in { model.model.apply($0) } }),
            accelerometer: calibrated(
                recording, .accelerometer, .accelerometer, named: nil,
                by: accelerometer.map { model in { model.model.apply($0) } }),
            gravity: recording.gravity,
            magnetometer: calibrated(
                recording, .magnetometer, .magnetometerCorrected, named: magnetometer?.stream,
                by: magnetometer.map { model in { model.model.apply($0) } }))
    }

    /// Which of the two streams of a sensor a log's estimators use: the raw one where it has samples.
    public static func stream(of recording: Recording, raw: SensorKind, corrected: SensorKind) -> SensorKind {
        recording.vectors(of: raw).isEmpty ? corrected : raw
    }

    private func calibrated(
        _ recording: Recording, _ raw: SensorKind, _ corrected: SensorKind, named name: String?,
        by model: ((Vector3) -> Vector3)?
    ) -> VectorStream {
        var sensor = Self.stream(of: recording, raw: raw, corrected: corrected)
        if let named = name.flatMap(SensorKind.init(rawValue:)), !recording.vectors(of: named).isEmpty { sensor = named }
        let stream = recording.vectors(of: sensor)
        guard let model else { return stream }
        return stream.mapped(model)
    }
}

extension MagnetometerCalibration {
    /// The numbers as a model.
    public var model: MagnetometerModel {
        MagnetometerModel(hardIron: Vector3(hardIron), softIron: Matrix3(rows: softIron))
    }
}

extension GyroscopeCalibration {
    /// The numbers as a model.
    public var model: GyroscopeModel { GyroscopeModel(bias: Vector3(bias), scale: Matrix3(rows: scale)) }
}

extension AccelerometerCalibration {
    /// The numbers as a model.
    public var model: AccelerometerModel { AccelerometerModel(bias: Vector3(bias), scale: Matrix3(rows: scale)) }
}

extension Vector3 {
    /// From three numbers of a file.
    init(_ values: [Double]) {
        self = values.count == 3 ? Vector3(values[0], values[1], values[2]) : .zero
    }
}

extension Matrix3 {
    /// From three rows of a file.
    init(rows: [[Double]]) {
        self = rows.count == 3 ? Matrix3(Vector3(rows[0]), Vector3(rows[1]), Vector3(rows[2])) : .identity
    }
}
