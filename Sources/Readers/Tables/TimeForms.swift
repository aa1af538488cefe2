import Recordings
import Vocabulary

/// Counts of 100 ns: of .NET since the year 1, of Windows since 1601, or since a start.
enum TickCount {
    /// Numbers of the years 2001 to 2096 or 2107, and the number of 1970-01-01.
    private static let calendars: [(numbers: ClosedRange<Double>, epoch: Int64, name: String)] = [
        (6.31e17...6.61e17, 621_355_968_000_000_000, ".NET's ticks"),
        (1.264e17...1.6e17, 116_444_736_000_000_000, "Windows' file time"),
    ]
    /// Usual rates of sensors, hertz.
    private static let rates = 5.0...500

    /// The number of 1970-01-01 in the same count; `nil` for a count since a start.
    static func epoch(of number: Double) -> Int64? { calendars.first { $0.numbers.contains(number) }?.epoch }

    /// The same for numbers without a unit, with a text for reports: dates with a sensor's steps, which nanoseconds
    /// would not be.
    static func dates(_ numbers: [Double], step: Double?) -> (epoch: Int64, text: String)? {
        guard let last = numbers.last, let calendar = calendars.first(where: { $0.numbers.contains(last) }),
            let step, rates.contains(1e7 / step)
        else { return nil }
        return (calendar.epoch, "\(calendar.name), by the size and the steps of its numbers")
    }

    /// Nanoseconds since 1970, or since the start; `DecimalTime.unreadable` for other text.
    static func nanoseconds(_ cell: UnsafeBufferPointer<UInt8>, epoch: Int64) -> Int64 {
        let count = DecimalTime.slow(cell, exponent: 0)
        guard count != DecimalTime.unreadable else { return count }
        let (time, overflow) = (count - epoch).multipliedReportingOverflow(by: 100)
        return overflow || time.magnitude > DecimalTime.limit.magnitude ? DecimalTime.unreadable : time
    }
}

/// Times as decimal days: a spreadsheet's dates (Excel: 45063.4036 is 2023-05-17 09:41), MATLAB's `datenum`, or any
/// days whose unit the header states.
struct DayCount {
    /// The number of 1970-01-01.
    let epoch: Int
    /// As text for reports.
    let text: String
    /// The day of the first row; `nil` where the numbers are no dates.
    let day: CalendarDate?

    /// Numbers of the years 1968 to 2119, or 1889 to 2108, and the number of 1970-01-01.
    private static let calendars: [(numbers: ClosedRange<Double>, epoch: Int, name: String)] = [
        (25_000...80_000, 25_569, "a spreadsheet's"), (690_000...770_000, 719_529, "MATLAB's datenum"),
    ]
    /// `nil` for numbers that are no dates of sensors, unless the unit is stated.
    /// - Parameter isStated: the log states that they are days.
    init?(_ numbers: [Double], isStated: Bool) {
        let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
        let rate = Percentile.upperMedian(steps).map { 1 / ($0 * 86_400) }
        let fits = rate.map(TimeColumn.rates.contains) == true
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
        HeaderWords(name).words.last.map { TimeUnit.clocks[$0] == .days(epoch: 0) } == true
    }
}

/// Stamps of C programs that print whole seconds, a point and whole microseconds without leading zeros: `12.5` is 12 s
/// and 5 us.
enum UnpaddedSeconds {
    /// Nanoseconds; `DecimalTime.unreadable` for other text.
    static func nanoseconds(_ text: some StringProtocol) -> Int64 {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = Int64(parts[0]), seconds.magnitude < 1 << 33, isFraction(parts[1]),
            let micros = Int64(parts[1])
        else { return DecimalTime.unreadable }
        return LogTime.sum(LogTime.product(seconds, LogTime.nanosecondsPerSecond), micros * 1000)
    }

    /// Whether cells are such stamps: as decimals they step back, read this way they never do.
    static func fits(_ cells: [String]) -> Bool {
        guard cells.count > 2 else { return false }
        var (previous, decimal, stepsBack) = (Int64.min, -Double.infinity, false)
        for cell in cells {
            let time = nanoseconds(cell)
            guard time != DecimalTime.unreadable, time >= previous, let number = Double(cell) else { return false }
            stepsBack = stepsBack || number < decimal
            (previous, decimal) = (time, number)
        }
        return stepsBack
    }

