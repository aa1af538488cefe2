import Rotations

/// The normal equations of one interval: of its two nodes and the constants, in this order (`Layout`).
///
/// Equations of three rows are written into `rows`, the derivative of what is computed by the unknowns, and added with
/// their residual, what was read less what is computed.
final class IntervalEquations {
    /// A square of which the lower triangle counts.
    let left: DenseBlock.Numbers
    let right: DenseBlock.Numbers
    /// 3 x `TrajectoryLayout.interval`.
    let rows: DenseBlock.Numbers
    private let w = TrajectoryLayout.interval

    init() {
        left = DenseBlock.zeros(w * w)
        right = DenseBlock.zeros(w)
        rows = DenseBlock.zeros(3 * w)
    }

    deinit { for numbers in [left, right, rows] { numbers.deallocate() } }

    func clear() {
        left.update(repeating: 0, count: w * w)
        right.update(repeating: 0, count: w)
    }

    func clearRows() { rows.update(repeating: 0, count: 3 * w) }

    /// The derivative by the three unknowns from place i.
    @inline(__always)
    func set(_ i: Int, _ m: Matrix3) {
        for j in 0..<3 { set(i + j, column: m.column(j)) }
    }

    @inline(__always)
    func set(_ i: Int, column v: Vector3) {
        rows[i] = v.x
        rows[w + i] = v.y
        rows[2 * w + i] = v.z
    }

    /// The derivative by the gyroscope's distortion, of one by each of its columns.
    @inline(__always)
    func setDistortion(_ m: MotionIntegral.Columns) {
        for i in 0..<3 {
            let k = 2 * TrajectoryLayout.node + TrajectoryLayout.distortion + 3 * i
            set(k, column: m.x.column(i))
            set(k + 1, column: m.y.column(i))
            set(k + 2, column: m.z.column(i))
        }
    }

    /// Adds weight |residual - rows x|^2.
    func add(_ residual: Vector3, weight: Double) {
        let (a, b, c) = (rows, rows + w, rows + 2 * w)
        for i in 0..<w {
            let (x, y, z) = (weight * a[i], weight * b[i], weight * c[i])
            if x == 0, y == 0, z == 0 { continue }
            right[i] += x * residual.x + y * residual.y + z * residual.z
            let row = left + i * w
            for j in 0...i { row[j] += x * a[j] + y * b[j] + z * c[j] }
        }
    }

    /// Adds weight (value - x[i])^2.
    @inline(__always)
    func add(prior value: Double, _ i: Int, weight: Double) {
        left[i * w + i] += weight
        right[i] += weight * value
    }

    /// Adds weight (value - (x[j] - factor x[i]))^2, i before j.
    @inline(__always)
    func add(difference value: Double, _ i: Int, factor: Double, _ j: Int, weight: Double) {
        left[i * w + i] += weight * factor * factor
        left[j * w + j] += weight
        left[j * w + i] -= weight * factor
        right[i] -= weight * factor * value
        right[j] += weight * value
    }
}
