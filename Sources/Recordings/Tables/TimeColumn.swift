import Vocabulary

/// The column of a table that holds the time, and its unit: from the header, else from the numbers.
struct TimeColumn {
    let position: Int
    let clock: TableClock
    /// Nanosecond 0 is 1970-01-01T00:00:00Z.
    let isUnix: Bool
    /// How the unit was decided, as text for reports.
    let by: String

    /// Names of time columns, the better ones first.
    private static let stems = [
        "seconds elapsed", "time", "timestamp", "timestamps", "t", "time stamp", "time since start", "elapsed time",
        "elapsed", "seconds", "unix time", "unixtime", "epoch", "milliseconds", "millis", "datetime", "date time",
        "header stamp", "sample time", "timestamp unix", "system time", "loggingtime",
    ]
    /// 10^exponent nanoseconds.
    private static let units: [String: Int] = [
        "s": 9, "sec": 9, "secs": 9, "second": 9, "seconds": 9, "ms": 6, "msec": 6, "millis": 6, "milliseconds": 6,
        "us": 3, "usec": 3, "micros": 3, "microseconds": 3, "ns": 0, "nsec": 0, "nanos": 0, "nanoseconds": 0,
    ]

    /// - Throws: `SensorLabError` (bad data) where the unit of the time column is unknown.
    init?(_ head: TableHead, place: String) throws {
        let columns = head.names.map(Self.split)
        for stem in Self.stems {
            guard let position = columns.firstIndex(where: { $0.stem == stem }) else { continue }
            let numbers = head.numbers(position)
            self.position = position
            if numbers.isEmpty, let cell = head.firstRow.flatMap({ position < $0.count ? $0[position] : nil }),
                let (time, hasZone) = WallClockText.nanoseconds(cell)
            {
                clock = .wallClock
                isUnix = hasZone
                by = hasZone || time > 86_400_000_000_000 ? "dates in the rows" : "times of day in the rows"
                return
            }
            let name = head.names[position]
            let last = numbers.last ?? 0
            if let exponent = columns[position].exponent ?? (stem == "milliseconds" || stem == "millis" ? 6 : nil) {
                clock = .decimal(exponent: exponent)
                isUnix = Self.isUnix(last, exponent)
                by = "the header \"\(name)\""
                return
            }
            guard let exponent = Self.exponent(numbers) else {
                throw SensorLabError(
                    .badData, code: .unknownTimeUnit, place: place,
                    message:
                        "found the time column \"\(name)\" with the numbers \(numbers.prefix(3)), expected a unit, "
                        + "such as \"\(name) (s)\"", advice: "write the unit into the header")
            }
            clock = .decimal(exponent: exponent)
            isUnix = Self.isUnix(last, exponent)
            by = "the size and the steps of its numbers"
            return
        }
        return nil
    }

    /// Unix times of the years 2001 to 2096.
    private static func isUnix(_ number: Double, _ exponent: Int) -> Bool {
        var seconds = number
        for _ in exponent..<9 { seconds /= 10 }
        return (1e9...4e9).contains(seconds)
    }

    private static func split(_ name: String) -> (stem: String, exponent: Int?) {
        let text = String(name.lowercased().map { $0 == "µ" || $0 == "μ" ? "u" : $0 })
        var words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard let last = words.last, words.count > 1, let exponent = units[last] else {
            return (words.joined(separator: " "), nil)
        }
        words.removeLast()
        if words.last == "in" { words.removeLast() }
        return (words.joined(separator: " "), exponent)
    }

    /// The unit of Unix times follows from their size, that of other clocks from their steps: sensors give 1 to 1000
    /// samples per second, and only seconds have fractions below a thousandth of a step of more than one second.
    private static func exponent(_ numbers: [Double]) -> Int? {
        guard let last = numbers.last else { return 9 }
        for (exponent, scale) in [(9, 1.0), (6, 1e3), (3, 1e6), (0, 1e9)] where (1e9...4e9).contains(last / scale) {
            return exponent
        }
        let steps = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
        guard let step = Percentile.upperMedian(steps) else { return 9 }
        if step < 1 || numbers.contains(where: { $0 != $0.rounded() }) && step < 5 { return 9 }
        // 1 and only 1 is a count of rows.
        if steps.allSatisfy({ $0 == 1 }) { return nil }
        if step <= 1500 { return 6 }
        return step <= 1_500_000 ? 3 : 0
    }
}
