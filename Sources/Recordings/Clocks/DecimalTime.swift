import Vocabulary

/// Converts decimal text to integer nanoseconds, without floating point.
///
/// A value is rounded at the tenth decimal place of a second (ties away from zero); further places are ignored.
package enum DecimalTime {
    /// The value for a cell without a readable time; it is beyond `limit`, so that no readable time has it.
    package static let unreadable = Int64.min
    /// The largest magnitude of a time, nanoseconds: differences of two stamps never overflow.
    package static let limit = LogTime.limit

    /// Reads any spelling of a time, exponents included; `unreadable` for everything else and beyond `limit`.
    /// - Parameter exponent: the unit is 10^exponent nanoseconds: 9 for seconds, 6 for milliseconds, 0 for nanoseconds.
    package static func slow(_ cell: UnsafeBufferPointer<UInt8>, exponent unit: Int = 9) -> Int64 {
        parse(String(decoding: cell, as: UTF8.self), exponent: unit) ?? unreadable
    }

    /// As `slow`, from a string; `nil` for what is unreadable.
    package static func parse(_ text: String, exponent unit: Int = 9) -> Int64? {
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
    /// Seconds, rounded to a tenth, for messages.
    package var tenthsOfSeconds: Double { (Double(self) / 1e8).rounded() / 10 }
}
