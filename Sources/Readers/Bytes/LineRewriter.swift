import Vocabulary

/// Rewrites the lines of a log.
protocol LineRule: SendableMetatype {
    /// `nil` where the rule does not apply to a log with these first lines.
    init?(beginning lines: [ArraySlice<UInt8>])
    /// The rewritten line; `nil` for one that stays as it is.
    /// - Parameter line: without its line feed.
    mutating func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]?
}

extension LineRule {
    /// The trimmed cells of a line; several blanks count as one separator.
    static func cells(_ line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
        line.split(separator: separator, omittingEmptySubsequences: separator == CellSeparator.blank).map {
            String(decoding: $0, as: UTF8.self).trimmedCell
        }
    }

    /// A line of cells.
    static func row(_ cells: [String], _ separator: UInt8) -> [UInt8] {
        Array(cells.joined(separator: String(UnicodeScalar(separator))).utf8)
    }

    /// The last of some lines that are not blank.
    static func rows(_ lines: [ArraySlice<UInt8>], _ most: Int = 16) -> ArraySlice<ArraySlice<UInt8>> {
        lines.filter { line in line.contains { $0 > 32 } }.suffix(most)
    }
}

/// The possible separators of cells, those that are rarest in text cells first.
enum CellSeparator {
    static let blank = UInt8(ascii: " ")
    static let marks = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
    static let all = marks + [blank]
}

/// Rewrites the lines of a log while they are read, one for one, so that their numbers stay.
struct LineRewriter: TextFilter {
    /// In the order of application: each rule sees the output of those before it.
    private static let rules: [any LineRule.Type] = [
        // A word or brackets may be behind a time.
        LinePattern.self, InfluxLines.self, LinePattern.self, NumberedBoards.self, HexadecimalCells.self,
        UnitCells.self, VectorCells.self,
    ]

    private var rule: any LineRule
    private var line: [UInt8] = []

    /// Number of first lines that decide whether a rule applies.
    private static var decidingLines: Int { 64 }
    /// Longest line of a log, bytes.
    private static var longestLine: Int { 1 << 16 }

    /// The rules that apply to a log, each already applied to its first bytes.
    static func all(beginning bytes: inout [UInt8]) -> [LineRewriter] {
        rules.compactMap { kind in
            guard var rewriter = LineRewriter(kind, beginning: bytes) else { return nil }
            rewriter.convert(&bytes)
            return rewriter
        }
    }

    private init?(_ kind: any LineRule.Type, beginning bytes: [UInt8]) {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: Self.decidingLines, omittingEmptySubsequences: false)
        guard let rule = kind.init(beginning: lines.dropLast()) else { return nil }
        self.rule = rule
    }

    mutating func convert(_ bytes: inout [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                flush(into: &text)
                text.append(byte)
            } else {
                line.append(byte)
                if line.count == Self.longestLine { flush(into: &text) }
            }
        }
        // At the end of the log.
        if bytes.isEmpty { flush(into: &text) }
        bytes = text
    }

    private mutating func flush(into text: inout [UInt8]) {
        guard !line.isEmpty else { return }
        text += rule.rewritten(line[...]) ?? line
        line.removeAll(keepingCapacity: true)
    }
}

