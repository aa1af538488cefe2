import Vocabulary

/// Mean and covariance of samples.
public struct SampleCovariance: Sendable {
    /// Weighted mean of every column.
    public let mean: [Double]
    /// Covariance of the columns, symmetric, unbiased for reliability weights: divided by V1 - V2 / V1 with V1 the sum
    /// of the weights and V2 the sum of their squares (n - 1 where all are equal).
    public let covariance: Matrix
}

extension Matrix {
    /// Mean and covariance of the rows of this matrix (one sample per row, one quantity per column).
    ///
    /// - Parameter weights: one per row, >= 0; nil = all 1.
    /// - Throws: `empty-matrix`, `not-finite`, `dimension-mismatch`, `rank-deficient` where fewer
    ///   than two rows have weight.
    public func sampleCovariance(weights: [Double]? = nil) throws(SensorLabError) -> SampleCovariance {
        let place = "sample covariance"
        try validate(place)
        if let weights, weights.count != rows { throw .dimensions(place, "\(rows) rows but \(weights.count) weights") }
        let w = weights ?? Array(repeating: 1, count: rows)
        let total = w.reduce(0, +)
        let divisor = total - w.reduce(0) { $0 + $1 * $1 } / total
        guard total > 0, divisor > total * 1e-12 else {
            throw SensorLabError(
                .badData, code: .rankDeficient, place: place, message: "fewer than two samples carry weight",
                advice: "pass at least two samples")
        }
        let mean = (0..<columns).map { j in (0..<rows).reduce(0.0) { $0 + w[$1] * self[$1, j] } / total }
        var covariance = Matrix(rows: columns, columns: columns)
        for j in 0..<columns {
            for k in 0...j {
                var sum = 0.0
                for i in 0..<rows { sum += w[i] * (self[i, j] - mean[j]) * (self[i, k] - mean[k]) }
                covariance[j, k] = sum / divisor
                covariance[k, j] = sum / divisor
            }
        }
        return SampleCovariance(mean: mean, covariance: covariance)
    }
}
