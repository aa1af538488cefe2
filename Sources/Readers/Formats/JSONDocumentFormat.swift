import Files
import JSON
import Recordings
import SensorModels
import Vocabulary

/// A JSON document that holds one table or several, in any of the shapes that programs give them: rows below a key (`{"samples": [{...}, ...]}`),
/// rows of several sensors with their names, rows that lack members, an array of rows for each sensor, columns (`{"t": [...], "ax": [...]}`),
/// rows below keys of their own as databases export them, names of columns beside rows of numbers.
///
/// Every table is read by the rules of a folder with a table per sensor. The whole document is in memory at once.
enum JSONDocumentFormat: RecordingFormat {
    static let name = "JSON document"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        // Documents of other kinds have no axes or no list in their first part.
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

    /// A name comes so often where rows have it.
    private static let fewestRows = 5
    /// A list of numbers is as long.
    private static let fewestNumbers = 20

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let bytes = try lines.rest()
        guard let value = try? JSONValue(parsing: bytes, name: input.name) else {
            throw lines.error(
                .unknownFormat, "found JSON that is damaged or cut, expected a whole document",
                "copy or export it again")
        }
        var parts: [(lines: LineReader, stem: String)] = []
        for table in JSONTables(value).tables {
            let source = try ByteSource(bytes: Array(table.text.utf8), name: input.name)
            parts.append((try LineReader(source), table.name))
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
