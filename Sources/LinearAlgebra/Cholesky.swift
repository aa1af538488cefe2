/// The Cholesky factorisation A = L L^T of a symmetric positive definite matrix.
public struct Cholesky: Sendable {
    /// L, lower triangular, its upper triangle zero.
    public let factor: Matrix

    /// Factorises a symmetric positive definite matrix by `dpotrf`; only the lower triangle is read.
    ///
    /// - Throws: `.empty`, `.dimensionMismatch`, `.notFinite`, `.notPositiveDefinite` with the order of the first bad
    ///   minor.
    public init(_ matrix: Matrix) throws(LinearAlgebraError) {
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
    /// - Throws: `.dimensionMismatch`.
    public func solve(_ b: Matrix) throws(LinearAlgebraError) -> Matrix {
        guard b.rows == order else { throw .dimensions("dpotrs", "order \(order) but \(b.rows) rows on the right") }
        var solution = b
        let info = LAPACK.dpotrs(factor, &solution)
        guard info == 0 else { throw .fromInfo(info, routine: "dpotrs", positive: .notPositiveDefinite) }
        return solution
    }

    /// Solves A x = b.
    ///
    /// - Throws: `.dimensionMismatch`.
    public func solve(_ b: [Double]) throws(LinearAlgebraError) -> [Double] {
        try solve(Matrix(rows: b.count, columns: 1, columnMajor: b)).storage
    }

    /// A^-1, by `dpotri`: the covariance where A is an information matrix.
    public func inverse() throws(LinearAlgebraError) -> Matrix {
        var result = factor
        let info = LAPACK.dpotri(&result, triangle: "L")
        guard info == 0 else { throw .fromInfo(info, routine: "dpotri", positive: .notPositiveDefinite) }
        result.copyTriangle(fromUpper: false)
        return result
    }

    /// det A, the square of the product of L's diagonal.
    public var determinant: Double {
        let root = factor.diagonal.reduce(1, *)
        return root * root
    }
}
