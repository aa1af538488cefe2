/// A table in plain text, columns aligned.
enum TextTable {
    /// - Parameters:
    ///   - rows: cells; short rows end early.
    ///   - leftAligned: columns that begin at their left edge; the others end at their right edge.
    static func lines(_ rows: [[String]], leftAligned: Set<Int>, indent: Int) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return leftAligned.contains(column) ? cell + padding : padding + cell
            }
            var line = String(repeating: " ", count: indent) + cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
