import Recordings
import SensorModels
import Vocabulary

/// `rostopic echo -b BAG -p TOPIC`: `sensor_msgs/Imu`, `sensor_msgs/MagneticField` or `sensor_msgs/NavSatFix`, also
/// without `%time` and `field.`; or a folder with a table for each of several topics, no sensor twice.
///
/// Integer nanoseconds; m/s^2, rad/s, tesla; specific force in the frame that `frame_id` names (REP 103: x forward, z
/// up); attitude against east-north-up (REP 103, REP 145). A covariance that begins with -1 means "not given".
enum ROSFormat: RecordingFormat {
    static let name = "rostopic CSV"

    static func recognises(_ input: LogInput) -> Bool {
        switch input {
        case .file(let lines): return isTopic(lines)
        case .folder(let folder):
            let sensors = folder.tables.flatMap { entry in
                (try? folder.peek(entry) { isTopic($0) ? try schema($0)?.channels.map(\.sensor) : nil }) ?? []
            }
            return !sensors.isEmpty && Set(sensors).count == sensors.count
        }
    }

    private static func isTopic(_ lines: LineReader) -> Bool {
        guard let header = lines.firstLines.first else { return false }
        return header.hasPrefix("%time,field.") || header.contains("linear_acceleration.x")
            || header.contains("magnetic_field.x")
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        var log = RawLog()
        switch input {
        case .file(let lines): try read(lines, into: &log)
        case .folder(let folder):
            for entry in folder.tables {
                try folder.read(entry) { lines in
                    if isTopic(lines) { try read(lines, into: &log) }
                }
            }
        }
        guard !log.recording.sensors.isEmpty else { throw input.unrecognised }
        return try log.settled(name: input.name, options)
    }

    private static func read(_ lines: LineReader, into log: inout RawLog) throws {
        guard var schema = try schema(lines) else { return }
        let numbers = schema.head.numbers(schema.time)
        // The first row is from before the clock was set.
        if numbers.count > 1, numbers[0] == 0, numbers[1] > 1e18 {
            schema.linesAfterHeader = 1
            log.warn(
                .unreadableTime, place: lines.source.name, "the first row has the stamp 0: left out")
        }
        let isInSeconds = schema.clock == .decimal(exponent: 9)
        if (numbers.last ?? 0) > (isInSeconds ? 1e9 : 1e18) { log.recording.metadata.unixSecondsAtZero = 0 }
        try schema.read(lines, into: &log)
    }

    /// What is read of a topic's table; `nil` where that is nothing.
    private static func schema(_ lines: LineReader) throws -> TableSchema? {
        guard let head = TableHead(lines) else { return nil }
        let names = head.names.map { $0.hasPrefix("field.") ? String($0.dropFirst(6)) : $0 }
        // `Time` is bagpy's: seconds at which the bag got the message.
        let stamps = ["header.stamp", "%time", "time", "header.stamp_sec", "timestamp", "Time"]
        let pair = names.contains("header.stamp") ? nil : TimeSupplement.seconds(head)
        guard let time = pair?.position ?? stamps.compactMap({ names.firstIndex(of: $0) }).first else {
            throw lines.error(
                .noTimeColumn, line: 1, "found no column %time or header.stamp, expected one",
                "export with rostopic echo -p")
        }
        var channels: [TableSchema.Channel] = []
        let sources: [(String, SensorKind, LogUnit)] = [
            ("linear_acceleration", .accelerometer, .metresPerSecondSquared),
            ("angular_velocity", .gyroscope, .radiansPerSecond), ("magnetic_field", .magnetometer, .tesla),
        ]
        for (field, sensor, unit) in sources {
            guard let columns = names.positions(of: ["x", "y", "z"].map { "\(field).\($0)" }),
                isGiven(field, names, head)
            else { continue }
            channels.append(
                .init(
                    sensor, columns, source: field, unit: unit, by: "the message's definition",
                    note: "axes of \(frame(names, head))"))
        }
        if let attitude = names.positions(of: ["w", "x", "y", "z"].map { "orientation.\($0)" }),
            isGiven("orientation", names, head)
        {
            channels.append(
                .init(
                    .attitude, attitude,
                    claim: StreamClaim(source: "orientation", note: "device to east-north-up (REP 103)")))
        }
        if let fix = LocationColumns(names) { channels.append(fix.channel(names)) }
        guard !channels.isEmpty else { return nil }
        return TableSchema(
            head: head, time: time,
            clock: .decimal(exponent: pair != nil || names[time].hasSuffix("_sec") || names[time] == "Time" ? 9 : 0),
            supplement: pair?.supplement, channels: channels)
    }

    private static func isGiven(_ field: String, _ names: [String], _ head: TableHead) -> Bool {
        guard let position = names.firstIndex(where: { $0 == "\(field)_covariance0" || $0 == "\(field)_covariance[0]" })
        else { return true }
        return head.numbers(position).first != -1
    }

    private static func frame(_ names: [String], _ head: TableHead) -> String {
        guard let position = names.firstIndex(of: "header.frame_id"), let row = head.firstRow, position < row.count,
            !row[position].isEmpty
        else { return "the IMU" }
        return String(row[position].prefix(40))
    }
}
