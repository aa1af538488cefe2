import Files
import Foundation
import JSON
import Recordings
import SensorModels
import Vocabulary

/// A JSON document that holds one table or several, in any of the shapes that programs give them: rows below a key
/// (`{"samples": [{...}, ...]}`), rows of several sensors with their names, rows that lack members, an array of rows
/// for each sensor, columns (`{"t": [...], "ax": [...]}`), rows below keys of their own as databases export them, names
/// of columns beside rows of numbers.
///
/// Every table is read by the rules of a folder with one table per sensor. The whole document is in memory at once.
enum JSONDocumentFormat: RecordingFormat {
    static let name = "JSON document"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        // Other documents have no axes or no list in their first part.
        guard let head = input.jsonHead(1 << 14) else { return false }
        let parts = head.split(separator: "\"", omittingEmptySubsequences: false)
        var counts: [Substring: Int] = [:]
        for place in stride(from: 1, to: parts.count, by: 2) where parts[place].utf8.count < 64 {
            counts[parts[place], default: 0] += 1
        }
        let isList =
            counts.values.contains { $0 >= fewestRows }
            || stride(from: 0, to: parts.count, by: 2).contains { place in
                parts[place].utf8.count { $0 == UInt8(ascii: ",") } >= fewestNumbers
            }
        guard isList else { return false }
        let keys = counts.keys.map { String($0) }
        return Set(keys.compactMap { ColumnName($0).axis }).isSuperset(of: [0, 1, 2])
            || keys.contains {
                SensorColumns.isAxis($0) || ColumnAliases.meaning(of: ColumnName($0 + " x").stem) != nil
            }
    }

    /// Least occurrences of a name where rows have it.
    private static let fewestRows = 5
    /// Least length of a list of numbers.
    private static let fewestNumbers = 20

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let bytes = try lines.rest()
        guard let value = try? JSONValue(parsing: bytes, name: input.name) else {
            let text = try LineReader(bytes, name: input.name)
            if let head = JSONRows.head(of: text), head.rowCount > 1 { throw LogDiagnosis.json(head, text) }
            throw lines.error(
                .unknownFormat, "found JSON that is damaged or cut, expected a whole document",
                "copy or export it again")
        }
        let tables = JSONTables(value).tables
        let parts = try tables.map { table in
            // The only table is what the file is called, where its own name says nothing.
            let isNamed = tables.count > 1 || SensorTable.sensor(ofFile: table.name) != nil
            return (
                lines: try LineReader(table.text.utf8, name: input.name),
                stem: isNamed ? table.name : fileStem(input.name)
            )
        }
        let log = try SensorTables.read(parts, unit: options.unit, place: input.name)
        guard !log.recording.sensors.isEmpty else {
            if let first = parts.first.flatMap({ TableHead(behindPreamble: $0.lines) }), parts.count == 1 {
                throw LogDiagnosis.json(first, lines)
            }
            throw lines.error(
                .noSensors, "found JSON without a list of readings that has a time and the axes of a sensor",
                "write a table: a header such as t,ax,ay,az and a line for every reading")
        }
        return try log.settled(name: input.name, options)
    }
}

/// JSON objects one behind another, mostly one per line, with or without the same members:
/// `{"t": 0.1, "acc": [0.1, 0.2, 9.8], "mag": null}`, `{"type": "gyroscope", "t": 1, "values": [0.1, 0.2, 0.3]}`. They
/// are the rows of `JSONTables` without an array around them.
///
/// Without a member that names the sensor they are read as the table that has all members' names as its header, by the
/// rules of that table's format; else as a table for each sensor.
enum JSONLinesFormat: RecordingFormat {
    static let name = "JSON lines"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.map(isSequence) ?? false }

    /// Most objects by which the format is recognised.
    private static let looked = 100

    private static func isSequence(_ lines: LineReader) -> Bool {
        guard lines.head.first(where: { $0 > 32 }) == UInt8(ascii: "{"), let head = try? lines.ahead() else {
            return false
        }
        let objects = JSONObjects(head, keepsArrays: true, isSequence: true)
        var (members, names): ([String: String], Set<String>) = ([:], [])
        while objects.count < looked, (try? objects.next(&members)) == true {
            // A single document that the head cuts is no sequence of objects.
            guard objects.damaged.count == 0 else { break }
            names.formUnion(members.keys)
        }
        guard objects.count > 1, names.count > 2 else { return false }
        return !SensorColumns(names.sorted(), ignoring: []).channels.isEmpty
            || SensorKindMember.name(in: names) != nil
                && Set(names.compactMap { ColumnName($0).axis }).isSuperset(of: [0, 1, 2])
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let objects = JSONObjects(lines, keepsArrays: true, isSequence: true)
        var (members, kind): ([String: String], String?) = ([:], nil)
        var tables: [String: GrowingTable] = [:]
        while try objects.next(&members) {
            if objects.count == 1 { kind = SensorKindMember.name(in: members.keys) }
            let sensor = kind.flatMap { members.removeValue(forKey: $0) } ?? ""
            tables[sensor, default: GrowingTable()].add(members)
        }
        var recording =
            try kind == nil
            ? (tables[""] ?? GrowingTable()).recording(of: lines, options, else: input, as: name)
            : Self.recording(of: tables, options, name: input.name)
        if let warning = objects.warning { recording.warnings.append(warning) }
        return recording
    }

    private static func recording(
        of tables: [String: GrowingTable], _ options: ReadOptions, name: String
    ) throws -> Recording {
        let parts = try tables.sorted { $0.key < $1.key }.map { kind, table in
            (lines: try LineReader(table.text.utf8, name: name), stem: SensorKindMember.sensor(kind))
        }
        return try SensorTables.read(parts, unit: options.unit, place: name).settled(name: name, options)
    }
}

