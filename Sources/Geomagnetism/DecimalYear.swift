import Vocabulary

/// A date as the models take it: the year and the part of it that has passed.
///
/// A calendar day counts from its beginning: year + (day of the year - 1) / days of the year, so that 1 January 2025 is
/// 2025.0 (the convention of NOAA's calculators).
public struct DecimalYear: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The date in years of the common era, finite.
    public let value: Double

    /// Makes a date from a decimal year.
    ///
    /// - Throws: `invalid-date` where the value is not finite.
    public init(_ value: Double) throws(SensorLabError) {
        guard value.isFinite else {
            throw SensorLabError(
                .usage, code: .geomagnetismInvalidDate, message: "date \(value) is not a number of years",
                advice: "give a decimal year such as 2025.5")
        }
        self.value = value
    }

    /// Makes a date from a day of the Gregorian calendar.
    public init(_ date: CalendarDate) { value = Double(date.year) + date.shareOfYear }

    /// Makes a date from a day of the Gregorian calendar: year 1 to 9999, month 1 to 12, day 1
    /// to the last of the month.
    ///
    /// - Throws: `invalid-date` for a day that the calendar does not have.
    public init(year: Int, month: Int, day: Int) throws(SensorLabError) {
        guard let date = CalendarDate(year: year, month: month, day: day) else {
            throw SensorLabError(
                .usage, code: .geomagnetismInvalidDate, message: "date \(year)-\(month)-\(day) is not in the calendar",
                advice: "give year, month and day as YYYY-MM-DD")
        }
        self.init(date)
    }

    /// Reads `YYYY-MM-DD` or a decimal year such as `2015.47`.
    ///
    /// - Throws: `invalid-date` for any other text, and for a day that the calendar does not have.
    public init(parsing text: String) throws(SensorLabError) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isDecimal = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
        if isDecimal, let value = Double(text) {
            try self.init(value)
        } else if parts.count == 3, parts[0].utf8.count == 4, let year = Self.digits(parts[0]),
            let month = Self.digits(parts[1]), let day = Self.digits(parts[2])
        {
            try self.init(year: year, month: month, day: day)
        } else {
            throw SensorLabError(
                .usage, code: .geomagnetismInvalidDate,
                message: "date '\(text)' is neither YYYY-MM-DD nor a decimal year",
                advice: "give a date such as 2015-06-22 or 2015.47")
        }
    }

    /// Whether this date is the earlier one.
    @inlinable
    public static func < (lhs: DecimalYear, rhs: DecimalYear) -> Bool { lhs.value < rhs.value }

    /// The decimal year as text.
    public var description: String { "\(value)" }

    /// - Parameter holder: what covers the years, for the message.
    /// - Throws: `date-not-covered` where the date is farther than
    ///   ``GeomagneticModel/extrapolationLimitYears`` from them.
    func requireCovered(
        by years: ClosedRange<Double>, _ holder: @autoclosure () -> String, advice: String
    ) throws(SensorLabError) {
        let limit = GeomagneticModel.extrapolationLimitYears
        guard value >= years.lowerBound - limit, value <= years.upperBound + limit else {
            throw SensorLabError(
                .usage, code: .geomagnetismDateNotCovered,
                message:
                    "date \(self) is more than \(Int(clamping: limit)) years from \(years.lowerBound) to \(years.upperBound), "
                    + holder(), advice: advice)
        }
    }

    private static func digits(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }
}
