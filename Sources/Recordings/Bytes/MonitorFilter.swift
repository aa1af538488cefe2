/// Makes a cell of the time that a serial monitor writes in front of every line: `09:41:12.340 -> 0.1,0.2,9.8` (Arduino's editor),
/// `09:41:12.340 > 0.1,0.2,9.8` (PlatformIO).
struct MonitorFilter {
    /// Of the cells behind the time.
    private let separator: UInt8
    private var line: [UInt8] = []

    private static let arrows = [Array(" -> ".utf8), Array(" > ".utf8)]

    /// `nil` for a text whose first whole lines do not begin so.
    init?(beginning bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 8, omittingEmptySubsequences: false)
            .dropLast().drop { $0.starts(with: "---".utf8) }
        guard lines.count > 1, let last = lines.last, lines.allSatisfy({ Self.place($0) != nil }) else { return nil }
        separator =
            [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")].first { last.contains($0) } ?? UInt8(ascii: " ")
    }

    /// Where the arrow is, behind a time of day.
    private static func place(_ line: ArraySlice<UInt8>) -> Range<Int>? {
        let time = line.prefix { $0 &- 48 < 10 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        guard time.count >= 8, time.count(where: { $0 == UInt8(ascii: ":") }) == 2,
            let arrow = arrows.first(where: { line[time.endIndex...].starts(with: $0) })
        else { return nil }
        return time.endIndex..<time.endIndex + arrow.count
    }

    mutating func convert(_ bytes: inout [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        for byte in bytes {
            line.append(byte)
            if byte == UInt8(ascii: "\n") || line.count == 1 << 16 { flush(into: &text) }
        }
        // At the end of the log.
        if bytes.isEmpty { flush(into: &text) }
        bytes = text
    }

    private mutating func flush(into text: inout [UInt8]) {
        if let place = Self.place(line[...]) {
            text += line[..<place.lowerBound]
            text.append(separator)
            text += line[place.upperBound...]
        } else {
            text += line
        }
        line.removeAll(keepingCapacity: true)
    }
}