/// Converts a chip's counts in hexadecimal digits to decimal: `0x20ED`, `0xFFE3`, and columns of four digits, `20ED`.
///
/// Two, four and eight digits are the two's complement of 8, 16 and 32 bits.
struct HexadecimalCells: LineRule {
    private let separator: UInt8
    /// Whether each column holds such numbers.
    private let columns: [Bool]

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let rows = Self.rows(lines)
        // Every such column has an x or a hexadecimal letter, and few logs need a closer look.
        guard rows.count > 3, let last = rows.last, rows.contains(where: { $0.contains(where: Self.isLetter) }) else {
            return nil
        }
        for separator in CellSeparator.all {
            let width = Self.cells(last, separator).count
            guard width > 2 else { continue }
            let cells = rows.map { Self.cells($0, separator) }
            // The header is among them.
            let even = cells.filter { $0.count == width }
            guard even.count + 2 > cells.count else { continue }
            let columns = (0..<width).map { column in
                let texts = even.map { $0[column] }.filter { Self.number($0) != nil }
                guard texts.count + 1 >= even.count else { return false }
                return texts.allSatisfy(Self.isMarked)
                    || texts.allSatisfy { $0.count == 4 && !Self.isMarked($0) }
                        && texts.contains { text in text.contains { $0.isLetter && $0.lowercased() != "e" } }
            }
            guard columns.count(where: { $0 }) >= 3 else { continue }
            (self.separator, self.columns) = (separator, columns)
            return
        }
        return nil
    }

    func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        let cells = Self.cells(line, separator)
        guard cells.count == columns.count else { return nil }
        let numbers = zip(cells, columns).map { cell, isHexadecimal in
            isHexadecimal ? Self.number(cell).map { "\($0)" } ?? cell : cell
        }
        return Self.row(numbers, separator)
    }

    /// Whether a byte is `x` or one of the digits from `a` to `f`, but `e`, which exponents have too.
    private static func isLetter(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return letter &- 97 < 6 && letter != UInt8(ascii: "e") || letter == UInt8(ascii: "x")
    }

    private static func isMarked(_ text: String) -> Bool { text.hasPrefix("0x") || text.hasPrefix("0X") }

    private static func number(_ text: String) -> Int64? {
        let digits = isMarked(text) ? text.dropFirst(2) : text[...]
        guard (1...8).contains(digits.count), isMarked(text) || digits.count == 4,
            digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
        else { return nil }
        switch digits.count {
        case 2: return Int64(Int8(truncatingIfNeeded: number))
        case 4: return Int64(Int16(truncatingIfNeeded: number))
        case 8: return Int64(Int32(truncatingIfNeeded: number))
        default: return Int64(number)
        }
    }
}

/// Moves the unit behind every number of a column into the column's name.
///
///     t,ax,ay,az                                        t (s),ax (m/s²),ay (m/s²),az (m/s²)
///     0.02 s,0.1 m/s²,0.2 m/s²,9.8 m/s²                 0.02,0.1,0.2,9.8
struct UnitCells: LineRule {
    private let separator: UInt8
    /// The unit of each column; empty where it has none.
    private let units: [String]
    private var isBehindHeader = false

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let rows = Self.rows(lines)
        guard rows.count > 4, let last = rows.last, last.contains(where: { ($0 | 0x20) &- 97 < 26 }) else { return nil }
        for separator in CellSeparator.marks {
            let units = Self.cells(last, separator).map { Self.parts($0)?.unit ?? "" }
            guard units.count(where: { !$0.isEmpty }) >= 3 else { continue }
            let cells = rows.map { Self.cells($0, separator) }
            let alike = cells.count { row in
                row.count == units.count && zip(row, units).allSatisfy { $1.isEmpty || Self.parts($0)?.unit == $1 }
            }
            // The header is among them.
            guard alike + 1 >= rows.count else { continue }
            (self.separator, self.units) = (separator, units)
            return
        }
        return nil
    }

    mutating func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        let cells = Self.cells(line, separator)
        guard cells.count == units.count else { return nil }
        let isRow = zip(cells, units).allSatisfy { $1.isEmpty || $0.isEmpty || Self.parts($0)?.unit == $1 }
        guard isRow || !isBehindHeader else { return nil }
        isBehindHeader = true
        let parts = zip(cells, units).map { cell, unit -> String in
            if unit.isEmpty || cell.isEmpty { return cell }
            if isRow { return Self.parts(cell)?.number ?? cell }
            return cell.contains { "([".contains($0) } ? cell : "\(cell) (\(unit))"
        }
        return Self.row(parts, separator)
    }

    /// A number and the sensor's or time unit behind it; `nil` for any other cell.
    private static func parts(_ cell: String) -> (number: String, unit: String)? {
        let number = cell.prefix { $0.isASCII && ($0.isNumber || ".,+-".contains($0)) }
        guard number.endIndex < cell.endIndex, Double(String(number).withDecimalPoint) != nil else { return nil }
        let unit = cell[number.endIndex...].drop { $0 == " " }
        guard let first = unit.first, !first.isNumber, first != "e" && first != "E" || unit.count > 4,
            LogUnit.isAny(String(unit)) || TimeColumn.exponent(ofUnit: unit.lowercased()) != nil
        else { return nil }
        return (String(number), String(unit))
    }
}
