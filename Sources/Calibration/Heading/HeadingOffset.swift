import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The constant between estimated and true heading: true heading = estimated heading + offset, clockwise positive.
///
/// Weighted least squares (LAPACK) of the circular differences reference minus estimate, with residuals wrapped about
/// the result; optionally with Huber's weights (scale from the median absolute residual in units of its own sigma),
/// reweighted until convergence (P. J. Huber, Robust Statistics, 1981, 7.8). The sigma accounts for correlated
/// residuals (`CorrelatedMean`). With times, the drift of the difference is fitted as well; it does not change the
/// constant.
public struct HeadingOffset: Sendable, Hashable {
    /// Radians in (-pi, pi].
    public var offset: Double
    /// Standard deviation of the offset, radians; infinite where undetermined.
    public var sigma: Double
    /// Half width of the 95 % interval, radians.
    public var interval95: Double
    /// Drift of the difference, rad/s; `nil` without times.
    public var drift: Double?
    /// Standard deviation of the drift, rad/s; `nil` without times.
    public var driftSigma: Double?
    /// Weighted root mean square of the residuals, radians.
    public var residualRMS: Double
    /// Differences used.
    public var sampleCount: Int
    /// Differences whose residual exceeds three times the scale of the bulk; Huber's weights bound their influence.
    public var outlierCount: Int
    /// The effective number of independent differences.
    public var effectiveSamples: Double
    /// Least squares, robust or not.
    public var method: CalibrationMethod
    /// Accepted or refused.
    public var verdict: CalibrationVerdict

    /// The offset in degrees, (-180, 180].
    public var offsetDegrees: Double { Angle.degrees(offset) }
    /// The sigma in degrees.
    public var sigmaDegrees: Double { Angle.degrees(sigma) }

    /// Below this resultant length, the differences have no common offset (a circular standard deviation of 95
    /// degrees).
    static let smallestResultantLength = 0.25
    /// A wider 95 % interval is refused, degrees: a phone's compass without any correction is about as good.
    static let widestIntervalDegrees = 5.0

    /// Fits the offset to pairs in the order of time.
    ///
    /// - Parameters:
    ///   - estimated: headings, radians, any turn. Pairs in which one is NaN (undefined) are left out.
    ///   - reference: headings, radians, one per estimate. Precondition: equal counts.
    ///   - weights: inverse variances up to a factor, >= 0; nil = all 1.
    ///   - times: seconds, one per estimate, for the drift; nil = no drift is fitted.
    ///   - robust: whether Huber's weights are applied, for references with outliers.
    ///   - systematicSigma: the common error of all references (such as the declination's sigma), radians; added in
    ///     quadrature.
    public init(
        estimated: [Double], reference: [Double], weights: [Double]? = nil, times: [Double]? = nil,
        robust: Bool = false, systematicSigma: Double = 0
    ) {
        precondition(estimated.count == reference.count, "one reference per estimate")
        var differences: [Double] = []
        var used: [Double] = []
        var seconds: [Double] = []
        for i in estimated.indices {
            let weight = weights?[i] ?? 1
            let difference = reference[i] - estimated[i]
            guard difference.isFinite, weight > 0, weight.isFinite else { continue }
            differences.append(Angle.wrap(difference))
            used.append(weight)
            if let times { seconds.append(times[i]) }
        }
        method = robust ? .robustLeastSquares : .leastSquares
        sampleCount = differences.count
        var start = CircularStatistics()
        for (difference, weight) in zip(differences, used) { start.add(difference, weight: weight) }
        guard differences.count >= 2, let mean = start.mean, start.resultantLength >= Self.smallestResultantLength
        else {
            let reason =
                differences.count < 2
                ? "only \(differences.count) pairs of headings"
                : "the differences are spread over all directions: there is no common offset"
            (offset, sigma, interval95, residualRMS) = (start.mean ?? 0, .infinity, .infinity, .nan)
            (outlierCount, effectiveSamples) = (0, 0)
            verdict = .refused(reason, advice: "record at least a minute with a heading reference")
            return
        }
        let ones = [Double](repeating: 1, count: differences.count)
        let solution = Self.solve(differences, used, [ones], start: mean, robust: robust)
        offset = Angle.wrap(solution.parameters[0])
        residualRMS = solution.residualRMS
        outlierCount = solution.outliers
        // The estimate is the mean of w psi over the mean of w psi'; its sigma is that of the numerator.
        let influence = CorrelatedMean(solution.influence)
        let n = Double(differences.count)
        let gain = n / solution.curvature.reduce(0, +)
        sigma = (influence.sigma * influence.sigma * gain * gain + systematicSigma * systematicSigma).squareRoot()
        let common = 1.96 * systematicSigma
        interval95 = (influence.interval95 * influence.interval95 * gain * gain + common * common).squareRoot()
        effectiveSamples = influence.effectiveCount
        if let first = seconds.first, let last = seconds.last, last > first {
            let middle = seconds.reduce(0, +) / n
            let lever = seconds.map { $0 - middle }
            let line = Self.solve(differences, used, [ones, lever], start: mean, robust: robust)
            drift = line.parameters[1]
            let slope = CorrelatedMean(zip(line.influence, lever).map { $0 * $1 })
            driftSigma = slope.sigma * n / zip(line.curvature, lever).reduce(0) { $0 + $1.0 * $1.1 * $1.1 }
        }
        let width = Angle.degrees(interval95)
        verdict =
            width <= Self.widestIntervalDegrees
            ? .accepted
            : .refused(
                "its 95 % interval is \u{B1} \((10 * width).rounded() / 10) degrees: the differences drift or scatter too "
                    + "much for this number of pairs",
                advice: "record for longer, in several headings")
    }

