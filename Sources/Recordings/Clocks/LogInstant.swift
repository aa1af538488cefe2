import Vocabulary

/// A point of time in a log: in its own clock, or of the day.
public enum LogInstant: Sendable, Hashable {
    /// Nanoseconds of the log's clock.
    case clock(Int64)
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    case wall(Int64)

    /// Reads decimal seconds of the log's clock, or a wall-clock time with its offset from UTC, such as
    /// `2016-06-03T11:34:15Z` or `2016-06-03 13:34:15.5+02:00`.
    ///
    /// `nil` for everything else. A time without offset is not read, since its zone would be a guess.
    public init?(_ text: String) {
        if let time = DecimalTime.parse(text) {
            self = .clock(time)
        } else if let time = Self.unixNanoseconds(text) {
            self = .wall(time)
        } else {
            return nil
        }
    }

    /// Nanoseconds of the log's clock.
    /// - Throws: `SensorLabError` (usage) for a wall-clock time where the log does not say when its clock was zero.
    public func nanoseconds(in metadata: RecordingMetadata) throws -> Int64 {
        switch self {
        case .clock(let time): return time
        case .wall(let time):
            guard let zero = metadata.unixSecondsAtZero.flatMap(LogTime.nanoseconds(seconds:)) else {
                throw SensorLabError(
                    .usage, code: .noWallClock, place: "--from/--to",
                    message: "found a wall-clock time, but the wall-clock time of the log's zero is unknown",
                    advice: "give seconds of the log's clock")
            }
            return LogTime.difference(time, zero)
        }
    }

    /// A date, a time of day and its offset from UTC.
    private static func unixNanoseconds(_ text: String) -> Int64? {
        guard CalendarDate(text) != nil, let found = WallClockText.nanoseconds(text), found.hasZone else {
            return nil
        }
        return found.time
    }

    /// Days of the proleptic Gregorian calendar, counted in years that begin in March.
    public static func daysSince1970(_ date: CalendarDate) -> Int64 {
        let year = date.month > 2 ? date.year : date.year - 1
        let month = (date.month + 9) % 12
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date.day - 1
        return Int64(days - 719_468)
    }
}

extension CalendarDate {
    /// The day that is so many days after 1970-01-01; `nil` outside of the years 1...9999.
    package init?(daysSince1970 days: Int) {
        // Years that begin in March, in eras of 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.init(
            year: yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month: month < 10 ? month + 3 : month - 9,
            day: dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
