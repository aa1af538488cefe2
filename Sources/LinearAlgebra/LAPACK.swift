import Vocabulary

#if canImport(Accelerate)
    import Accelerate
#else
    import CLAPACK
#endif

/// The calls of LAPACK and BLAS, one function per routine, and the only place with the two bindings:
/// Accelerate's declarations have no hidden lengths, those of gfortran's ABI have one per CHARACTER argument.
///
/// Workspaces are sized by LAPACK's own query (`lwork = -1`). Each function returns LAPACK's `info`.
enum LAPACK {
    private static func character(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }

    /// Leading dimension: LAPACK wants at least 1.
    private static func leading(_ n: Int) -> Int32 { Int32(max(1, n)) }

    /// Runs a routine twice: first to ask for the size of the workspace, then to compute.
    private static func withWorkspace(_ call: (inout [Double], Int32) -> Int32) -> Int32 {
        var query = [0.0]
        let info = call(&query, -1)
        guard info == 0 else { return info }
        let size = max(1, Int(clamping: query[0]))
        var work = [Double](repeating: 0, count: size)
        return call(&work, Int32(size))
    }

    /// C = A B.
    static func multiply(_ a: Matrix, _ b: Matrix, into c: inout Matrix) {
        var (ta, tb) = (character("N"), character("N"))
        var (m, n, k) = (Int32(a.rows), Int32(b.columns), Int32(a.columns))
        var (lda, ldb, ldc) = (leading(a.rows), leading(b.rows), leading(c.rows))
        var (alpha, beta) = (1.0, 0.0)
        #if canImport(Accelerate)
            dgemm_(&ta, &tb, &m, &n, &k, &alpha, a.storage, &lda, b.storage, &ldb, &beta, &c.storage, &ldc)
        #else
            dgemm_(&ta, &tb, &m, &n, &k, &alpha, a.storage, &lda, b.storage, &ldb, &beta, &c.storage, &ldc, 1, 1)
        #endif
    }

    /// Least squares of full rank; `a` becomes its QR factors, `b` (padded to max(m, n)) the solution.
    static func dgels(_ a: inout Matrix, _ b: inout [Double]) -> Int32 {
        var trans = character("N")
        var (m, n, nrhs) = (Int32(a.rows), Int32(a.columns), Int32(1))
        var (lda, ldb) = (leading(a.rows), leading(b.count))
        return withWorkspace { work, size in
            var (lwork, info) = (size, Int32(0))
            #if canImport(Accelerate)
                dgels_(&trans, &m, &n, &nrhs, &a.storage, &lda, &b, &ldb, &work, &lwork, &info)
            #else
                dgels_(&trans, &m, &n, &nrhs, &a.storage, &lda, &b, &ldb, &work, &lwork, &info, 1)
            #endif
            return info
        }
    }

    /// Least squares of minimum norm; `b` (padded to max(m, n)) becomes the solution.
    static func dgelsd(
        _ a: inout Matrix, _ b: inout [Double], singularValues s: inout [Double], tolerance: Double, rank: inout Int32
    ) -> Int32 {
        var (m, n, nrhs) = (Int32(a.rows), Int32(a.columns), Int32(1))
        var (lda, ldb, rcond) = (leading(a.rows), leading(b.count), tolerance)
        // 3 minmn nlvl + 11 minmn integers, nlvl = log2(minmn / 26) + 1, bounded here by 32 levels.
        var iwork = [Int32](repeating: 0, count: 107 * min(a.rows, a.columns))
        return withWorkspace { work, size in
            var (lwork, info) = (size, Int32(0))
            dgelsd_(&m, &n, &nrhs, &a.storage, &lda, &b, &ldb, &s, &rcond, &rank, &work, &lwork, &iwork, &info)
            return info
        }
    }

    /// Symmetric eigenproblem; `a` becomes the eigenvectors, `w` the ascending eigenvalues.
    static func dsyev(_ a: inout Matrix, _ w: inout [Double]) -> Int32 {
        var (jobz, uplo) = (character("V"), character("U"))
        var (n, lda) = (Int32(a.rows), leading(a.rows))
        return withWorkspace { work, size in
            var (lwork, info) = (size, Int32(0))
            #if canImport(Accelerate)
                dsyev_(&jobz, &uplo, &n, &a.storage, &lda, &w, &work, &lwork, &info)
            #else
                dsyev_(&jobz, &uplo, &n, &a.storage, &lda, &w, &work, &lwork, &info, 1, 1)
            #endif
            return info
        }
    }

