import Vocabulary

extension Matrix {
    /// Solves A X = B for this square matrix A, by `dgesv` (LU with partial pivoting).
    ///
    /// - Throws: `empty-matrix`, `dimension-mismatch`, `not-finite`, `singular-matrix`.
    public func solve(_ b: Matrix) throws(SensorLabError) -> Matrix {
        try validate("dgesv", square: true)
        guard b.rows == rows else { throw .dimensions("dgesv", "order \(rows) but \(b.rows) rows on the right") }
        var (factors, solution) = (self, b)
        let info = LAPACK.dgesv(&factors, &solution)
        guard info == 0 else { throw .fromInfo(info, routine: "dgesv", positive: .singular) }
        return solution
    }

    /// Solves A x = b for this square matrix A.
    ///
    /// - Throws: as `solve(_:)` for matrices.
    public func solve(_ b: [Double]) throws(SensorLabError) -> [Double] {
        try solve(Matrix(rows: b.count, columns: 1, columnMajor: b)).storage
    }
}

/// The Cholesky factorisation A = L L^T of a symmetric positive definite matrix.
public struct Cholesky: Sendable {
    /// L, lower triangular, its upper triangle zero.
    public let factor: Matrix

    /// Factorises a symmetric positive definite matrix by `dpotrf`; only the lower triangle is read.
    ///
    /// - Throws: `empty-matrix`, `dimension-mismatch`, `not-finite`, `not-positive-definite` with the
    ///   order of the first bad minor.
    public init(_ matrix: Matrix) throws(SensorLabError) {
        try matrix.validate("dpotrf", square: true)
        var lower = matrix
        let info = LAPACK.dpotrf(&lower)
        guard info == 0 else { throw .fromInfo(info, routine: "dpotrf", positive: .notPositiveDefinite) }
        for j in 0..<lower.columns {
            for i in 0..<j { lower[i, j] = 0 }
        }
        factor = lower
    }

    /// The order of the matrix.
    public var order: Int { factor.rows }

    /// Solves A X = B for several right-hand sides, by `dpotrs`.
    ///
    /// - Throws: `dimension-mismatch`.
    public func solve(_ b: Matrix) throws(SensorLabError) -> Matrix {
        guard b.rows == order else { throw .dimensions("dpotrs", "order \(order) but \(b.rows) rows on the right") }
        var solution = b
        let info = LAPACK.dpotrs(factor, &solution)
        guard info == 0 else { throw .fromInfo(info, routine: "dpotrs", positive: .notPositiveDefinite) }
        return solution
    }

    /// Solves A x = b.
    ///
    /// - Throws: `dimension-mismatch`.
    public func solve(_ b: [Double]) throws(SensorLabError) -> [Double] {
        try solve(Matrix(rows: b.count, columns: 1, columnMajor: b)).storage
    }

    /// A^-1, by `dpotri`: the covariance where A is an information matrix.
    public func inverse() throws(SensorLabError) -> Matrix {
        var result = factor
        let info = LAPACK.dpotri(&result, triangle: "L")
        guard info == 0 else { throw .fromInfo(info, routine: "dpotri", positive: .notPositiveDefinite) }
        result.copyTriangle(fromUpper: false)
        return result
    }
}
