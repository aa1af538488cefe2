import Rotations
import SensorModels

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
            format: "labelled lines", name: "blocks.txt",
            bytes: text("Found the sensor\n\n") { row in
                "t: \(row.milliseconds)\nA: \(csv(row.force, 1, ", ")) m/s^2\nG: \(csv(row.rate, 1, ", ")) rad/s\n"
                    + "M: \(csv(row.field, 1, ", ")) uT\n\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "JSON lines", name: "lines.json",
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
        Sample(
            format: "tables side by side", name: "blocks.csv",
            bytes: text(
                ["m/s^2", "rad/s", "µT"].map { unit in
                    "Time (s)," + ["X", "Y", "Z"].map { "\($0) (\(unit))" }.joined(separator: ",")
                }
                .joined(separator: ",") + "\n"
            ) { row in
                [row.force, row.rate, row.field].map { "\(Double(row.milliseconds) / 1000),\(csv($0))" }.joined(
                    separator: ",") + "\n"
            }, sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "Empatica E4", name: "ACC.csv",
            bytes: text("1700000000.0, 1700000000.0, 1700000000.0\n50.000000, 50.000000, 50.000000\n") {
                csv($0.force, 64 / gravity) + "\n"
            }, sensors: [.accelerometer]),
        Sample(
            format: "Gyroflow", name: "log.gcsv",
            bytes: text(
                "GYROFLOW IMU LOG\nversion,1.3\nid,none\norientation,YxZ\ntscale,0.001\ngscale,0.001\nascale,0.001\nt,gx,gy,gz,ax,ay,az\n"
            ) { row in
                let own = { (v: Vector3) in Vector3(-v.y, v.x, v.z) }
                return "\(row.milliseconds),\(csv(own(row.rate), 1000)),\(csv(own(row.force), 1000))\n"
            }, sensors: [.accelerometer, .gyroscope]),
        Sample(
            format: "long table", name: "device_imu.csv",
            bytes: text(
                "MessageType,utcTimeMillis,elapsedRealtimeNanos,MeasurementX,MeasurementY,MeasurementZ,BiasX,BiasY,BiasZ\n"
            ) { row in
                [("UncalAccel", row.force), ("UncalGyro", row.rate), ("UncalMag", row.field)].map {
                    "\($0),\(row.unix / 1_000_000),\(Int64(row.milliseconds) * 1_000_000),\(csv($1)),0,0,0\n"
                }.joined()
            }, sensors: [.accelerometer, .gyroscope, .magnetometer, .magnetometerCorrected]),
        Sample(
            format: "JSON objects", name: "imu.json", bytes: jsonObjects,
            sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "JSON document", name: "imu.json",
            bytes: Array("{\"device\": \"board\", \"samples\": ".utf8) + jsonObjects + Array("}".utf8),
            sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "Stray Scanner", name: "odometry.csv",
            bytes: text("timestamp, frame, x, y, z, qx, qy, qz, qw, fx, fy, cx, cy\n") { row in
                "\(100 + Double(row.milliseconds) / 1000), \(row.index), 0, 1.5, 0, -0.70710678, 0.70710678, 0, 0, 1450, 1451, 961, 718\n"
            }, sensors: []),
        Sample(
            format: "Edge Impulse", name: "rest.json", bytes: edgeImpulse,
            sensors: [.accelerometer, .gyroscope]),
    ]

    private static var jsonObjects: [UInt8] {
        let objects = rows.map { row in
            let rate = "{\"x\": \(row.rate.x), \"y\": \(row.rate.y), \"z\": \(row.rate.z)}"
            let force = "\"accel\": [\(csv(row.force))], \"q\": [1, 0, 0, 0]"
            return "{\"utime\": \(row.unix / 1000), \(force), \"gyro\": \(rate), \"mag\": [\(csv(row.field, 1, ", "))]}"
        }
        return Array("[\(objects.joined(separator: ", "))]".utf8)
    }

    private static var edgeImpulse: [UInt8] {
        let axes = [
            ("accX", "m/s2"), ("accY", "m/s2"), ("accZ", "m/s2"), ("gyrX", "rad/s"), ("gyrY", "rad/s"),
            ("gyrZ", "rad/s"),
        ]
        let sensors = axes.map { "{\"name\": \"\($0.0)\", \"units\": \"\($0.1)\"}" }.joined(separator: ", ")
        let values = rows.map { "[\(csv($0.force)),\(csv($0.rate))]" }.joined(separator: ", ")
        let payload =
            "{\"device_name\": \"board\", \"interval_ms\": 20, \"sensors\": [\(sensors)], \"values\": [\(values)]}"
        return Array("{\"protected\": {\"ver\": \"v1\"}, \"signature\": \"00\", \"payload\": \(payload)}".utf8)
    }

    private static func unixSeconds(_ cells: (Row) -> String) -> [UInt8] {
        text("") { row in
            let fraction = "\(1000 + row.milliseconds % 1000)".dropFirst()
            return "\(start / 1_000_000_000 + Int64(row.milliseconds / 1000)).\(fraction),\(cells(row))\n"
        }
    }
}
