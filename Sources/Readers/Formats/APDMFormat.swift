import Recordings
import Rotations
import SensorModels
import Vocabulary

/// APDM Opal's CSV, several bodies side by side: the new export (`Test Name:`, names such as `Static/Acceleration/X`, a
/// row of units, seconds) and the old one (`Format=7`, rows of groups and axes, Unix microseconds).
///
/// m/s^2, rad/s, microtesla; specific force; the orientation takes sensor to magnetic north, west, up. The first
/// complete body is read, or the one that `--unit` names.
enum APDMFormat: RecordingFormat {
    static let name = "APDM"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let first = input.firstLines.first else { return false }
        return first.hasPrefix("Format=7,") || first.hasPrefix("Test Name:,")
    }

    /// The columns of one body, by sensor.
    private struct Body {
        var name: String
        var columns: [SensorKind: [Int]] = [:]
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let isOld = lines.firstLines[0].hasPrefix("Format=7,")
        guard let head = isOld ? oldHead(lines) : TableHead(lines, skip: { !$0.hasPrefix("Time,") }) else {
            throw lines.error(.unknownHeader, "found no header, expected one with Time", "export it again")
        }
        let bodies = Self.bodies(head)
        let complete = bodies.filter { $0.columns[.accelerometer] != nil && $0.columns[.gyroscope] != nil }
        var log = RawLog()
        guard var body = complete.first ?? bodies.first else { throw input.unrecognised }
        if let unit = options.unit {
            guard let chosen = bodies.first(where: { $0.name.lowercased() == unit.lowercased() }) else {
                throw UnitChoice.unknown(unit, bodies.map(\.name), lines.source.name)
            }
            body = chosen
        } else if bodies.count > 1 {
            log.recording.warnings.append(UnitChoice.warning(bodies.map(\.name), used: body.name, lines.source.name))
        }
        log.recording.metadata.other["unit"] = body.name
        if isOld { log.recording.metadata.unixSecondsAtZero = 0 }
        let schema = TableSchema(
            head: head, time: 0, clock: .decimal(exponent: isOld ? 3 : 9), channels: channels(body),
            linesAfterHeader: isOld ? 0 : 1)
        try schema.read(lines, into: &log)
        log.recording.metadata.attitudeNorth = log.recording.attitude.isEmpty ? nil : .magnetic
        return try log.settled(name: input.name, options)
    }

    private static func channels(_ body: Body) -> [TableSchema.Channel] {
        [SensorKind.accelerometer, .gyroscope, .magnetometer, .attitude].compactMap { sensor in
            guard let columns = body.columns[sensor] else { return nil }
            let note = sensor == .attitude ? "sensor to magnetic north, west, up (turned here)" : nil
            var channel = TableSchema.Channel(
                sensor, columns, source: body.name, unit: LogUnit.Quantity(of: sensor)?.unit,
                by: "the manufacturer's documentation",
                note: note)
            // East is the negative of west.
            channel.orientation?.turn = .aboutVertical(.pi / 2)
            return channel
        }
    }

    /// The old export's three lines as one header with the names of the new one.
    private static func oldHead(_ lines: LineReader) -> TableHead? {
        guard lines.firstLines.count > 3 else { return nil }
        let rows = lines.firstLines.prefix(3).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        var names = ["Time"]
        var (body, group) = ("", "")
        for column in 1..<rows[1].count {
            // The serial number is above the first column of a body, its name three cells further.
            if column < rows[0].count, Int(rows[0][column]) != nil {
                let name = column + 3 < rows[0].count ? rows[0][column + 3].trimmedCell : ""
                body = name.isEmpty ? rows[0][column] : name
            }
            if !rows[1][column].isEmpty { group = rows[1][column] }
            let axis = column < rows[2].count ? rows[2][column] : ""
            let kinds = [
                "Accelerometer": "Acceleration", "Gyroscope": "Angular Velocity", "Magnetometer": "Magnetic Field",
            ]
            names.append("\(body)/\(kinds[group] ?? group)/\(axis == "S" ? "Scalar" : axis)")
        }
        return TableHead(lines, names: names, linesBefore: 2)
    }

    private static func bodies(_ head: TableHead) -> [Body] {
        let kinds: [(String, SensorKind, [String])] = [
            ("Acceleration", .accelerometer, ["X", "Y", "Z"]), ("Angular Velocity", .gyroscope, ["X", "Y", "Z"]),
            ("Magnetic Field", .magnetometer, ["X", "Y", "Z"]), ("Orientation", .attitude, ["Scalar", "X", "Y", "Z"]),
        ]
        var bodies: [Body] = []
        for name in head.names {
            let parts = name.split(separator: "/").map(String.init)
            guard parts.count == 3, !bodies.contains(where: { $0.name == parts[0] }) else { continue }
            var body = Body(name: parts[0])
            for (kind, sensor, axes) in kinds {
                body.columns[sensor] = head.columns(axes.map { "\(parts[0])/\(kind)/\($0)" })
            }
            if !body.columns.isEmpty { bodies.append(body) }
        }
        return bodies
    }
}
