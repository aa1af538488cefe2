import Recordings
import Vocabulary

/// How the stamps of a table's rows are made.
enum TableClock: Sendable, Equatable {
    /// The time column holds decimal numbers; their unit is 10^exponent nanoseconds: 9 for seconds, 6 for milliseconds,
    /// 3 for microseconds, 0 for nanoseconds.
    case decimal(exponent: Int)
    /// The time column holds decimal days; 1970-01-01 is day `epoch`.
    case days(epoch: Int)
    /// The time column holds decimal numbers of minutes or hours.
    case long(seconds: Int64)
    /// The time column holds whole numbers of 100 ns; 1970-01-01 is number `epoch`. See `TickCount`.
    case ticks(epoch: Int64)
    /// The time column holds whole seconds, a point and whole microseconds without zeros in front; see
    /// `UnpaddedSeconds`.
    case unpaddedSeconds
    /// The time column holds a date and a time of day, or a time of day alone; see `WallClockText`.
    /// - period: after which the times restart, nanoseconds: a day for times of day, an hour for minutes and seconds;
    ///   `nil` for dates.
    case wallClock(period: Int64?)
    /// The same with whole milliseconds behind the point, without leading zeros; see `UnpaddedMilliseconds`.
    case unpaddedWallClock(period: Int64?)
    /// The time column holds a packet counter that wraps at `modulus`; lost packets skip numbers.
    case counter(rateHz: Double, modulus: Int64)
    /// Rows come at a rate, and the time column counts them in steps; see `RowCounter`.
    /// - top: the count after which it restarts.
    case rowCount(rateHz: Double, step: Int64, top: Int64?)
    /// There is no time column; rows come at a rate.
    case rows(rateHz: Double)
}

/// How the cells of a table's rows are read.
struct TableLayout {
    /// The names in the header, trimmed.
    var names: [String]
    /// The column of the time stamp; not used where the clock counts rows.
    var time: Int
    var clock = TableClock.decimal(exponent: 9)
    /// Added to the time column.
    var supplement: TimeSupplement?
    /// Which columns are read as numbers, as positions in the header; their order is that of a block's columns.
    var numeric: [Int]
    var dialect = TableDialect.commas
    /// The cells of the header as written; empty where the rows are not searched for other tables.
    var header: [String] = []
    /// The block's columns of latitudes and longitudes, which may have letters.
    var coordinateColumns: Set<Int> = []
    /// The block's columns with the letters N, S, E or W, which become 1 and -1.
    var hemisphereColumns: Set<Int> = []
    /// The block's column of an AR session's tracking state, which may be words.
    var trackingColumn: Int?

    /// The use of the cell in each position: one of the constants below, or the block's column.
    var plan: [Int] {
        var plan = [Int](repeating: Self.skipped, count: names.count)
        for (column, position) in numeric.enumerated() { plan[position] = column }
        if case .rows = clock { return plan }
        plan[time] = Self.timeCell
        if let supplement { plan[supplement.position] = Self.supplementCell }
        return plan
    }

    static let skipped = -1
    static let timeCell = -2
    static let supplementCell = -3
}

/// The clock of a table while its rows are read.
struct ClockState {
    private let clock: TableClock
    private var rows: Int64 = 0
    private var lastCount: Int64?
    private var wraps: Int64 = 0
    private var counter: WrappingCounter
    private var rowCount: RowCount?

    init(_ clock: TableClock) {
        self.clock = clock
        if case .decimal(let exponent) = clock {
            counter = WrappingCounter(exponent: exponent)
        } else {
            counter = WrappingCounter(moduli: [])
        }
        if case .rowCount(_, let step, let top) = clock { rowCount = RowCount(step: step, top: top) }
    }

    /// How often a decimal clock restarted, or a count of rows stepped back.
    var turns: Int { rowCount?.restarts ?? counter.turns }

    /// The exponent of plain decimal times, for the fast parser; -1 for every other clock.
    var fastExponent: Int {
        if case .decimal(let exponent) = clock { return exponent }
        return -1
    }

    var countsRows: Bool {
        if case .rows = clock { return true }
        return false
    }

