import Recordings

/// A cell in quotation marks, which may hold separators (RFC 4180, section 2).
enum QuotedCell {
    static let mark = UInt8(ascii: "\"")

    /// The position behind the closing mark of a quoted cell; `start` where the cell is not quoted, or where the line
    /// ends before the mark. Two marks inside stand for one in the text.
    static func end(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        guard start.pointee == mark else { return start }
        var p = start + 1
        while p.pointee != UInt8(ascii: "\n") {
            if p.pointee == mark {
                guard p[1] == mark else { return p + 1 }
                p += 1
            }
            p += 1
        }
        return start
    }
}

/// Reads the cells of one line after another, for logs with several kinds of lines; allocates nothing per line.
final class LineCells {
    private let lines: LineReader
    private let separator: UInt8
    private let decimalComma: Bool
    private var starts: [Int] = []
    private var ends: [Int] = []
    private(set) var lineNumber = 0
    /// The last line, if it has no line break.
    private(set) var lastLine = LastLineFinding()

    init(_ lines: LineReader, separator: UInt8, decimalComma: Bool = false) {
        self.lines = lines
        self.separator = separator
        self.decimalComma = decimalComma
    }

    /// Number of cells in the line.
    var count: Int { starts.count }

    /// Gathers the samples of all lines.
    /// - Parameter take: takes the samples of a line; false for a line that cannot be read.
    func collect(into log: inout RawLog, _ take: (inout SampleCollector) throws -> Bool) throws {
        var collector = SampleCollector()
        while try next() {
            if try !take(&collector) { collector.unreadable.add(line: lineNumber) }
        }
        try collector.finish(lines.source, lastLine: lastLine, into: &log)
    }

    /// Goes to the next line that is neither empty nor cut; false at the end.
    func next() throws -> Bool {
        while try lines.hasLine() {
            if lines.unterminated {
                switch lines.judgeLastLine(separator: separator) {
                case .whole: break
                case .open: lastLine.open.add(line: lines.lineNumber)
                case .cut:
                    lastLine.cut.add(line: lines.lineNumber)
                    lines.take(to: lines.limit, lines: 1)
                    return false
                }
            }
            starts.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            lineNumber = lines.lineNumber
            let base = lines.base
            var position = lines.position
            var start = position
            while base[position] != UInt8(ascii: "\n") {
                if base[position] == separator {
                    starts.append(start)
                    ends.append(position)
                    start = position + 1
                } else if position == start, base[position] == QuotedCell.mark {
                    position = max(position, QuotedCell.end(UnsafePointer(base + position)) - UnsafePointer(base) - 1)
                }
                position += 1
            }
            var end = position
            if end > start, base[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            starts.append(start)
            ends.append(end)
            lines.take(to: position + 1, lines: 1)
            if starts.count > 1 || end > start { return true }
        }
        return false
    }

    /// The bytes of a cell; empty beyond the last one. Valid until `next`.
    func bytes(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        guard index < starts.count else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: lines.base + starts[index], count: ends[index] - starts[index])
    }

    func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self).trimmedCell }

    /// Whether a cell is exactly this text.
    func isEqual(_ index: Int, _ text: StaticString) -> Bool {
        let cell = bytes(index)
        guard cell.count == text.utf8CodeUnitCount else { return false }
        return cell.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The number in a cell, or a reason of `CellValue`.
    func number(_ index: Int) -> Double {
        let cell = bytes(index)
        guard let base = cell.baseAddress, !cell.isEmpty else { return CellValue.missing }
        var p = base
        // Logs that people read have blanks behind the separator.
        while p < base + cell.count, p.pointee == UInt8(ascii: " ") { p += 1 }
        // Cells end in a byte that is no part of a number, and the reader's buffer is padded.
        let fast = DecimalNumber.withParser(point: UInt8(ascii: decimalComma ? "," : ".")) { $0.parse(&p) }
        if let fast, p == base + cell.count { return fast }
        return DecimalNumber.slow(cell, decimalComma: decimalComma)
    }

    /// The time in a cell, in units of 10^exponent nanoseconds; `nil` where there is none.
    func time(_ index: Int, exponent: Int) -> Int64? {
        let text = String(decoding: bytes(index), as: UTF8.self)
        return DecimalTime.parse(decimalComma ? text.withDecimalPoint : text, exponent: exponent)
    }
}
