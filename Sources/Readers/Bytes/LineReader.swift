import Files

/// Whole lines of a log, in pieces of some hundred KiB.
///
/// A last line without its line break may have been cut in the middle of a number: it comes alone, after all others,
/// with `unterminated` set. A UTF-8 byte-order mark at the start is skipped; other encodings and line ends are
/// converted (`TextReader`).
final class LineReader {
    let source: ByteSource
    /// The column of the time that the user gives.
    let clock: ColumnMapping.Clock?
    private let text: TextReader
    private(set) var base: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int
    /// The first byte that has not been taken.
    private(set) var position = 0
    /// The end of the whole lines in the buffer.
    private(set) var limit = 0
    private var filled = 0
    private var isAtEnd = false
    /// The number of the line at `position`.
    private(set) var lineNumber: Int
    /// Text bytes of the pieces before the current one.
    private(set) var bytesBefore = 0
    /// The line at `position` is the log's last one and lacks its line break (the buffer adds one), or it has been
    /// taken.
    private(set) var unterminated = false
    /// Text bytes before the first line that a format sees.
    private var takenBefore = 0
    /// A format has reported what became of this table, so it does not count as unread.
    var isReported = false
    /// The last bytes of the lines before the buffer.
    private var earlier: [UInt8] = []

    private static let initialCapacity = 1 << 18
    /// Longest line of a log, bytes.
    private static let longestLine = 1 << 22
    /// Bytes at the beginning by which the format is recognised.
    private static let headSize = 1 << 16
    /// Bytes of taken lines that are kept for `LastLine`.
    private static let remembered = 1 << 12
    /// Number parsing loads eight bytes at a time and may read this far past the last line.
    static let padding = 32

    /// - Parameter firstLine: the number of the first line.
    init(_ source: ByteSource, _ options: TextOptions = TextOptions(), firstLine: Int = 1) throws {
        (self.source, clock) = (source, options.clock)
        lineNumber = firstLine
        text = try TextReader(source, comment: options.comment)
        // Small logs need no larger buffer than their size.
        let known = source.isCompressed ? nil : source.size
        capacity = known.map { min(Self.initialCapacity, max(1 << 12, $0 + 1)) } ?? Self.initialCapacity
        base = .allocate(capacity: capacity + Self.padding)
        base.initialize(repeating: 0, count: capacity + Self.padding)
        try fill(isHead: true)
        if isAtEnd, filled < capacity / 2 { resize(to: filled + 1) }
        if filled >= 3, base[0] == 0xef, base[1] == 0xbb, base[2] == 0xbf { position = 3 }
        for _ in 0..<options.skippedLines { _ = try nextLine() }
        takenBefore = taken
    }

    deinit { base.deallocate() }

