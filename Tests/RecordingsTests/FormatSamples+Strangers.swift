import Rotations
import SensorModels

@testable import Recordings

/// Logs without a header, and of watches.
extension FormatSamples {
    static let strangers: [Sample] = [
        Sample(
            format: "ios_logger", name: "ios_logger.zip",
            files: [
                ("Accel.txt", unixSeconds { csv($0.force, -1 / gravity) }),
                ("Gyro.txt", unixSeconds { csv($0.rate) }),
                ("Magnet.txt", unixSeconds { csv($0.field) }),
                (
                    "MotARH.txt",
                    unixSeconds { "\(csv($0.rate)),\(csv($0.gravity, -1 / gravity)),\(csv(push, -1 / gravity)),12.5" }
                ),
                ("Motion.txt", unixSeconds { csv(northWestUp($0.attitude)) }),
                ("Head.txt", unixSeconds { _ in "-1,92.25,10" }),
            ],
            sensors: [
                .accelerometer, .gyroscope, .magnetometer, .gravity, .linearAcceleration, .gyroscopeCorrected,
                .attitude,
                .heading,
            ]),
        Sample(
            format: "tagged lines", name: "lines.txt",
            bytes: text("# recorded by hand\n") { row in
                "\(row.milliseconds)\tACC\t\(csv(row.force, 1, "\t"))\n\(row.milliseconds)\tGYR\t\(csv(row.rate, 1, "\t"))\n"
                    + "\(row.milliseconds)\tMAG\t\(csv(row.field, 1, "\t"))\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "labelled lines", name: "serial.txt",
            bytes: text("MPU9250 found\n\n") { row in
                let v = { (v: Vector3) in "X: \(v.x) Y: \(v.y) Z: \(v.z)" }
                return
                    "time: \(row.milliseconds) ms\tAccel \(v(row.force)) m/s^2\tGyro \(v(row.rate)) rad/s\tMag \(v(row.field)) uT\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "labelled lines", name: "lines.json",
            bytes: text("") { row in
                "{\"timestamp\": \(row.unix), \"acc\": [\(csv(row.force))], \"gyro\": {\"x\": \(row.rate.x), \"y\": \(row.rate.y), "
                    + "\"z\": \(row.rate.z)}, \"mx\": \(row.field.x), \"my\": \(row.field.y), \"mz\": \"\(row.field.z)\"}\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "Sensor Logger (watch)", name: "WristMotion.csv",
            bytes: text(
                "time,seconds_elapsed,rotationRateX,rotationRateY,rotationRateZ,gravityX,gravityY,gravityZ,accelerationX,"
                    + "accelerationY,accelerationZ,quaternionW,quaternionX,quaternionY,quaternionZ\n"
            ) {
                "\($0.unix),\(Double($0.milliseconds) / 1000),\(csv($0.rate)),\(csv($0.gravity, -1 / gravity)),"
                    + "\(csv(push, -1 / gravity)),\(csv($0.attitude))\n"
            }, sensors: [.gravity, .linearAcceleration, .gyroscope]),
    ]

    private static func unixSeconds(_ cells: (Row) -> String) -> [UInt8] {
        text("") { row in
            let fraction = "\(1000 + row.milliseconds % 1000)".dropFirst()
            return "\(start / 1_000_000_000 + Int64(row.milliseconds / 1000)).\(fraction),\(cells(row))\n"
        }
    }
}