/// A JSON array of objects whose first ones have the same members, one per row:
/// `[{"utime": 1, "accel": [0.1, 0.2, 9.8], "gyro": {"x": 0, ...}}, ...]`. Arrays of three numbers are x, y and z. It
/// is read as the table that has the members' names as its header.
enum JSONTableFormat: RecordingFormat {
    static let name = "JSON objects"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(names) != nil }

    /// The members of the first object, where the following ones have them too; `nil` for every other log.
    private static func names(_ lines: LineReader) -> [String]? {
        guard lines.head.first(where: { $0 > 32 }) == UInt8(ascii: "["), let head = try? lines.ahead() else {
            return nil
        }
        let objects = JSONObjects(head, keepsArrays: true)
        var members: [String: String] = [:]
        guard (try? objects.next(&members)) == true else { return nil }
        let names = members.keys.sorted()
        guard names.count >= 4, names.count < 1000, (try? objects.next(&members)) == true,
            members.keys.sorted() == names,
            !SensorColumns(names, ignoring: []).channels.isEmpty
        else { return nil }
        return names
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard names(lines) != nil else { throw input.unrecognised }
        let objects = JSONObjects(lines, keepsArrays: true)
        var table = GrowingTable()
        var members: [String: String] = [:]
        while try objects.next(&members) { table.add(members) }
        var recording = try table.recording(of: lines, options, else: input, as: name)
        if let warning = objects.warning { recording.warnings.append(warning) }
        return recording
    }
}

/// Edge Impulse's JSON (data acquisition format): the interval in milliseconds, names and units of the axes, then the
/// rows.
enum EdgeImpulseFormat: RecordingFormat {
    static let name = "Edge Impulse"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let head = input.jsonHead(4096) else { return false }
        return ["\"payload\"", "\"interval_ms\"", "\"sensors\"", "\"values\""].allSatisfy(head.contains)
    }

    private struct File: Decodable {
        struct Payload: Decodable {
            struct Sensor: Decodable {
                var name: String
                var units: String?
            }
            var device_name: String?
            var interval_ms: Double
            var sensors: [Sensor]
            var values: [[Double]]
        }
        var payload: Payload
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var text = Data()
        while let line = try lines.nextLine() { text.append(contentsOf: Array((line + "\n").utf8)) }
        guard let payload = try? JSONDecoder().decode(File.self, from: text).payload,
            payload.interval_ms.isFinite, payload.interval_ms > 0
        else {
            throw lines.error(
                .unknownFormat, "found JSON of Edge Impulse that is damaged, or has one number per row",
                "export the sample again, or as CSV")
        }
        let names = payload.sensors.map { sensor in
            sensor.name + (sensor.units.map { " (\($0))" } ?? "")
        }
        var table = LineTable(header: LineTable.row(["time (ms)"] + names))
        for (index, row) in payload.values.enumerated() {
            table.add(LineTable.row(["\(Double(index) * payload.interval_ms)"] + row.map { "\($0)" }))
        }
        table.add("")
        var recording = try table.recording(of: lines, options, else: input, as: name)
        recording.metadata.device = payload.device_name
        recording.metadata.clock = "rows every \(payload.interval_ms) ms (interval_ms)"
        return recording
    }
}
