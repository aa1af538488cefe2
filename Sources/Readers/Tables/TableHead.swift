import Recordings
import Vocabulary

/// The header of a table and some of its rows, read ahead.
struct TableHead {
    let dialect: TableDialect
    /// The names, trimmed.
    private(set) var names: [String]
    /// The header line, unchanged.
    let text: String
    /// Lines before the header; before the first row of a table without one.
    let linesBefore: Int
    /// Whether there is a header line.
    let hasHeader: Bool
    /// The first lines after the header.
    private let rest: [String]
    /// All lines that were read ahead, for questions that a few rows do not answer.
    private var ahead: ArraySlice<String>
    private var profiles = ColumnProfiles()
    /// How many cells of every row are behind the last name.
    private(set) var unnamed = 0
    /// The columns of the time that the user gives.
    var clock: ColumnMapping.Clock?

    /// - Parameter skip: whether a line belongs to what precedes the header; empty lines always do.
    init?(_ lines: LineReader, skip: (String) -> Bool = { _ in false }) {
        let header = lines.firstLines.firstIndex { !$0.allSatisfy(\.isWhitespace) && !skip($0) }
        guard let header else { return nil }
        self = lines.head(behind: header)
    }

    /// The header behind a preamble of any kind: the first line of names followed by a row of numbers with as many
    /// cells, with or without a row of units between them; else the first line that is neither empty nor a comment. A
    /// header may be a comment itself.
    init?(behindPreamble lines: LineReader) {
        guard let header = lines.headerLine else { return nil }
        self = lines.head(behind: header)
    }

    /// The head of a table whose header is two lines (`GroupedHeader`), the given one and a neighbour; `nil` for every
    /// other table.
    init?(grouped lines: LineReader, around line: Int) {
        let first = lines.firstLines
        for upper in [line - 1, line] where first.indices.contains(upper) && first.indices.contains(upper + 1) {
            let rows = Self.rows(first[(upper + 2)...].prefix(8))
            let dialect = TableDialect(header: first[upper + 1], rows: rows)
            let axes = Self.fitted(dialect.cells(Self.uncommented(first[upper + 1])), to: rows.map(dialect.cells))
            var groups = dialect.cells(Self.uncommented(first[upper]))
            while groups.count > axes.count, groups.last?.isEmpty == true { groups.removeLast() }
            guard let names = GroupedHeader.names(groups, above: axes) else { continue }
            self.init(lines, names: names, linesBefore: upper + 1)
            return
        }
        return nil
    }

    /// Whether there is a line of names above rows of numbers with as many cells.
    static func hasHeader(_ lines: LineReader) -> Bool {
        let first = lines.firstLines
        return first.indices.contains { isHeader($0, first) }
    }

    /// The line of that header; `nil` where all lines are comments or empty.
    static func headerLine(in lines: [String]) -> Int? {
        lines.indices.first { isHeader($0, lines) && !(isMarked(lines[$0]) && isHeaderAgain(behind: $0, lines)) }
            ?? lines.firstIndex { line in
                !line.allSatisfy(\.isWhitespace) && !commentMarks.contains { line.hasPrefix($0) }
            }
    }

    /// - Parameter names: made by a format from several lines; `nil` for those in the header line.
    init(_ lines: LineReader, names: [String]? = nil, linesBefore: Int) {
        let line = lines.firstLines[linesBefore]
        (self.linesBefore, clock) = (linesBefore, lines.clock)
        hasHeader = true
        ahead = lines.firstLines[(linesBefore + 1)...].dropLast()
        rest = Self.rows(lines.firstLines[(linesBefore + 1)...])
        // Comment marks are no part of the first name; formats of data sets handle theirs.
        let header = Self.uncommented(line)
        let dialect = TableDialect(header: header, rows: rest)
        (self.dialect, text) = (dialect, line)
        // Nearly all tables have as many names as cells; then the other rows need not be split.
        let rows = rest
        let count = rows.first.map { dialect.cells($0).count }
        let found = names ?? Self.names(header, dialect, rows)
        self.names = found
        guard names == nil, count != found.count else { return }
        let cells = rows.map(dialect.cells)
        self.names = Self.fitted(found, to: cells)
        // Of names that are too few, the first cells have them; one more cell may also be a row's own name in front,
        // unless the time is there.
        if let count, count > self.names.count, self.names.count > 2, cells.allSatisfy({ $0.count == count }),
            count > self.names.count + 1 || Self.beginsWithTime(self.names, cells)
        {
            unnamed = count - self.names.count
            self.names += Array(repeating: "", count: unnamed)
        }
    }

