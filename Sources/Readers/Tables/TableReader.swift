import Recordings
import SensorModels
import Vocabulary

/// Reads a table of numbers block by block.
///
/// Lines that begin with `#` are comments. A row with another number of cells than the header is left out, since it is
/// unknown which cell is missing; likewise a row without a readable time, and a last line without its line break where
/// the lines before show that it was cut (`LastLine`).
struct TableReader {
    let lines: LineReader
    let layout: TableLayout
    let block: TableBlock
    /// Whether a block ends where the next row would have to be waited for.
    var isPrompt = false
    private(set) var damage = TableDamage()
    /// The next line is another table's header.
    private(set) var isAtHeader = false
    private let plan: [Int]
    private var clock: ClockState

    /// Largest assumed ratio of text bytes to bytes of a compressed log.
    private static let usualRatio = 30.0

    /// The beginning of lines that are no rows.
    static let comment = UInt8(ascii: "#")

    init(_ lines: LineReader, layout: TableLayout) {
        self.lines = lines
        self.layout = layout
        plan = layout.plan
        clock = ClockState(layout.clock)
        block = TableBlock(columnCount: layout.numeric.count)
        damage.unreadable = Array(repeating: Finding(), count: layout.numeric.count)
    }

    /// Fills the block with the next rows; false at the end.
    mutating func next() throws -> Bool {
        block.count = 0
        while block.count < TableBlock.capacity, !isAtHeader {
            guard try lines.hasLine() else { break }
            if lines.unterminated {
                takeLastLine()
                break
            }
            parseLines()
            if isPrompt, block.count > 0, !lines.hasBufferedLine { break }
        }
        damage.rows += block.count
        return block.count > 0
    }

    private mutating func parseLines() {
        DecimalNumber.withParser(point: UInt8(ascii: layout.dialect.decimalComma ? "," : ".")) { parser in
            plan.withUnsafeBufferPointer { plan in fillBlock(parser, plan) }
        }
    }

    /// Takes the last line, which has no line break, as a row unless it was cut.
    private mutating func takeLastLine() {
        let verdict = lines.judgeLastLine(separator: layout.dialect.separator)
        let (line, rows, before) = (lines.lineNumber, block.count, damage)
        parseLines()
        // Blanks at the end divide nothing.
        damage.dividers = before.dividers
        let isRow = block.count > rows
        let isBlank = !isRow && damage == before
        if isBlank || verdict == .whole { return }
        if verdict == .open && isRow && damage == before {
            damage.lastLine.open.add(line: line)
        } else {
            block.count = rows
            damage = before
            damage.lastLine.cut.add(line: line)
        }
    }

    /// Estimated number of rows of the whole log; 0 where it is unknown.
    var expectedRows: Int {
        guard let size = lines.source.size, lines.source.consumed > 0, damage.rows > 0 else { return 0 }
        let buffered = lines.limit - lines.position
        let parsed = Double(lines.bytesBefore + lines.position)
        // Text bytes per stored byte: 1 except in compressed and converted logs.
        let ratio =
            lines.isConverted ? Double(lines.bytesBefore + lines.limit) / Double(lines.source.consumed) : 1
        guard parsed > 0, buffered >= 0 else { return 0 }
        // Room for the usual expansion of sensor logs; more is made while reading.
        return Int(clamping: Double(damage.rows) * min(ratio, Self.usualRatio) * Double(size) / parsed * 1.02) + 64
    }

