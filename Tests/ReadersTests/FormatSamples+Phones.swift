import Rotations
import SensorModels

extension FormatSamples {
    /// The apps of phones: folders as zip files, single tables, JSON.
    static let phones: [Sample] = [
        Sample(
            format: "Sensor Logger", name: "android.zip", files: sensorLogger(ios: false),
            sensors: [.accelerometer, .gravity, .linearAcceleration, .gyroscope, .magnetometer, .attitude]),
        Sample(
            format: "Sensor Logger", name: "ios.zip", files: sensorLogger(ios: true),
            sensors: [.accelerometer, .gravity, .linearAcceleration, .gyroscope, .magnetometer, .attitude]),
        Sample(
            format: "Sensor Logger", name: "Gravity.csv", bytes: zyx { $0.gravity }, sensors: [.gravity]),
        Sample(
            format: "Sensor Logger JSON", name: "ios.json", bytes: sensorLoggerJSON,
            sensors: [.accelerometer, .gravity, .linearAcceleration, .gyroscope]),
        Sample(
            format: "phyphox", name: "phyphox.zip", files: phyphox(";", comma: true),
            sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "phyphox", name: "phyphox-tab.zip", files: phyphox("\t", comma: false),
            sensors: [.accelerometer, .gyroscope, .magnetometer]),
        Sample(
            format: "Timestamp,Milliseconds,X,Y,Z", name: "recorder.zip",
            files: [
                ("Gravity.csv", timestamped("X,Y,Z") { csv($0.gravity) }),
                ("Compass.csv", timestamped("X,Y,Z") { csv($0.field) }),
                (
                    "RotationVector.csv",
                    timestamped("X,Y,Z,cos,headingAccuracy") { "\(csv($0.attitude.vector)),\($0.attitude.w),0.0" }
                ),
            ], sensors: [.gravity, .magnetometer, .attitude]),
        Sample(
            format: "per-sensor CSV named by file", name: "named.zip",
            files: [
                ("Accelerometer.csv", text("timestamps,x,y,z\r\n") { "\(seconds($0)),\(csv($0.force))\r\n" }),
                ("Magnetometer.csv", text("timestamps,x,y,z\r\n") { "\(seconds($0)),\(csv($0.field))\r\n" }),
            ], sensors: [.accelerometer, .magnetometer]),
        Sample(
            format: "SensorLog", name: "my_iOS_device.csv", bytes: sensorLog,
            sensors: [.accelerometer, .gravity, .linearAcceleration, .gyroscope, .magnetometer, .attitude]),
        Sample(
            format: "SensorLog JSON", name: "record.json", bytes: sensorLogJSON,
            sensors: [.accelerometer, .gravity, .linearAcceleration, .gyroscope, .magnetometer, .attitude]),
    ]

    static func seconds(_ row: Row) -> Double { Double(row.milliseconds) / 1000 }

    /// Sensor Logger's order of columns.
    private static func zyx(_ value: (Row) -> Vector3) -> [UInt8] {
        text("time,seconds_elapsed,z,y,x\n") { row in
            let v = value(row)
            return "\(row.unix),\(seconds(row)),\(v.z),\(v.y),\(v.x)\n"
        }
    }

    static func sensorLogger(ios: Bool) -> [(String, [UInt8])] {
        let sign = ios ? -1.0 : 1
        let raw = ios ? -1 / gravity : 1
        let platform = ios ? "ios" : "android"
        return [
            ("run/Accelerometer.csv", zyx { _ in sign * push }), ("run/Gravity.csv", zyx { sign * $0.gravity }),
            ("run/AccelerometerUncalibrated.csv", zyx { raw * $0.force }), ("run/Gyroscope.csv", zyx { $0.rate }),
            ("run/Magnetometer.csv", zyx { $0.field }), ("run/Annotation.csv", []),
            (
                "run/Orientation.csv",
                text("time,seconds_elapsed,qz,qy,qx,qw,roll,pitch,yaw\n") { row in
                    let q = ios ? northWestUp(row.attitude) : row.attitude
                    return "\(row.unix),\(seconds(row)),\(q.z),\(q.y),\(q.x),\(q.w),0,0,0\n"
                }
            ),
            (
                "run/Metadata.csv",
                Array(
                    "version,device name,recording time,platform,appVersion\n3,Phone,2022-09-16_11-15-46,\(platform),1.28"
                        .utf8)
            ),
        ]
    }

