/// Makes cells of what programs write around the numbers of a line: the time of day, a word and a colon, brackets.
///
///     09:41:12.340 -> 0.1,0.2,9.8                                              the serial monitor of Arduino's editor
///     09:41:12.340 > 0.1,0.2,9.8                                               PlatformIO
///     03-05 13:20:11.250  4211  4250 D Sensors: ACC 0.1 0.2 9.8                logcat
///     03-05 13:20:11.250 D/Sensors( 4211): ACC 0.1 0.2 9.8                     logcat -v time
///     2024-03-05 13:20:11.250  4211-4250  Sensors  org.example  D  ACC 0.1 0.2 9.8      Android Studio
///     2024-03-05 13:20:11.250 4211-4250/org.example D/Sensors: ACC 0.1 0.2 9.8         its versions before 2022
///     2024-03-05 13:20:11.250123+0100 Sensors[4211:93412] ACC 0.1 0.2 9.8      NSLog
///     [00:00:12.340,000] <inf> sensors: ACC 0.1 0.2 9.8                        Zephyr
///     [2024-08-14 10:40:09.897] 0.1, 0.2, 9.8                                  Tera Term
///     ACC:9:26:40.120,0.1,0.2,9.8                                              a word in front of a time of day
///     Raw:421,-49,-614,19,184,178,-24,6,35                                     and of four numbers and more
///     [0.1, 0.2, 9.8, 160927.6]                                                a list, as Python prints it, or
///     0.1 0.2 9.8]                                                             its end
///
/// A date without a year and the rest of a prefix are left out. A label with one number or three is left to
/// `LabelledLine`.
struct LinePattern: LineRule {
    private let pattern: Regex<AnyRegexOutput>
    /// The separator of the cells behind the time or the word.
    private let separator: UInt8

    private static let time = #"(?<time>\d\d:\d\d:\d\d[.,+\d]*)"#
    private static let number = #"[-+]?[.\d][-+.\deE]*"#
    private static let date = #"(?:(?<date>\d{4}-\d\d-\d\d)|\d\d-\d\d) "# + time
    private static let tag = #".*?: +"#
    private static let forms: [String] = [
        time + #" -?> (?<rest>.*)"#,
        date + #" +\d+ +\d+ +[VDIWEFA] "# + tag + "(?<rest>.*)",
        date + #"(?: +\d+-\d+\S*)? +[VDIWEFA]/"# + tag + "(?<rest>.*)",
        date + #" +\d+-\d+(?: +\S+){0,3}? +[VDIWEFA] +(?<rest>.*)"#,
        date + #" +\S+\[[\d:]+\] +(?<rest>.*)"#,
        #"\["# + time + #"\] <\w+> "# + tag + "(?<rest>.*)",
        #"\[(?:(?<date>\d{4}-\d\d-\d\d) )?"# + time + #"\] +(?<rest>[-+.\d].*)"#,
        #"(?<word>[A-Za-z]\w*):(?<rest>\d\d?:\d\d?:\d.*)"#,
        "(?<word>[A-Za-z_/]+):[ ,;\t]*(?<rest>\(number)(?:[ ,;\t]+\(number)){3,})",
        "[\\[(]?[ \t]*(?<rest>\(number)(?:[, \t]+\(number)){2,})[, \t]*[\\])]+,?",
    ]

    init?(beginning lines: [ArraySlice<UInt8>]) {
        let rows = lines.filter { line in !Self.isNotice(line) && line.contains { $0 > 32 } }.suffix(16)
        guard rows.count > 2, let last = rows.last, Self.mayFit(last) else { return nil }
        for form in Self.forms {
            guard let pattern = try? Regex(form), let message = Self.parts(last, pattern)?.rest,
                rows.allSatisfy({ Self.parts($0, pattern) != nil })
            else { continue }
            self.pattern = pattern
            separator = CellSeparator.marks.first(where: message.utf8.contains) ?? CellSeparator.blank
            return
        }
        return nil
    }

    func rewritten(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard let (cells, rest) = Self.parts(line, pattern) else { return Self.isNotice(line) ? [] : nil }
        return Self.row(cells + [rest], separator)
    }

    /// Lines without data: `--------- beginning of main`, `*** Booting Zephyr OS ***`.
    private static func isNotice(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "---".utf8) || line.starts(with: "***".utf8)
    }

    /// Whether a line has the marks of one of the forms: nearly all logs need no closer look.
    private static func mayFit(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, let last = line.last(where: { $0 > 32 && $0 != UInt8(ascii: ",") }) else {
            return false
        }
        if first == UInt8(ascii: "[") || "])".utf8.contains(last) { return true }
        let isWord = (first | 0x20) &- 97 < 26
        return zip(line, line.dropFirst()).contains { byte, next in
            byte == UInt8(ascii: ":") && (isWord || next == 32) || ">]".utf8.contains(byte) && next == 32
                || "VDIWEFA".utf8.contains(byte) && next == 32 && !isWord
        }
    }

    /// The cells that a line gets in front, and the rest of it; `nil` for a line of another form.
    private static func parts(
        _ line: ArraySlice<UInt8>, _ pattern: Regex<AnyRegexOutput>
    ) -> (cells: [String], rest: String)? {
        let text = String(decoding: line, as: UTF8.self).trimmedCell
        guard let match = try? pattern.wholeMatch(in: text) else { return nil }
        func part(_ name: String) -> String? { match.output[name]?.substring.map(String.init) }
        // Zephyr groups the digits behind the decimal point.
        let time = part("time").map { time in (part("date").map { $0 + "T" } ?? "") + time.filter { $0 != "," } }
        return ([time, part("word")].compactMap { $0 }, part("rest") ?? "")
    }
}
