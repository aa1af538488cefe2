import Files
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
    static let findsClock = true

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
                lines: try table.table.lines(of: lines), stem: isNamed ? table.name : fileStem(input.name)
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

/// JSON objects as rows: of an array, or one behind another, mostly one per line, with or without the same members:
/// `{"t": 0.1, "acc": [0.1, 0.2, 9.8], "mag": null}`, `{"type": "gyroscope", "t": 1, "values": [0.1, 0.2, 0.3]}`.
/// Arrays of three numbers are x, y and z.
///
/// Without a member that names the sensor they are read as the table that has all members' names as its header, by the
/// rules of that table's format; else as a table for each sensor.
enum JSONRowsFormat: RowFormat {
    static let name = "JSON lines"
    private static let ofArray = "JSON objects"
    static let names = [ofArray, name]
    static let hasUnits = true
    static let findsClock = true

    /// Most objects by which the format is recognised.
    private static let looked = 100

    static func recognises(_ input: LogInput) -> Bool {
        guard let rows = input.file.flatMap({ JSONRows.ahead(of: $0, most: looked) }), rows.count > 1 else {
            return false
        }
        let names = Set(rows.tables.values.flatMap(\.names))
        return names.count > 2 && !SensorColumns(names.sorted(), ignoring: []).channels.isEmpty
            || rows.kind != nil && Set(names.compactMap { ColumnName($0).axis }).isSuperset(of: [0, 1, 2])
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let name = JSONRows.isSequence(lines) ? Self.name : ofArray
        let rows = try JSONRows(lines)
        var recording: Recording
        if rows.kind == nil {
            recording = try rows.table.recording(of: lines, options, else: input, as: name)
        } else {
            let parts = try rows.tables.sorted { $0.key < $1.key }.map { kind, table in
                (lines: try table.lines(of: lines), stem: SensorKindMember.sensor(kind))
            }
            recording = try SensorTables.read(parts, unit: options.unit, place: input.name)
                .settled(name: input.name, options)
            recording.metadata.format = name
        }
        if let warning = rows.warning { recording.warnings.append(warning) }
        return recording
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        guard let lines = input.file, let ahead = JSONRows.ahead(of: lines), ahead.kind == nil else { return nil }
        let names = try JSONRows.names(of: lines, ahead: ahead, options.text)
        return try MadeRows.reader(of: lines, options) { JSONObjectTable(names, $0) }
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

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let payload = (try? JSONValue(parsing: try lines.rest(), name: input.name))?.object?["payload"]?.object ?? [:]
        let rows = payload["values"]?.array?.map { $0.array?.compactMap(\.number) ?? [] }
        guard let rows, let sensors = payload["sensors"]?.array?.compactMap(\.object), !sensors.isEmpty,
            rows.allSatisfy({ $0.count == sensors.count }), let interval = payload["interval_ms"]?.number, interval > 0
        else {
            throw lines.error(
                .unknownFormat, "found JSON of Edge Impulse that is damaged, or has one number per row",
                "export the sample again, or as CSV")
        }
        let names = sensors.map { sensor in
            (sensor["name"]?.string ?? "") + (sensor["units"]?.string.map { " (\($0))" } ?? "")
        }
        var table = TextTable(["time (ms)"] + names)
        for (index, row) in rows.enumerated() {
            table.add(["\(Double(index) * interval)"] + row.map { "\($0)" })
        }
        var recording = try table.recording(of: lines, options, else: input, as: name)
        recording.metadata.device = payload["device_name"]?.string
        recording.metadata.clock = "rows every \(interval) ms (interval_ms)"
        return recording
    }
}
