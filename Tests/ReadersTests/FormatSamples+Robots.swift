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
        Sample(
            format: "rostopic echo", name: "imu.yaml", bytes: text("", echo),
            sensors: [.accelerometer, .gyroscope, .attitude]),
        Sample(
            format: "ROS 1 bag", name: "log.bag", bytes: ros1Bag,
            sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude, .location]),
        Sample(
            format: "ROS 2 bag", name: "log.db3", bytes: ros2Bag,
            sensors: [.accelerometer, .gyroscope, .magnetometer, .attitude, .location]),
    ]

    static func forwardLeftUp(_ v: Vector3) -> Vector3 { Vector3(v.y, -v.x, v.z) }

    /// Body (forward, left, up) to east, north, up, by the directions of its axes.
    static func ofForwardLeftUp(_ q: Quaternion) -> Quaternion {
        let columns = [Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1)].map(q.rotate)
        return Quaternion(matrix: Matrix3(columns: columns[0], columns[1], columns[2]))
    }

    /// A message as `rostopic echo` prints it.
    static func echo(_ row: Row) -> String {
        func object(_ name: String, _ numbers: [Double]) -> String {
            "\(name): \n" + Swift.zip(["x", "y", "z", "w"], numbers).map { "  \($0): \($1)\n" }.joined()
        }
        func covariance(_ name: String) -> String {
            "\(name)_covariance: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]\n"
        }
        let (q, rate, force) = (ofForwardLeftUp(row.attitude), forwardLeftUp(row.rate), forwardLeftUp(row.force))
        return "header: \n  seq: \(row.index)\n  stamp: \n    secs: \(row.unix / 1_000_000_000)\n"
            + "    nsecs: \(row.unix % 1_000_000_000)\n  frame_id: \"imu_link\"\n"
            + object("orientation", [q.x, q.y, q.z, q.w]) + covariance("orientation")
            + object("angular_velocity", [rate.x, rate.y, rate.z]) + covariance("angular_velocity")
            + object("linear_acceleration", [force.x, force.y, force.z]) + covariance("linear_acceleration") + "---\n"
    }

    private static func message(_ form: ROSMessageBytes.Form, _ row: Row) -> (
        imu: [UInt8], field: [UInt8], fix: [UInt8]
    ) {
        (
            ROSMessageBytes.imu(
                form, stamp: row.unix, attitude: ofForwardLeftUp(row.attitude), rate: forwardLeftUp(row.rate),
                force: forwardLeftUp(row.force)),
            ROSMessageBytes.field(form, stamp: row.unix, 1e-6 * forwardLeftUp(row.field)),
            ROSMessageBytes.fix(form, stamp: row.unix)
        )
    }

    private static let ros1Bag: [UInt8] = {
        var log = ROS1BagBytes()
        log.header()
        log.chunk(
            ROS1BagBytes.records { part in
                part.connection(0, "/imu/data", "sensor_msgs/Imu")
                part.connection(1, "/imu/mag", "sensor_msgs/MagneticField")
                part.connection(2, "/fix", "sensor_msgs/NavSatFix")
                for row in rows {
                    let (imu, field, fix) = message(.ros1, row)
                    part.message(0, imu, at: row.unix)
                    part.message(1, field, at: row.unix)
                    part.message(2, fix, at: row.unix)
                }
            })
        return log.bytes
    }()

    /// Empty where no file can be written.
    private static let ros2Bag: [UInt8] = {
        var log = ROS2BagBytes()
        log.topic(1, "/imu/data", "sensor_msgs/msg/Imu")
        log.topic(2, "/imu/mag", "sensor_msgs/msg/MagneticField")
        log.topic(3, "/fix", "sensor_msgs/msg/NavSatFix")
        for row in rows {
            let (imu, field, fix) = message(.cdr, row)
            log.message(1, imu, at: row.unix)
            log.message(2, field, at: row.unix)
            log.message(3, fix, at: row.unix)
        }
        return (try? log.bytes) ?? []
    }()

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
