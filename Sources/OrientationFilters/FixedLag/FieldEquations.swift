import Rotations

/// The normal equations of the magnetometer's readings in one interval, in the few unknowns that they depend on:
/// turn and room of both nodes, then hard iron, soft iron, field and delay.
struct FieldEquations {
    /// Places, of which the first twelve are turn and room of the first and of the second node.
    static let count = 28
    private static let hardIron = 12
    private static let softIron = 15
    private static let field = 24
    private static let delay = 27
    /// A square, of which the lower triangle counts, a right side, and three rows.
    let left, right, rows: DenseBlock.Numbers

    init() {
        left = DenseBlock.zeros(Self.count * Self.count)
        right = DenseBlock.zeros(Self.count)
        rows = DenseBlock.zeros(3 * Self.count)
    }

    func deallocate() { for numbers in [left, right, rows] { numbers.deallocate() } }

    func clear() {
        left.update(repeating: 0, count: Self.count * Self.count)
        right.update(repeating: 0, count: Self.count)
    }

    /// Adds weight |residual - rows x|^2 of one reading.
    /// - Parameters:
    ///   - share: of the interval that has passed.
    ///   - byTurn: derivative by a turn of the device about world axes.
    ///   - byField: derivative by the mean field, world axes.
    ///   - byRoom: derivative by the room's field, world axes.
    ///   - local: the field in device axes before the iron, microtesla.
    ///   - byDelay: derivative by the delay, microtesla/s.
    @inline(__always)
    func add(
        _ residual: Vector3, weight: Double, share: Double, byTurn: Matrix3, byField: Matrix3, byRoom: Matrix3,
        local: Vector3, byDelay: Vector3
    ) {
        let w = Self.count
        let before = 1 - share
        for i in 0..<3 {
            let row = rows + i * w
            let (t, f, r) = (byTurn[row: i], byField[row: i], byRoom[row: i])
            for j in 0..<3 {
                row[j] = before * t[j]
                row[3 + j] = before * r[j]
                row[6 + j] = share * t[j]
                row[9 + j] = share * r[j]
                row[Self.hardIron + j] = i == j ? 1 : 0
                for k in 0..<3 { row[Self.softIron + 3 * j + k] = i == j ? local[k] : 0 }
                row[Self.field + j] = f[j]
            }
            row[Self.delay] = byDelay[i]
        }
        let (a, b, c) = (rows, rows + w, rows + 2 * w)
        for i in 0..<w {
            let (x, y, z) = (weight * a[i], weight * b[i], weight * c[i])
            right[i] += x * residual.x + y * residual.y + z * residual.z
            let row = left + i * w
            for j in 0...i { row[j] += x * a[j] + y * b[j] + z * c[j] }
        }
    }

    /// Adds the sums to the interval's equations.
    func add(to interval: IntervalEquations) {
        let n = TrajectoryLayout.node
        func place(_ i: Int) -> Int {
            switch i {
            case 0..<3: i
            case 3..<6: TrajectoryLayout.room + i - 3
            case 6..<9: n + i - 6
            case 9..<12: n + TrajectoryLayout.room + i - 9
            case Self.delay: 2 * n + TrajectoryLayout.delay
            default: 2 * n + TrajectoryLayout.hardIron + i - Self.hardIron
            }
        }
        for i in 0..<Self.count {
            let p = place(i)
            interval.right[p] += right[i]
            for j in 0...i { interval.left[p * TrajectoryLayout.interval + place(j)] += left[i * Self.count + j] }
        }
    }
}
