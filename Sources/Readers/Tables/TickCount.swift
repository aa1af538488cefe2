import Recordings
import Vocabulary

/// Counts of 100 ns: those of .NET since the year 1, those of Windows since 1601, or those since a start.
enum TickCount {
    /// The numbers of the years 2001 to 2096 or 2107, and that of 1970-01-01.
    private static let calendars: [(numbers: ClosedRange<Double>, epoch: Int64, name: String)] = [
        (6.31e17...6.61e17, 621_355_968_000_000_000, ".NET's ticks"),
        (1.264e17...1.6e17, 116_444_736_000_000_000, "Windows' file time"),
    ]
    /// Usual rates of sensors, hertz.
    private static let rates = 5.0...500

    /// The number of 1970-01-01 in the count that a number is of; `nil` for one since a start.
    static func epoch(of number: Double) -> Int64? { calendars.first { $0.numbers.contains(number) }?.epoch }

    /// The same of numbers without a unit, with a text for reports: dates in steps that are a sensor's, and would be none in nanoseconds.
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