    private struct Solution {
        /// One per column; the first one radians.
        var parameters: [Double]
        var residualRMS: Double
        /// w psi of each difference.
        var influence: [Double]
        /// w psi' of each difference.
        var curvature: [Double]
        var outliers: Int
    }

    /// Weighted least squares of the differences on columns, the first of which is the constant, repeated with Huber's
    /// weights until convergence; residuals stay wrapped. Scale and Huber's constant are in units of each residual's
    /// own sigma.
    private static func solve(
        _ differences: [Double], _ weights: [Double], _ columns: [[Double]], start: Double, robust: Bool
    ) -> Solution {
        let design = Matrix(rows: differences.count, columns: columns.count, columnMajor: columns.flatMap { $0 })
        let roots = weights.map { $0.squareRoot() }
        var result = Solution(
            parameters: [start] + columns.dropFirst().map { _ in 0 }, residualRMS: .nan, influence: [], curvature: [],
            outliers: 0)
        var residuals: [Double] = []
        for _ in 0..<100 {
            residuals = zip(differences, design * result.parameters).map { Angle.wrap($0 - $1) }
            let standardised = zip(residuals, roots).map { $0 * $1 }
            let bulk = max(RobustStatistics.scaleAboutZero(standardised), 1e-12 * (roots.max() ?? 1))
            let scale = robust ? bulk : .infinity
            let huber = standardised.map { RobustStatistics.huberWeight($0 / scale) }
            result.influence = zip(zip(standardised, roots), huber).map { $0.0 * $0.1 * $1 }
            result.curvature = zip(standardised, weights).map {
                $0.magnitude <= RobustStatistics.huberConstant * scale ? $1 : 0
            }
            result.outliers = robust ? standardised.count { $0.magnitude > 3 * scale } : 0
            let total = zip(weights, huber).map { $0 * $1 }
            guard
                let step = try? design.leastSquares(residuals, weights: total, method: .qr, covariance: false)
                    .parameters
            else { break }
            for index in step.indices { result.parameters[index] += step[index] }
            if step[0].magnitude < 1e-12 { break }
        }
        let squares = zip(residuals, weights).reduce(0) { $0 + $1.1 * $1.0 * $1.0 }
        result.residualRMS = (squares / weights.reduce(0, +)).squareRoot()
        return result
    }
}
