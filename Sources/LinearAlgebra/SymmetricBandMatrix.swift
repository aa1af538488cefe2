import Vocabulary

/// A symmetric positive definite matrix of which only the diagonal and `bandwidth` subdiagonals differ from zero, as
/// smoothing over time makes them. Memory n (bandwidth + 1), solution in n bandwidth^2 operations.
public struct SymmetricBandMatrix: Sendable {
    /// Number of subdiagonals, >= 0.
    public let bandwidth: Int
    /// LAPACK's lower band storage: element (i, j), j <= i <= j + bandwidth, is `band[i - j, j]`.
    private var band: Matrix

    /// A zero matrix of this order and bandwidth.
    public init(order: Int, bandwidth: Int) {
        precondition(order >= 0 && bandwidth >= 0, "order and bandwidth are not negative")
        self.bandwidth = bandwidth
        band = Matrix(rows: bandwidth + 1, columns: order)
    }

    /// The order of the matrix.
    public var order: Int { band.columns }

    /// Element (row, column), the same as (column, row); zero outside the band. Precondition for setting: inside the
    /// band.
    public subscript(row: Int, column: Int) -> Double {
        get {
            let distance = abs(row - column)
            return distance > bandwidth ? 0 : band[distance, min(row, column)]
        }
        set {
            let distance = abs(row - column)
            precondition(distance <= bandwidth, "element (\(row), \(column)) lies outside the band")
            band[distance, min(row, column)] = newValue
        }
    }

    /// Solves A X = B by `dpbsv`.
    ///
    /// - Throws: `empty-matrix`, `dimension-mismatch`, `not-finite`, `not-positive-definite`.
    public func solve(_ b: Matrix) throws(SensorLabError) -> Matrix {
        try band.validate("dpbsv")
        guard b.rows == order else { throw .dimensions("dpbsv", "order \(order) but \(b.rows) rows on the right") }
        var (factor, solution) = (band, b)
        let info = LAPACK.dpbsv(&factor, &solution)
        guard info == 0 else { throw .fromInfo(info, routine: "dpbsv", positive: .notPositiveDefinite) }
        return solution
    }

    /// Solves A x = b.
    ///
    /// - Throws: as `solve(_:)` for matrices.
    public func solve(_ b: [Double]) throws(SensorLabError) -> [Double] {
        try solve(Matrix(rows: b.count, columns: 1, columnMajor: b)).storage
    }
}