    /// The rest of the buffer, an incomplete line included: for recognition.
    var head: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + position, count: max(0, filled - position))
    }

    /// The first bytes of the log before their conversion to text.
    var beginning: [UInt8] { text.beginning }

    /// The first lines without their line breaks, at most 128 and 64 KiB; takes nothing. Valid before a line is taken.
    private(set) lazy var firstLines: [String] = {
        let bytes = head.prefix(1 << 16)
        return bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 128, omittingEmptySubsequences: false).prefix(128)
            .map { line in
                Self.decoded(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
            }
    }()

    /// The `#` lines above everything else; none is taken.
    var firstComments: [String] {
        guard head.first(where: { $0 > 32 }) == UInt8(ascii: "#") else { return [] }
        return firstLines.prefix { $0.hasPrefix("#") || $0.allSatisfy(\.isWhitespace) }.filter { $0.hasPrefix("#") }
    }

    /// The line of the header behind a preamble (`TableHead.init(behindPreamble:)`).
    private(set) lazy var headerLine: Int? = TableHead.headerLine(in: firstLines)

    private var heads: [Int: TableHead] = [:]

    /// The header behind so many lines; cached, since several formats ask for the same one.
    func head(behind linesBefore: Int) -> TableHead {
        if let known = heads[linesBefore] { return known }
        let head = TableHead(grouped: self, around: linesBefore) ?? TableHead(self, linesBefore: linesBefore)
        heads[linesBefore] = head
        return head
    }

    /// A text in UTF-8, else in Latin-1 (ISO 8859-1), whose characters are the first 256 of Unicode: older spreadsheets
    /// write a micro sign, a degree and a superscript so.
    static func decoded(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.unicodeScalars.contains("\u{fffd}") else { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Whether the length of the text differs from that of the stored bytes.
    var isConverted: Bool { source.isCompressed || text.isConverting }

    /// Whether the text is not that of the log's bytes.
    var isRewritten: Bool { text.isConverting }

    /// Bytes of text that were taken.
    var taken: Int { bytesBefore + position }

    /// No byte at all.
    var isEmpty: Bool { filled == position && isAtEnd }

    /// Whether anything has been taken.
    var wasRead: Bool { taken > takenBefore }

    /// Whether there is at least one whole line at `position`; reads on where there is none.
    func hasLine() throws -> Bool {
        if position < limit { return true }
        try fill()
        return position < limit
    }

    /// Whether there is a whole line at `position` without reading on.
    var hasBufferedLine: Bool { position < limit }

    /// Marks everything before `newPosition` (a line's start) as taken.
    func take(to newPosition: Int, lines: Int) {
        position = newPosition
        lineNumber += lines
    }

    /// The next line without its line break, taken; `nil` at the end.
    func nextLine() throws -> String? {
        guard try hasLine() else { return nil }
        var end = position
        while base[end] != UInt8(ascii: "\n") { end += 1 }
        var last = end
        if last > position && base[last - 1] == UInt8(ascii: "\r") { last -= 1 }
        let line = Self.decoded(UnsafeBufferPointer(start: base + position, count: last - position))
        take(to: end + 1, lines: 1)
        return line
    }

    /// The next line as `nextLine`, not taken.
    func peekLine() throws -> String? {
        guard try hasLine() else { return nil }
        let (oldPosition, oldNumber) = (position, lineNumber)
        defer { (position, lineNumber) = (oldPosition, oldNumber) }
        return try nextLine()
    }

    /// All bytes that are left, taken.
    func rest() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while try hasLine() {
            // The line break of a last line was added here.
            bytes += UnsafeBufferPointer(start: base + position, count: limit - position - (unterminated ? 1 : 0))
            take(to: limit, lines: 1)
        }
        return bytes
    }

    /// The next byte, not taken; `nil` at the end. For text in which lines mean nothing, and may be of any length.
    func peekByte() throws -> UInt8? {
        if position >= filled {
            guard !isAtEnd else { return nil }
            bytesBefore += position
            (position, limit) = (0, 0)
            filled = try text.read(into: UnsafeMutableRawBufferPointer(start: base, count: capacity))
            isAtEnd = filled == 0
            guard !isAtEnd else { return nil }
        }
        return base[position]
    }

    /// Takes the byte that `peekByte` gave.
    func takeByte() { position += 1 }

    /// Takes the next bytes while they are wanted, at most so many.
    @inline(__always)
    func takeBytes(into bytes: inout [UInt8], most: Int, while isWanted: (UInt8) -> Bool) throws {
        var left = most
        while left > 0, try peekByte() != nil {
            let piece = UnsafeBufferPointer(start: base + position, count: min(left, filled - position))
            let end = piece.firstIndex { !isWanted($0) } ?? piece.count
            bytes.append(contentsOf: piece[..<end])
            position += end
            left -= end
            if end < piece.count { return }
        }
    }

    /// Whether a last line without a line break is complete; to be called before it is taken.
    func judgeLastLine(separator: UInt8) -> LastLine.Verdict {
        guard [.none, .trailingBytes, .wrongChecksum].contains(source.damage) else { return .cut }
        var end = limit - 1
        if end > position && base[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let line = UnsafeBufferPointer(start: base + position, count: end - position)
        return LastLine.judge(Array(line), after: earlier, separator: separator)
    }

    /// - Parameter isHead: fills up to 64 KiB of the log's beginning, by which it is recognised: how much one read of a
    ///   pipe gives must not matter. A full buffer is enough even without a line break, since JSON may have none.
    private func fill(isHead: Bool = false) throws {
        guard !unterminated else { return }
        // Called only when no whole line is left: keeps the start of an incomplete one.
        let kept = filled - position
        if position > 0 && limit > 0 {
            let start = max(0, position - Self.remembered)
            earlier = Array(UnsafeBufferPointer(start: base + start, count: position - start))
            base.update(from: base + position, count: kept)
            bytesBefore += position
            (position, limit, filled) = (0, 0, kept)
        }
        while !isAtEnd {
            if filled == capacity {
                if isHead { return }
                try grow()
            }
            let room = UnsafeMutableRawBufferPointer(start: base + filled, count: capacity - filled)
            let count = try text.read(into: room)
            if count == 0 {
                isAtEnd = true
                break
            }
            var end = filled + count
            let old = filled
            filled = end
            // Reads may be short; a line break in the new part is enough to go on.
            while end > old && base[end - 1] != UInt8(ascii: "\n") { end -= 1 }
            if end > old { limit = end }
            if isHead && !source.headIsShort ? filled >= Self.headSize : end > old { return }
        }
        // A last line without a line break comes alone, after all whole lines.
        guard limit <= position, filled > position else { return }
        base[filled] = UInt8(ascii: "\n")
        limit = filled + 1
        unterminated = true
    }

    private func grow() throws {
        guard capacity < Self.longestLine else {
            throw error(
                .lineTooLong, line: lineNumber,
                "found a line of more than \(Self.longestLine) bytes, expected a table with line breaks",
                "check that the log is text")
        }
        resize(to: 2 * capacity)
    }

    private func resize(to newCapacity: Int) {
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity + Self.padding)
        new.initialize(repeating: 0, count: newCapacity + Self.padding)
        // With the line break behind a last line without one.
        new.update(from: base, count: filled + (unterminated ? 1 : 0))
        base.deallocate()
        (base, capacity) = (new, newCapacity)
    }
}

