import Files
import JSON
import Vocabulary

/// JSON as one table whatever its names are: for `--columns`, and for the message of a log that nothing recognises.
enum JSONRows {
    /// The table as text: of an array of objects, of objects one behind another, or the only one of a document; `nil` for every other log, from which
    /// nothing is taken then.
    static func table(of lines: LineReader) throws -> LineReader? {
        guard let count = try known(lines)?.count else { return nil }
        guard count > 1 else {
            // One object may be a whole document.
            return try onlyTable(in: try lines.rest(), lines)
        }
        var table = GrowingTable()
        let objects = JSONObjects(lines, keepsArrays: true, isSequence: isSequence(lines))
        var members: [String: String] = [:]
        while try objects.next(&members) { table.add(members) }
        return try reader(text(table), lines)
    }

    private static func onlyTable(in bytes: some Collection<UInt8>, _ lines: LineReader) throws -> LineReader? {
        guard let value = try? JSONValue(parsing: Array(bytes), name: lines.source.name) else { return nil }
        let tables = JSONTables(value).tables
        return tables.count == 1 ? try reader(tables[0].text, lines) : nil
    }

    /// The table of the rows, or of the document, that were read ahead; `nil` where the log is no JSON with rows.
    static func head(of lines: LineReader) -> TableHead? {
        guard let found = try? known(lines),
            let reader = try? found.count > 1
                ? reader(text(found.table), lines) : onlyTable(in: Array(lines.head), lines)
        else { return nil }
        let head = TableHead(reader, linesBefore: 0).lookingFurther(reader)
        return head.names.count > 1 ? head : nil
    }

    private static func isSequence(_ lines: LineReader) -> Bool { lines.head.first { $0 > 32 } == UInt8(ascii: "{") }

    /// The objects among the bytes that were read ahead.
    private static func known(_ lines: LineReader) throws -> (table: GrowingTable, count: Int)? {
        guard let first = lines.head.first(where: { $0 > 32 }), "[{".utf8.contains(first) else { return nil }
        let head = try LineReader(try ByteSource(bytes: Array(lines.head), name: lines.source.name))
        let objects = JSONObjects(head, keepsArrays: true, isSequence: isSequence(lines))
        var (table, members) = (GrowingTable(), [String: String]())
        while objects.damaged.count == 0, try objects.next(&members) { table.add(members) }
        return objects.count > 0 || first == UInt8(ascii: "{") ? (table, objects.count) : nil
    }

    private static func text(_ table: GrowingTable) -> String { table.lines.map { $0 + "\n" }.joined() }

    private static func reader(_ text: String, _ lines: LineReader) throws -> LineReader {
        try LineReader(try ByteSource(bytes: Array(text.utf8), name: lines.source.name))
    }
}
