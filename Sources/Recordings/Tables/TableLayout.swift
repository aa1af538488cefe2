/// How the cells of a table's rows are read.
struct TableLayout {
    /// The names in the header, trimmed.
    var names: [String]
    /// The column of the time stamp.
    var time: Int
    /// The time's unit is 10^timeExponent nanoseconds: 9 for seconds, 6 for milliseconds, 0 for nanoseconds.
    var timeExponent = 9
    /// Which columns are read as numbers, as positions in the header; their order is that of a block's columns.
    var numeric: [Int]
    var separator = UInt8(ascii: ",")

    /// What a cell in each position becomes: `time`, `skipped`, or the block's column.
    var plan: [Int] {
        var plan = [Int](repeating: Self.skipped, count: names.count)
        for (column, position) in numeric.enumerated() { plan[position] = column }
        plan[time] = Self.timeCell
        return plan
    }

    static let skipped = -1
    static let timeCell = -2
}
