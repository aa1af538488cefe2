import Recordings

/// A table whose columns are known when its last row is: a row may bring names that none before it had.
struct GrowingTable {
    /// In the order in which they came.
    private(set) var names: [String] = []
    private var places: [String: Int] = [:]
    /// The cells of all rows, as text with commas.
    private var bytes: [UInt8] = []
    /// Where each row ends, and how many names there were.
    private var ends: [(byte: Int, cells: Int)] = []

    /// - Parameter members: texts by name; what a row lacks is an empty cell.
    mutating func add(_ members: [String: String]) {
        for name in members.keys.sorted() where places[name] == nil {
            places[name] = names.count
            names.append(name)
        }
        bytes.append(contentsOf: LineTable.row(names.map { members[$0] ?? "" }).utf8)
        ends.append((bytes.count, names.count))
    }

    /// The header, then the rows, all with as many cells.
    var lines: [String] {
        var (lines, start) = ([LineTable.row(names)], 0)
        lines.reserveCapacity(ends.count + 1)
        for end in ends {
            let row = String(decoding: bytes[start..<end.byte], as: UTF8.self)
            lines.append(row + String(repeating: ",", count: names.count - end.cells))
            start = end.byte
        }
        return lines
    }

    /// The table read as a log of its own, by the format that recognises it.
    func recording(of log: LineReader, _ options: ReadOptions, else input: LogInput) throws -> Recording {
        var table = LineTable(header: LineTable.row(names))
        for row in lines.dropFirst() { table.add(row) }
        // The last object is whole: its row ends as the others do.
        table.add("")
        return try table.recording(of: log, options, else: input)
    }
}
