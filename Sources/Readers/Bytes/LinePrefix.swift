/// The time that a program writes in front of every line of others becomes a cell of its own; what else it writes there is left out.
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
    /// Of the cells behind the time.
    private let separator: UInt8

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let lines = lines.filter { !$0.allSatisfy { $0 == UInt8(ascii: "\r") } && !Self.isNotice($0) }.prefix(8)
        guard lines.count > 1, let last = lines.last, lines.allSatisfy({ Self.parts($0) != nil }),
            let message = Self.parts(last)?.message
        else { return nil }
        separator =
            CellSeparator.marks.first { message.contains($0) }
            ?? UInt8(ascii: " ")
    }

    func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
        guard let parts = Self.parts(line) else {
            if !Self.isNotice(line) { text += line }
            return
        }
        if let date = parts.date {
            text += date
            text.append(UInt8(ascii: "T"))
        }
        // Zephyr groups the digits behind the point.
        text += parts.time.filter { $0 != UInt8(ascii: ",") }
        text.append(separator)
        text += parts.message
    }

    /// `--------- beginning of main`, `*** Booting Zephyr OS ***`.
    private static func isNotice(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "---".utf8) || line.starts(with: "***".utf8)
    }

    // MARK: The parts of a line

    private typealias Bytes = ArraySlice<UInt8>

    /// `nil` for a line without such a prefix. A date without a year is no date.
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

    /// `03-05 ` or `2024-03-05 `, without the blank.
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

    /// The message behind the program that it is from.
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
        // Android Studio: the level is a word, or the beginning of one.
        for _ in 0..<4 {
            let before = rest
            let word = takeWord(&rest)
            if isLevel(word) { return behindBlanks(rest) }
            if isLevel(word.prefix(1)), word.dropFirst().first == UInt8(ascii: "/") { return behindTag(before) }
        }
        return nil
    }

    /// What is behind `: `.
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
