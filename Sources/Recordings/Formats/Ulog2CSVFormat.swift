import Rotations
import SensorModels

/// PX4's ULog after `ulog2csv`: `sensor_combined` (gyroscope, accelerometer, field) or `vehicle_attitude`.
///
/// Microseconds since boot; specific force, rad/s and gauss in the body's axes forward, right, down, turned to the device's
/// (`ForwardRightDown`). Accelerometer and magnetometer have stamps of their own, relative to the row's; 2147483647 there
/// means that there is no new sample.
enum Ulog2CSVFormat: RecordingFormat {
    static let name = "ulog2csv"

    static func recognises(_ input: LogInput) -> Bool {
        guard let header = input.firstLines.first, header.hasPrefix("timestamp,") else { return false }
        return ["gyro_rad[0]", "accelerometer_m_s2[0]", "magnetometer_ga[0]", "yawspeed,q[0]"].contains {
            header.contains($0)
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let (lines, head) = try input.table()
        var channels: [TableSchema.Channel] = []
        let sensors: [(String, SensorKind, LogUnit)] = [
            ("gyro_rad", .gyroscope, .radiansPerSecond),
            ("accelerometer_m_s2", .accelerometer, .metresPerSecondSquared),
            ("magnetometer_ga", .magnetometer, .gauss),
        ]
        for (field, sensor, unit) in sensors {
            guard let columns = head.columns((0...2).map { "\(field)[\($0)]" }) else { continue }
            var channel = TableSchema.Channel(
                sensor, columns, source: field, unit: unit, by: "PX4's message definition",
                note: "forward, right, down (turned here)")
            let relative = "\(field.prefix { $0 != "_" })_timestamp_relative"
            channel.relativeTime = head.names.firstIndex(of: relative)
            channels.append(channel)
        }
        if let attitude = head.columns((0...3).map { "q[\($0)]" }) {
            let note = "body forward, right, down to north, east, down (turned here)"
            channels.append(
                .init(sensor: .attitude, columns: attitude, claim: StreamClaim(source: "q", note: note)))
        }
        guard !channels.isEmpty else { throw input.unrecognised }
        var log = RawLog()
        try TableSchema(head: head, time: 0, clock: .decimal(exponent: 3), channels: channels).read(lines, into: &log)
        ForwardRightDown.turn(&log.recording)
        return try log.settled(name: input.name, options)
    }
}

/// Logs of aircraft: body axes x forward, y right, z down, attitudes against north, east, down.
///
/// The device's axes are x right, y forward (the top edge), z up: v_device = (y, x, -z) of the body, half a turn about the
/// line between x and y. The same turn takes north-east-down to east-north-up, so that the attitude (w, x, y, z) becomes
/// (w, y, x, -z), without rounding. A level body at rest has z = +9.81 then, and its top edge's heading is its nose's.
enum ForwardRightDown {
    static func device(_ v: Vector3) -> Vector3 { Vector3(v.y, v.x, -v.z) }

    static func attitude(_ q: Quaternion) -> Quaternion { Quaternion(q.w, q.y, q.x, -q.z) }

    /// Turns all streams of a recording.
    static func turn(_ recording: inout Recording) {
        recording.mapVectors { $0.mapped(device) }
        recording.attitude.values = recording.attitude.values.map(attitude)
    }
}
