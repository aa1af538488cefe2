/// How the stamps of a table's rows are made.
enum TableClock: Sendable, Equatable {
    /// The time column holds decimal numbers; their unit is 10^exponent nanoseconds: 9 for seconds, 6 for milliseconds, 3
    /// for microseconds, 0 for nanoseconds.
    case decimal(exponent: Int)
    /// The time column holds a date and a time of day, or a time of day alone; see `WallClockText`.
    case wallClock
    /// The time column holds a packet counter that wraps at `modulus`; lost packets are skipped numbers.
    case counter(rateHz: Double, modulus: Int64)
    /// There is no time column: rows come at a rate.
    case rows(rateHz: Double)
}

/// How the cells of a table's rows are read.
struct TableLayout {
    /// The names in the header, trimmed.
    var names: [String]
    /// The column of the time stamp; not used where the clock counts rows.
    var time: Int
    var clock = TableClock.decimal(exponent: 9)
    /// Which columns are read as numbers, as positions in the header; their order is that of a block's columns.
    var numeric: [Int]
    var separator = UInt8(ascii: ",")
    /// Whether numbers have a comma in place of the point.
    var decimalComma = false

    /// What a cell in each position becomes: `time`, `skipped`, or the block's column.
    var plan: [Int] {
        var plan = [Int](repeating: Self.skipped, count: names.count)
        for (column, position) in numeric.enumerated() { plan[position] = column }
        if case .rows = clock { return plan }
        plan[time] = Self.timeCell
        return plan
    }

    static let skipped = -1
    static let timeCell = -2
}
