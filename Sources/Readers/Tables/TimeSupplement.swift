import Recordings
import Vocabulary

/// A second column of a row's time, which is added to the time column.
struct TimeSupplement: Sendable, Equatable {
    enum Part: Sendable, Equatable {
        /// Whole units of 10^exponent nanoseconds within a second, beside whole seconds: stamps of ROS (`secs`,
        /// `nsecs`) and of C (`tv_sec`, `tv_usec`).
        case withinSecond(exponent: Int)
        /// A date, beside a time of day.
        case day
    }

    let position: Int
    let part: Part

    /// The day of a cell with a date alone, in nanoseconds since 1970.
    private static func day(_ text: String) -> Int64? {
        guard let date = CalendarDate(spelled: text.trimmedCell) else { return nil }
        let (time, overflow) = LogInstant.daysSince1970(date).multipliedReportingOverflow(by: LogTime.nanosecondsPerDay)
        return overflow ? nil : time
    }

    /// The time of a row, nanoseconds.
    /// - Parameters:
    ///   - time: of the time column.
    ///   - cell: of this column.
    /// - Returns: `DecimalTime.unreadable` where one of them is unreadable, and where they are no parts of one time.
    func time(_ time: Int64, with cell: UnsafeBufferPointer<UInt8>) -> Int64 {
        let added: Int64
        switch part {
        case .withinSecond(let exponent):
            added = DecimalTime.slow(cell, exponent: exponent)
            guard (0..<LogTime.nanosecondsPerSecond).contains(added) else { return DecimalTime.unreadable }
        case .day:
            guard let day = Self.day(String(decoding: cell, as: UTF8.self)),
                (0..<LogTime.nanosecondsPerDay).contains(time)
            else { return DecimalTime.unreadable }
            added = day
        }
        let (sum, overflow) = time.addingReportingOverflow(added)
        return overflow || sum.magnitude > DecimalTime.limit.magnitude ? DecimalTime.unreadable : sum
    }

    // MARK: From a header

    /// A column of whole seconds and one with the parts of a second, by their names and their first numbers.
    static func seconds(_ head: TableHead) -> (position: Int, supplement: TimeSupplement)? {
        let names = head.names.map(ClockName.init)
        for (position, name) in names.enumerated() where name?.exponent == 9 {
            let whole = head.numbers(position)
            guard !whole.isEmpty, whole.allSatisfy({ $0 == $0.rounded() }) else { continue }
            for (other, part) in names.enumerated() where part?.stem == name?.stem {
                guard let exponent = part?.exponent, exponent < 9, isWithinSecond(head.numbers(other), exponent)
                else { continue }
                return (position, TimeSupplement(position: other, part: .withinSecond(exponent: exponent)))
            }
        }
        return nil
    }

    /// Whether numbers are whole and within a second, in units of 10^exponent nanoseconds.
    static func isWithinSecond(_ numbers: [Double], _ exponent: Int) -> Bool {
        let range = (exponent..<9).reduce(1.0) { product, _ in product * 10 }
        return !numbers.isEmpty && numbers.allSatisfy { $0 == $0.rounded() && (0..<range).contains($0) }
    }

    /// The column with the date beside times of day; ambiguous dates do not count.
    static func day(_ head: TableHead, beside time: Int) -> (supplement: TimeSupplement, first: CalendarDate)? {
        for (position, name) in head.names.enumerated() where position != time {
            guard HeaderWords(name, endAtCapitals: true).words.contains(where: { $0 == "date" || $0 == "day" }) else {
                continue
            }
            let days = head.column(position).map { CalendarDate(spelled: $0) }
            guard let first = days.first, let first, days.allSatisfy({ $0 != nil }) else { continue }
            return (TimeSupplement(position: position, part: .day), first)
        }
        return nil
    }
}

/// The name of a column that counts units of time: `header.stamp.nsecs`, `tv_usec`, `nanosec`.
private struct ClockName {
    let stem: String
    let exponent: Int

    init?(_ name: String) {
        var words = HeaderWords(name).words
        if words.last.flatMap(TimeColumn.exponent(ofUnit:)) == nil {
            words = HeaderWords(name, endAtCapitals: true).words
        }
        guard let exponent = words.popLast().flatMap(TimeColumn.exponent(ofUnit:)) else { return nil }
        self.exponent = exponent
        stem = words.joined(separator: " ")
    }
}
