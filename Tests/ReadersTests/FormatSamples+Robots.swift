import Rotations
import SensorModels

extension FormatSamples {
    /// Logs of ROS, whose body axes are forward, left, up.
    static let robots: [Sample] = [
        Sample(
            format: "MCAP", name: "log.mcap", bytes: mcap,
            sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude, .location]),
        Sample(
            format: "MCAP", name: "json.mcap", bytes: mcapOfJSON,
            sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude]),
    ]

    static func forwardLeftUp(_ v: Vector3) -> Vector3 { Vector3(v.y, -v.x, v.z) }

    /// Body (forward, left, up) to east, north, up, by the directions of its axes.
    static func ofForwardLeftUp(_ q: Quaternion) -> Quaternion {
        let columns = [Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1)].map(q.rotate)
        return Quaternion(matrix: Matrix3(columns: columns[0], columns[1], columns[2]))
    }

    /// Half of the messages in a chunk.
    static let mcap: [UInt8] = {
        func put(_ rows: ArraySlice<Row>, into log: inout MCAPBytes) {
            for row in rows {
                // What the transport takes.
                let logged = row.unix + 3_000_000 + Int64(row.index % 5) * 100_000
                let imu = ROSMessageBytes.imu(
                    stamp: row.unix, attitude: ofForwardLeftUp(row.attitude), rate: forwardLeftUp(row.rate),
                    force: forwardLeftUp(row.force))
                log.message(1, imu, at: logged)
                log.message(2, ROSMessageBytes.field(stamp: row.unix, 1e-6 * forwardLeftUp(row.field)), at: logged)
                log.message(3, ROSMessageBytes.fix(stamp: row.unix), at: logged)
                log.message(4, [1, 2, 3], at: logged)
            }
        }
        var log = MCAPBytes()
        log.header()
        log.chunk(
            MCAPBytes.records {
                $0.channel(1, "/imu/data", "sensor_msgs/msg/Imu")
                $0.channel(2, "/imu/mag", "sensor_msgs/msg/MagneticField")
                $0.channel(3, "/fix", "sensor_msgs/msg/NavSatFix")
                $0.channel(4, "/rosout", "rcl_interfaces/msg/Log")
                put(rows[..<8], into: &$0)
            })
        put(rows[8...], into: &log)
        log.end()
        return log.bytes
    }()

    private static let mcapOfJSON: [UInt8] = {
        func object(_ names: [String], _ numbers: [Double]) -> String {
            "{" + Swift.zip(names, numbers).map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        }
        func object(_ v: Vector3) -> String { object(["x", "y", "z"], [v.x, v.y, v.z]) }
        var log = MCAPBytes()
        log.header("")
        log.channel(1, "/imu", "sensor_msgs/Imu", "json")
        log.channel(2, "/mag", "sensor_msgs/MagneticField", "json")
        for row in rows {
            let stamp = "{\"sec\":\(row.unix / 1_000_000_000),\"nanosec\":\(row.unix % 1_000_000_000)}"
            let header = "{\"header\":{\"stamp\":\(stamp),\"frame_id\":\"imu\"},"
            let q = ofForwardLeftUp(row.attitude)
            let imu =
                header + "\"orientation\":\(object(["x", "y", "z", "w"], [q.x, q.y, q.z, q.w])),"
                + "\"orientation_covariance\":[0,0,0,0,0,0,0,0,0],\"angular_velocity\":\(object(forwardLeftUp(row.rate))),"
                + "\"linear_acceleration\":\(object(forwardLeftUp(row.force)))}"
            log.message(1, Array(imu.utf8), at: row.unix)
            let field = header + "\"magnetic_field\":\(object(1e-6 * forwardLeftUp(row.field)))}"
            log.message(2, Array(field.utf8), at: row.unix)
        }
        log.end()
        return log.bytes
    }()
}