    /// Parses whole lines of the buffer until it or the block ends.
    private mutating func fillBlock(_ parser: DecimalNumber, _ plan: UnsafeBufferPointer<Int>) {
        let base = UnsafePointer(lines.base)
        let end = base + lines.limit
        let separator = layout.dialect.separator
        let joins = layout.dialect.joinsSeparators
        let newline = UInt8(ascii: "\n")
        let tail = layout.dialect.tail ?? newline
        var p = base + lines.position
        var line = lines.lineNumber
        let firstLine = line
        var row = block.count
        let cells = block.cells
        let last = plan.count - 1
        let fastExponent = layout.dialect.decimalComma ? -1 : clock.fastExponent
        let countsRows = clock.countsRows
        let isPlain = clock.isPlain

        @inline(__always)
        func endsCell(_ byte: UInt8) -> Bool {
            byte == separator || byte == newline || byte == UInt8(ascii: "\r") || byte == tail
        }

        rows: while p < end && row < TableBlock.capacity {
            if p.pointee == Self.comment {
                p = endOfLine(p) + 1
                line += 1
                continue
            }
            if joins { skipSeparators(&p) }
            let start = p
            var time = countsRows ? 0 : DecimalTime.unreadable
            var supplement = UnsafeBufferPointer(start: p, count: 0)
            var position = 0
            while position <= last {
                // Most cells of a canonical log are empty, in a pattern that follows the sensors' order.
                while position < last, p.pointee == separator, plan[position] >= 0 {
                    cells[plan[position] * TableBlock.capacity + row] = CellValue.missing
                    position += 1
                    p += 1
                }
                let target = plan[position]
                let cell = p
                if target >= 0 {
                    if endsCell(cell.pointee) {
                        cells[target * TableBlock.capacity + row] = CellValue.missing
                    } else {
                        var (value, end) = parser.number(at: cell)
                        if end == cell || !endsCell(end.pointee) {
                            end = cell
                            value = slowCell(
                                &end, column: target, line: line, isSentence: start.pointee == UInt8(ascii: "$"))
                        }
                        p = end
                        cells[target * TableBlock.capacity + row] = value
                    }
                } else if target == TableLayout.timeCell {
                    if fastExponent == 9, let stamp = DecimalTime.parse(&p), endsCell(p.pointee) {
                        time = stamp
                    } else if fastExponent == 0, let stamp = DecimalTime.parseInteger(&p), endsCell(p.pointee) {
                        time = stamp
                    } else {
                        p = endOfCell(cell)
                        time = clock.stamp(of: UnsafeBufferPointer(start: cell, count: p - cell), layout)
                    }
                } else {
                    p = endOfCell(p)
                    if target == TableLayout.supplementCell {
                        supplement = UnsafeBufferPointer(start: cell, count: p - cell)
                    }
                }
                if position < last {
                    guard p.pointee == separator else {
                        p = endOfLine(p)
                        if isNextHeader(start, p, line: line, below: row, else: \.cellCount) {
                            p = start
                            break rows
                        }
                        p += 1
                        line += 1
                        continue rows
                    }
                    p += 1
                    if joins { skipSeparators(&p) }
                }
                position += 1
            }
            if joins { skipSeparators(&p) }
            if let part = layout.supplement, time != DecimalTime.unreadable {
                time = part.time(time, with: supplement)
            }
            if p.pointee == tail, tail != newline { skipTail(&p) }
            if p.pointee == UInt8(ascii: "\r") { p += 1 }
            if p.pointee != newline {
                p = endOfLine(p)
                if isNextHeader(start, p, line: line, below: row, else: \.cellCount, countsBlank: true) {
                    p = start
                    break rows
                }
            } else if time == DecimalTime.unreadable {
                if isNextHeader(start, p, line: line, below: row, else: \.time) {
                    p = start
                    break rows
                }
            } else {
                if isPlain {
                    block.times[row] = time
                } else {
                    let turns = clock.turns
                    block.times[row] = clock.next(time)
                    if clock.turns != turns { damage.turns.add(line: line) }
                }
                block.lines[row] = line
                row += 1
            }
            p += 1
            line += 1
        }
        block.count = row
        lines.take(to: p - base, lines: line - firstLine)
    }

    @inline(never)
    private mutating func slowCell(
        _ p: inout UnsafePointer<UInt8>, column: Int, line: Int, isSentence: Bool
    ) -> Double {
        let start = p
        p = endOfCell(p)
        var cell = UnsafeBufferPointer(start: start, count: p - start)
        if isSentence, Checksum.isChecksum(cell.suffix(3)) { cell = UnsafeBufferPointer(rebasing: cell.dropLast(3)) }
        let value = DecimalNumber.slow(cell, decimalComma: layout.dialect.decimalComma)
        if CellValue.isUnreadable(value) {
            let word = String(decoding: cell, as: UTF8.self).trimmedCell
            if layout.hemisphereColumns.contains(column), let sign = CoordinateText.sign(word) { return sign }
            if layout.coordinateColumns.contains(column), let degrees = CoordinateText.degrees(word) { return degrees }
            if layout.trackingColumn == column,
                let state = ARTracking(
                    word: String(decoding: UnsafeBufferPointer(start: start, count: p - start), as: UTF8.self))
            {
                return Double(state.rawValue)
            }
            let text = damage.unreadable[column].count == 0 ? excerpt(start) : ""
            damage.unreadable[column].add(line: line, text: text)
        }
        return value
    }

    /// Whether a line that is no row is another table's header, which is left to the next table; every other line is
    /// counted.
    /// - Parameters:
    ///   - row: how many rows of the block are above it.
    ///   - damage: of a line that is no header.
    ///   - countsBlank: whether a line of blanks is damage too.
    @inline(never)
    private mutating func isNextHeader(
        _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, line: Int, below row: Int,
        else damage: WritableKeyPath<TableDamage, Finding>, countsBlank: Bool = false
    ) -> Bool {
        switch header(start, end) {
        case .own: self.damage.headers.add(line: line)
        case .another: isAtHeader = true
        case nil where countsBlank || !isBlank(start, end):
            self.damage[keyPath: damage].add(line: line, text: damage == \.time ? excerpt(start) : "")
        case nil: self.damage.dividers.add(line: line, below: self.damage.rows + row)
        }
        return isAtHeader
    }

