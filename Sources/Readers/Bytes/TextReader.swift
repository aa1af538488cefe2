import Files
import Vocabulary

/// Which lines of a text log are left out (`--skip-lines`, `--comment`), and which column has the time.
struct TextOptions: Sendable, Hashable {
    /// Number of lines at the beginning that are left out.
    var skippedLines = 0
    /// How the lines begin that are left out; empty for none.
    var comment: [UInt8] = []
    /// As `--columns t=COLUMN` gives it; `nil` leaves it to the log.
    var clock: ColumnMapping.Clock?
}

/// Converts the bytes of a log to UTF-8 text with a line feed at the end of every line, while they are read.
///
/// The first bytes decide: UTF-16 of either byte order, by a byte-order mark or the zero bytes of its ASCII letters;
/// lines that end in a carriage return alone, or in two and a line feed; line breaks in quoted cells
/// (`QuotedLineBreaks`). `LineRewriter` rewrites lines whose numbers are not plain cells. Every other log passes
/// through untouched. Comment lines become empty lines, so that line numbers stay.
final class TextReader {
    private let source: ByteSource
    /// The first bytes as stored, expanded where they were compressed.
    let beginning: [UInt8]
    /// In the order of application.
    private var filters: [any TextFilter] = []
    /// Bytes read for the decision, and converted bytes that are not yet taken.
    private var waiting: [UInt8]
    private var taken = 0
    private var isAtEnd = false

    private static let pieceSize = 1 << 16

    /// - Throws: `SensorLabError` (input/output).
    init(_ source: ByteSource, comment: [UInt8]) throws {
        self.source = source
        waiting = try Self.firstBytes(source)
        beginning = Array(waiting.prefix(64))
        add(UTF16Decoder(beginning: waiting))
        add(LineEndFilter(beginning: waiting))
        add(QuotedLineBreaks(beginning: waiting))
        filters += LineRewriter.all(beginning: &waiting)
        add(comment.isEmpty ? nil : CommentFilter(mark: comment))
    }

    /// Adds a filter, applied to the first bytes.
    private func add(_ filter: (any TextFilter)?) {
        guard var filter else { return }
        filter.convert(&waiting)
        filters.append(filter)
    }

    /// Whether bytes are changed, so that the text's length differs from the log's.
    var isConverting: Bool { !filters.isEmpty }

    /// Fills `buffer` as far as there is text; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while taken == waiting.count {
            guard isConverting else { return try source.read(into: buffer) }
            try convertPiece()
            if waiting.isEmpty { return 0 }
        }
        let count = min(buffer.count, waiting.count - taken)
        buffer.copyBytes(from: waiting[taken..<taken + count])
        taken += count
        return count
    }

    /// Makes the next text that is not empty; empty at the end.
    private func convertPiece() throws {
        (waiting, taken) = ([], 0)
        while waiting.isEmpty && !isAtEnd {
            var piece = [UInt8](repeating: 0, count: Self.pieceSize)
            let count = try piece.withUnsafeMutableBytes { try source.read(into: $0) }
            piece.removeLast(piece.count - count)
            isAtEnd = count == 0
            for index in filters.indices { filters[index].convert(&piece) }
            waiting = piece
        }
    }

    /// The first bytes: a whole piece or the whole log, however little one read of a pipe gives.
    private static func firstBytes(_ source: ByteSource) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: pieceSize)
        var count = 0
        while count < bytes.count {
            let added = try bytes.withUnsafeMutableBytes { try source.read(into: .init(rebasing: $0[count...])) }
            count += added
            if added == 0 || source.headIsShort { break }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}

/// Converts a log piece by piece; an empty piece is its end.
protocol TextFilter {
    mutating func convert(_ bytes: inout [UInt8])
}

/// Converts UTF-16 to UTF-8; invalid surrogates become U+FFFD.
struct UTF16Decoder: TextFilter {
    private let isBigEndian: Bool
    private var mark: Int
    /// Half a unit, and the first unit of a pair of surrogates, until the rest is there.
    private var waiting: [UInt8] = []

    /// Number of Latin-1 characters of 16 bits that identify UTF-16 without a byte-order mark.
    private static let fewestCharacters = 8

    /// `nil` for text of eight bits.
    init?(beginning bytes: [UInt8]) {
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            (isBigEndian, mark) = (bytes[0] == 0xfe, 2)
            return
        }
        mark = 0
        let units = bytes.prefix(64).count / 2
        guard units >= Self.fewestCharacters else { return nil }
        func isText(high: Int) -> Bool {
            (0..<units).allSatisfy { unit in
                let letter = bytes[2 * unit + 1 - high]
                return bytes[2 * unit + high] == 0
                    && (32..<127 ~= letter || letter >= 0xa0 || (9...13).contains(letter))
            }
        }
        if isText(high: 1) {
            isBigEndian = false
        } else if isText(high: 0) {
            isBigEndian = true
        } else {
            return nil
        }
    }

    mutating func convert(_ bytes: inout [UInt8]) {
        let all = waiting + bytes.dropFirst(mark)
        var units = stride(from: 0, to: all.count - 1, by: 2).map { place in
            UInt16(all[isBigEndian ? place : place + 1]) << 8 | UInt16(all[isBigEndian ? place + 1 : place])
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        waiting = Array(all[(2 * units.count)...])
        mark = 0
        bytes = Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

/// Converts line ends to line feeds: drops a carriage return before another line end, converts every other one.
struct LineEndFilter: TextFilter {
    private var isAfterReturn = false

    /// `nil` for text with line feeds, with or without one carriage return each, and for binary data.
    init?(beginning bytes: [UInt8]) {
        let end = bytes.firstIndex { $0 == UInt8(ascii: "\n") }
        let line = bytes[..<(end ?? bytes.endIndex)]
        guard line.contains(UInt8(ascii: "\r")), !line.contains(0) else { return nil }
        // Without line feeds every carriage return ends a line; with them, two precede each line feed.
        guard end == nil || line.suffix(2).elementsEqual("\r\r".utf8) else { return nil }
    }

    mutating func convert(_ bytes: inout [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 1)
        // At the end of the log.
        if bytes.isEmpty, isAfterReturn { text.append(UInt8(ascii: "\n")) }
        for byte in bytes {
            let isEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            if isAfterReturn && !isEnd { text.append(UInt8(ascii: "\n")) }
            isAfterReturn = byte == UInt8(ascii: "\r")
            if !isAfterReturn { text.append(byte) }
        }
        if bytes.isEmpty { isAfterReturn = false }
        bytes = text
    }
}

/// Empties the lines that begin with the comment mark.
struct CommentFilter: TextFilter {
    let mark: [UInt8]
    /// Bytes of the mark that the line has matched so far; `nil` past its beginning.
    private var matched: Int? = 0
    private var isComment = false

    init(mark: [UInt8]) { self.mark = mark }

    mutating func convert(_ bytes: inout [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + mark.count)
        // At the end of the log.
        if bytes.isEmpty, let matched, !isComment {
            text.append(contentsOf: mark[..<matched])
            self.matched = 0
        }
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if let matched, !isComment { text.append(contentsOf: mark[..<matched]) }
                text.append(byte)
                (matched, isComment) = (0, false)
            } else if let count = matched, !isComment {
                if byte == mark[count] {
                    matched = count + 1
                    isComment = count + 1 == mark.count
                } else {
                    text.append(contentsOf: mark[..<count])
                    text.append(byte)
                    matched = nil
                }
            } else if !isComment {
                text.append(byte)
            }
        }
        bytes = text
    }
}