/// Whether a log's last line, where it has no line break, is whole or was cut.
///
/// Programs that join lines omit the last line break, and a full disk cuts a line anywhere, so the lines before decide.
/// A number that lost digits is still a number: it is recognised as cut only where all numbers above have equally many
/// decimals.
enum LastLine {
    /// The result of the comparison with the lines before.
    enum Verdict {
        case whole
        /// It has all its cells, but its last number may be cut.
        case open
        case cut
    }

    /// Least number of earlier lines that must agree.
    private static let fewestPeers = 8

    /// - Parameters:
    ///   - line: without a carriage return.
    ///   - earlier: some kilobytes before it.
    static func judge(_ line: [UInt8], after earlier: [UInt8], separator: UInt8) -> Verdict {
        let cells = self.cells(line, separator)
        guard let last = cells.last, !line.isEmpty, !"#%/".utf8.contains(line[0]) else { return .whole }
        let tag = self.tag(cells)
        // The first of them may lack its start.
        let peers = earlier.split(separator: UInt8(ascii: "\n")).dropFirst().suffix(64).map {
            self.cells(Array($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0), separator)
        }.filter { self.tag($0) == tag }
        // The only line of its kind has no peers.
        guard let fewest = peers.map(\.count).min() else { return tag.isEmpty ? .open : .cut }
        if cells.count < fewest { return .cut }
        let ends = peers.compactMap(\.last)
        let numbers = ends.filter { !$0.isEmpty }.allSatisfy(isNumber)
        if last.isEmpty { return ends.allSatisfy(\.isEmpty) ? .whole : ends.contains(where: \.isEmpty) ? .open : .cut }
        if numbers, !isNumber(last) { return .cut }
        guard peers.count >= fewestPeers, ends.allSatisfy({ !$0.isEmpty }) else { return .open }
        // A fixed number of decimals holds in every column but the first, which may be a time of another kind.
        let isFixed = (1..<max(1, fewest)).allSatisfy { column in Set(peers.map { decimals($0[column]) }).count == 1 }
        let place = decimals(ends[0])
        if numbers, isFixed, place > 0 {
            let own = decimals(last)
            return own == place ? .whole : own < place ? .cut : .open
        }
        // Words and whole numbers of one length, such as an accuracy of one digit.
        return ends.allSatisfy { $0.count == last.count && decimals($0) == 0 } ? .whole : .open
    }

    /// Several blanks count as one separator.
    private static func cells(_ line: [UInt8], _ separator: UInt8) -> [ArraySlice<UInt8>] {
        line.split(separator: separator, omittingEmptySubsequences: separator == UInt8(ascii: " "))
    }

    /// In logs with several kinds of lines: the word of letters in one of the first two cells.
    private static func tag(_ cells: [ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
        cells.prefix(2).first { cell in
            !cell.isEmpty && cell.allSatisfy { ($0 | 0x20) &- 97 < 26 || $0 == UInt8(ascii: "_") }
        } ?? []
    }

    private static func isNumber(_ cell: ArraySlice<UInt8>) -> Bool {
        guard let last = cell.last else { return false }
        let marks = "0123456789+-.,eE \"\t".utf8
        return cell.allSatisfy(marks.contains) && (last &- 48 < 10 || last == UInt8(ascii: "\""))
    }

    private static func decimals(_ cell: ArraySlice<UInt8>) -> Int {
        let point = cell.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        return point.map { cell.endIndex - $0 - 1 } ?? 0
    }
}
