import Vocabulary

/// A symmetric positive definite matrix of which only the diagonal and `bandwidth` subdiagonals differ from zero, as
/// smoothing over time makes them. Memory n (bandwidth + 1), solution in n bandwidth^2 operations.
public struct SymmetricBandMatrix: Sendable {
    /// Number of subdiagonals, >= 0.
    public let bandwidth: Int
    /// LAPACK's lower band storage: element (i, j), j <= i <= j + bandwidth, is `band[i - j, j]`.
    @usableFromInline var band: Matrix

    /// A zero matrix of this order and bandwidth.
    public init(order: Int, bandwidth: Int) {
        precondition(order >= 0 && bandwidth >= 0, "order and bandwidth are not negative")
        self.bandwidth = bandwidth
        band = Matrix(rows: bandwidth + 1, columns: order)
    }

    /// Element (row, column), the same as (column, row); zero outside the band.
    public subscript(row: Int, column: Int) -> Double {
        let distance = abs(row - column)
        return distance > bandwidth ? 0 : band[distance, min(row, column)]
    }

    /// Adds to element (row, column). Precondition: inside the band.
    @inlinable
    public mutating func add(_ value: Double, row: Int, column: Int) {
        let (first, distance) = row < column ? (row, column - row) : (column, row - column)
        band.storage[distance + band.rows * first] += value
    }

    /// The Cholesky factor by `dpbtrf`, for several solutions and for the inverse.
    ///
    /// - Throws: `empty-matrix`, `not-finite`, `not-positive-definite`.
    public func factored() throws(SensorLabError) -> BandCholesky {
        try band.validate("dpbtrf")
        var factor = band
        let info = LAPACK.dpbtrf(&factor)
        guard info == 0 else { throw .fromInfo(info, routine: "dpbtrf", positive: .notPositiveDefinite) }
        return BandCholesky(factor: factor)
    }
}

/// The factor L of a symmetric positive definite band matrix A = L L^T.
public struct BandCholesky: Sendable {
    /// Lower band storage, as `SymmetricBandMatrix` has it.
    let factor: Matrix

    /// The order of the matrix.
    public var order: Int { factor.columns }

    /// Solves A X = B by `dpbtrs`.
    ///
    /// - Throws: `dimension-mismatch`.
    public func solve(_ b: Matrix) throws(SensorLabError) -> Matrix {
        guard b.rows == order else { throw .dimensions("dpbtrs", "order \(order) but \(b.rows) rows on the right") }
        var solution = b
        let info = LAPACK.dpbtrs(factor, &solution)
        guard info == 0 else { throw .fromInfo(info, routine: "dpbtrs", positive: .notPositiveDefinite) }
        return solution
    }

    /// The elements of A^-1 inside the band: where A is an information matrix, the covariances of neighbours. The
    /// elements outside the band are left out, although they are not zero.
    ///
    /// K. Takahashi, J. Fagan, M.-S. Chin, 8th PICA Conference, 1973: from Z = L^-T D^-1 - ... only elements of the
    /// band are needed for those of the band. n bandwidth^2 operations.
    public var inverseInBand: SymmetricBandMatrix {
        let (n, width) = (order, factor.rows - 1)
        var result = SymmetricBandMatrix(order: n, bandwidth: width)
        let rows = factor.rows
        factor.storage.withUnsafeBufferPointer { l in
            result.band.storage.withUnsafeMutableBufferPointer { z in
                for j in stride(from: n - 1, through: 0, by: -1) {
                    let last = min(n - 1, j + width)
                    let pivot = 1 / l[rows * j]
                    for i in stride(from: last, through: j, by: -1) {
                        var sum = i == j ? pivot : 0
                        for k in (j + 1)..<(last + 1) {
                            let (a, b) = k < i ? (k, i) : (i, k)
                            sum -= l[k - j + rows * j] * z[b - a + rows * a]
                        }
                        z[i - j + rows * j] = sum * pivot
                    }
                }
            }
        }
        return result
    }
}