    /// The head of a table without a header, whose columns are known otherwise.
    /// - Parameters:
    ///   - rows: the first ones; the last may be cut.
    ///   - names: of the columns, as far as they are known.
    ///   - linesBefore: before the first row.
    init(rows: ArraySlice<String>, names: [String], linesBefore: Int) {
        text = ""
        self.linesBefore = linesBefore
        hasHeader = false
        rest = Self.rows(rows)
        ahead = rows.dropLast()
        dialect = TableDialect(rows: rest)
        let missing = (rest.first.map(dialect.cells)?.count ?? 0) - names.count
        self.names = names + Array(repeating: "", count: max(0, missing))
    }

    /// The names in a header: its cells, or as many words with blanks between them as the rows have numbers.
    private static func names(_ header: String, _ dialect: TableDialect, _ rows: [String]) -> [String] {
        let cells = dialect.cells(header)
        guard cells.count == 1, dialect.separator != CellSeparator.blank, !rows.isEmpty else { return cells }
        let words = header.split(whereSeparator: \.isWhitespace).map(String.init)
        let areNumbers = rows.prefix(3).map(dialect.cells).allSatisfy { row in
            row.count == words.count && row.allSatisfy(dialect.isNumber)
        }
        return areNumbers ? words : cells
    }

    /// Some rows; the last line may be cut.
    private static func rows(_ lines: ArraySlice<String>) -> [String] {
        Array(lines.dropLast().filter { !$0.isEmpty && !isComment($0) }.prefix(64))
    }

    /// Beginnings of comments.
    static let commentMarks = headerMarks + ["@"]
    private static let headerMarks = ["#", "%", "//"]

    /// Whether a line among the rows is a comment.
    private static func isComment(_ line: String) -> Bool { line.utf8.first == TableReader.comment }

    private static func isMarked(_ line: String) -> Bool { headerMarks.contains { line.hasPrefix($0) } }

    /// Without the mark of a comment: MATLAB's and C's programs write one before the names, too.
    static func uncommented(_ line: String) -> String {
        guard let mark = headerMarks.first(where: { line.hasPrefix($0) }) else { return line }
        return String(line.drop { mark.contains($0) || $0 == " " || $0 == "\t" })
    }

    /// Whether the names follow the comment that only explained them.
    private static func isHeaderAgain(behind comment: Int, _ lines: [String]) -> Bool {
        let next = lines[(comment + 1)...].firstIndex { !$0.allSatisfy(\.isWhitespace) && !isMarked($0) }
        return next.map { isHeader($0, lines) } == true
    }

    private static func isHeader(_ index: Int, _ lines: [String]) -> Bool {
        let text = uncommented(lines[index])
        guard text.contains(where: \.isLetter) else { return false }
        let rows = rows(lines[(index + 1)...].prefix(8))
        let dialect = TableDialect(header: text, rows: rows)
        let names = names(text, dialect, rows)
        // A spreadsheet pads a title to the cells of the table.
        guard names.count >= 2, names.count(where: { !$0.isEmpty }) > 1,
            !names.contains(where: { dialect.isNumber($0) })
        else { return false }
        let first = rows.prefix(3).map(dialect.cells)
        func isRow(_ row: [String]) -> Bool {
            let filled = row.filter { !$0.isEmpty }
            return fitted(names, to: [row]).count == row.count
                && 2 * filled.count { dialect.isNumber($0) } > filled.count
        }
        // The search for units takes longest.
        return first.prefix(2).contains(where: isRow) || first.count > 2 && isRow(first[2]) && hasUnits(first[0])
    }

    /// The names, fitted to the number of cells in the rows: some programs write a separator behind only the last name
    /// or only the last cell, and no name above a column of row numbers.
    private static func fitted(_ names: [String], to rows: [[String]]) -> [String] {
        guard let count = rows.first?.count, count != names.count, rows.allSatisfy({ $0.count == count }) else {
            return names
        }
        if count < names.count, names[count...].allSatisfy(\.isEmpty) { return Array(names.prefix(count)) }
        if count > names.count, rows.allSatisfy({ $0[names.count...].allSatisfy(\.isEmpty) }) {
            return names + Array(repeating: "", count: count - names.count)
        }
        guard count == names.count + 1 else { return names }
        let numbers = rows.map { Int($0[0]) }
        let isCount = zip(numbers, numbers.dropFirst()).allSatisfy { a, b in
            a.flatMap { a in b.map { a < $0 && $0 &- a == 1 } } == true
        }
        return isCount && numbers.count > 2 ? [""] + names : names
    }

