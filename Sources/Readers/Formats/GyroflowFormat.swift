import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Gyroflow's `.gcsv` (docs.gyroflow.xyz, GCSV format): `GYROFLOW IMU LOG`, lines of a key and a value, then
/// `t,gx,gy,gz,ax,ay,az` and perhaps `mx,my,mz` as whole numbers.
///
/// `tscale`, `gscale`, `ascale` and `mscale` scale them to seconds, rad/s, an acceleration (g by the documentation;
/// loggers write m/s^2 too, so its length decides) and a field. `orientation` has a letter for x, y and z: the axis of
/// the log, reversed if it is in lower case.
enum GyroflowFormat: RecordingFormat {
    static let name = "Gyroflow"

    static func recognises(_ input: LogInput) -> Bool {
        guard let first = input.firstLines.first?.trimmedCell else { return false }
        return ["GYROFLOW IMU LOG", "CAMERA IMU LOG"].contains(first)
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let first = lines.firstLines
        guard let header = first.firstIndex(where: { $0.hasPrefix("t,") }) else {
            throw lines.error(
                .unknownHeader, "found no line t,gx,gy,gz,..., expected one above the samples", "copy the file again")
        }
        var keys: [String: String] = [:]
        for line in first[1..<max(1, header)] {
            let cells = line.commaCells
            if cells.count > 1 { keys[cells[0].lowercased()] = cells[1] }
        }
        func scale(_ key: String) throws -> Double? {
            guard let text = keys[key] else { return nil }
            guard let scale = Double(text), scale.isFinite, scale > 0, scale < 1e9 else {
                throw lines.error(
                    .unknownHeader, "found \(key),\(HeaderLine.shown(text)), expected a positive number", "correct it")
            }
            return scale
        }
        let turn = try keys["orientation"].map { try Orientation($0, lines) }
        let head = TableHead(lines, linesBefore: header)
        let columns = SensorColumns(head.names, ignoring: [0])
        var channels = columns.channels.filter { LogUnit.Quantity(of: $0.sensor) != nil }
        for index in channels.indices {
            switch channels[index].sensor {
            case .gyroscope:
                channels[index].claim.unit = .init(value: .radiansPerSecond, by: "the format's documentation, gscale")
                channels[index].vector?.factor = try scale("gscale") ?? 1
            case .accelerometer: channels[index].vector?.factor = try scale("ascale") ?? 1
            case .magnetometer: channels[index].vector?.factor = try scale("mscale") ?? 1
            default: break
            }
        }
        var log = RawLog()
        log.recording.metadata.device = keys["vendor"] ?? keys["id"]
        log.recording.metadata.other["video"] = keys["videofilename"]
        let scaleOfTime = try scale("tscale") ?? 0.001
        log.recording.metadata.clock = "tscale \(scaleOfTime) s"
        log.recording.metadata.date = keys["timestamp"].flatMap(Double.init).flatMap { seconds in
            (1e9...4e9).contains(seconds) ? CalendarDate(daysSince1970: Int(clamping: seconds / 86_400)) : nil
        }
        let exponent = [0: 1e-9, 3: 1e-6, 6: 1e-3, 9: 1.0].first { abs($0.value / scaleOfTime - 1) < 1e-12 }?.key
        try TableSchema(
            head: head, time: 0,
            clock: exponent.map { .decimal(exponent: $0) } ?? .counter(rateHz: 1 / scaleOfTime, modulus: 1 << 62),
            channels: channels
        ).read(lines, into: &log)
        if let turn {
            log.recording.mapVectors { $0.mapped(turn.device) }
        }
        return try log.settled(name: input.name, options)
    }

    /// `YxZ`: x is the log's y, y is minus the log's x.
    private struct Orientation {
        private let axes: [(axis: Int, sign: Double)]

        init(_ text: String, _ lines: LineReader) throws {
            let letters: [Character: Int] = ["x": 0, "y": 1, "z": 2]
            axes = text.compactMap { letter in
                letters[Character(letter.lowercased())].map { ($0, letter.isLowercase ? -1 : 1) }
            }
            guard text.count == 3, Set(axes.map(\.axis)).count == 3 else {
                throw lines.error(
                    .unknownFrame,
                    "found the orientation \(HeaderLine.shown(text)), expected x, y and z once each, such as YxZ",
                    "correct it")
            }
        }

        func device(_ v: Vector3) -> Vector3 {
            let own = [v.x, v.y, v.z]
            return Vector3(
                own[axes[0].axis] * axes[0].sign, own[axes[1].axis] * axes[1].sign, own[axes[2].axis] * axes[2].sign)
        }
    }
}
