import Vocabulary

/// Dates and times of day as logs write them.
package enum WallClockText {
    package struct Reading {
        /// Nanoseconds since 1970, without a zone as if it were UTC; without a date, since midnight or since the full
        /// hour.
        package var time: Int64
        package var hasZone = false
        /// The period after which such times begin again, nanoseconds: a day for a time of day alone, an hour for
        /// minutes and seconds; `nil` for a date.
        package var period: Int64?
    }

    /// Reads `2021-04-09 12:31:12.114 +0200`, `2024-08-22T14:12:07.869+02:00`, `...Z`, `2022-10-02 18:09:00:359`,
    /// `2022-09-16_11-15-46`, `2022/5/4 9:11:12`, `27-Apr-2021 15:49:51`, `22.12.2021 21:09:46.5`, `20211222_210946`,
    /// `20211222210946500`, `2026_06_15_18_59_10.238` with any of `_-./:,` and blanks between the parts, `Wed Dec 22
    /// 21:09:46 2021`, `May 1, 2024 09:11:12`, any of them with AM or PM; a time of day alone (`14:03:11.250`,
    /// `14:03:11:250`, also with the arrow that Arduino's monitor writes behind it); minutes and seconds with a
    /// fraction (`58:00.5`, which spreadsheets make of a time of day).
    /// - Returns: `nil` for all other text, and for years before 1824 and after 2115, whose nanoseconds do not fit
    ///   (`DecimalTime.limit`).
    package static func nanoseconds(_ text: String) -> Reading? {
        if let found = plain(text) ?? spelled(text).flatMap(plain) { return found }
        var words = text.split { $0 == " " || $0 == "," && text.contains(where: \.isLetter) }.map(String.init)
        if words.last == "->" { words.removeLast() }
        let zone = Self.takeZone(&words)
        var shift: Int64?
        // `12:00:00PM`.
        if let last = words.last, last.contains(":"), ["AM", "PM"].contains(last.suffix(2).uppercased()) {
            words[words.count - 1] = String(last.dropLast(2))
            words.append(String(last.suffix(2)))
        }
        if let half = words.last?.uppercased(), half == "AM" || half == "PM", words.count > 1 {
            words.removeLast()
            let clock = words[words.count - 1]
            guard let hour = Int64(clock.prefix { $0 != ":" }), (1...12).contains(hour) else { return nil }
            shift = (half == "PM" ? 12 : 0) - (hour == 12 ? 12 : 0)
            if clock.prefix(while: { $0 != ":" }).count == 1 { words[words.count - 1] = "0" + clock }
        }
        if words.count == 1, shift == nil, let compact = compact(words[0]) {
            words = [compact]
        } else if words.count > 2 {
            Self.joinDate(&words)
        }
        words = words.map(padded)
        guard var found = plain(words.joined(separator: " ")) else { return nil }
        found.time += (shift ?? 0) * 3600 * LogTime.nanosecondsPerSecond
        if found.period == nil, !found.hasZone, let zone {
            found.time -= zone
            found.hasZone = true
        }
        return found
    }

    /// As `nanoseconds`; for a date that is ambiguous in its day (3/4/2021: March or April) or its century, the time of
    /// day.
    package static func clock(_ text: String) -> Reading? {
        if let found = nanoseconds(text) { return found }
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, isAmbiguousDate(String(words[0])),
            let found = nanoseconds(String(words[1])), found.period == LogTime.nanosecondsPerDay
        else { return nil }
        return found
    }

    /// Minutes: no zone is further from UTC (ISO 8601 as java.time reads it).
    private static let largestOffset: Int64 = 18 * 60

    /// Removes the words of a zone behind the time: `UTC`, `GMT+0200 (CEST)`, `Europe/Berlin`.
    /// - Returns: how far the zone is ahead of UTC, nanoseconds; `nil` where the words do not say it.
    private static func takeZone(_ words: inout [String]) -> Int64? {
        guard let clock = words.lastIndex(where: { $0.contains(":") && $0.first?.isNumber == true }) else { return nil }
        var offset: Int64?
        while words.count > clock + 1, let last = words.last, last.contains(where: \.isLetter),
            !["AM", "PM"].contains(last.uppercased()), Int(last) == nil
        {
            let upper = last.uppercased()
            if ["UTC", "GMT"].contains(String(upper.prefix(3))) {
                let digits = upper.dropFirst(3).filter(\.isNumber)
                if upper.count == 3 {
                    offset = 0
                } else if let number = Int64(digits), digits.count == upper.count - (upper.contains(":") ? 5 : 4) {
                    let minutes = digits.count > 2 ? number / 100 * 60 + number % 100 : number * 60
                    guard minutes <= largestOffset, minutes % 60 == number % 100 || digits.count < 3 else { return nil }
                    offset = (upper.contains("-") ? -minutes : minutes) * 60 * LogTime.nanosecondsPerSecond
                }
            }
            words.removeLast()
        }
        return offset
    }

    /// Hours, minutes and seconds of one digit with a leading zero: `0:00:12.5`, `23:2:3.0`.
    private static func padded(_ word: String) -> String {
        var parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return word }
        for index in parts.indices.prefix(3) where parts[index].prefix(while: \.isASCIIDigit).count == 1 {
            parts[index] = "0" + parts[index]
        }
        return parts.joined(separator: ":")
    }

    /// Joins day, English name of the month and year, in any order before or around the time, into one word: `May 1,
    /// 2024`, `01 May 2024`, C's `Wed Dec 22 21:09:46 2021`.
    private static func joinDate(_ words: inout [String]) {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard let clock = words.first(where: { $0.contains(":") }),
            let month = words.first(where: { word in
                word.count > 2 && word.allSatisfy(\.isLetter) && months.contains(String(word.prefix(3)).lowercased())
            }), let year = words.first(where: { $0.count == 4 && Int($0) != nil }),
            let day = words.first(where: { $0.count < 3 && Int($0) != nil })
        else { return }
        let half = words.last.map { ["AM", "PM"].contains($0.uppercased()) } == true ? 1 : 0
        guard words.count - half <= 5 else { return }
        words = ["\(day)-\(month)-\(year)", clock]
    }

    /// Whether a date is ambiguous in its day or its century.
    private static func isAmbiguousDate(_ text: String) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        return parts.count == 3 && parts.allSatisfy { (1...4).contains($0.count) && Int($0) != nil }
            && parts[0].count < 3 && parts[1].count < 3 && CalendarDate(spelled: text) == nil
            && (parts[2].count == 4 || parts[2].count == 2)
            && [parts[0], parts[1]].compactMap { Int($0) }.allSatisfy { (1...31).contains($0) }
    }

    /// Rewrites `20211222_210946.5`, `20211222T210946Z`, `20211222210946.5`, `20211222210946500` as `2021-12-22
    /// 21:09:46...`.
    private static func compact(_ text: String) -> String? {
        let digits = Array(text)
        let leading = digits.prefix(while: \.isASCIIDigit).count
        let hasMark = leading == 8 && digits.count >= 15 && "T_-".contains(digits[8])
        guard hasMark ? digits[9..<15].allSatisfy(\.isASCIIDigit) : leading == 14 || leading == 17 else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let clock = hasMark ? 9 : 8
        let rest = digits[(clock + 6)...]
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8)) \(part(clock..<clock + 2)):\(part(clock + 2..<clock + 4)):"
            + part(clock + 4..<clock + 6) + (leading == 17 ? "." : "") + String(rest)
    }

    /// Rewrites a date and a time of day of two digits each, with one mark between any two of them and before the
    /// fraction, as `2026-06-15 18:59:10.238`; `nil` for all other text.
    private static func spelled(_ text: String) -> String? {
        let parts = text.split(omittingEmptySubsequences: false) { "_-./:, T".contains($0) }
        guard (6...7).contains(parts.count), parts[0].count == 4, parts[1..<6].allSatisfy({ $0.count == 2 }),
            parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }), parts.count == 6 || (1...9).contains(parts[6].count)
        else { return nil }
        return parts[0..<3].joined(separator: "-") + " " + parts[3..<6].joined(separator: ":")
            + parts[6...].map { "." + $0 }.joined()
    }

    /// Whether a text has a time of day with seconds: two colons, or as `spelled`.
    package static func hasSeconds(_ text: String) -> Bool {
        text.utf8.count { $0 == UInt8(ascii: ":") } >= 2 || spelled(text) != nil
    }

    /// Whether a text is a date and a time of day in digits alone: 14 of them, or 17 with milliseconds.
    package static func isDigitsOfADate(_ text: String) -> Bool {
        let whole = text.prefix { $0 != "." }
        return (whole.count == 14 || whole.count == 17 && whole.count == text.count) && whole.allSatisfy(\.isASCIIDigit)
            && ("1970"..."2100").contains(text.prefix(4)) && nanoseconds(text) != nil
    }

    private static func plain(_ text: String) -> Reading? {
        var bytes = Array(text.utf8)
        var position = 0
        var period: Int64? = LogTime.nanosecondsPerDay
        var days: Int64 = 0
        if bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") {
            guard let date = CalendarDate(String(decoding: bytes[0..<10], as: UTF8.self)) else { return nil }
            (days, period) = (LogInstant.daysSince1970(date), nil)
            position = 10
            guard position < bytes.count, "T t_".utf8.contains(bytes[position]) else { return nil }
            position += 1
        } else if let end = bytes.firstIndex(of: UInt8(ascii: " "))
            ?? bytes.firstIndex(where: { "Tt_".utf8.contains($0) }),
            let date = CalendarDate(spelled: String(decoding: bytes[..<end], as: UTF8.self))
        {
            (days, period) = (LogInstant.daysSince1970(date), nil)
            // Hours of one digit have no leading zero in such texts.
            let hours = bytes[(end + 1)...]
            if hours.count > 1, hours[hours.startIndex + 1] == UInt8(ascii: ":") {
                bytes.insert(UInt8(ascii: "0"), at: end + 1)
            }
            position = end + 1
        }
        func number(_ digits: Int) -> Int64? {
            guard position + digits <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[position..<position + digits] {
                guard byte &- 48 < 10 else { return nil }
                value = value * 10 + Int64(byte &- 48)
            }
            position += digits
            return value
        }
        func skip(_ marks: String) -> Bool {
            guard position < bytes.count, marks.utf8.contains(bytes[position]) else { return false }
            position += 1
            return true
        }
        guard var hours = number(2), skip(":-"), var minutes = number(2), position < bytes.count else { return nil }
        var seconds: Int64 = 0
        if period != nil, ".,".utf8.contains(bytes[position]) {
            (hours, minutes, seconds, period) = (0, hours, minutes, LogTime.nanosecondsPerDay / 24)
        } else {
            guard skip(":-"), let found = number(2) else { return nil }
            seconds = found
        }
        guard hours < 24, minutes < 60, seconds < 61 else { return nil }
        var fraction: Int64 = 0
        if skip(".:,") {
            var scale: Int64 = 100_000_000
            guard position < bytes.count, bytes[position] &- 48 < 10 else { return nil }
            while position < bytes.count, bytes[position] &- 48 < 10 {
                fraction += Int64(bytes[position] &- 48) * scale
                scale /= 10
                position += 1
            }
        }
        while skip(" ") {}
        var offset: Int64 = 0
        var hasZone = false
        if skip("Zz") {
            hasZone = true
        } else if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
            let sign: Int64 = bytes[position] == UInt8(ascii: "-") ? -1 : 1
            position += 1
            guard let zoneHours = number(2) else { return nil }
            _ = skip(":")
            let minutes = number(2) ?? 0
            guard minutes < 60, zoneHours * 60 + minutes <= largestOffset else { return nil }
            offset = sign * (zoneHours * 60 + minutes) * 60
            hasZone = true
        }
        guard position == bytes.count else { return nil }
        let whole = days * 86_400 + hours * 3600 + minutes * 60 + seconds - offset
        guard whole.magnitude < DecimalTime.limit.magnitude / LogTime.nanosecondsPerSecond.magnitude else { return nil }
        return Reading(time: whole * LogTime.nanosecondsPerSecond + fraction, hasZone: hasZone, period: period)
    }
}

extension CalendarDate {
    /// A day with the year first and any of the separators `-`, `/` and `.`, with points between day, month and year,
    /// or with the month's English name between day and year.
    ///
    /// `nil` for all other text: 3/4/2021 may be in March or in April.
    package init?(spelled text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        guard parts.count == 3, parts.allSatisfy({ (1...9).contains($0.utf8.count) }) else { return nil }
        if parts[0].utf8.count == 4, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) {
            self.init(year: year, month: month, day: day)
            return
        }
        if text.contains("."), parts[2].utf8.count == 4, let day = Int(parts[0]), let month = Int(parts[1]),
            let year = Int(parts[2]), !text.contains("-"), !text.contains("/")
        {
            self.init(year: year, month: month, day: day)
            return
        }
        // 12/22/2021 is unambiguous.
        if parts[2].utf8.count == 4, let a = Int(parts[0]), let b = Int(parts[1]), let year = Int(parts[2]),
            max(a, b) > 12
        {
            self.init(year: year, month: min(a, b), day: max(a, b))
            return
        }
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard let day = Int(parts[0]), let month = months.firstIndex(of: String(parts[1].prefix(3)).lowercased()),
            parts[2].utf8.count == 4, let year = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month + 1, day: day)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
