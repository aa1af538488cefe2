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
        LinePrefix.self, BracketedLine.self, InfluxLines.self, LineLabel.self, TimedTag.self, NumberedBoards.self,
        HexadecimalCells.self, UnitCells.self, VectorCells.self,
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

/// Makes a word and colon in front of many numbers a cell of its own, so that the first number becomes one too.
///
///     Raw:421,-49,-614,19,184,178,-24,6,35      Raw,421,-49,-614,19,184,178,-24,6,35
///
/// A label with one number or three is left to `LabelledLine`.
struct LineLabel: LineRule {
    private let label: [UInt8]
    private let separator: UInt8

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let rows = Self.rows(lines, 8)
        guard rows.count > 3, let last = rows.last, let colon = last.firstIndex(of: UInt8(ascii: ":")),
            colon > last.startIndex, last[..<colon].allSatisfy({ ($0 | 0x20) &- 97 < 26 || "_/".utf8.contains($0) })
        else { return nil }
        let label = Array(last[...colon])
        guard let separator = CellSeparator.all.first(where: last[(colon + 1)...].contains) else { return nil }
        let isEven = rows.allSatisfy { row in
            guard row.starts(with: label) else { return false }
            let cells = Self.behind(row.dropFirst(label.count), separator).split(
                separator: separator, omittingEmptySubsequences: false
            ).map { String(decoding: $0, as: UTF8.self).trimmedCell }
            return cells.count > 3 && cells.allSatisfy { Double($0) != nil }
        }
        guard isEven else { return nil }
        (self.label, self.separator) = (label, separator)
    }

    func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard line.starts(with: label) else { return nil }
        return label.dropLast() + [separator] + Self.behind(line.dropFirst(label.count), separator)
    }

    /// The text behind the label, without leading blanks and separators.
    private static func behind(_ rest: ArraySlice<UInt8>, _ separator: UInt8) -> ArraySlice<UInt8> {
        rest.drop { $0 == UInt8(ascii: " ") || $0 == separator }
    }
}

