import Vocabulary

/// Dates and times of day as logs write them.
enum WallClockText {
    /// Reads `2021-04-09 12:31:12.114 +0200`, `2024-08-22T14:12:07.869+02:00`, `...Z`, `2022-10-02 18:09:00:359`,
    /// `2022-09-16_11-15-46`, `2022/5/4 9:11:12`, `27-Apr-2021 15:49:51`, or a time of day alone (`14:03:11.250`, `14:03:11:250`: nanoseconds since midnight).
    /// - Returns: nanoseconds since 1970 and whether the zone was given (without it, as if it were UTC); `nil` for all
    ///   other text, and for years before 1824 and after 2115, whose nanoseconds do not fit (`DecimalTime.limit`).
    static func nanoseconds(_ text: String) -> (time: Int64, hasZone: Bool)? {
        var bytes = Array(text.utf8)
        var position = 0
        var days: Int64 = 0
        if bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") {
            guard let date = CalendarDate(String(decoding: bytes[0..<10], as: UTF8.self)) else { return nil }
            days = LogInstant.daysSince1970(date)
            position = 10
            guard position < bytes.count, "T t_".utf8.contains(bytes[position]) else { return nil }
            position += 1
        } else if let end = bytes.firstIndex(where: { "T t_".utf8.contains($0) }),
            let date = CalendarDate(spelled: String(decoding: bytes[..<end], as: UTF8.self))
        {
            days = LogInstant.daysSince1970(date)
            // Hours of one digit have no zero in front in such texts.
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
        guard let hours = number(2), skip(":-"), let minutes = number(2), skip(":-"), let seconds = number(2),
            hours < 24, minutes < 60, seconds < 61
        else { return nil }
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
            offset = sign * (zoneHours * 3600 + (number(2) ?? 0) * 60)
            hasZone = true
        }
        guard position == bytes.count else { return nil }
        let whole = days * 86_400 + hours * 3600 + minutes * 60 + seconds - offset
        guard whole.magnitude < DecimalTime.limit.magnitude / LogTime.nanosecondsPerSecond.magnitude else { return nil }
        return (whole * LogTime.nanosecondsPerSecond + fraction, hasZone)
    }
}

extension CalendarDate {
    /// A day with the year first and any of the marks `-`, `/` and `.`, or with the month's English name between day and year.
    /// `nil` for all other text: 3/4/2021 may be of March or of April.
    init?(spelled text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        guard parts.count == 3, parts.allSatisfy({ (1...9).contains($0.utf8.count) }) else { return nil }
        if parts[0].utf8.count == 4, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) {
            self.init(year: year, month: month, day: day)
            return
        }
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard let day = Int(parts[0]), let month = months.firstIndex(of: String(parts[1].prefix(3)).lowercased()),
            parts[2].utf8.count == 4, let year = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month + 1, day: day)
    }
}