    /// Whether the first name is that of a time, and the first cells rise while those behind them do not.
    private static func beginsWithTime(_ names: [String], _ rows: [[String]]) -> Bool {
        func rises(_ column: Int) -> Bool {
            zip(rows, rows.dropFirst()).allSatisfy { row, next in
                guard let a = Double(row[column]), let b = Double(next[column]) else {
                    return row[column] < next[column]
                }
                return a < b
            }
        }
        return rows.count > 3 && Lexicon.isWord(ColumnName(names[0]).stem, .time) && rises(0) && !rises(1)
    }

    /// The columns of whole numbers that are called raw and may be a chip's counts.
    var countedColumns: Set<Int> {
        guard names.contains(where: { $0.lowercased().contains("raw") }) else { return [] }
        return Set(
            names.indices.filter { profile($0).isWhole })
    }

    /// The cells of the header line as written.
    var writtenNames: [String] { dialect.cells(Self.uncommented(text)) }

    /// The head with other names.
    func renamed(_ names: [String]) -> TableHead {
        var result = self
        result.names = names
        return result
    }

    /// Number of rows without numbers below the header: none, one of units, or one more, of sources.
    var unitRows: Int {
        guard hasHeader, let first = firstRow, isText(first), rowCount > 1 else { return 0 }
        return rowCount > 2 && Self.hasUnits(first) && isText(dialect.cells(rest[1])) ? 2 : 1
    }

    private func isText(_ cells: [String]) -> Bool {
        cells.count == names.count
            && cells.allSatisfy { Double($0.withDecimalPoint) == nil && WallClockText.clock($0) == nil }
            && cells.contains { !$0.isEmpty && $0.lowercased() != "nan" }
    }

    /// The names with the units in the row below them, where the names have none.
    var namesWithUnits: [String] {
        guard unitRows > 0, let cells = firstRow else { return names }
        return zip(names, cells).map { name, cell in
            let plain = Self.plainUnit(cell)
            return Self.isUnit(plain) && !name.isEmpty && !name.contains("(") && !name.contains("[")
                ? "\(name) (\(plain))" : name
        }
    }

    private static func plainUnit(_ cell: String) -> String {
        cell.drop { $0 == "(" || $0 == "[" }.prefix { $0 != ")" && $0 != "]" }.trimmedCell
    }

    private static func isUnit(_ text: String) -> Bool {
        // Most cells are numbers, and no unit is spelled like one: the search through all spellings takes microseconds.
        guard !text.utf8.allSatisfy({ $0 &- 48 < 10 || "+-.,eE ".utf8.contains($0) }) else { return false }
        return LogUnit.Quantity.allCases.contains { ScaledUnit(spelling: text, quantity: $0)?.unit != nil }
            || TimeColumn.exponent(ofUnit: text.lowercased()) != nil || LogUnit.isMeant(text, inBrackets: true)
    }

    /// Whether most of the non-empty cells are units.
    private static func hasUnits(_ cells: [String]) -> Bool {
        let filled = cells.filter { !$0.isEmpty }
        return 2 * filled.count { isUnit(plainUnit($0)) } > filled.count
    }

    /// Lines before the first row.
    var headLines: Int { linesBefore + (hasHeader ? 1 : 0) }

    /// Number of first rows after the header that are known.
    var rowCount: Int { rest.count }

    /// The cells of the first row, where no row has as many as there are names; else `nil`.
    var otherCellCount: Int? {
        let counts = rest.map { dialect.cells($0).count }
        return counts.contains(names.count) ? nil : counts.first
    }

    /// Cells of the first row; `nil` where there is none.
    var firstRow: [String]? { rest.first.map(dialect.cells) }

    /// The cells of a column in the first rows.
    func column(_ position: Int) -> [String] { Self.column(position, of: cells.first) }

    /// As `column`, in all lines that were read ahead.
    func longColumn(_ position: Int) -> [String] { Self.column(position, of: cells.long) }

