/// A table in plain text, columns aligned.
package enum TextTable {
    /// The columns of a usual terminal.
    package static let width = 80

    /// - Parameters:
    ///   - rows: cells; control sequences in them are removed, styles included; short rows end early.
    ///   - leftAligned: columns that begin at their left edge; the others end at their right edge.
    ///   - heads: number of columns that name a row.
    ///   - width: available columns of text; a wider table continues below, with its heads repeated. A head that leaves
    ///     no room for the other columns loses its middle.
    package static func lines(
        _ rows: [[String]], leftAligned: Set<Int>, indent: Int, heads: Int = 1, width: Int = width
    ) -> [String] {
        var rows = rows.map { $0.map(PlainText.oneLine) }
        let columns = rows.map(\.count).max() ?? 0
        var widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        if let (head, limit) = shortened(widths, heads: max(1, heads), width: width - indent) {
            for row in rows.indices where head < rows[row].count {
                rows[row][head] = PlainText.line(rows[row][head], limit: limit)
            }
            widths[head] = limit
        }
        let blocks = blocks(of: widths, heads: heads, width: width - indent)
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

    /// The widest head and the columns that are left for it, where the heads leave no room for the widest other column.
    private static func shortened(_ widths: [Int], heads: Int, width: Int) -> (head: Int, limit: Int)? {
        guard let head = widths.indices.prefix(heads).max(by: { widths[$0] < widths[$1] }) else { return nil }
        let others = widths.indices.prefix(heads).reduce(0) { $0 + ($1 == head ? 0 : widths[$1] + 2) }
        let limit = width - others - (widths.dropFirst(heads).max().map { $0 + 2 } ?? 0)
        return widths[head] > max(8, limit) ? (head, max(8, limit)) : nil
    }

    /// The columns of each block; the heads are in every block.
    private static func blocks(of widths: [Int], heads: Int, width: Int) -> [[Int]] {
        let first = Array(widths.indices.prefix(max(1, heads)))
        guard !first.isEmpty else { return [] }
        let start = first.reduce(2 * (first.count - 1)) { $0 + widths[$1] }
        var blocks = [first]
        var used = start
        for column in widths.indices.dropFirst(first.count) {
            if used + 2 + widths[column] > width, blocks[blocks.count - 1].count > first.count {
                blocks.append(first)
                used = start
            }
            blocks[blocks.count - 1].append(column)
            used += 2 + widths[column]
        }
        return blocks
    }
}

/// Highlighting of terminal text, always in addition to a mark or a word.
public enum TextStyle: Sendable {
    /// For files, pipes, and users who want no colour.
    case plain
    /// For terminals: the sequences SGR of ECMA-48, section 8.3.117.
    case terminal

    /// The number of scalars of the mark at the beginning of a text; 0 if there is none.
    static func length(ofMarkAt text: Substring.UnicodeScalarView) -> Int {
        guard text.starts(with: "\u{1B}[".unicodeScalars) else { return 0 }
        let numbers = text.dropFirst(2).prefix { $0 == ";" || ("0"..."9").contains($0) }
        return text.dropFirst(2 + numbers.count).first == "m" ? numbers.count + 3 : 0
    }

    /// Titles and what matters most.
    public func strong(_ text: String) -> String { marked(text, "1") }

    /// A mark of something that needs attention.
    public func caution(_ text: String) -> String { marked(text, "1;33") }

    /// A mark of something that failed.
    public func failure(_ text: String) -> String { marked(text, "1;31") }

    private func marked(_ text: String, _ code: String) -> String {
        guard self == .terminal, !text.isEmpty else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

extension TextStyle {
    /// A line with its leading mark, if present, highlighted.
    package func marking(_ mark: String, in line: String, _ style: (String) -> String) -> String {
        let spaces = line.prefix { $0 == " " }
        guard line.dropFirst(spaces.count).hasPrefix(mark) else { return line }
        return spaces + style(mark) + line.dropFirst(spaces.count + mark.count)
    }
}
