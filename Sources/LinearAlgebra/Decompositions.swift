import Vocabulary

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
    /// - Throws: `empty-matrix`, `dimension-mismatch`, `not-finite`, `no-convergence`.
    public func symmetricEigen() throws(SensorLabError) -> SymmetricEigen {
        try validate("dsyev", square: true)
        var vectors = self
        var values = [Double](repeating: 0, count: rows)
        let info = LAPACK.dsyev(&vectors, &values)
        guard info == 0 else { throw .fromInfo(info, routine: "dsyev", positive: .noConvergence) }
        return SymmetricEigen(values: values, vectors: vectors)
    }
}

/// One eigenvalue of a general problem A x = lambda B x, as the pair alpha / beta that LAPACK gives, so that infinite
/// ones stay finite numbers.
public struct GeneralisedEigenvalue: Sendable, Equatable {
    /// Real part of alpha.
    public let real: Double
    /// Imaginary part of alpha; complex ones come in conjugate pairs, the positive one first.
    public let imaginary: Double
    /// beta >= 0; 0 = an infinite eigenvalue (B singular).
    public let beta: Double

    /// lambda where it is real and finite, else nil.
    public var realValue: Double? { imaginary == 0 && beta > 0 ? real / beta : nil }
}

/// Eigenvalues and right eigenvectors of A x = lambda B x.
public struct GeneralisedEigen: Sendable {
    /// The eigenvalues, in LAPACK's order.
    public let values: [GeneralisedEigenvalue]
    /// Right eigenvectors: column j belongs to a real `values[j]`; for a complex pair (j, j + 1) the columns hold real
    /// and imaginary part.
    public let vectors: Matrix
}

extension Matrix {
    /// Solves A x = lambda B x for general square A (this matrix) and B, by `dggev`.
    ///
    /// - Throws: `empty-matrix`, `dimension-mismatch`, `not-finite`, `no-convergence`.
    public func generalisedEigen(relativeTo b: Matrix) throws(SensorLabError) -> GeneralisedEigen {
        try validate("dggev", square: true)
        try b.validate("dggev", square: true)
        guard b.rows == rows else { throw .dimensions("dggev", "orders \(rows) and \(b.rows) differ") }
        var (left, right) = (self, b)
        var real = [Double](repeating: 0, count: rows)
        var (imaginary, beta) = (real, real)
        var vectors = Matrix(rows: rows, columns: rows)
        let info = LAPACK.dggev(&left, &right, real: &real, imaginary: &imaginary, beta: &beta, vectors: &vectors)
        guard info == 0 else { throw .fromInfo(info, routine: "dggev", positive: .noConvergence) }
        let values = (0..<rows).map { GeneralisedEigenvalue(real: real[$0], imaginary: imaginary[$0], beta: beta[$0]) }
        return GeneralisedEigen(values: values, vectors: vectors)
    }
}

/// A = U diag(s) V^T, thin: k = min(rows, columns).
public struct SingularValueDecomposition: Sendable {
    /// Left singular vectors, rows x k, orthonormal columns.
    public let u: Matrix
    /// Singular values, descending, >= 0.
    public let singularValues: [Double]
    /// Right singular vectors transposed, k x columns, orthonormal rows.
    public let vTransposed: Matrix
}

extension Matrix {
    /// The thin singular value decomposition, by `dgesvd`.
    ///
    /// - Throws: `empty-matrix`, `not-finite`, `no-convergence`.
    public func singularValueDecomposition() throws(SensorLabError) -> SingularValueDecomposition {
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
