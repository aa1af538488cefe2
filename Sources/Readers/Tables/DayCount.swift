import Vocabulary

/// Times as decimal days: the numbers behind the dates of a spreadsheet (Excel: 45063.4036 is 2023-05-17 09:41), MATLAB's `datenum`, or any days
/// whose unit the header states.
struct DayCount {
    /// The number of 1970-01-01.
    let epoch: Int
    /// As text for reports.
    let text: String
    /// Of the first row; `nil` where the numbers are no dates.
    let day: CalendarDate?

    /// Names of the unit.
    static let units: Set<String> = ["days", "datenum"]

    /// The numbers of the years 1968 to 2119, or 1889 to 2108, and that of 1970-01-01.
    private static let calendars: [(numbers: ClosedRange<Double>, epoch: Int, name: String)] = [
        (25_000...80_000, 25_569, "a spreadsheet's"), (690_000...770_000, 719_529, "MATLAB's datenum"),
    ]
    /// Rates of sensors, hertz.
    private static let rates = 0.4...2500.0

    /// `nil` for numbers that are no dates of sensors, unless the unit is stated.
    /// - Parameter isStated: the log says that they are days.
    init?(_ numbers: [Double], isStated: Bool) {
        let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
        let rate = Percentile.upperMedian(steps).map { 1 / ($0 * 86_400) }
        let fits = rate.map(Self.rates.contains) == true
        guard isStated || fits else { return nil }
        guard let first = numbers.first, let calendar = Self.calendars.first(where: { $0.numbers.contains(first) })
        else {
            guard isStated else { return nil }
            (epoch, text, day) = (0, "the header", nil)
            return
        }
        epoch = calendar.epoch
        text = "\(calendar.name), by " + (isStated ? "the header" : "the size and the steps of its numbers")
        day = CalendarDate(daysSince1970: Int(clamping: first.rounded(.down)) - calendar.epoch)
    }

    /// Whether a column's name says that it counts days.
    static func isStated(_ name: String) -> Bool {
        HeaderWords(name).words.last.map(units.contains) == true
    }
}
