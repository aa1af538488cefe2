extension Matrix {
    /// Solves A X = B for this square matrix A, by `dgesv` (LU with partial pivoting).
    ///
    /// - Throws: `.empty`, `.dimensionMismatch`, `.notFinite`, `.singular`.
    public func solve(_ b: Matrix) throws(LinearAlgebraError) -> Matrix {
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
    public func solve(_ b: [Double]) throws(LinearAlgebraError) -> [Double] {
        try solve(Matrix(rows: b.count, columns: 1, columnMajor: b)).storage
    }

    /// The inverse of this square matrix. To solve equations use `solve`, which is more accurate.
    ///
    /// - Throws: as `solve(_:)`.
    public func inverse() throws(LinearAlgebraError) -> Matrix { try solve(.identity(rows)) }
}