    /// General A x = (alpha / beta) B x with right eigenvectors in LAPACK's real packing.
    static func dggev(
        _ a: inout Matrix, _ b: inout Matrix, real: inout [Double], imaginary: inout [Double], beta: inout [Double],
        vectors: inout Matrix
    ) -> Int32 {
        var (jobvl, jobvr) = (character("N"), character("V"))
        var (n, ld, ldvl) = (Int32(a.rows), leading(a.rows), Int32(1))
        var (lda, ldb, none) = (ld, ld, [0.0])
        return withWorkspace { work, size in
            var (lwork, info) = (size, Int32(0))
            #if canImport(Accelerate)
                dggev_(
                    &jobvl, &jobvr, &n, &a.storage, &lda, &b.storage, &ldb, &real, &imaginary, &beta, &none, &ldvl,
                    &vectors.storage, &ld, &work, &lwork, &info)
            #else
                dggev_(
                    &jobvl, &jobvr, &n, &a.storage, &lda, &b.storage, &ldb, &real, &imaginary, &beta, &none, &ldvl,
                    &vectors.storage, &ld, &work, &lwork, &info, 1, 1)
            #endif
            return info
        }
    }

    /// Thin singular value decomposition.
    static func dgesvd(_ a: inout Matrix, _ s: inout [Double], u: inout Matrix, vt: inout Matrix) -> Int32 {
        var (jobu, jobvt) = (character("S"), character("S"))
        var (m, n) = (Int32(a.rows), Int32(a.columns))
        var (lda, ldu, ldvt) = (leading(a.rows), leading(u.rows), leading(vt.rows))
        return withWorkspace { work, size in
            var (lwork, info) = (size, Int32(0))
            #if canImport(Accelerate)
                dgesvd_(
                    &jobu, &jobvt, &m, &n, &a.storage, &lda, &s, &u.storage, &ldu, &vt.storage, &ldvt, &work, &lwork,
                    &info)
            #else
                dgesvd_(
                    &jobu, &jobvt, &m, &n, &a.storage, &lda, &s, &u.storage, &ldu, &vt.storage, &ldvt, &work, &lwork,
                    &info, 1, 1)
            #endif
            return info
        }
    }

    /// Lower Cholesky factor in place; the upper triangle keeps what it held.
    static func dpotrf(_ a: inout Matrix) -> Int32 {
        var uplo = character("L")
        var (n, lda) = (Int32(a.rows), leading(a.rows))
        var info: Int32 = 0
        #if canImport(Accelerate)
            dpotrf_(&uplo, &n, &a.storage, &lda, &info)
        #else
            dpotrf_(&uplo, &n, &a.storage, &lda, &info, 1)
        #endif
        return info
    }

    /// Solves with a lower Cholesky factor; `b` becomes the solution.
    static func dpotrs(_ factor: Matrix, _ b: inout Matrix) -> Int32 {
        var uplo = character("L")
        var (n, nrhs) = (Int32(factor.rows), Int32(b.columns))
        var (lda, ldb) = (leading(factor.rows), leading(b.rows))
        var a = factor.storage
        var info: Int32 = 0
        #if canImport(Accelerate)
            dpotrs_(&uplo, &n, &nrhs, &a, &lda, &b.storage, &ldb, &info)
        #else
            dpotrs_(&uplo, &n, &nrhs, &a, &lda, &b.storage, &ldb, &info, 1)
        #endif
        return info
    }

    /// Inverse from a Cholesky factor in the triangle `uplo`, in place, that triangle alone.
    static func dpotri(_ a: inout Matrix, triangle: Unicode.Scalar) -> Int32 {
        var uplo = character(triangle)
        var (n, lda) = (Int32(a.rows), leading(a.rows))
        var info: Int32 = 0
        #if canImport(Accelerate)
            dpotri_(&uplo, &n, &a.storage, &lda, &info)
        #else
            dpotri_(&uplo, &n, &a.storage, &lda, &info, 1)
        #endif
        return info
    }

    /// General solve by LU; `b` becomes the solution.
    static func dgesv(_ a: inout Matrix, _ b: inout Matrix) -> Int32 {
        var (n, nrhs) = (Int32(a.rows), Int32(b.columns))
        var (lda, ldb) = (leading(a.rows), leading(b.rows))
        var pivots = [Int32](repeating: 0, count: a.rows)
        var info: Int32 = 0
        dgesv_(&n, &nrhs, &a.storage, &lda, &pivots, &b.storage, &ldb, &info)
        return info
    }
}
