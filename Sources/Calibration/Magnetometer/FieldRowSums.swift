/// Sums over the residuals of a magnetometer fit: w r r^T (the lower triangle) and influence r for the rows r of
/// derivatives in the raw unknowns, where w is a residual's weight and its influence is w times the residual.
///
/// Rows are collected and added some dozens at a time, sixteen sums at once, which stay in registers meanwhile. Each
/// sum adds the rows in their order: the result does not depend on how they are collected.
///
/// A class that owns its memory, since arrays would be checked for other owners at every row.
final class FieldRowSums {
    /// Which sums are needed.
    enum Part {
        case all
        /// Those of hard iron, F and V, where no element of the soft iron is fitted; half of the others stay zero.
        case withoutSoftIron
    }

    /// Rows that are collected.
    private static let capacity = 64

    private let part: Part
    /// Three blocks of four columns for each of eleven rows of w r r^T, and for influence r as the twelfth.
    private let sums: UnsafeMutablePointer<SIMD4<Double>>
    /// Three blocks for each collected r.
    private let rows: UnsafeMutablePointer<SIMD4<Double>>
    /// The same for w r, with the influence as the twelfth number.
    private let scaled: UnsafeMutablePointer<SIMD4<Double>>
    private var count = 0

    init(_ part: Part) {
        self.part = part
        sums = Self.zeros(3 * (FieldModel.count + 1))
        rows = Self.zeros(3 * Self.capacity)
        scaled = Self.zeros(3 * Self.capacity)
    }

    deinit {
        sums.deallocate()
        rows.deallocate()
        scaled.deallocate()
    }

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<SIMD4<Double>> {
        let pointer = UnsafeMutablePointer<SIMD4<Double>>.allocate(capacity: count)
        pointer.initialize(repeating: .zero, count: count)
        return pointer
    }

    /// Adds a residual's row. A weight of zero adds nothing, whatever is in the row.
    @inline(__always)
    func add(_ row: FieldRow, weight: Double, influence: Double) {
        guard weight != 0 else { return }
        let start = 3 * count
        (rows[start], rows[start + 1], rows[start + 2]) = (row.first, row.second, row.third)
        var third = weight * row.third
        third.w = influence
        (scaled[start], scaled[start + 1], scaled[start + 2]) = (weight * row.first, weight * row.second, third)
        count += 1
        if count == Self.capacity { flush() }
    }

    /// The sum of w r r^T in a row and a column of its lower triangle, of all rows that were flushed.
    func product(_ row: Int, _ column: Int) -> Double { sums[3 * row + column / 4][column % 4] }

    /// The sum of influence r, of all rows that were flushed.
    func gradient(_ index: Int) -> Double { product(FieldModel.count, index) }

    /// Adds the collected rows to the sums; needed before they are read.
    @inline(never)
    func flush() {
        add(0, 0)
        add(2, 0)
        add(2, 2)
        if part == .all {
            add(1, 0)
            add(1, 1)
            add(2, 1)
        }
        count = 0
    }

    /// Adds to sixteen sums: four rows from 4 `group` in the columns of a block.
    @inline(__always)
    private func add(_ group: Int, _ block: Int) {
        let first = 12 * group + block
        var (a, b, c, d) = (sums[first], sums[first + 3], sums[first + 6], sums[first + 9])
        var (factor, column) = (scaled + group, rows + block)
        for _ in 0..<count {
            let (factors, columns) = (factor.pointee, column.pointee)
            a += factors.x * columns
            b += factors.y * columns
            c += factors.z * columns
            d += factors.w * columns
            factor += 3
            column += 3
        }
        (sums[first], sums[first + 3], sums[first + 6], sums[first + 9]) = (a, b, c, d)
    }
}