    /// One to six digits without a leading zero.
    private static func isFraction(_ digits: some StringProtocol) -> Bool {
        (1...6).contains(digits.utf8.count) && digits.utf8.allSatisfy { $0 &- 48 < 10 }
            && (digits.first != "0" || digits.count == 1)
    }
}

/// Dates and times of day whose fraction is whole milliseconds without leading zeros: `12:31:12.5` is 12 s and 5 ms;
/// behind a colon, `12:31:12:5`, it is so even where nothing steps back.
enum UnpaddedMilliseconds {
    /// The text with the zeros; unchanged without such a fraction.
    static func padded(_ text: String) -> String {
        guard let (digits, _) = fraction(text), digits.count < 3 else { return text }
        return text.dropLast(digits.count) + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// Whether cells are such times: as decimals they step back within a second, read this way they never do.
    static func fits(_ cells: [String]) -> Bool {
        guard cells.count > 2 else { return false }
        var last: (time: Int64, decimal: Int64)?
        var stepsBack = false
        for cell in cells {
            guard let (digits, isCount) = fraction(cell), digits.first != "0" || digits.count == 1,
                let time = WallClockText.clock(padded(cell))?.time, let decimal = WallClockText.clock(cell)?.time
            else { return false }
            if isCount, digits.count < 3 { stepsBack = true }
            if let last {
                guard isCount || time >= last.time else { return false }
                stepsBack = stepsBack || decimal < last.decimal
            }
            last = (time, decimal)
        }
        return stepsBack
    }

    /// The one to three digits at the end, behind a point, a comma, or a third colon: then they are a count.
    private static func fraction(_ text: String) -> (digits: Substring, isCount: Bool)? {
        guard let mark = text.lastIndex(where: { ".,:".contains($0) }) else { return nil }
        let (digits, isCount) = (text[text.index(after: mark)...], text[mark] == ":")
        guard (1...3).contains(digits.count), digits.utf8.allSatisfy({ $0 &- 48 < 10 }),
            !isCount || text.count(where: { $0 == ":" }) > 2
        else { return nil }
        return (digits, isCount)
    }
}

/// The units of time in headers and in `--columns`: one table.
enum TimeUnit {
    /// Those of `--columns` go first in their rows.
    private static let rows: KeyValuePairs<TableClock, String> = [
        .decimal(exponent: 9): "s sec secs second seconds",
        .decimal(exponent: 6): "ms msec millis milliseconds millisecond millisec",
        .decimal(exponent: 3): "us µs μs usec micros microseconds microsecond microsec usecs",
        .decimal(exponent: 0): "ns nsec nanos nanoseconds nanosecond nanosec nsecs nanosecs",
        .ticks(epoch: 0): "100ns ticks", .decimal(exponent: 4): "10us", .decimal(exponent: 5): "100us 0.1ms",
        .decimal(exponent: 7): "10ms", .decimal(exponent: 8): "100ms", .decimal(exponent: 1): "10ns",
        .long(seconds: 60): "min mins minute minutes", .long(seconds: 3600): "h hr hrs hour hours",
        .days(epoch: 0): "days datenum", .wallClock(period: nil): "date datetime",
    ]

    /// By their spellings, in lower case.
    static let clocks: [String: TableClock] = rows.reduce(into: [:]) { table, row in
        for spelling in row.value.split(separator: " ") { table[String(spelling)] = row.key }
    }

    /// How messages and `--columns` spell a unit; `nil` for clocks that are none.
    static func name(_ clock: TableClock) -> String? {
        rows.first { $0.key == clock }?.value.split(separator: " ").first.map(String.init)
    }

    /// The seconds of a unit that is none of ten to a power, as the last word of a column's name.
    static func longSeconds(inName name: String) -> Int64? {
        let words = HeaderWords(name).words
        guard words.count > 1, case .long(let seconds)? = clocks[words[words.count - 1]] else { return nil }
        return seconds
    }
}
