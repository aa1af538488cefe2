/// How a table separates cells and writes numbers.
struct TableDialect: Sendable, Equatable {
    var separator: UInt8
    var decimalComma: Bool
    /// Several separators count as one, as blanks that align columns.
    var joinsSeparators = false
    /// A mark behind the last cell of every row that is no separator: `1,2,3;`.
    var tail: UInt8?

    /// Commas between cells, decimal points.
    static let commas = TableDialect(header: ",", rows: [])

    /// Detected from the header and some rows: the separator that the header has most often outside of quotation marks,
    /// with blanks where it has no other; a decimal comma where the separator is another one and cells are digits,
    /// comma, digits.
    init(header: String, rows: some Sequence<String>) {
        var counts: [UInt8: Int] = [:]
        var quoted = false
        for byte in header.utf8 {
            if byte == UInt8(ascii: "\"") { quoted.toggle() }
            if !quoted, ",;\t |".utf8.contains(byte) { counts[byte, default: 0] += 1 }
        }
        tail = rows.contains { _ in true } && rows.allSatisfy(Self.hasTail) ? UInt8(ascii: ";") : nil
        if let tail { counts[tail] = 0 }
        var candidates = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "|")]
        // Separators within names: `Roll | Phi | X`.
        let separating = candidates.filter { candidate in
            counts[candidate, default: 0] > 0 && rows.contains { $0.utf8.contains(candidate) }
        }
        if !separating.isEmpty { candidates = separating }
        let best = candidates.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? UInt8(ascii: ",")
        separator =
            counts[best, default: 0] > 0 || counts[UInt8(ascii: " ")] == nil
            ? best : Self.ofRows(rows) ?? UInt8(ascii: " ")
        decimalComma = false
        joinsSeparators =
            separator == UInt8(ascii: " ")
            ? !Self.isEven(header, rows) : Self.isEvenOnceJoined([header] + rows.prefix(8), separator)
        guard separator != UInt8(ascii: ",") else {
            // A spreadsheet quotes every cell.
            decimalComma = Self.areQuotedCommas(rows)
            return
        }
        var commas = 0
        for row in rows {
            for cell in row.utf8.split(separator: separator) {
                if cell.contains(UInt8(ascii: ".")), Double(String(decoding: cell, as: UTF8.self)) != nil { return }
                if Self.isDecimalComma(cell) { commas += 1 }
            }
        }
        decimalComma = commas > 0
    }

    /// As `init(header:rows:)`, for a table without a header: the first separator that occurs in all rows equally
    /// often.
    init(rows: some Sequence<String>) {
        let rows = Array(rows)
        for candidate in CellSeparator.marks {
            let counts = Set(rows.map { row in row.utf8.filter { $0 == candidate }.count })
            guard counts.count == 1, counts != [0], !rows.allSatisfy({ Self.isPadding(candidate, $0) }) else {
                continue
            }
            if candidate == UInt8(ascii: ";"), rows.allSatisfy(Self.hasTail) { continue }
            self.init(header: String(UnicodeScalar(candidate)), rows: rows)
            return
        }
        self.init(header: rows.first ?? "", rows: rows)
    }

    /// Whether a mark only follows others, to align the cells: `1,<TAB>2,<TAB>3`.
    private static func isPadding(_ mark: UInt8, _ row: String) -> Bool {
        zip(row.utf8, row.utf8.dropFirst()).allSatisfy { byte, next in
            next != mark || byte != mark && CellSeparator.marks.contains(byte)
        }
    }

    /// The mark that all of some rows have equally often, where none has a blank; `nil` for other rows.
    private static func ofRows(_ rows: some Sequence<String>) -> UInt8? {
        guard rows.allSatisfy({ !$0.utf8.contains(CellSeparator.blank) }) else { return nil }
        return CellSeparator.marks.first { mark in
            let counts = Set(rows.map { row in row.utf8.count { $0 == mark } })
            return counts.count == 1 && counts != [0]
        }
    }

    /// Whether a row has one semicolon, at its end, and another separator between cells.
    private static func hasTail(_ row: String) -> Bool {
        let bytes = row.utf8
        guard let first = bytes.firstIndex(of: UInt8(ascii: ";")), first != bytes.startIndex,
            bytes[bytes.index(after: first)...].allSatisfy({ $0 <= 32 })
        else { return false }
        return bytes[..<first].contains { ",\t ".utf8.contains($0) }
    }

    /// Whether a cell holds a number.
    func isNumber(_ cell: String) -> Bool { number(cell) != nil }

    /// The number in a cell; `nil` for other text.
    func number(_ cell: String) -> Double? {
        if !decimalComma, let number = Double(cell) { return number }
        return Double(GroupedDigits.decimal(cell, decimalComma: decimalComma))
    }

    /// Whether every blank separates two cells, even empty ones: rows have as many blanks as the header, which has no
    /// two in a row.
    private static func isEven(_ header: String, _ rows: some Sequence<String>) -> Bool {
        func blanks(_ line: String) -> Int { line.utf8.filter { $0 == UInt8(ascii: " ") }.count }
        let count = blanks(header)
        return !header.hasPrefix(" ") && !header.contains("  ") && rows.allSatisfy { blanks($0) == count }
    }

    /// Whether lines have equally many cells only if several separators count as one, as tabs that align columns.
    /// Separators at the ends of lines do not count.
    private static func isEvenOnceJoined(_ lines: [String], _ separator: UInt8) -> Bool {
        var (single, joined) = (Set<Int>(), Set<Int>())
        for line in lines {
            guard !line.utf8.contains(UInt8(ascii: "\"")) else { return false }
            let cells = line.utf8.drop { $0 == separator }.split(separator: separator, omittingEmptySubsequences: false)
            let behind = cells.reversed().prefix { $0.allSatisfy { $0 <= 32 } }.count
            single.insert(cells.count - behind)
            joined.insert(cells.count { !$0.allSatisfy { $0 <= 32 } })
        }
        return lines.count > 2 && joined.count == 1 && single.count > 1
    }

    /// Whether every cell of the rows is in quotation marks, no number has a point, and one has a comma that does not
    /// group thousands.
    private static func areQuotedCommas(_ rows: some Sequence<String>) -> Bool {
        var commas = 0
        var thousands = 0
        for row in rows {
            let line = row.drop(while: \.isWhitespace)
            guard line.hasPrefix("\""), line.hasSuffix("\""), line.count > 1 else { return false }
            for cell in line.dropFirst().dropLast().replacing("\",\"", with: "\n").split(separator: "\n") {
                if cell.contains("\"") || cell.contains(".") && Double(cell) != nil { return false }
                if isDecimalComma(cell.utf8) { commas += 1 }
                if GroupedDigits.plain(String(cell), decimalComma: false) != nil { thousands += 1 }
            }
        }
        return commas > thousands
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

    /// One of these cells; `nil` where the line is shorter.
    func cell(_ position: Int, of line: String) -> String? {
        var (index, found) = (0, String?.none)
        visitCells(line) {
            if index == position { found = $0.trimmedCell }
            index += 1
            return found == nil
        }
        return found
    }

    /// - Parameter body: gets every cell as written, and returns whether to go on.
    private func visitCells(_ line: String, _ body: (Substring) -> Bool) {
        var quoted = false
        var line = Checksum.withoutIt(line)
        if let tail, let end = line.utf8.lastIndex(where: { $0 > 32 }), line.utf8[end] == tail { line = line[..<end] }
        line.makeContiguousUTF8()
        let text = line
        var start = text.startIndex
        let isWanted = line.withUTF8 { bytes in
            for (offset, byte) in bytes.enumerated() {
                if byte == UInt8(ascii: "\"") { quoted.toggle() }
                guard byte == separator && !quoted else { continue }
                let index = text.utf8.index(text.startIndex, offsetBy: offset)
                if !joinsSeparators || start != index {
                    guard body(text[start..<index]) else { return false }
                }
                start = text.utf8.index(after: index)
            }
            return true
        }
        if isWanted, !joinsSeparators || start != text.endIndex { _ = body(text[start...]) }
    }
}

/// The checksum of an NMEA 0183 sentence, whose line begins with `$` and ends in `*` and two hexadecimal digits:
/// `$VNYMR,...,-0.16*69`.
enum Checksum {
    /// The line without its checksum; unchanged unless it begins with `$`.
    static func withoutIt(_ line: String) -> Substring {
        guard line.utf8.first == UInt8(ascii: "$"), let star = line.utf8.lastIndex(of: UInt8(ascii: "*")),
            isChecksum(line.utf8[star...].reversed().drop { $0 <= 32 }.reversed())
        else { return line[...] }
        return line[..<star]
    }

    /// Whether bytes are a star and two hexadecimal digits.
    static func isChecksum(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == 3 && bytes.first == UInt8(ascii: "*")
            && bytes.dropFirst().allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }
}
