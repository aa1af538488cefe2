import LinearAlgebra
import Vocabulary

/// The error of an estimate: its mean, to be added to the estimate, and its covariance.
struct GaussianError {
    var mean: [Double]
    var covariance: Matrix

    /// One backward step of H. E. Rauch, F. Tung, C. T. Striebel (AIAA Journal 3(8), 1965). Later knowledge of the
    /// errors y = F x + noise updates the earlier errors x by the gain G = cov(x, y) cov(y)^-1:
    ///
    ///     mean x = G mean y        P_x = P + G (P_y - cov(y)) G^T
    ///
    /// It holds for every linear filter whose covariances are right, whether its gains are optimal or not, since
    /// x - G y is uncorrelated with y and with all later measurements. States without variance, and those of y that do
    /// not depend on x, pass nothing back.
    /// - Parameters:
    ///   - filtered: P, the covariance of x given the past.
    ///   - predicted: cov(y) given the same past.
    ///   - cross: F P = cov(y, x).
    ///   - later: y given all measurements, relative to the predicted state.
    static func smoothed(
        filtered: Matrix, predicted: Matrix, cross: Matrix, later: GaussianError
    ) throws(SensorLabError) -> GaussianError {
        let known = (0..<predicted.rows).filter { predicted[$0, $0] > 0 }
        guard !known.isEmpty else {
            return GaussianError(mean: Array(repeating: 0, count: filtered.rows), covariance: filtered)
        }
        // In units of the standard deviations, since rad and microtesla differ by six powers of ten.
        let scales = known.map { 1 / predicted[$0, $0].squareRoot() }
        func scaled(_ m: Matrix) -> Matrix {
            var result = Matrix(rows: known.count, columns: known.count)
            for (a, i) in known.enumerated() {
                for (b, j) in known.enumerated() { result[a, b] = m[i, j] * scales[a] * scales[b] }
            }
            return result
        }
        var correlation = scaled(predicted)
        for i in 0..<known.count { correlation[i, i] += Self.rounding }
        var right = Matrix(rows: known.count, columns: cross.columns)
        for j in 0..<cross.columns { for (a, i) in known.enumerated() { right[a, j] = cross[i, j] * scales[a] } }
        let gain = try Cholesky(correlation).solve(right).transposed
        let change = scaled(later.covariance) - correlation
        var covariance = filtered + gain * change * gain.transposed
        covariance.makeSymmetric()
        let mean = zip(known, scales).map { later.mean[$0] * $1 }
        return GaussianError(mean: gain * mean, covariance: covariance)
    }

    /// Rounding errors that a positive definite correlation matrix may have.
    private static let rounding = 1e-11

    /// The errors after some of them have been measured as minus `value`, with a variance each. The update is weighted
    /// by `probability`, that of the hypothesis under which the measurement holds (the first two moments of the mixture
    /// of both hypotheses).
    func measured(
        _ states: Range<Int>, value: [Double], variance: Double, probability: Double
    ) throws(SensorLabError) -> GaussianError {
        let count = mean.count
        var innovation = Matrix(rows: states.count, columns: states.count)
        var cross = Matrix(rows: states.count, columns: count)
        for (a, i) in states.enumerated() {
            for (b, j) in states.enumerated() { innovation[a, b] = covariance[i, j] }
            innovation[a, a] += variance
            for j in 0..<count { cross[a, j] = covariance[i, j] }
        }
        let gain = try Cholesky(innovation).solve(cross).transposed
        let change = gain * zip(states, value).map { -$1 - mean[$0] }
        let known = gain * cross
        var result = self
        for i in 0..<count {
            result.mean[i] += probability * change[i]
            for j in 0..<count {
                result.covariance[i, j] +=
                    probability * ((1 - probability) * change[i] * change[j] - known[i, j])
            }
        }
        result.covariance.makeSymmetric()
        return result
    }
}

extension Matrix {
    /// The mean of a square matrix and its transpose.
    fileprivate mutating func makeSymmetric() {
        for j in 0..<columns {
            for i in 0..<j {
                let mean = 0.5 * (self[i, j] + self[j, i])
                (self[i, j], self[j, i]) = (mean, mean)
            }
        }
    }
}
