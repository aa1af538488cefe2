import RealModule

/// A linear regression whose errors are white noise on top of a first-order Gauss-Markov process of unknown correlation
/// time.
///
/// Generalised least squares for each shape of the errors (a correlation time and a share of white noise), with the
/// observations whitened by a scalar Kalman filter (A. C. Harvey, Forecasting, Structural Time Series Models and the
/// Kalman Filter, 1989, 3.4.3). The shapes are averaged by their marginal likelihood, with the parameters and the scale
/// of the errors integrated out (J. O. Berger, V. De Oliveira & B. Sanso, J. Am. Stat. Assoc. 96, 2001, 1361-1374, eq.
/// 6), so that the sigma includes the unknown correlation time. The sigma of a plain mean would be too small by the
/// root of the correlation time in samples.
struct CorrelatedRegression {
    /// One per column.
    private(set) var parameters: [Double] = []
    /// Covariance of the parameters, row by row.
    private(set) var covariance: [Double] = []
    /// The mean variance of one error.
    private(set) var variance = 0.0
    /// The mean correlation time of the slow component of the errors, in the unit of the times.
    private(set) var correlationTime = 0.0

    /// Shares of white noise in the variance.
    static let whiteShares = [0.02, 0.2, 0.5, 0.8, 0.98]

    /// `nil` where the columns do not determine the parameters.
    /// - Parameters:
    ///   - y: the observations.
    ///   - times: ascending.
    ///   - columns: one per parameter.
    ///   - priorSigmas: one per parameter, about zero; infinite for a free one.
    ///   - series: number of series of equal times that the observations consist of, one after another. Their errors
    ///     have the same shape and are independent, such as those of the axes of a place.
    ///   - whiteShares: candidate shares of white noise in the variance.
    ///   - correlationTimes: range of the candidates, with a log-uniform prior; `nil`: from the sampling interval to
    ///     half of the series. A longer correlation time is indistinguishable from a constant, where that is a
    ///     parameter of interest.
    ///   - excess: white noise of each observation beyond that of all, its variance in units of theirs; empty: none.
    ///   - scaleFreedom: how well the standard deviation of the errors is known to be 1, as the degrees of freedom of a
    ///     scaled inverse chi-squared prior of their variance; 0: not at all.
    init?(
        _ y: [Double], times: [Double], columns: [[Double]], priorSigmas: [Double], series: Int = 1,
        whiteShares: [Double] = Self.whiteShares, correlationTimes: ClosedRange<Double>? = nil,
        excess: [Double] = [], scaleFreedom: Double = 0
    ) {
        let (n, p) = (y.count, columns.count)
        guard n > p + 1, p >= 1, let first = times.first, let last = times.last, last > first else { return nil }
        let span = last - first
        let sampling = span / Double(n / series)
        let range = correlationTimes ?? sampling...max(span / 2, sampling)
        var fits: [(logarithm: Double, beta: [Double], covariance: [Double], variance: Double, tau: Double)] = []
        let steps = 9
        for step in 0..<steps {
            let tau =
                range.lowerBound * Double.pow(range.upperBound / range.lowerBound, Double(step) / Double(steps - 1))
            for white in whiteShares {
                guard
                    let fit = Self.fit(
                        y, times, columns, priorSigmas, tau: tau, white: white, count: n, length: n / series,
                        excess: excess, scaleFreedom: scaleFreedom)
                else { continue }
                fits.append((fit.logarithm, fit.beta, fit.covariance, fit.variance, tau))
            }
        }
        guard let best = fits.map(\.logarithm).max(), best.isFinite else { return nil }
        let weights = fits.map { Double.exp($0.logarithm - best) }
        let total = weights.reduce(0, +)
        parameters = [Double](repeating: 0, count: p)
        covariance = [Double](repeating: 0, count: p * p)
        for (fit, weight) in zip(fits, weights) {
            let share = weight / total
            for i in 0..<p { parameters[i] += share * fit.beta[i] }
            variance += share * fit.variance
            correlationTime += share * fit.tau
        }
        for (fit, weight) in zip(fits, weights) {
            for i in 0..<p {
                for j in 0..<p {
                    covariance[i * p + j] +=
                        weight / total
                        * (fit.covariance[i * p + j] + (fit.beta[i] - parameters[i]) * (fit.beta[j] - parameters[j]))
                }
            }
        }
    }

