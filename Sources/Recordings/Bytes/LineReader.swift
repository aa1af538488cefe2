import SensorModels
import Vocabulary

/// Whole lines of a log, in pieces of some hundred KiB.
///
/// A last line without its line break may have been cut in the middle of a number: it comes alone, behind all others, with
/// `unterminated` set. A UTF-8 byte-order mark at the start is skipped.
final class LineReader {
    let source: ByteSource
    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The first byte that has not been taken.
    private(set) var position = 0
    /// The end of the whole lines in the buffer.
    private(set) var limit = 0
    private var filled = 0
    private var isAtEnd = false
    /// The number of the line at `position`, from 1.
    private(set) var lineNumber = 1
    /// Text bytes of the pieces before the current one.
    private(set) var bytesBefore = 0
    /// The line at `position` is the log's last one and has no line break in the log (it has one here), or was taken.
    private(set) var unterminated = false
    /// The last bytes of the lines before the buffer.
    private var earlier: [UInt8] = []

    private static let initialCapacity = 1 << 18
    /// A longer line is no line of a log.
    private static let longestLine = 1 << 22
    /// What is kept of taken lines for `LastLine`.
    private static let remembered = 1 << 12
    /// Number parsing loads eight bytes at a time and may look this far behind the last line.
    static let padding = 32

    init(_ source: ByteSource) throws {
        self.source = source
        // Small logs need no more than themselves.
        let known = source.isCompressed ? nil : source.size
        capacity = known.map { min(Self.initialCapacity, max(1 << 12, $0 + 1)) } ?? Self.initialCapacity
        base = .allocate(capacity: capacity + Self.padding)
        base.initialize(repeating: 0, count: capacity + Self.padding)
        try fill(isHead: true)
        if filled >= 3, base[0] == 0xef, base[1] == 0xbb, base[2] == 0xbf { position = 3 }
    }

    deinit { base.deallocate() }

    /// Everything in the buffer that has not been taken, a line that is not complete included: for recognition.
    var head: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + position, count: max(0, filled - position))
    }

    /// The first lines without their line breaks, nothing taken: at most 128 and 64 KiB. Before the first line is taken.
    private(set) lazy var firstLines: [String] = {
        let bytes = head.prefix(1 << 16)
        return bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 128, omittingEmptySubsequences: false).prefix(128)
            .map { line in
                String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
    }()

    /// No byte at all.
    var isEmpty: Bool { filled == position && isAtEnd }

    /// Whether there is at least one whole line at `position`; reads on where there is none.
    func hasLine() throws -> Bool {
        if position < limit { return true }
        try fill()
        return position < limit
    }

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
        let line = String(decoding: UnsafeBufferPointer(start: base + position, count: last - position), as: UTF8.self)
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

    /// Whether the last line, where it has no line break, is whole; before it is taken.
    func judgeLastLine(separator: UInt8) -> LastLine.Verdict {
        guard source.damage == .none else { return .cut }
        var end = limit - 1
        if end > position && base[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let line = UnsafeBufferPointer(start: base + position, count: end - position)
        return LastLine.judge(Array(line), after: earlier, separator: separator)
    }

    /// - Parameter isHead: a full buffer is enough, with or without a line break (JSON may have none at all).
    private func fill(isHead: Bool = false) throws {
        guard !unterminated else { return }
        // Called with no whole line left: only the start of one line is kept.
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
            let count = try source.read(into: room)
            if count == 0 {
                isAtEnd = true
                if filled > position {
                    base[filled] = UInt8(ascii: "\n")
                    limit = filled + 1
                    unterminated = true
                }
                return
            }
            var end = filled + count
            let old = filled
            filled = end
            // Reads may be short; a line break in the new part is enough to go on.
            while end > old && base[end - 1] != UInt8(ascii: "\n") { end -= 1 }
            if end > old {
                limit = end
                return
            }
        }
    }

    private func grow() throws {
        guard capacity < Self.longestLine else {
            throw SensorLabError(
                .badData, code: .lineTooLong, place: "\(source.name):\(lineNumber)",
                message: "found a line of more than \(Self.longestLine) bytes, expected a table with line breaks",
                advice: "check that this is a text log")
        }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity + Self.padding)
        larger.initialize(repeating: 0, count: 2 * capacity + Self.padding)
        larger.update(from: base, count: filled)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
