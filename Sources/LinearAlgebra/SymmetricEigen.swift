/// Eigenvalues and eigenvectors of a symmetric problem.
public struct SymmetricEigen: Sendable {
    /// Eigenvalues, ascending.
    public let values: [Double]
    /// Eigenvectors, one per column, in the order of `values`; their sign is arbitrary.
    public let vectors: Matrix
}

extension Matrix {
    /// Eigenvalues (ascending) and orthonormal eigenvectors of this symmetric matrix, by `dsyev`; only the upper
    /// triangle is read.
    ///
    /// - Throws: `.empty`, `.dimensionMismatch`, `.notFinite`, `.noConvergence`.
    public func symmetricEigen() throws(LinearAlgebraError) -> SymmetricEigen {
        try validate("dsyev", square: true)
        var vectors = self
        var values = [Double](repeating: 0, count: rows)
        let info = LAPACK.dsyev(&vectors, &values)
        guard info == 0 else { throw .fromInfo(info, routine: "dsyev", positive: .noConvergence) }
        return SymmetricEigen(values: values, vectors: vectors)
    }

    /// Solves A x = lambda B x for symmetric A (this matrix) and symmetric positive definite B, by `dsygv`; upper
    /// triangles are read. The vectors are B-orthonormal: x^T B x = 1.
    ///
    /// - Throws: `.empty`, `.dimensionMismatch`, `.notFinite`, `.notPositiveDefinite` (of B), `.noConvergence`.
    public func symmetricEigen(relativeTo b: Matrix) throws(LinearAlgebraError) -> SymmetricEigen {
        try validate("dsygv", square: true)
        try b.validate("dsygv", square: true)
        guard b.rows == rows else { throw .dimensions("dsygv", "orders \(rows) and \(b.rows) differ") }
        var (vectors, factor) = (self, b)
        var values = [Double](repeating: 0, count: rows)
        let info = LAPACK.dsygv(&vectors, &factor, &values)
        if info > rows { throw .fromInfo(info - Int32(rows), routine: "dsygv", positive: .notPositiveDefinite) }
        guard info == 0 else { throw .fromInfo(info, routine: "dsygv", positive: .noConvergence) }
        return SymmetricEigen(values: values, vectors: vectors)
    }
}