    private static let sensorLoggerJSON: [UInt8] = {
        var objects: [String] = []
        let parts: [(String, (Row) -> Vector3)] = [
            ("Gravity", { -1 * $0.gravity }), ("Accelerometer", { _ in -1 * push }), ("Gyroscope", { $0.rate }),
        ]
        for (name, value) in parts {
            objects += rows.map { row in
                let v = value(row)
                return "{\"y\":\"\(v.y)\",\"x\":\"\(v.x)\",\"seconds_elapsed\":\"\(seconds(row))\",\"z\":\"\(v.z)\","
                    + "\"sensor\":\"\(name)\",\"time\":\"\(row.unix)\"}"
            }
        }
        objects.append(
            "{\"sensor\":\"Metadata\",\"device name\":\"Phone\",\"platform\":\"ios\",\"standardisation\":\"false\","
                + "\"recording timezone\":\"Europe\\/Stockholm\",\"appVersion\":\"1.65\"}")
        return Array("[\(objects.joined(separator: ","))]".utf8)
    }()

    private static func phyphox(_ separator: String, comma: Bool) -> [(String, [UInt8])] {
        func table(_ names: [String], _ value: (Row) -> Vector3) -> [UInt8] {
            text(names.map { "\"\($0)\"" }.joined(separator: separator) + "\n") { row in
                let line = "\(seconds(row))E0\(separator)\(csv(value(row), 1, separator))\n"
                return comma ? line.replacing(".", with: ",") : line
            }
        }
        return [
            (
                "Accelerometer.csv",
                table(["Time (s)", "Acceleration x (m/s^2)", "Acceleration y (m/s^2)", "Acceleration z (m/s^2)"]) {
                    $0.force
                }
            ),
            ("Gyroscope.csv", table(["Time (s)", "X (rad/s)", "Y (rad/s)", "Z (rad/s)"]) { $0.rate }),
            (
                "Magnetometer.csv",
                table(["Time (s)", "Magnetic field x (µT)", "Magnetic field y (µT)", "Magnetic field z (µT)"]) {
                    $0.field
                }
            ),
            (
                "meta/device.csv",
                Array("\"property\",\"value\"\n\"deviceModel\",\"One\"\n\"deviceBrand\",\"Maker\"\n".utf8)
            ),
            (
                "meta/time.csv",
                Array(
                    ("\"event\",\"experiment time\",\"system time\",\"system time text\"\n\"START\",0.0E0,1.7E9,"
                        + "\"2023-11-14 23:13:20.000 UTC+01:00\"\n").utf8)
            ),
        ]
    }

    private static func timestamped(_ names: String, _ row: (Row) -> String) -> [UInt8] {
        text("Timestamp,Milliseconds,\(names)\n") { "2019-05-13 08:45:17,\($0.milliseconds),\(row($0))\n" }
    }

    private static let sensorLog: [UInt8] = text(
        "loggingTime(txt),loggingSample(N),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),"
            + "accelerometerAccelerationY(G),accelerometerAccelerationZ(G),motionTimestamp_sinceReboot(s),"
            + "motionRotationRateX(rad/s),motionRotationRateY(rad/s),motionRotationRateZ(rad/s),"
            + "motionUserAccelerationX(G),motionUserAccelerationY(G),motionUserAccelerationZ(G),"
            + "motionAttitudeReferenceFrame(txt),motionQuaternionX(R),motionQuaternionY(R),motionQuaternionZ(R),"
            + "motionQuaternionW(R),motionGravityX(G),motionGravityY(G),motionGravityZ(G),motionMagneticFieldX(µT),"
            + "motionMagneticFieldY(µT),motionMagneticFieldZ(µT)\n"
    ) { row in
        let q = northWestUp(row.attitude)
        let t = 5000 + seconds(row)
        return
            "2023-11-14T22:13:20.\(500 + row.milliseconds % 500)Z,\(row.index),\(t),\(csv(row.force, -1 / gravity)),\(t),"
            + "\(csv(row.rate)),\(csv(push, -1 / gravity)),XTrueNorthZVertical,\(csv(q.vector)),\(q.w),"
            + "\(csv(row.gravity, -1 / gravity)),\(csv(row.field))\n"
    }

    private static let sensorLogJSON: [UInt8] = {
        let lines = String(decoding: sensorLog, as: UTF8.self).split(separator: "\n")
        let names = lines[0].split(separator: ",").map { String($0.prefix { $0 != "(" }) }
        let objects = lines.dropFirst().map { line in
            let pairs = Swift.zip(names, line.split(separator: ",")).map { "  \"\($0)\" : \"\($1)\"" }
            return "{\n\(pairs.joined(separator: ",\n"))\n}"
        }
        return Array("[\n\(objects.joined(separator: ",\n"))\n]\n".utf8)
    }()
}
