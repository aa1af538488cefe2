/// A table in plain text, columns aligned.
enum TextTable {
    /// - Parameters:
    ///   - rows: cells; short rows end early.
    ///   - leftAligned: columns that begin at their left edge; the others end at their right edge.
    ///   - width: columns of text that there are; a wider table goes on below, with its first column again.
    static func lines(
        _ rows: [[String]], leftAligned: Set<Int>, indent: Int, width: Int = TerminalSummary.width
    ) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        let blocks = blocks(of: widths, width: width - indent)
        return blocks.enumerated().flatMap { index, block in
            (index > 0 ? [""] : [])
                + rows.map { row in
                    let cells = block.filter { $0 < row.count }.map { column in
                        let padding = String(repeating: " ", count: widths[column] - row[column].count)
                        return leftAligned.contains(column) ? row[column] + padding : padding + row[column]
                    }
                    var line = String(repeating: " ", count: indent) + cells.joined(separator: "  ")
                    while line.last == " " { line.removeLast() }
                    return line
                }
        }
    }

    /// Which columns stand beside each other; the first one in every block.
    private static func blocks(of widths: [Int], width: Int) -> [[Int]] {
        guard !widths.isEmpty else { return [] }
        var blocks = [[0]]
        var used = widths[0]
        for column in widths.indices.dropFirst() {
            if used + 2 + widths[column] > width, blocks[blocks.count - 1].count > 1 {
                blocks.append([0])
                used = widths[0]
            }
            blocks[blocks.count - 1].append(column)
            used += 2 + widths[column]
        }
        return blocks
    }
}
