import Recordings
import Vocabulary

/// A sentence of NMEA 0183, `$TTSSS,field,field,...*hh`: talker TT, type SSS, and the exclusive or of the bytes between
/// `$` and `*` as two hexadecimal digits.
///
/// Programs that record sentences write a time or a source in front of them: a tag block (`\s:AP2,c:1719835200*hh\`,
/// NMEA 0183 version 4), Unix seconds or milliseconds, a date, cells of a CSV table.
struct NMEASentence {
    /// Two letters, such as `HC` for a magnetic compass.
    let talker: String
    /// Three letters, such as `HDG`.
    let type: String
    /// The cells behind the address.
    let fields: [Substring]
    /// Nanoseconds since 1970 from what is in front of the sentence; `nil` where that is no time.
    let stamp: Int64?
    /// The source in the tag block; `nil` without one.
    let source: String?
    /// Whether the line has a checksum, which is right then.
    let hasChecksum: Bool

    /// What a line holds.
    enum Line {
        case sentence(NMEASentence)
        /// The checksum differs from that of the sentence.
        case wrongChecksum
        /// No sentence, or one of a manufacturer.
        case other
    }

    static func read(_ line: String) -> Line {
        let bytes = Array(line.utf8)
        guard let start = bytes.firstIndex(of: UInt8(ascii: "$")) else { return .other }
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "*"))
        let body = bytes[(start + 1)..<(end ?? bytes.count)]
        if let end {
            let stated = String(decoding: bytes[(end + 1)...].prefix(2), as: UTF8.self)
            guard UInt8(stated, radix: 16) == body.reduce(0, ^) else { return .wrongChecksum }
        }
        let text = String(decoding: body, as: UTF8.self)
        let cells = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let address = cells.first, address.utf8.count == 5, address.first != "P",
            address.utf8.allSatisfy({ $0 &- 65 < 26 || $0 &- 48 < 10 })
        else { return .other }
        let prefix = SentencePrefix(String(decoding: bytes[..<start], as: UTF8.self))
        return .sentence(
            NMEASentence(
                talker: String(address.prefix(2)), type: String(address.suffix(3)), fields: Array(cells.dropFirst()),
                stamp: prefix.stamp, source: prefix.source, hasChecksum: end != nil))
    }

    /// The text of a field; empty beyond the last one.
    func text(_ index: Int) -> String { index < fields.count ? String(fields[index]).trimmedCell : "" }

    /// The number in a field; `nil` where there is none.
    func number(_ index: Int) -> Double? {
        index < fields.count ? Double(text(index)).flatMap { $0.isFinite ? $0 : nil } : nil
    }

    /// The number in a field, positive or negative by the letter behind it.
    func signed(_ index: Int, positive: String, negative: String) -> Double? {
        guard let number = number(index) else { return nil }
        switch text(index + 1) {
        case positive: return number
        case negative: return -number
        default: return nil
        }
    }

    /// Degrees from `DDMM.mmmm` and a letter for the sign.
    func angle(_ index: Int, positive: String, negative: String) -> Double? {
        guard let value = signed(index, positive: positive, negative: negative) else { return nil }
        let degrees = (value.magnitude / 100).rounded(.down)
        let angle = degrees + (value.magnitude - 100 * degrees) / 60
        return value < 0 ? -angle : angle
    }

    /// Nanoseconds since midnight, UTC, from `hhmmss.sss`.
    func timeOfDay(_ index: Int) -> Int64? {
        let text = text(index)
        guard text.utf8.count >= 6, let hours = Int64(text.prefix(2)), let minutes = Int64(text.dropFirst(2).prefix(2)),
            let seconds = DecimalTime.parse(String(text.dropFirst(4))), (0..<24).contains(hours),
            (0..<60).contains(minutes), (0..<61 * LogTime.nanosecondsPerSecond).contains(seconds)
        else { return nil }
        return (hours * 60 + minutes) * 60 * LogTime.nanosecondsPerSecond + seconds
    }

    /// Days since 1970 from `ddmmyy`: of the years 1980 to 2079.
    func day(_ index: Int) -> Int64? {
        let text = text(index)
        guard text.utf8.count == 6, let day = Int(text.prefix(2)), let month = Int(text.dropFirst(2).prefix(2)),
            let year = Int(text.suffix(2))
        else { return nil }
        return CalendarDate(year: year + (year < 80 ? 2000 : 1900), month: month, day: day).map(
            LogInstant.daysSince1970)
    }
}

/// What a recorder writes in front of a sentence.
struct SentencePrefix {
    /// Nanoseconds since 1970.
    private(set) var stamp: Int64?
    private(set) var source: String?

    init(_ text: String) {
        guard !text.isEmpty else { return }
        if text.hasPrefix("\\") {
            for cell in text.dropFirst().prefix(while: { $0 != "*" && $0 != "\\" }).split(separator: ",") {
                if cell.hasPrefix("c:") { stamp = Self.unix(String(cell.dropFirst(2))) }
                if cell.hasPrefix("s:") { source = String(cell.dropFirst(2)).shortPlainText }
            }
            return
        }
        let cells = text.split { ",;\"\t".contains($0) }.map { String($0).trimmedCell }
        let words = cells.flatMap { $0.split(separator: " ").map(String.init) }
        let pairs = zip(words, words.dropFirst()).map { $0 + " " + $1 }
        stamp = (cells + words + pairs).lazy.compactMap(Self.instant).first
    }

    private static func instant(_ text: String) -> Int64? {
        if let time = unix(text) { return time }
        guard text.utf8.count >= 15, let found = WallClockText.nanoseconds(text), found.period == nil else {
            return nil
        }
        return found.time
    }

    /// Of Unix seconds, milliseconds, microseconds or nanoseconds by the number of digits, from September 2001 on.
    private static func unix(_ text: String) -> Int64? {
        let whole = text.prefix { $0 != "." }
        let exponents = [10: 9, 13: 6, 16: 3, 19: 0]
        guard let exponent = exponents[whole.utf8.count], whole.utf8.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
        return DecimalTime.parse(text, exponent: exponent)
    }
}
