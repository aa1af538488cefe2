import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The calibrations that apply to one log, at most one per sensor.
public struct CalibrationSet: Sendable, Equatable {
    /// Hard and soft iron; `nil` = uncalibrated.
    public var magnetometer: MagnetometerCalibration?
    /// Bias and scale; `nil` = uncalibrated.
    public var gyroscope: GyroscopeCalibration?
    /// Bias and scale; `nil` = uncalibrated.
    public var accelerometer: AccelerometerCalibration?
    /// The heading's constant; `nil` = none.
    public var heading: HeadingCalibration?

    /// No calibration: readings are used as they are.
    public init() {}

    /// Takes the sections that `file` has, to be applied; a later file replaces an earlier one's section of the same sensor.
    public mutating func merge(_ file: CalibrationFile, source: String) {
        if var section = file.magnetometer {
            (section.source, section.applied) = (source, true)
            magnetometer = section
        }
        if var section = file.gyroscope {
            (section.source, section.applied) = (source, true)
            gyroscope = section
        }
        if var section = file.accelerometer {
            (section.source, section.applied) = (source, true)
            accelerometer = section
        }
        if var section = file.heading {
            (section.source, section.applied) = (source, true)
            heading = section
        }
    }

    /// This set with the sections that another one has in place of its own.
    public func overridden(by other: CalibrationSet) -> CalibrationSet {
        var result = self
        result.magnetometer = other.magnetometer ?? magnetometer
        result.gyroscope = other.gyroscope ?? gyroscope
        result.accelerometer = other.accelerometer ?? accelerometer
        result.heading = other.heading ?? heading
        return result
    }

    /// What is added to every heading, radians, clockwise positive; 0 without a heading calibration.
    public var headingOffset: Double {
        heading.map { $0.applied == true ? Angle.radians($0.offsetDegrees) : 0 } ?? 0
    }

    /// The streams that the filters get: raw where the log has raw (or the stream that a calibration names), calibrated.
    public func filterInput(for recording: Recording) -> FilterInput {
        var input = FilterInput(
            gyroscope: Self.readings(of: recording, .gyroscope, .gyroscopeCorrected, named: gyroscope?.stream),
            accelerometer: recording.accelerometer, gravity: recording.gravity,
            magnetometer: Self.readings(
                of: recording, .magnetometer, .magnetometerCorrected, named: magnetometer?.stream))
        if let section = gyroscope, section.applied == true {
            let model = section.model
            input.gyroscope = input.gyroscope.mapped { model.apply($0) }
        }
        if let section = accelerometer, section.applied == true {
            let model = section.model
            input.accelerometer = input.accelerometer.mapped { model.apply($0) }
        }
        if let section = magnetometer, section.applied == true {
            let model = section.model
            input.magnetometer = input.magnetometer.mapped { model.apply($0) }
            if let delay = section.delaySeconds.flatMap(LogTime.nanoseconds(seconds:)) {
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
        of recording: Recording, _ raw: SensorKind, _ corrected: SensorKind, named name: String?
    ) -> VectorStream {
        if let named = name.flatMap(SensorKind.init(rawValue:)), !recording.vectors(of: named).isEmpty {
            return recording.vectors(of: named)
        }
        return recording.vectors(of: stream(of: recording, raw: raw, corrected: corrected))
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
