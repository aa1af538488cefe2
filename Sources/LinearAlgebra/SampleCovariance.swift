import Vocabulary

/// Mean and covariance of samples.
public struct SampleCovariance: Sendable {
    /// Mean of every column.
    public let mean: [Double]
    /// Covariance of the columns, symmetric, unbiased: divided by n - 1.
    public let covariance: Matrix
}

extension Matrix {
    /// Mean and covariance of the rows of this matrix (one sample per row, one quantity per column).
    ///
    /// - Throws: `empty-matrix`, `not-finite`, `rank-deficient` for fewer than two rows.
    public func sampleCovariance() throws(SensorLabError) -> SampleCovariance {
        let place = "sample covariance"
        try validate(place)
        guard rows > 1 else {
            throw SensorLabError(
                .badData, code: .rankDeficient, place: place, message: "there are fewer than two samples",
                advice: "pass at least two samples")
        }
        let mean = (0..<columns).map { j in (0..<rows).reduce(0.0) { $0 + self[$1, j] } / Double(rows) }
        var covariance = Matrix(rows: columns, columns: columns)
        for j in 0..<columns {
            for k in 0...j {
                var sum = 0.0
                for i in 0..<rows { sum += (self[i, j] - mean[j]) * (self[i, k] - mean[k]) }
                covariance[j, k] = sum / Double(rows - 1)
                covariance[k, j] = covariance[j, k]
            }
        }
        return SampleCovariance(mean: mean, covariance: covariance)
    }
}
