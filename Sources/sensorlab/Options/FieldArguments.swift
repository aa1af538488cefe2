import ArgumentParser
import Geomagnetism
import Vocabulary

/// `LAT0,LAT1,LON0,LON1,STEP` in degrees.
struct GridArgument: ExpressibleByArgument, Sendable {
    let bounds: [Double]

    init?(argument: String) {
        let cells = argument.split(separator: ",", omittingEmptySubsequences: false)
        bounds = cells.compactMap { Double($0.filter { !$0.isWhitespace }) }
        guard cells.count == 5, bounds.count == 5 else { return nil }
    }

    func grid() throws(SensorLabError) -> FieldGrid {
        try FieldGrid(
            latitudesDegrees: (bounds[0], bounds[1]), longitudesDegrees: (bounds[2], bounds[3]), stepDegrees: bounds[4])
    }
}

/// A distance in the calendar: a whole number with d (days), m (months) or y (years).
struct CalendarStep: ExpressibleByArgument, Sendable {
    private let number: Int
    private let unit: Character

    init?(argument: String) {
        guard let unit = argument.lowercased().last, "dmy".contains(unit), let number = Int(argument.dropLast()),
            (1...100_000).contains(number)
        else { return nil }
        self.number = number
        self.unit = unit
    }

    /// The dates from the first to the last one; a day that a month does not have becomes that month's last.
    /// - Parameter most: more are not counted out.
    func dates(from first: CalendarDate, through last: CalendarDate, most: Int) -> [CalendarDate] {
        var dates: [CalendarDate] = []
        while dates.count < most {
            // Days from date to date; months from the first, whose day the months between may not have.
            let date =
                unit == "d"
                ? dates.last.map { $0.adding(days: number) } ?? first : date(dates.count * number, after: first)
            guard let date, (date.year, date.month, date.day) <= (last.year, last.month, last.day) else { break }
            dates.append(date)
        }
        return dates
    }

    private func date(_ count: Int, after first: CalendarDate) -> CalendarDate? {
        let months = first.year * 12 + first.month - 1 + (unit == "y" ? 12 * count : count)
        return (0..<4).lazy.compactMap {
            CalendarDate(year: months / 12, month: months % 12 + 1, day: first.day - $0)
        }.first
    }
}

extension CalendarDate {
    /// The day so many days later; nil after the year 9999.
    func adding(days: Int) -> CalendarDate? {
        var (date, rest) = (self, days)
        while rest > 0 {
            // A whole month at a time.
            let following = CalendarDate(
                year: date.month == 12 ? date.year + 1 : date.year, month: date.month % 12 + 1, day: 1)
            guard let following else { return nil }
            let length = (28...31).last { CalendarDate(year: date.year, month: date.month, day: $0) != nil } ?? 31
            guard date.day + rest > length else {
                date.day += rest
                return date
            }
            rest -= length - date.day + 1
            date = following
        }
        return date
    }
}

extension HeightReference: NameArgument {}
