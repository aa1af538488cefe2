import Vocabulary

/// How a least-squares problem is solved.
public enum LeastSquaresMethod: String, Sendable, CaseIterable {
    /// QR by `dgels`: fast, wants columns that are independent.
    case qr
    /// Singular values by `dgelsd`: reveals the rank, gives the solution of minimum norm.
    case svd
}

/// The answer of a least-squares problem A x = b.
public struct LeastSquaresSolution: Sendable {
    /// The parameters x, one per column of A, in the columns' units.
    public let parameters: [Double]
    /// b - A x, one per row, in the unit of b, not weighted.
    public let residuals: [Double]
    /// Sum of weight * residual^2.
    public let weightedSumOfSquares: Double
    /// Number of independent columns.
    public let rank: Int
    /// Singular values of the weighted A, descending.
    public let singularValues: [Double]
    /// Largest over smallest singular value; infinite where the smallest is 0.
    public let conditionNumber: Double
    /// (A^T W A)^-1: the covariance of x for unit variance of a weight-1 row. Nil where it was not asked for and where
    /// the rank is deficient: some combination of the parameters is then undetermined.
    public private(set) var cofactor: Matrix?

    /// Rows minus rank: what is left to estimate the noise from.
    public var degreesOfFreedom: Int { residuals.count - rank }

    /// The variance of a row of weight 1, estimated from the residuals; nil without redundancy.
    public var varianceOfUnitWeight: Double? {
        degreesOfFreedom > 0 ? weightedSumOfSquares / Double(degreesOfFreedom) : nil
    }

    /// Covariance of the parameters with the noise taken from the residuals (uncorrelated rows assumed); nil where the
    /// rank is deficient or no redundancy is left.
    public var covariance: Matrix? {
        guard let cofactor, let variance = varianceOfUnitWeight else { return nil }
        return variance * cofactor
    }

    /// The solution with its cofactor, for one that was computed without covariance: where a problem is solved
    /// repeatedly until its weights settle, only the last solution needs one. Unchanged where the rank is deficient.
    /// - Parameters:
    ///   - matrix: A of the problem.
    ///   - weights: the weights of its rows; nil = all 1.
    /// - Throws: `rank-deficient`.
    public func withCofactor(of matrix: Matrix, weights: [Double]? = nil) throws(SensorLabError) -> LeastSquaresSolution
    {
        guard rank == matrix.columns else { return self }
        var result = self
        result.cofactor = try matrix.scaled(by: weights?.map { $0.squareRoot() }).cofactorOfColumns()
        return result
    }
}

extension Matrix {
    /// Minimises sum of weight_i (b_i - (A x)_i)^2, A being this matrix (any shape, at least one row and column).
    ///
    /// - Parameters:
    ///   - b: right-hand side, one number per row.
    ///   - weights: inverse variances up to a common factor, one per row, >= 0; nil = all 1.
    ///   - method: `svd` (default) reveals the rank; `qr` is faster and throws where the rank is deficient.
    ///   - relativeTolerance: singular values below this share of the largest count as zero; default rows x 2.2e-16.
    ///   - covariance: whether the solution's `cofactor` is wanted, which factorises a second time.
    /// - Throws: `empty-matrix`, `dimension-mismatch`, `not-finite`, `rank-deficient` (`qr` alone), `no-convergence`.
    ///
    /// Source: LAPACK Users' Guide, section 2.3.1 (dgels, dgelsd).
    public func leastSquares(
        _ b: [Double], weights: [Double]? = nil, method: LeastSquaresMethod = .svd, relativeTolerance: Double? = nil,
        covariance: Bool = true
    ) throws(SensorLabError) -> LeastSquaresSolution {
        let place = "least squares"
        try validate(place)
        guard b.count == rows else { throw .dimensions(place, "\(rows) rows but \(b.count) right-hand sides") }
        if let weights, weights.count != rows { throw .dimensions(place, "\(rows) rows but \(weights.count) weights") }
        guard b.allSatisfy(\.isFinite), weights?.allSatisfy({ $0.isFinite && $0 >= 0 }) ?? true else {
            throw SensorLabError(
                .badData, code: .notFinite, place: place,
                message: "a right-hand side or weight is NaN, infinite or negative",
                advice: "leave such rows out")
        }
        let roots = weights?.map { $0.squareRoot() }
        var scaled = scaled(by: roots)
        var solution = roots.map { zip(b, $0).map { $0 * $1 } } ?? b
        solution += Array(repeating: 0, count: max(0, columns - rows))
        let tolerance = relativeTolerance ?? Double(max(rows, columns)) * Double.ulpOfOne
        let (rank, values) =
            switch method {
            case .qr: try Self.solveByQR(&scaled, &solution, tolerance)
            case .svd: try Self.solveBySVD(&scaled, &solution, tolerance)
            }
        let parameters = Array(solution.prefix(columns))
        let fitted = self * parameters
        var residuals = b
        var sum = 0.0
        for i in 0..<rows {
            residuals[i] -= fitted[i]
            sum += (weights?[i] ?? 1) * residuals[i] * residuals[i]
        }
        let smallest = columns > rows ? 0 : (values.last ?? 0)
        let found = LeastSquaresSolution(
            parameters: parameters, residuals: residuals, weightedSumOfSquares: sum, rank: rank, singularValues: values,
            conditionNumber: smallest > 0 ? values[0] / smallest : .infinity, cofactor: nil)
        return covariance ? try found.withCofactor(of: self, weights: weights) : found
    }

