import SensorModels

/// The clock of a table while its rows are read.
struct ClockState {
    private let clock: TableClock
    private var rows: Int64 = 0
    private var lastCount: Int64?
    private var wraps: Int64 = 0

    init(_ clock: TableClock) { self.clock = clock }

    /// The exponent of plain decimal times, for which there are fast ways; -1 for every other clock.
    var fastExponent: Int {
        if case .decimal(let exponent) = clock { return exponent }
        return -1
    }

    var countsRows: Bool {
        if case .rows = clock { return true }
        return false
    }

    /// Whether what `stamp` gives is the time already.
    var isPlain: Bool {
        switch clock {
        case .decimal, .wallClock: return true
        case .counter, .rows: return false
        }
    }

    /// What a time cell says: nanoseconds, or a count; `DecimalTime.unreadable` where it says nothing.
    func stamp(of cell: UnsafeBufferPointer<UInt8>, _ layout: TableLayout) -> Int64 {
        switch clock {
        case .decimal(let exponent):
            guard layout.decimalComma else { return DecimalTime.slow(cell, exponent: exponent) }
            let text = String(decoding: cell, as: UTF8.self).replacing(",", with: ".")
            return DecimalTime.parse(text, exponent: exponent) ?? DecimalTime.unreadable
        case .wallClock:
            return WallClockText.nanoseconds(String(decoding: cell, as: UTF8.self).trimmedCell)?.time
                ?? DecimalTime.unreadable
        case .counter(_, let modulus):
            let count = DecimalTime.slow(cell, exponent: 0)
            return (0..<modulus).contains(count) ? count : DecimalTime.unreadable
        case .rows: return 0
        }
    }

    /// The time of the next row that is used, from its count.
    mutating func next(_ count: Int64) -> Int64 {
        switch clock {
        case .decimal, .wallClock: return count
        case .rows(let rate):
            rows += 1
            return Self.time(rows - 1, rate)
        case .counter(let rate, let modulus):
            // A step back by more than half of the range is the counter's wrap; a shorter one is kept as it is.
            if let lastCount, lastCount - count > modulus / 2 { wraps += 1 }
            if let lastCount, count - lastCount > modulus / 2, wraps > 0 { wraps -= 1 }
            lastCount = count
            if rows == 0 { rows = count }
            return Self.time(count + wraps * modulus - rows, rate)
        }
    }

    private static func time(_ count: Int64, _ rate: Double) -> Int64 {
        Int64((Double(count) * (1e9 / rate)).rounded())
    }
}
