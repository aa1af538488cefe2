/// The header of a table and some of its rows, read ahead.
struct TableHead {
    let dialect: TableDialect
    /// The names, trimmed.
    let names: [String]
    /// The header line, unchanged.
    let text: String
    /// Lines before the header.
    let linesBefore: Int
    /// The first lines after the header.
    private let rest: [String]

    /// - Parameter skip: whether a line belongs to what precedes the header; empty lines always do.
    init?(_ lines: LineReader, skip: (String) -> Bool = { _ in false }) {
        let header = lines.firstLines.firstIndex { !$0.allSatisfy(\.isWhitespace) && !skip($0) }
        guard let header else { return nil }
        self = lines.heads[header] ?? TableHead(lines, linesBefore: header)
        lines.heads[header] = self
    }

    /// - Parameter names: those that a format made from several lines; `nil` for those in the header line.
    init(_ lines: LineReader, names: [String]? = nil, linesBefore: Int) {
        text = lines.firstLines[linesBefore]
        self.linesBefore = linesBefore
        // The last line may be cut.
        rest = Array(lines.firstLines[(linesBefore + 1)...].dropLast().filter { !$0.isEmpty }.prefix(64))
        dialect = TableDialect(header: text, rows: rest)
        self.names = names ?? dialect.cells(text)
    }

    /// How many of the first rows after the header are known.
    var rowCount: Int { rest.count }

    /// Cells of the first row; `nil` where there is none.
    var firstRow: [String]? { rest.first.map(dialect.cells) }

    /// The cells of a column in the first rows.
    func column(_ position: Int) -> [String] { rest.compactMap { dialect.cell(position, of: $0) } }

    /// The positions of columns by name; `nil` unless all are there.
    func columns(_ wanted: [String]) -> [Int]? {
        let found = wanted.compactMap(names.firstIndex(of:))
        return found.count == wanted.count ? found : nil
    }

    /// The numbers of a column in the first rows.
    func numbers(_ column: Int) -> [Double] {
        self.column(column).compactMap { Double(dialect.decimalComma ? $0.withDecimalPoint : $0) }
    }
}

/// How a table's cells are separated and its numbers written.
struct TableDialect: Sendable, Equatable {
    var separator: UInt8
    var decimalComma: Bool

    /// Detected from the header and some rows: the separator that the header has most often outside of quotation marks, with
    /// blanks where it has no other; a decimal comma where the separator is another one and cells are digits, comma, digits.
    init(header: String, rows: some Sequence<String>) {
        var counts: [UInt8: Int] = [:]
        var quoted = false
        for byte in header.utf8 {
            if byte == UInt8(ascii: "\"") { quoted.toggle() }
            if !quoted, ",;\t ".utf8.contains(byte) { counts[byte, default: 0] += 1 }
        }
        let candidates = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
        let best = candidates.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? UInt8(ascii: ",")
        separator = counts[best, default: 0] > 0 || counts[UInt8(ascii: " ")] == nil ? best : UInt8(ascii: " ")
        decimalComma = false
        guard separator != UInt8(ascii: ",") else { return }
        var commas = 0
        for row in rows {
            for cell in row.utf8.split(separator: separator) {
                if cell.contains(UInt8(ascii: ".")), Double(String(decoding: cell, as: UTF8.self)) != nil { return }
                if Self.isDecimalComma(cell) { commas += 1 }
            }
        }
        decimalComma = commas > 0
    }

    private static func isDecimalComma(_ cell: Substring.UTF8View) -> Bool {
        let parts = cell.filter { !"\" ".utf8.contains($0) }.split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let first = parts[1].first else { return false }
        return first &- 48 < 10
            && parts[0].dropFirst(parts[0].first == UInt8(ascii: "-") ? 1 : 0).allSatisfy { $0 &- 48 < 10 }
    }

    /// The cells of a line, trimmed and without quotation marks; separators inside of quotation marks do not separate.
    func cells(_ line: String) -> [String] {
        var cells: [String] = []
        visitCells(line) {
            cells.append($0.trimmedCell)
            return true
        }
        return cells
    }

    /// One of these cells; `nil` where the line has fewer.
    func cell(_ position: Int, of line: String) -> String? {
        var (index, found) = (0, String?.none)
        visitCells(line) {
            if index == position { found = $0.trimmedCell }
            index += 1
            return found == nil
        }
        return found
    }

    /// - Parameter body: gets every cell as it is, and says whether to go on.
    private func visitCells(_ line: String, _ body: (Substring) -> Bool) {
        var quoted = false
        var start = line.startIndex
        for (index, byte) in zip(line.utf8.indices, line.utf8) {
            if byte == UInt8(ascii: "\"") { quoted.toggle() }
            guard byte == separator && !quoted else { continue }
            guard body(line[start..<index]) else { return }
            start = line.utf8.index(after: index)
        }
        _ = body(line[start...])
    }
}
