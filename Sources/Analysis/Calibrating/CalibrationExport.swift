import Calibration
import Rotations
import SensorModels
import Vocabulary

/// A calibration file in the form of another program.
///
/// Axes are the sensor's own: for a program with other device axes, rotate its readings first.
public enum CalibrationExport: String, Sendable, CaseIterable {
    case matlab, ardupilot, fusion
    case fusionLegacy = "fusion-legacy"
    case freescale
    /// Parameters as QGroundControl loads them: CAL_MAG0_XOFF, gauss, and CAL_MAG0_XSCALE and CAL_MAG0_XODIAG:
    /// S made symmetric, S (m - offset).
    case px4
    /// A parameter file of ROS 2: tesla, rad/s, m/s^2; matrices by rows.
    case ros2
    /// A header for C: microtesla, rad/s, m/s^2; matrices by rows.
    case c

    /// The magnetometer's numbers alone; of `ros2` and `c` all sensors of the file.
    /// - Throws: `SensorLabError` (bad data) where the file has no sensor that the form holds.
    /// - Parameters:
    ///   - file: the calibrations.
    ///   - place: its name in messages.
    public func text(of file: CalibrationFile, place: String) throws -> String {
        switch self {
        case .ros2, .c:
            let sensors = Self.sensors(file)
            guard !sensors.isEmpty else { throw Self.nothing("sensor", place) }
            return self == .c ? Self.header(sensors) : Self.parameters(sensors)
        case .px4: return Self.px4(try Self.magnetometer(file, place))
        case .matlab, .ardupilot, .fusion, .fusionLegacy, .freescale:
            let model = try Self.magnetometer(file, place)
            return MagnetometerConvention(rawValue: rawValue)?.text(of: model) ?? ""
        }
    }

    /// calibrated = matrix (reading - offset).
    private struct Sensor {
        let name: String
        /// Of the offset, in the header.
        let unit: String
        /// From that unit to the one of ROS 2.
        let factor: Double
        let offset: Vector3
        let matrix: Matrix3
    }

    private static func magnetometer(_ file: CalibrationFile, _ place: String) throws -> MagnetometerModel {
        guard let section = file.magnetometer else { throw nothing("magnetometer", place) }
        return section.model
    }

    private static func nothing(_ what: String, _ place: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .noMagnetometer, place: place, message: "the file has no \(what) calibration",
            advice: "make one with `sensorlab calibrate magnetometer`")
    }

    private static func sensors(_ file: CalibrationFile) -> [Sensor] {
        let magnetometer = file.magnetometer.map {
            Sensor(
                name: "magnetometer", unit: "microtesla", factor: 1e-6, offset: $0.model.hardIron,
                matrix: $0.model.softIron)
        }
        let gyroscope = file.gyroscope.map {
            Sensor(name: "gyroscope", unit: "rad/s", factor: 1, offset: $0.model.bias, matrix: $0.model.scale)
        }
        let accelerometer = file.accelerometer.map {
            Sensor(name: "accelerometer", unit: "m/s^2", factor: 1, offset: $0.model.bias, matrix: $0.model.scale)
        }
        return [magnetometer, gyroscope, accelerometer].compactMap(\.self)
    }

    private static func px4(_ model: MagnetometerModel) -> String {
        let (gauss, s) = (0.01 * model.hardIron, model.softIron.symmetrized)
        let (diagonal, off) = (s.diagonal, Vector3(s[0, 1], s[0, 2], s[1, 2]))
        let values = [("OFF", gauss), ("SCALE", diagonal), ("ODIAG", off)]
        // Vehicle, component, name, value, type (9: float).
        return values.flatMap { name, value in
            ["X", "Y", "Z"].enumerated().map { "1\t1\tCAL_MAG0_\($1)\(name)\t\(value[$0])\t9\n" }
        }.joined()
    }

    private static func list(_ v: Vector3) -> String { "\(v.x), \(v.y), \(v.z)" }

    private static func list(_ m: Matrix3) -> String { [m.row0, m.row1, m.row2].map(list).joined(separator: ", ") }

    private static func parameters(_ sensors: [Sensor]) -> String {
        "# calibrated = matrix (reading - offset); tesla, rad/s, m/s^2; matrices by rows\n/**:\n  ros__parameters:\n"
            + sensors.map { sensor in
                "    \(sensor.name):\n      offset: [\(list(sensor.factor * sensor.offset))]\n"
                    + "      matrix: [\(list(sensor.matrix))]\n"
            }.joined()
    }

    private static func header(_ sensors: [Sensor]) -> String {
        "/* calibrated = matrix (reading - offset); matrices by rows */\n#pragma once\n"
            + sensors.map { sensor in
                "\n/* \(sensor.unit) */\nstatic const double \(sensor.name)_offset[3] = {\(list(sensor.offset))};\n"
                    + "static const double \(sensor.name)_matrix[9] = {\(list(sensor.matrix))};\n"
            }.joined()
    }
}
