/// Integer nanoseconds of a log's clock, and their text: decimal seconds with up to nine places.
public enum LogTime {
    /// Nanoseconds per second.
    public static let nanosecondsPerSecond: Int64 = 1_000_000_000
    /// Nanoseconds per day of 24 hours.
    public static let nanosecondsPerDay = 86_400 * nanosecondsPerSecond

    /// Largest magnitude of a recording's stamps, 146 years from the clock's zero: the difference of two stamps, and a
    /// stamp plus some seconds, fit into `Int64`. Readers leave out samples beyond it.
    public static let limit = Int64.max / 2

    /// a + b, saturated at the ends of the range.
    @inlinable
    public static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        let (sum, overflow) = a.addingReportingOverflow(b)
        return overflow ? (a < 0 ? .min : .max) : sum
    }

    /// a - b, saturated at the ends of the range.
    @inlinable
    public static func difference(_ a: Int64, _ b: Int64) -> Int64 {
        let (difference, overflow) = a.subtractingReportingOverflow(b)
        return overflow ? (a < 0 ? .min : .max) : difference
    }

    /// a b, saturated at the ends of the range.
    @inlinable
    public static func product(_ a: Int64, _ b: Int64) -> Int64 {
        let (product, overflow) = a.multipliedReportingOverflow(by: b)
        return overflow ? ((a < 0) != (b < 0) ? .min : .max) : product
    }

    /// Seconds as a floating-point number: for intervals, not for stamps that must stay exact.
    @inlinable
    public static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) * 1e-9 }

    /// The nearest nanosecond; `nil` for non-finite seconds and those beyond `limit`.
    public static func nanoseconds(seconds: Double) -> Int64? {
        let scaled = (seconds * 1e9).rounded()
        guard scaled.magnitude <= Double(limit) else { return nil }
        return Int64(clamping: scaled)
    }

    /// Decimal seconds, exact, without trailing zeros: 58_202_283_700_000 becomes "58202.2837".
    public static func text(_ nanoseconds: Int64) -> String {
        var bytes: [UInt8] = []
        append(nanoseconds, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the text of `text(_:)` to UTF-8 bytes.
    public static func append(_ nanoseconds: Int64, to bytes: inout [UInt8]) {
        if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        bytes.append(contentsOf: String(whole).utf8)
        guard part != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var remainder = part
        var scale: UInt64 = 100_000_000
        while remainder != 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(remainder / scale))
            remainder %= scale
            scale /= 10
        }
    }
}

/// A day in the Gregorian calendar.
public struct CalendarDate: Sendable, Hashable {
    /// 1...9999.
    public var year: Int
    /// 1...12.
    public var month: Int
    /// 1...31.
    public var day: Int

    /// `nil` for a day that does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`, ignoring what follows (a time of day); `nil` for everything else.
    public init?(_ text: String) {
        let head = text.prefix(10)
        let parts = head.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `YYYY-MM-DD`.
    public var text: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The part of the year that has passed at the beginning of the day, [0, 1).
    public var shareOfYear: Double {
        var dayOfYear = day
        for earlier in stride(from: 1, to: month, by: 1) { dayOfYear += Self.days(inMonth: earlier, of: year) }
        let daysOfYear: Double = Self.isLeap(year) ? 366 : 365
        return Double(dayOfYear - 1) / daysOfYear
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Which north an orientation or heading refers to.
public enum North: String, Sendable, CaseIterable {
    /// The geographic north of the earth's axis.
    case `true`
    /// The direction of the field's horizontal component.
    case magnetic
}

#if !hasFeature(Embedded)
    extension CalendarDate: Codable {}
    extension North: Codable {}
#endif