    /// Whether `stamp` gives the time itself, independent of the rows before.
    var isPlain: Bool {
        switch clock {
        case .days, .long, .ticks, .unpaddedSeconds, .wallClock(nil), .unpaddedWallClock(nil): return true
        case .decimal, .wallClock, .unpaddedWallClock, .counter, .rows, .rowCount: return false
        }
    }

    /// The value of a time cell: nanoseconds, or a count; `DecimalTime.unreadable` where it is neither.
    func stamp(of cell: UnsafeBufferPointer<UInt8>, _ layout: TableLayout) -> Int64 {
        switch clock {
        case .decimal(let exponent):
            let text = String(decoding: cell, as: UTF8.self)
            if !layout.dialect.decimalComma, let time = DecimalTime.parse(text, exponent: exponent) { return time }
            let plain = GroupedDigits.decimal(text.trimmedCell, decimalComma: layout.dialect.decimalComma)
            return DecimalTime.parse(plain, exponent: exponent) ?? DecimalTime.unreadable
        case .days(let epoch):
            // The difference is exact, and the product as exact as the days that were written.
            return Self.seconds(cell, layout) { ($0 - Double(epoch)) * 86_400 }
        case .long(let seconds): return Self.seconds(cell, layout) { $0 * Double(seconds) }
        case .ticks(let epoch): return TickCount.nanoseconds(cell, epoch: epoch)
        case .unpaddedSeconds: return UnpaddedSeconds.nanoseconds(String(decoding: cell, as: UTF8.self).trimmedCell)
        case .wallClock(let period), .unpaddedWallClock(let period):
            let text = String(decoding: cell, as: UTF8.self).trimmedCell
            let isPadded = clock == .wallClock(period: period)
            guard let found = WallClockText.clock(isPadded ? text : UnpaddedMilliseconds.padded(text)) else {
                return DecimalTime.unreadable
            }
            // Among ambiguous dates some are unambiguous.
            guard let period, found.period == nil else { return found.time }
            return (found.time % period + period) % period
        case .counter(_, let modulus):
            let count = DecimalTime.slow(cell, exponent: 0)
            return (0..<modulus).contains(count) ? count : DecimalTime.unreadable
        case .rowCount:
            let count = DecimalTime.slow(cell, exponent: 0)
            return count == DecimalTime.unreadable ? -1 : count
        case .rows: return 0
        }
    }

    private static func seconds(
        _ cell: UnsafeBufferPointer<UInt8>, _ layout: TableLayout, _ seconds: (Double) -> Double
    ) -> Int64 {
        let text = String(decoding: cell, as: UTF8.self).trimmedCell
        return Double(layout.dialect.decimalComma ? text.withDecimalPoint : text)
            .flatMap { LogTime.nanoseconds(seconds: seconds($0)) } ?? DecimalTime.unreadable
    }

    /// The time of the next row, from its count.
    mutating func next(_ count: Int64) -> Int64 {
        switch clock {
        case .decimal: return counter.next(count)
        case .days, .long, .ticks, .unpaddedSeconds, .wallClock(nil), .unpaddedWallClock(nil): return count
        case .wallClock(let period?), .unpaddedWallClock(let period?):
            // Midnight, or late rows behind it; a shorter step back is a fault of the log.
            if let lastCount, lastCount - count > period / 2 { wraps += 1 }
            if let lastCount, count - lastCount > period - period / 24, wraps > 0 { wraps -= 1 }
            lastCount = count
            return min(LogTime.sum(count, LogTime.product(wraps, period)), DecimalTime.limit)
        case .rows(let rate):
            rows += 1
            return Self.time(rows - 1, rate)
        case .counter(let rate, let modulus):
            // A step back by more than half of the range is the counter's wrap; a shorter one is kept as it is.
            if let lastCount, lastCount - count > modulus / 2 { wraps += 1 }
            if let lastCount, count - lastCount > modulus / 2, wraps > 0 { wraps -= 1 }
            if lastCount == nil { rows = count }
            lastCount = count
            return Self.time(count + wraps * modulus - rows, rate)
        case .rowCount(let rate, let step, _):
            rows = rowCount?.next(count) ?? rows + step
            return Self.time(rows, rate * Double(step))
        }
    }

    private static func time(_ count: Int64, _ rate: Double) -> Int64 {
        Int64(clamping: (Double(count) * (1e9 / rate)).rounded())
    }
}
