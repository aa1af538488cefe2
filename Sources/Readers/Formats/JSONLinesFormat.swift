import Files
import Recordings
import SensorModels
import Vocabulary

/// JSON objects one behind another, mostly one per line, with or without the same members: `{"t": 0.1, "acc": [0.1, 0.2, 9.8], "mag": null}`,
/// `{"type": "gyroscope", "t": 1, "values": [0.1, 0.2, 0.3]}`. They are the rows of `JSONTables` without an array around them.
///
/// Without a member that names the sensor they are read as the table that has all members' names as its header, by the rules of that
/// table's format; else as a table for each sensor.
enum JSONLinesFormat: RecordingFormat {
    static let name = "JSON lines"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.map(isSequence) ?? false }

    /// So many objects at most tell what it is.
    private static let looked = 100

    private static func isSequence(_ lines: LineReader) -> Bool {
        guard let first = lines.head.first(where: { $0 > 32 }), first == UInt8(ascii: "{"),
            let head = try? LineReader(try ByteSource(bytes: Array(lines.head), name: lines.source.name))
        else { return false }
        let objects = JSONObjects(head, keepsArrays: true, isSequence: true)
        var (members, names): ([String: String], Set<String>) = ([:], [])
        while objects.count < looked, (try? objects.next(&members)) == true {
            // One document that the head cuts is none of several objects.
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
            ? (tables[""] ?? GrowingTable()).recording(of: lines, options, else: input)
            : Self.recording(of: tables, options, name: input.name)
        recording.metadata.format = name
        if let warning = objects.warning { recording.warnings.append(warning) }
        return recording
    }

    private static func recording(
        of tables: [String: GrowingTable], _ options: ReadOptions, name: String
    ) throws -> Recording {
        var parts: [(lines: LineReader, stem: String)] = []
        for key in tables.keys.sorted() {
            guard let table = tables[key] else { continue }
            let text = table.lines.map { $0 + "\n" }.joined()
            let source = try ByteSource(bytes: Array(text.utf8), name: name)
            parts.append((try LineReader(source), SensorKindMember.sensor(key)))
        }
        return try SensorTables.read(parts, unit: options.unit, place: name).settled(name: name, options)
    }
}
