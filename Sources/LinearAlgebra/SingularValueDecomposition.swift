/// A = U diag(s) V^T, thin: k = min(rows, columns).
public struct SingularValueDecomposition: Sendable {
    /// Left singular vectors, rows x k, orthonormal columns.
    public let u: Matrix
    /// Singular values, descending, >= 0.
    public let singularValues: [Double]
    /// Right singular vectors transposed, k x columns, orthonormal rows.
    public let vTransposed: Matrix

    /// Number of singular values above `relativeTolerance` times the largest (default: larger size x 2.2e-16).
    public func rank(relativeTolerance: Double? = nil) -> Int {
        let tolerance = relativeTolerance ?? Double(max(u.rows, vTransposed.columns)) * Double.ulpOfOne
        return singularValues.count { $0 > tolerance * singularValues[0] }
    }
}

extension Matrix {
    /// The thin singular value decomposition, by `dgesvd`.
    ///
    /// - Throws: `.empty`, `.notFinite`, `.noConvergence`.
    public func singularValueDecomposition() throws(LinearAlgebraError) -> SingularValueDecomposition {
        try validate("dgesvd")
        let k = min(rows, columns)
        var a = self
        var values = [Double](repeating: 0, count: k)
        var (u, vt) = (Matrix(rows: rows, columns: k), Matrix(rows: k, columns: columns))
        let info = LAPACK.dgesvd(&a, &values, u: &u, vt: &vt)
        guard info == 0 else { throw .fromInfo(info, routine: "dgesvd", positive: .noConvergence) }
        return SingularValueDecomposition(u: u, singularValues: values, vTransposed: vt)
    }
}
