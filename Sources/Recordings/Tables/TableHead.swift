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
        self.init(lines, linesBefore: header)
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

    /// Cells of the first rows after the header.
    var rows: [[String]] { rest.map(dialect.cells) }

    /// Cells of the first row; `nil` where there is none.
    var firstRow: [String]? { rest.first.map(dialect.cells) }

    /// The positions of columns by name; `nil` unless all are there.
    func columns(_ wanted: [String]) -> [Int]? {
        let found = wanted.compactMap(names.firstIndex(of:))
        return found.count == wanted.count ? found : nil
    }

    /// The numbers of a column in the first rows.
    func numbers(_ column: Int) -> [Double] {
        rows.compactMap { row in
            guard column < row.count else { return nil }
            return Double(dialect.decimalComma ? row[column].replacing(",", with: ".") : row[column])
        }
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
        var current: [UInt8] = []
        var quoted = false
        for byte in line.utf8 {
            if byte == UInt8(ascii: "\"") { quoted.toggle() }
            if byte == separator && !quoted {
                cells.append(String(decoding: current, as: UTF8.self).trimmedCell)
                current.removeAll(keepingCapacity: true)
            } else {
                current.append(byte)
            }
        }
        cells.append(String(decoding: current, as: UTF8.self).trimmedCell)
        return cells
    }
}
