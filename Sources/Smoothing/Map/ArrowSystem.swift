import LinearAlgebra
import Rotations
import Vocabulary

/// The normal equations of a chain of nodes with shared unknowns: a band, a border and a corner.
///
///     | A   C | |x|   |a|
///     | C^T G | |g| = |b|
///
/// A is banded (neighbouring nodes), C has a column per shared unknown. Memory and time grow linearly with the nodes.
struct ArrowSystem {
    /// Number of unknowns of the chain, and of shared ones.
    let (order, shared): (Int, Int)
    private var band: SymmetricBandMatrix
    /// Column-major, order x shared.
    private var border: Matrix
    /// Lower triangle.
    private var corner: Matrix
    private var right: [Double]
    private var sharedRight: [Double]

    init(order: Int, bandwidth: Int, shared: Int) {
        (self.order, self.shared) = (order, shared)
        band = SymmetricBandMatrix(order: order, bandwidth: bandwidth)
        border = Matrix(rows: order, columns: shared)
        corner = Matrix(rows: shared, columns: shared)
        right = Array(repeating: 0, count: order)
        sharedRight = Array(repeating: 0, count: shared)
    }

    /// Adds weight |residual - J x|^2 with the columns of a row.
    mutating func add(_ row: ArrowRow, residual: Vector3, weight: Double) {
        let (local, global) = (row.local, row.global)
        for i in local.indices {
            let scaled = weight * local[i].column
            right[local[i].index] += scaled.dot(residual)
            for j in 0...i { band.add(scaled.dot(local[j].column), row: local[i].index, column: local[j].index) }
        }
        for i in global.indices {
            let scaled = weight * global[i].column
            let column = global[i].index
            sharedRight[column] += scaled.dot(residual)
            for j in 0...i { corner.storage[column + shared * global[j].index] += scaled.dot(global[j].column) }
            for entry in local { border.storage[entry.index + order * column] += scaled.dot(entry.column) }
        }
    }

    /// Adds precision (value - x[index])^2 for an unknown of the chain.
    mutating func add(prior value: Double, precision: Double, local index: Int) {
        band.add(precision, row: index, column: index)
        right[index] += precision * value
    }

    /// Adds precision (value - (x[later] - factor x[earlier]))^2 for two unknowns of the chain.
    mutating func add(difference value: Double, earlier: Int, factor: Double = 1, later: Int, precision: Double) {
        band.add(precision * factor * factor, row: earlier, column: earlier)
        band.add(precision, row: later, column: later)
        band.add(-precision * factor, row: later, column: earlier)
        right[earlier] -= precision * factor * value
        right[later] += precision * value
    }

    /// Adds precision (value - g[index])^2 for a shared unknown.
    mutating func add(prior value: Double, precision: Double, shared index: Int) {
        corner.storage[index + shared * index] += precision
        sharedRight[index] += precision * value
    }

    /// The solution, with the factors for covariances.
    func solved() throws(SensorLabError) -> ArrowSolution {
        let factor = try band.factored()
        var sides = Matrix(rows: order, columns: shared + 1)
        sides.storage.replaceSubrange(0..<order * shared, with: border.storage)
        sides.storage.replaceSubrange(order * shared..<order * (shared + 1), with: right)
        sides = try factor.solve(sides)
        // The Schur complement of the band.
        var reduced = corner
        var reducedRight = sharedRight
        border.storage.withUnsafeBufferPointer { c in
            sides.storage.withUnsafeBufferPointer { w in
                func product(_ i: Int, _ j: Int) -> Double {
                    var sum = 0.0
                    for row in 0..<order { sum += c[row + order * i] * w[row + order * j] }
                    return sum
                }
                for i in 0..<shared {
                    for j in 0...i { reduced.storage[i + shared * j] -= product(i, j) }
                    reducedRight[i] -= product(i, shared)
                }
            }
        }
        for i in 0..<shared {
            for j in 0..<i { reduced[j, i] = reduced[i, j] }
        }
        let cholesky = try Cholesky(reduced)
        let globals = try cholesky.solve(reducedRight)
        var locals = Array(sides.storage[order * shared..<order * (shared + 1)])
        for (j, value) in globals.enumerated() where value != 0 {
            for row in 0..<order { locals[row] -= sides.storage[row + order * j] * value }
        }
        return ArrowSolution(locals: locals, globals: globals, factor: factor, sides: sides, cholesky: cholesky)
    }
}

/// The solution of an `ArrowSystem`.
struct ArrowSolution {
    /// Unknowns of the chain.
    let locals: [Double]
    /// Shared unknowns.
    let globals: [Double]
    fileprivate let factor: BandCholesky
    /// A^-1 C, followed by A^-1 a.
    fileprivate let sides: Matrix
    fileprivate let cholesky: Cholesky

    /// Covariance of the shared unknowns.
    func sharedCovariance() throws(SensorLabError) -> Matrix { try cholesky.inverse() }

    /// Covariances of three unknowns in each node of `stride` unknowns, beginning at each of the `offsets` within it.
    func nodeCovariances(stride: Int, offsets: [Int]) throws(SensorLabError) -> [[Matrix3]] {
        let inverse = factor.inverseInBand
        let corner = try cholesky.inverse()
        let (order, shared) = (factor.order, corner.rows)
        func covariance(from first: Int) -> Matrix3 {
            var result = Matrix3.zero
            for i in 0..<3 {
                // (A^-1 C) corner, one row.
                let row = (0..<shared).map { j in
                    (0..<shared).reduce(0.0) { $0 + sides.storage[first + i + order * $1] * corner[$1, j] }
                }
                for j in 0...i {
                    var sum = inverse[first + i, first + j]
                    for k in 0..<shared { sum += row[k] * sides.storage[first + j + order * k] }
                    result[i, j] = sum
                    result[j, i] = sum
                }
            }
            return result
        }
        return offsets.map { offset in (0..<order / stride).map { covariance(from: stride * $0 + offset) } }
    }
}

/// The Jacobian of a vector residual: its nonzero columns for the chain and for the shared unknowns.
struct ArrowRow {
    private(set) var local: [(index: Int, column: Vector3)] = []
    private(set) var global: [(index: Int, column: Vector3)] = []

    init() {
        local.reserveCapacity(24)
        global.reserveCapacity(32)
    }

    mutating func clear() {
        local.removeAll(keepingCapacity: true)
        global.removeAll(keepingCapacity: true)
    }

    /// Three unknowns of the chain, from `first`.
    mutating func add(local first: Int, _ m: Matrix3) {
        local.append((first, Vector3(m.row0.x, m.row1.x, m.row2.x)))
        local.append((first + 1, Vector3(m.row0.y, m.row1.y, m.row2.y)))
        local.append((first + 2, Vector3(m.row0.z, m.row1.z, m.row2.z)))
    }

    /// One shared unknown.
    mutating func add(shared index: Int, _ column: Vector3) { global.append((index, column)) }

    /// Three shared unknowns from `first`, `step` apart. Their order does not matter: `ArrowSystem` fills the lower
    /// triangle of the corner.
    mutating func add(shared first: Int, _ m: Matrix3) {
        add(shared: first, Vector3(m.row0.x, m.row1.x, m.row2.x))
        add(shared: first + 1, Vector3(m.row0.y, m.row1.y, m.row2.y))
        add(shared: first + 2, Vector3(m.row0.z, m.row1.z, m.row2.z))
    }
}