    private var cells: (first: [[String]], long: [[String]]) {
        profiles.cells {
            let long = ahead.filter { !$0.isEmpty && !Self.isComment($0) }.dropFirst(unitRows)
            // A word alone between the rows is none.
            func rows(_ lines: some Sequence<String>) -> [[String]] {
                lines.map(dialect.cells).filter { $0.count > 1 || names.count < 2 }
            }
            return (rows(rest), rows(long))
        }
    }

    private static func column(_ position: Int, of rows: [[String]]) -> [String] {
        rows.compactMap { position < $0.count ? $0[position] : nil }
    }

    /// What the rows that were read ahead say of a column.
    func profile(_ position: Int) -> ColumnProfile {
        profiles.profile(position) {
            ColumnProfile(column(position), longColumn(position).compactMap(dialect.number), dialect)
        }
    }

    /// The numbers of `longColumn`.
    func longNumbers(_ position: Int) -> [Double] { profile(position).long }

    /// The head with all whole lines of the reader's buffer, hundreds of them, for the diagnosis of a log.
    func lookingFurther(_ lines: LineReader) -> TableHead {
        var result = self
        result.clock = lines.clock
        result.profiles = ColumnProfiles()
        result.ahead =
            lines.head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst(headLines)
            .dropLast().map { LineReader.decoded($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }[...]
        return result
    }

    /// The first time in a column whose first cells all are different times of day with seconds, with or without a
    /// date; `nil` for every other column.
    func wallClock(_ position: Int) -> WallClockText.Reading? {
        // Most columns are none, which their first cell tells.
        if let first = rest.first, let cell = dialect.cell(position, of: first), !WallClockText.hasSeconds(cell) {
            return nil
        }
        let cells = column(position)
        guard cells.count > 2, Set(cells).count > 1, cells.allSatisfy(WallClockText.hasSeconds) else { return nil }
        let times = cells.compactMap(WallClockText.clock)
        return times.count == cells.count ? times.first : nil
    }

    /// The numbers of a column in the first rows.
    func numbers(_ column: Int) -> [Double] { profile(column).numbers }
}

extension [String] {
    /// The positions of some texts; `nil` unless all are there.
    func positions(of wanted: [String]) -> [Int]? {
        let found = wanted.compactMap(firstIndex(of:))
        return found.count == wanted.count ? found : nil
    }
}

/// A header of two lines: the sensors, each above the first of its columns, and their axes
/// (`Accelerometer,,,Gyroscope,,` above `x,y,z,x,y,z`), as spreadsheets write merged cells; or bodies above the axes of
/// their sensors (`left,right,left,right,...` above `acc_x,acc_x,acc_y,acc_y,...`), as data frames are written.
enum GroupedHeader {
    /// The combined names of both lines; `nil` where they are no such header.
    static func names(_ groups: [String], above axes: [String]) -> [String]? {
        let areBodies = areBodies(groups, above: axes)
        guard groups.count <= axes.count, axes.count > 3, axes.allSatisfy({ Double($0) == nil }),
            areBodies || axes.count(where: isAxis) > 2 && groups.contains(where: namesSensor)
        else { return nil }
        var current = ""
        var result: [String] = []
        for (position, axis) in axes.enumerated() {
            let group = position < groups.count ? groups[position] : ""
            if !group.isEmpty { current = group }
            if isAxis(axis) || areBodies && SensorColumns.isAxis(axis) {
                result.append(current.isEmpty ? axis : current + " " + axis)
            } else if axis.isEmpty || axis.lowercased() == group.lowercased() {
                result.append(group)
                current = ""
            } else if !group.isEmpty, TimeColumn.exponent(ofUnit: axis.lowercased()) != nil {
                result.append("\(group) (\(axis))")
                current = ""
            } else {
                result.append(axis)
                current = ""
            }
        }
        return result
    }

    /// Whether the upper names distinguish axes whose names repeat.
    private static func areBodies(_ groups: [String], above axes: [String]) -> Bool {
        let named = axes.filter(SensorColumns.isAxis)
        return named.count > 5 && Set(named).count < named.count && Set(groups).count > 2
            && groups.allSatisfy { Double($0) == nil && !SensorColumns.isAxis($0) }
    }

    private static func isAxis(_ name: String) -> Bool {
        let column = ColumnName(name)
        return column.axis.map { $0 < 3 } == true && column.stem.isEmpty
    }

    private static func namesSensor(_ name: String) -> Bool {
        ColumnName(name).axis == nil && ColumnAliases.meaning(of: ColumnName(name + " x").stem) != nil
    }
}
