import Recordings
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
                note: ForwardRightDown.note)
            let relative = "\(field.prefix { $0 != "_" })_timestamp_relative"
            channel.relativeTime = head.names.firstIndex(of: relative)
            channels.append(channel)
        }
        if let attitude = head.columns((0...3).map { "q[\($0)]" }) {
            let claim = StreamClaim(source: "q", note: ForwardRightDown.attitudeNote)
            channels.append(.init(sensor: .attitude, columns: attitude, claim: claim))
        }
        guard !channels.isEmpty else { throw input.unrecognised }
        var log = RawLog()
        try TableSchema(head: head, time: 0, clock: .decimal(exponent: 3), channels: channels).read(lines, into: &log)
        ForwardRightDown.turn(&log.recording)
        return try log.settled(name: input.name, options)
    }
}