/// Makes the time that a program writes in front of every line a cell of its own, and drops the rest of that prefix.
///
///     09:41:12.340 -> 0.1,0.2,9.8                                              the serial monitor of Arduino's editor
///     09:41:12.340 > 0.1,0.2,9.8                                               PlatformIO
///     03-05 13:20:11.250  4211  4250 D Sensors: ACC 0.1 0.2 9.8                logcat
///     03-05 13:20:11.250 D/Sensors( 4211): ACC 0.1 0.2 9.8                     logcat -v time
///     2024-03-05 13:20:11.250  4211-4250  Sensors  org.example  D  ACC 0.1 0.2 9.8      Android Studio
///     2024-03-05 13:20:11.250 4211-4250/org.example D/Sensors: ACC 0.1 0.2 9.8         its versions before 2022
///     2024-03-05 13:20:11.250123+0100 Sensors[4211:93412] ACC 0.1 0.2 9.8      NSLog
///     [00:00:12.340,000] <inf> sensors: ACC 0.1 0.2 9.8                        Zephyr
struct LinePrefix: LineRule {
    /// The separator of the cells behind the time.
    private let separator: UInt8

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let lines = lines.filter { !$0.allSatisfy { $0 == UInt8(ascii: "\r") } && !Self.isNotice($0) }.prefix(8)
        guard lines.count > 1, let last = lines.last, lines.allSatisfy({ Self.parts($0) != nil }),
            let message = Self.parts(last)?.message
        else { return nil }
        separator = CellSeparator.marks.first { message.contains($0) } ?? CellSeparator.blank
    }

    func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard let parts = Self.parts(line) else { return Self.isNotice(line) ? [] : nil }
        let date = parts.date.map { $0 + [UInt8(ascii: "T")] } ?? []
        // Zephyr groups the digits behind the decimal point.
        return date + parts.time.filter { $0 != UInt8(ascii: ",") } + [separator] + parts.message
    }

    /// Lines without data: `--------- beginning of main`, `*** Booting Zephyr OS ***`.
    private static func isNotice(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "---".utf8) || line.starts(with: "***".utf8)
    }

    // MARK: The parts of a line

    private typealias Bytes = ArraySlice<UInt8>

    /// `nil` for a line without such a prefix. A date without a year is ignored.
    private static func parts(_ line: Bytes) -> (date: Bytes?, time: Bytes, message: Bytes)? {
        var rest = line
        if rest.first == UInt8(ascii: "[") {
            rest.removeFirst()
            guard let time = takeTime(&rest), rest.starts(with: "] <".utf8),
                let end = rest.firstIndex(of: UInt8(ascii: ">")), let message = behindTag(rest[(end + 1)...])
            else { return nil }
            return (nil, time, message)
        }
        let date = takeDate(&rest)
        guard let time = takeTime(&rest) else { return nil }
        let arrows = [" -> ", " > "]
        if date == nil, let arrow = arrows.first(where: { rest.starts(with: $0.utf8) }) {
            return (nil, time, rest.dropFirst(arrow.utf8.count))
        }
        guard date != nil, let message = behindSource(rest) else { return nil }
        return (date.flatMap { $0.count == 10 ? $0 : nil }, time, message)
    }

    /// Takes `03-05 ` or `2024-03-05 `; returns it without the blank.
    private static func takeDate(_ rest: inout Bytes) -> Bytes? {
        let date = rest.prefix { isDigit($0) || $0 == UInt8(ascii: "-") }
        guard date.count == 5 || date.count == 10, date.count(where: isDigit) == (date.count == 5 ? 4 : 8),
            rest[date.endIndex...].first == UInt8(ascii: " ")
        else { return nil }
        rest = rest[(date.endIndex + 1)...]
        return date
    }

    /// `13:20:11.250`, `00:00:12.340,000`, `13:20:11.250123+0100`.
    private static func takeTime(_ rest: inout Bytes) -> Bytes? {
        let marks = Array(":.,+".utf8)
        let time = rest.prefix { isDigit($0) || marks.contains($0) }
        guard time.count >= 8, time.count(where: { $0 == UInt8(ascii: ":") }) == 2 else { return nil }
        rest = rest[time.endIndex...]
        return time
    }

    /// The message behind the name of the program that wrote it.
    private static func behindSource(_ from: Bytes) -> Bytes? {
        var rest = from
        let first = takeWord(&rest)
        if first.last == UInt8(ascii: "]"), let open = first.firstIndex(of: UInt8(ascii: "[")),
            first[(open + 1)...].dropLast().allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ":") }),
            open + 2 < first.endIndex
        {
            return behindBlanks(rest)
        }
        if isLevel(first.prefix(1)), first.dropFirst().first == UInt8(ascii: "/") { return behindTag(from) }
        guard let digit = first.first, isDigit(digit) else { return nil }
        if first.allSatisfy(isDigit) {
            guard takeWord(&rest).allSatisfy(isDigit), isLevel(takeWord(&rest)) else { return nil }
            return behindTag(rest)
        }
        guard first.drop(while: isDigit).first == UInt8(ascii: "-") else { return nil }
        // Android Studio writes the level as a word or the beginning of one.
        for _ in 0..<4 {
            let before = rest
            let word = takeWord(&rest)
            if isLevel(word) { return behindBlanks(rest) }
            if isLevel(word.prefix(1)), word.dropFirst().first == UInt8(ascii: "/") { return behindTag(before) }
        }
        return nil
    }

    /// The text behind `: `.
    private static func behindTag(_ rest: Bytes) -> Bytes? {
        var end = rest.startIndex
        while end + 1 < rest.endIndex {
            if rest[end] == UInt8(ascii: ":"), rest[end + 1] == UInt8(ascii: " ") {
                return behindBlanks(rest[(end + 1)...])
            }
            end += 1
        }
        return nil
    }

    /// The next word, without the blanks before it.
    private static func takeWord(_ rest: inout Bytes) -> Bytes {
        let word = behindBlanks(rest).prefix { $0 != UInt8(ascii: " ") }
        rest = rest[word.endIndex...]
        return word
    }

    private static func behindBlanks(_ rest: Bytes) -> Bytes { rest.drop { $0 == UInt8(ascii: " ") } }
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
    private static func isLevel(_ word: Bytes) -> Bool {
        word.count == 1 && "VDIWEFA".utf8.contains(word[word.startIndex])
    }
}
