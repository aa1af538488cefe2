import ProjectionCore
import Rotations
import SensorModels

/// The calibration files of `sensorlab calibrate`, read without Foundation: what is not in them is left as it is.
struct Calibration {
    private(set) var magnetometer = MagnetometerModel(hardIron: .zero)
    private(set) var gyroscope = GyroscopeModel(bias: .zero)
    private(set) var accelerometer = AccelerometerModel(bias: .zero)

    init(files: [String]) throws {
        for path in files {
            let json = try JSONValue(readingFrom: path)
            if let section = json["magnetometer"], let offset = vector(section["hardIron"]) {
                magnetometer = MagnetometerModel(hardIron: offset, softIron: matrix(section["softIron"]) ?? .identity)
            }
            if let section = json["gyroscope"], let bias = vector(section["bias"]) {
                gyroscope = GyroscopeModel(bias: bias, scale: matrix(section["scale"]) ?? .identity)
            }
            if let section = json["accelerometer"], let bias = vector(section["bias"]) {
                accelerometer = AccelerometerModel(bias: bias, scale: matrix(section["scale"]) ?? .identity)
            }
        }
    }

    private func vector(_ json: JSONValue?) -> Vector3? {
        let numbers = json?.array?.compactMap(\.number) ?? []
        return numbers.count == 3 ? Vector3(numbers[0], numbers[1], numbers[2]) : nil
    }

    private func matrix(_ json: JSONValue?) -> Matrix3? {
        let rows = json?.array?.compactMap { vector($0) } ?? []
        return rows.count == 3 ? Matrix3(rows[0], rows[1], rows[2]) : nil
    }
}