    /// The standard deviation of a parameter.
    func sigma(_ index: Int) -> Double { covariance[index * parameters.count + index].squareRoot() }

    private static func fit(
        _ y: [Double], _ times: [Double], _ columns: [[Double]], _ priorSigmas: [Double], tau: Double, white: Double,
        count n: Int, length: Int, excess: [Double], scaleFreedom: Double
    ) -> (logarithm: Double, beta: [Double], covariance: [Double], variance: Double)? {
        let p = columns.count
        var states = [Double](repeating: 0, count: p + 1)
        var row = [Double](repeating: 0, count: p + 1)
        var moments = [Double](repeating: 0, count: (p + 1) * (p + 1))
        var variance = 1 - white
        var logDeterminant = 0.0
        for k in 0..<n {
            let phi = k % length == 0 ? 0 : Double.exp(-(times[k] - times[k - 1]) / tau)
            variance = phi * phi * variance + (1 - white) * (1 - phi * phi)
            let innovation = variance + white + (excess.isEmpty ? 0 : excess[k])
            let gain = variance / innovation
            let scale = 1 / innovation.squareRoot()
            for c in 0...p {
                states[c] *= phi
                let e = (c < p ? columns[c][k] : y[k]) - states[c]
                states[c] += gain * e
                row[c] = e * scale
            }
            variance *= 1 - gain
            logDeterminant += Double.log(innovation)
            for a in 0...p { for b in 0...p { moments[a * (p + 1) + b] += row[a] * row[b] } }
        }
        func moment(_ a: Int, _ b: Int) -> Double { moments[a * (p + 1) + b] }
        func solved(_ ridge: [Double]) -> (inverse: [Double], logDeterminant: Double, beta: [Double])? {
            var normal = [Double](repeating: 0, count: p * p)
            for a in 0..<p { for b in 0..<p { normal[a * p + b] = moment(a, b) + (a == b ? ridge[a] : 0) } }
            guard let (inverse, logDeterminant) = inverted(normal, p) else { return nil }
            let beta = (0..<p).map { a in (0..<p).reduce(0) { $0 + inverse[a * p + $1] * moment($1, p) } }
            return (inverse, logDeterminant, beta)
        }
        func residual(_ beta: [Double]) -> Double {
            var sum = moment(p, p)
            for a in 0..<p {
                sum -= 2 * beta[a] * moment(a, p)
                for b in 0..<p { sum += beta[a] * beta[b] * moment(a, b) }
            }
            return max(sum, 1e-18)
        }
        guard let free = solved([Double](repeating: 0, count: p)) else { return nil }
        let freedom = Double(n - p) + scaleFreedom
        let squares = residual(free.beta) + scaleFreedom
        let scale = squares / freedom
        // The priors in units of the errors.
        guard let bound = solved(priorSigmas.map { $0.isFinite ? scale / ($0 * $0) : 0 }) else { return nil }
        let logarithm =
            -0.5 * logDeterminant - 0.5 * free.logDeterminant - 0.5 * freedom * Double.log(squares)
        return (logarithm, bound.beta, bound.inverse.map { $0 * scale }, scale)
    }

    /// Inverse and log determinant of a small symmetric positive matrix, by Gauss-Jordan elimination of the scaled
    /// matrix; `nil` for a singular one.
    private static func inverted(_ matrix: [Double], _ p: Int) -> ([Double], Double)? {
        let scales = (0..<p).map { matrix[$0 * p + $0].squareRoot() }
        guard scales.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
        var a = matrix
        for i in 0..<p { for j in 0..<p { a[i * p + j] /= scales[i] * scales[j] } }
        var logDeterminant = scales.reduce(0) { $0 + 2 * Double.log($1) }
        for k in 0..<p {
            let pivot = a[k * p + k]
            guard pivot > 1e-12 else { return nil }
            logDeterminant += Double.log(pivot)
            a[k * p + k] = 1
            for j in 0..<p { a[k * p + j] /= pivot }
            for i in 0..<p where i != k {
                let factor = a[i * p + k]
                a[i * p + k] = 0
                for j in 0..<p { a[i * p + j] -= factor * a[k * p + j] }
            }
        }
        for i in 0..<p { for j in 0..<p { a[i * p + j] /= scales[i] * scales[j] } }
        return (a, logDeterminant)
    }
}
