import Vocabulary

/// Decimal text to integer nanoseconds, without floating point on the way.
///
/// The tenth decimal place of a second rounds (ties away from zero); further places do not count.
enum DecimalTime {
    /// What a cell without a readable time gives. No readable time is this: see `limit`.
    static let unreadable = Int64.min
    /// Differences of two stamps then never overflow.
    static let limit = LogTime.limit

    /// Reads the time that begins at `p` and moves `p` past it; `nil` where there is none or it needs the slow way.
    @inline(__always)
    static func parse(_ p: inout UnsafePointer<UInt8>) -> Int64? {
        let isNegative = p.pointee == UInt8(ascii: "-")
        let start = p + (isNegative ? 1 : 0)
        let first = EightDigits(at: start)
        guard first.count > 0 else { return nil }
        var whole = first.value
        var s = start + first.count
        while s.pointee &- 48 < 10 && s - start <= 10 {
            whole = whole &* 10 &+ UInt64(s.pointee &- 48)
            s += 1
        }
        guard s - start <= 10 && whole <= 4_000_000_000 else { return nil }
        var nanoseconds: UInt64 = 0
        if s.pointee == UInt8(ascii: ".") {
            s += 1
            let decimals = EightDigits(at: s)
            if decimals.count > 0 { nanoseconds = decimals.value }
            var places = decimals.count
            s += places
            if places == 8 && s.pointee &- 48 < 10 {
                nanoseconds = nanoseconds &* 10 &+ UInt64(s.pointee &- 48)
                s += 1
                places = 9
                guard s.pointee &- 48 >= 10 else { return nil }
            }
            while places < 9 {
                nanoseconds = nanoseconds &* 10
                places += 1
            }
        }
        let time = Int64(truncatingIfNeeded: whole &* 1_000_000_000 &+ nanoseconds)
        p = s
        return isNegative ? -time : time
    }

    /// As `parse`, for integer nanoseconds.
    @inline(__always)
    static func parseInteger(_ p: inout UnsafePointer<UInt8>) -> Int64? {
        var s = p
        let negative = s.pointee == UInt8(ascii: "-")
        if negative { s += 1 }
        var whole: Int64 = 0
        let start = s
        while s.pointee &- 48 < 10 {
            whole = whole &* 10 &+ Int64(s.pointee &- 48)
            s += 1
        }
        guard s > start && s - start <= 18 || s - start == 19 && whole >= 0 && whole <= limit && start.pointee < 53
        else { return nil }
        p = s
        return negative ? -whole : whole
    }

    /// Any spelling of a time, exponents included. `unreadable` for everything else and beyond `limit`.
    /// - Parameter exponent: the unit is 10^exponent nanoseconds: 9 for seconds, 6 for milliseconds, 0 for nanoseconds.
    static func slow(_ cell: UnsafeBufferPointer<UInt8>, exponent unit: Int = 9) -> Int64 {
        parse(String(decoding: cell, as: UTF8.self), exponent: unit) ?? unreadable
    }

    /// As `slow`, from a string.
    static func parse(_ text: String, exponent unit: Int = 9) -> Int64? {
        var rest = Array(text.trimmedCell.utf8)[...]
        var negative = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            negative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        var digits: [UInt8] = []
        var point: Int?
        while let byte = rest.first {
            if byte &- 48 < 10 {
                digits.append(byte &- 48)
            } else if byte == UInt8(ascii: "."), point == nil {
                point = digits.count
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        guard !digits.isEmpty else { return nil }
        var exponent = unit
        if let e = rest.first {
            guard e | 0x20 == UInt8(ascii: "e"), let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
                power.magnitude < 100
            else { return nil }
            exponent += power
        }
        // The digits before `end` are whole nanoseconds.
        let end = (point ?? digits.count) + exponent
        var value: Int64 = 0
        for index in 0..<max(0, end) {
            let digit = index < digits.count ? Int64(digits[index]) : 0
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow, product <= limit - digit else { return nil }
            value = product + digit
        }
        if end >= 0, end < digits.count, digits[end] >= 5 { value += 1 }
        return negative ? -value : value
    }
}

extension Int64 {
    /// Nanoseconds in seconds, to a tenth: for messages.
    var tenthsOfSeconds: Double { (Double(self) / 1e8).rounded() / 10 }
}