    private enum Header { case own, another }

    /// The kind of header that a line which is no row is: the table's own, which a program repeats when it restarts, or
    /// another table's. `nil` for every other line.
    @inline(never)
    private func header(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Header? {
        // The rest of a damaged row begins with a number.
        guard !layout.header.isEmpty, (start.pointee | 0x20) &- 97 < 26 || start.pointee == QuotedCell.mark else {
            return nil
        }
        let line = LineReader.decoded(UnsafeBufferPointer(start: start, count: end - start))
        var cells = line.utf8.split(
            separator: layout.dialect.separator, omittingEmptySubsequences: layout.dialect.joinsSeparators
        )
        .map { Substring($0).trimmedCell }
        if cells.elementsEqual(layout.header) { return .own }
        while cells.last?.isEmpty == true { cells.removeLast() }
        if cells.elementsEqual(layout.header.prefix(cells.count)), !cells.isEmpty, cells.count + 2 > layout.header.count
        {
            return .own
        }
        return StackedTables.isHeader(cells) ? .another : nil
    }

    private func skipSeparators(_ p: inout UnsafePointer<UInt8>) {
        while p.pointee == layout.dialect.separator { p += 1 }
    }

    /// Skips the mark behind the last cell, and blanks behind it.
    private func skipTail(_ p: inout UnsafePointer<UInt8>) {
        p += 1
        while p.pointee == UInt8(ascii: " ") || p.pointee == UInt8(ascii: "\t") { p += 1 }
    }

    private func endOfCell(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var p = QuotedCell.end(start)
        let separator = layout.dialect.separator
        while p.pointee != separator && p.pointee != UInt8(ascii: "\n") { p += 1 }
        // A carriage return belongs to the line break.
        if p > start && p.pointee == UInt8(ascii: "\n") && p[-1] == UInt8(ascii: "\r") { p -= 1 }
        guard let tail = layout.dialect.tail, p.pointee != separator else { return p }
        // The mark behind the last cell, and blanks behind it.
        var end = p
        while end > start && (end[-1] == UInt8(ascii: " ") || end[-1] == UInt8(ascii: "\t")) { end -= 1 }
        return end > start && end[-1] == tail ? end - 1 : p
    }

    private func endOfLine(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var p = start
        while p.pointee != UInt8(ascii: "\n") { p += 1 }
        return p
    }

    private func isBlank(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        UnsafeBufferPointer(start: start, count: end - start).allSatisfy { $0 <= 32 }
    }

    /// The text of a cell for a message: at most 24 characters, without control characters.
    private func excerpt(_ start: UnsafePointer<UInt8>) -> String {
        let end = endOfCell(start)
        let bytes = UnsafeBufferPointer(start: start, count: min(24, end - start))
        return String(decoding: bytes.map { $0 < 32 || $0 == 127 ? 46 : $0 }, as: UTF8.self)
    }
}

/// Some hundred rows of a table, column by column: the unit of work between text and streams.
///
/// Small enough for the second-level cache, large enough that the work per block is negligible.
final class TableBlock {
    static let capacity = 512
    /// Column-major: the cell of `column` in `row` is at column * capacity + row. See `CellValue` for what is no
    /// number.
    let cells: UnsafeMutablePointer<Double>
    /// Nanoseconds.
    let times: UnsafeMutablePointer<Int64>
    /// Line numbers.
    let lines: UnsafeMutablePointer<Int>
    let columnCount: Int
    var count = 0

    init(columnCount: Int) {
        self.columnCount = columnCount
        cells = .allocate(capacity: max(1, columnCount) * Self.capacity)
        cells.initialize(repeating: 0, count: max(1, columnCount) * Self.capacity)
        times = .allocate(capacity: Self.capacity)
        times.initialize(repeating: 0, count: Self.capacity)
        lines = .allocate(capacity: Self.capacity)
        lines.initialize(repeating: 0, count: Self.capacity)
    }

    deinit {
        cells.deallocate()
        times.deallocate()
        lines.deallocate()
    }

    /// The cells of one row.
    @inline(__always)
    func row(_ row: Int) -> TableRow { TableRow(base: cells + row) }
}

/// One row of a block.
struct TableRow {
    fileprivate let base: UnsafeMutablePointer<Double>

    /// The cell in a column of the block.
    @inline(__always)
    subscript(column: Int) -> Double { base[column * TableBlock.capacity] }
}
