/// Some hundred rows of a table, column by column: the unit of work between text and streams.
///
/// Small enough for the second-level cache, large enough that the work per block does not count.
final class TableBlock {
    static let capacity = 512
    /// Column-major: the cell of `column` in `row` is at column * capacity + row. See `CellValue` for what is no number.
    let cells: UnsafeMutablePointer<Double>
    /// Nanoseconds.
    let times: UnsafeMutablePointer<Int64>
    /// Line numbers.
    let lines: UnsafeMutablePointer<Int>
    let columnCount: Int
    var count = 0

    init(columnCount: Int) {
        self.columnCount = columnCount
        cells = .allocate(capacity: max(1, columnCount) * Self.capacity)
        cells.initialize(repeating: 0, count: max(1, columnCount) * Self.capacity)
        times = .allocate(capacity: Self.capacity)
        times.initialize(repeating: 0, count: Self.capacity)
        lines = .allocate(capacity: Self.capacity)
        lines.initialize(repeating: 0, count: Self.capacity)
    }

    deinit {
        cells.deallocate()
        times.deallocate()
        lines.deallocate()
    }

    /// The cells of one row.
    @inline(__always)
    func row(_ row: Int) -> TableRow { TableRow(base: cells + row) }
}

/// One row of a block.
struct TableRow {
    fileprivate let base: UnsafeMutablePointer<Double>

    /// The cell in a column of the block.
    @inline(__always)
    subscript(column: Int) -> Double { base[column * TableBlock.capacity] }
}