    /// Each row times its factor.
    fileprivate func scaled(by factors: [Double]?) -> Matrix {
        guard let factors else { return self }
        var scaled = self
        for j in 0..<columns {
            for i in 0..<rows { scaled.storage[i + rows * j] *= factors[i] }
        }
        return scaled
    }

    private static func solveByQR(
        _ a: inout Matrix, _ b: inout [Double], _ tolerance: Double
    ) throws(SensorLabError) -> (Int, [Double]) {
        guard a.rows >= a.columns else {
            throw SensorLabError(
                .badData, code: .rankDeficient, place: "dgels",
                message: "\(a.columns) parameters but only \(a.rows) rows",
                advice: "add data or use the method .svd")
        }
        let info = LAPACK.dgels(&a, &b)
        guard info == 0 else { throw .fromInfo(info, routine: "dgels", positive: .rankDeficient) }
        let values = try a.upperTriangle().singularValueDecomposition().singularValues
        let rank = values.count { $0 > tolerance * values[0] }
        guard rank == a.columns else {
            throw SensorLabError(
                .badData, code: .rankDeficient, place: "dgels", message: "\(a.columns) columns but rank \(rank)",
                advice: "remove dependent columns or use the method .svd")
        }
        return (rank, values)
    }

    private static func solveBySVD(
        _ a: inout Matrix, _ b: inout [Double], _ tolerance: Double
    ) throws(SensorLabError) -> (Int, [Double]) {
        var values = [Double](repeating: 0, count: min(a.rows, a.columns))
        var rank: Int32 = 0
        let info = LAPACK.dgelsd(&a, &b, singularValues: &values, tolerance: tolerance, rank: &rank)
        guard info == 0 else { throw .fromInfo(info, routine: "dgelsd", positive: .noConvergence) }
        return (Int(rank), values)
    }

    /// The square upper triangle that a QR factorisation left in the first rows.
    private func upperTriangle() -> Matrix {
        var r = Matrix(rows: columns, columns: columns)
        for j in 0..<columns {
            for i in 0...j { r[i, j] = self[i, j] }
        }
        return r
    }

    /// (A^T A)^-1 from the triangle R of A = Q R, never from A^T A itself, whose condition is the square.
    fileprivate func cofactorOfColumns() throws(SensorLabError) -> Matrix {
        var factors = self
        var unused = [Double](repeating: 0, count: rows)
        var info = LAPACK.dgels(&factors, &unused)
        guard info == 0 else { throw .fromInfo(info, routine: "dgels", positive: .rankDeficient) }
        var inverse = factors.upperTriangle()
        info = LAPACK.dpotri(&inverse, triangle: "U")
        guard info == 0 else { throw .fromInfo(info, routine: "dpotri", positive: .rankDeficient) }
        inverse.copyTriangle(fromUpper: true)
        return inverse
    }

    /// Makes a matrix of which LAPACK filled one triangle symmetric.
    mutating func copyTriangle(fromUpper: Bool) {
        for j in 0..<columns {
            for i in 0..<j {
                if fromUpper { self[j, i] = self[i, j] } else { self[i, j] = self[j, i] }
            }
        }
    }
}
