/// Joins the physical lines of a row whose quoted cells have line breaks inside (RFC 4180, section 2).
///
/// A break inside of a cell becomes a blank, and the row is followed by as many empty lines as it had breaks, so that
/// the numbers of lines stay. A mark opens a cell behind a separator or at the beginning of a line, and closes it
/// before a separator or a line's end. Where another character follows it, where the log ends, and in a row of more
/// than `longestRow`, the first mark was never closed: that line stays as it is, and the next one begins anew.
struct QuotedLineBreaks: TextFilter {
    /// The beginning of a row whose end was not read yet.
    private var waiting: [UInt8] = []
    /// Whether any lines were joined.
    private var hasJoined = false

    private static let lineFeed = UInt8(ascii: "\n")
    /// Bytes.
    private static let longestRow = 1 << 14
    private static let separators = Array(",;\t |".utf8)

    private init() {}

    /// `nil` unless one of the first rows has such a cell, for JSON, and for binary data.
    init?(beginning bytes: [UInt8]) {
        guard let first = bytes.first(where: { $0 > 32 }), first != UInt8(ascii: "{"), first != UInt8(ascii: "["),
            bytes.contains(QuotedCell.mark), !bytes.contains(0)
        else { return nil }
        var (trial, text) = (QuotedLineBreaks(), bytes)
        trial.convert(&text)
        guard trial.hasJoined else { return nil }
    }

    mutating func convert(_ bytes: inout [UInt8]) {
        let text = waiting + bytes
        let isEnd = bytes.isEmpty
        bytes.removeAll(keepingCapacity: true)
        var start = 0
        while start < text.count, let row = Self.row(text, from: start, isEnd: isEnd) {
            let shift = bytes.count - start
            bytes += text[start..<row.end]
            for place in row.breaks {
                bytes[place + shift] = UInt8(ascii: " ")
                if text[place - 1] == UInt8(ascii: "\r") { bytes[place + shift - 1] = UInt8(ascii: " ") }
            }
            if bytes.last == Self.lineFeed { bytes += row.breaks.map { _ in Self.lineFeed } }
            hasJoined = hasJoined || !row.breaks.isEmpty
            start = row.end
        }
        waiting = Array(text[start...])
    }

    /// The end of the row that begins at `start`, and the line breaks in its cells; `nil` where more bytes are needed.
    private static func row(_ text: [UInt8], from start: Int, isEnd: Bool) -> (end: Int, breaks: [Int])? {
        var (p, isQuoted, breaks) = (start, false, [Int]())
        let isComment = text[start] == TableReader.comment
        while p < text.count, p - start < longestRow {
            let byte = text[p]
            if byte == lineFeed {
                if !isQuoted { return (p + 1, breaks) }
                breaks.append(p)
            } else if byte == QuotedCell.mark, !isComment {
                if !isQuoted {
                    isQuoted = p == start || separators.contains(text[p - 1])
                } else {
                    guard p + 1 < text.count || isEnd else { return nil }
                    let next = p + 1 < text.count ? text[p + 1] : lineFeed
                    if next == QuotedCell.mark {
                        p += 1
                    } else if next < 32 || separators.contains(next) {
                        isQuoted = false
                    } else {
                        break
                    }
                }
            }
            p += 1
        }
        if p == text.count, !isEnd { return nil }
        if p >= text.count, !isQuoted { return (text.count, breaks) }
        // The first line alone.
        if let end = text[start...].firstIndex(of: lineFeed) { return (end + 1, []) }
        return isEnd || p - start >= longestRow ? (text.count, []) : nil
    }
}
