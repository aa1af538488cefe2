/// A table whose columns are known when its last row is: a row may bring names that none before it had.
struct GrowingTable {
    /// In the order in which they came.
    private(set) var names: [String] = []
    private var places: [String: Int] = [:]
    /// The cells of all rows, as text with commas.
    private var bytes: [UInt8] = []
    /// Where each row ends, and how many names there were.
    private var ends: [(byte: Int, cells: Int)] = []

    var count: Int { ends.count }

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
        lines.reserveCapacity(count + 1)
        for end in ends {
            let row = String(decoding: bytes[start..<end.byte], as: UTF8.self)
            lines.append(row + String(repeating: ",", count: names.count - end.cells))
            start = end.byte
        }
        return lines
    }
}
