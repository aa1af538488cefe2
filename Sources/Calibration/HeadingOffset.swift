import Rotations

/// The constant between estimated and true heading: true heading = estimated heading + offset, clockwise positive.
///
/// Weighted least squares of the circular differences reference minus estimate, residuals wrapped about the result,
/// optionally with Huber's weights (scale from the median absolute residual). The sigma counts correlated residuals
/// honestly.
public struct HeadingOffset: Sendable, Codable, Hashable {
    /// Radians in (-pi, pi].
    public var offset: Double
    /// Standard deviation of the offset, radians; infinite where nothing can be said.
    public var sigma: Double
    /// Half width of the 95 % interval, radians: sigma times Student's t for the effective number of samples minus one.
    public var interval95: Double
    /// Weighted root mean square of the residuals, radians.
    public var residualRMS: Double
    /// Differences used.
    public var sampleCount: Int
    /// What they are worth; nil where fewer than one.
    public var effectiveSamples: EffectiveSampleSize
    /// `weighted least squares` or `robust weighted least squares`.
    public var method: String
    /// Accepted or refused.
    public var verdict: CalibrationVerdict

    /// The offset in degrees, (-180, 180].
    public var offsetDegrees: Double { Angle.degrees(offset) }
    /// The sigma in degrees.
    public var sigmaDegrees: Double { Angle.degrees(sigma) }

    /// Below this resultant length of the differences there is no common offset (a circular standard deviation of 95
    /// degrees).
    static let smallestResultantLength = 0.25

    /// Fits the offset to pairs in the order of time.
    ///
    /// - Parameters:
    ///   - estimated: headings, radians, any turn. Pairs in which one is NaN (undefined) are left out.
    ///   - reference: headings, radians, one per estimate. Precondition: equal counts.
    ///   - weights: inverse variances up to a factor, >= 0; nil = all 1.
    ///   - robust: Huber's weights on top, for references with outliers.
    public init(estimated: [Double], reference: [Double], weights: [Double]? = nil, robust: Bool = false) {
        precondition(estimated.count == reference.count, "one reference per estimate")
        var differences: [Double] = []
        var used: [Double] = []
        for i in estimated.indices {
            let weight = weights?[i] ?? 1
            let difference = reference[i] - estimated[i]
            guard difference.isFinite, weight > 0, weight.isFinite else { continue }
            differences.append(Angle.wrap(difference))
            used.append(weight)
        }
        method = robust ? "robust weighted least squares" : "weighted least squares"
        sampleCount = differences.count
        var start = CircularStatistics()
        for (difference, weight) in zip(differences, used) { start.add(difference, weight: weight) }
        guard differences.count >= 2, let mean = start.mean, start.resultantLength >= Self.smallestResultantLength
        else {
            let reason =
                differences.count < 2
                ? "only \(differences.count) pairs of headings"
                : "the differences point everywhere: there is no common offset"
            (offset, sigma, interval95, residualRMS) = (start.mean ?? 0, .infinity, .infinity, .nan)
            effectiveSamples = EffectiveSampleSize(residuals: [])
            verdict = .refused(reason, advice: "record at least a minute with a heading reference")
            return
        }
        let solution = Self.solve(differences, used, start: mean, robust: robust)
        offset = solution.offset
        residualRMS = solution.residualRMS
        effectiveSamples = EffectiveSampleSize(residuals: solution.influence)
        // Variance of a weighted mean of correlated terms: long-run variance of w psi over (sum of w psi')^2.
        let n = Double(differences.count)
        let variance = solution.influence.reduce(0) { $0 + $1 * $1 } / n
        let tau = effectiveSamples.correlationTime
        sigma = (variance * tau * n).squareRoot() / solution.curvature
        // The mean took one effective sample from the variance.
        let freedom = effectiveSamples.count - 1
        sigma *= freedom > 0 ? (effectiveSamples.count / freedom).squareRoot() : .infinity
        interval95 =
            sigma.isFinite
            ? sigma * StudentT.quantile95(degreesOfFreedom: effectiveSamples.degreesOfFreedom) : .infinity
        verdict =
            freedom >= 2
            ? .accepted
            : .refused(
                "the residuals are so correlated that they are worth fewer than three samples",
                advice: "record for longer")
    }

    /// Iterates offset += sum w psi / sum w psi' until it stands still; residuals stay wrapped about the offset.
    private static func solve(
        _ differences: [Double], _ weights: [Double], start: Double, robust: Bool
    ) -> (offset: Double, residualRMS: Double, influence: [Double], curvature: Double) {
        var offset = start
        var residuals: [Double] = []
        var influence = residuals
        var curvature = 0.0
        for _ in 0..<100 {
            residuals = differences.map { Angle.wrap($0 - offset) }
            let scale = robust ? max(RobustStatistics.scaleAboutZero(residuals), 1e-12) : .infinity
            influence = zip(residuals, weights).map { $1 * $0 * RobustStatistics.huberWeight($0 / scale) }
            curvature = 0
            for (residual, weight) in zip(residuals, weights)
            where residual.magnitude <= RobustStatistics.huberConstant * scale { curvature += weight }
            let step = influence.reduce(0, +) / curvature
            offset = Angle.wrap(offset + step)
            if step.magnitude < 1e-13 { break }
        }
        let total = weights.reduce(0, +)
        let squares = zip(residuals, weights).reduce(0) { $0 + $1.1 * $1.0 * $1.0 }
        return (offset, (squares / total).squareRoot(), influence, curvature)
    }
}
