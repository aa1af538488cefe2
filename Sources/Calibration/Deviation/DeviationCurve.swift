import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// A compass deviation curve by least squares, in the usual and in the exact form, with covariance.
///
/// Both forms are linear in A..E (the exact one is divided by lambda H, so that A..E are the only unknowns). B and C
/// are valid at the place where they were measured: they change with tan(dip) and 1 / horizontal field.
public struct DeviationCurve: Sendable {
    /// A..E of the usual form and their standard deviations, degrees; the latter are infinite where not determined.
    public let coefficients, sigmas: DeviationCoefficients
    /// 5 x 5 covariance of A..E, degrees squared; nil where the headings do not determine them or there is no
    /// redundancy.
    public let covariance: Matrix?
    /// A..E of the exact form and their standard deviations, no unit.
    public let exact, exactSigmas: DeviationCoefficients
    /// sqrt(sum of squares / n) of the usual and of the exact form, degrees.
    public let residualRMSDegrees, exactResidualRMSDegrees: Double
    /// Effective number of observations of a log; the number of those used for a table.
    public let effectiveSampleCount: Double
    /// Distinct headings (more than a degree apart).
    public let distinctHeadings: Int
    /// The widest arc without a heading, degrees.
    public let largestGapDegrees: Double
    /// Accepted or refused.
    public let verdict: CalibrationVerdict

    /// With fewer distinct headings the coefficients are not determined.
    static let fewestHeadings = 5
    /// A wider arc hides a whole lobe of the quadrantal terms.
    static let widestGapDegrees = 120.0

    /// The deviation of the usual form, degrees, east positive.
    public func deviation(compassHeadingDegrees: Double) -> Double {
        coefficients.approximateDeviation(compassHeadingDegrees: compassHeadingDegrees)
    }

    /// Standard deviation of the curve at a heading, degrees; infinite where not determined.
    public func sigma(compassHeadingDegrees: Double) -> Double {
        covariance.map { Self.sigma(at: compassHeadingDegrees, $0) } ?? .infinity
    }

    private static func sigma(at heading: Double, _ covariance: Matrix) -> Double {
        let row = DeviationCoefficients.approximateRow(heading)
        return zip(row, covariance * row).reduce(0) { $0 + $1.0 * $1.1 }.squareRoot()
    }

    /// Fits the curve to a table (`correlated` false) or to a log in the order of time (`correlated` true: the sigmas
    /// account for the autocorrelation of the residuals).
    ///
    /// - Parameters:
    ///   - observations: at least one finite one with positive weight; others are left out.
    ///   - correlated: whether neighbours have correlated errors.
    ///   - robust: whether Huber's weights are applied.
    /// - Throws: `SensorLabError` `empty-matrix` where no observation is usable.
    public init(
        _ observations: [DeviationObservation], correlated: Bool = false, robust: Bool = false
    ) throws(SensorLabError) {
        let used = observations.filter {
            $0.compassHeadingDegrees.isFinite && $0.deviationDegrees.isFinite && $0.weight.isFinite && $0.weight > 0
        }
        let headings = used.map(\.compassHeadingDegrees)
        let deviations = used.map { Angle.wrapDegrees($0.deviationDegrees) }
        let weights = used.map(\.weight)
        let rows = Matrix(headings.map(DeviationCoefficients.approximateRow))
        let fit = try Self.solve(rows, deviations, weights, robust: robust)
        let exactRows = Matrix(zip(headings, deviations).map { DeviationCoefficients.exactRow($0, $1) })
        let sines = deviations.map { Double.sin(Angle.radians($0)) }
        let exactFit = try Self.solve(exactRows, sines, weights, robust: robust)

        coefficients = DeviationCoefficients(fit.parameters)
        covariance = correlated ? Self.correlated(fit, rows, weights) : fit.covariance
        sigmas = Self.sigmas(covariance)
        exact = DeviationCoefficients(exactFit.parameters)
        exactSigmas = Self.sigmas(correlated ? Self.correlated(exactFit, exactRows, weights) : exactFit.covariance)
        let inflation = Self.inflation(covariance, fit.covariance)
        let n = Double(used.count)
        residualRMSDegrees = (fit.residuals.reduce(0) { $0 + $1 * $1 } / n).squareRoot()
        let exactForm = exact
        let exactSquares = zip(headings, deviations).reduce(0.0) {
            let difference = Angle.wrapDegrees($1.1 - exactForm.exactDeviation(compassHeadingDegrees: $1.0))
            return $0 + difference * difference
        }
        exactResidualRMSDegrees = (exactSquares / n).squareRoot()
        effectiveSampleCount = n / inflation
        (distinctHeadings, largestGapDegrees) = Self.coverage(headings)
        let judged = Self.judge(
            distinct: distinctHeadings, gap: largestGapDegrees, rank: fit.rank, redundancy: n / inflation - 5)
        verdict = judged.accepted ? Self.judge(worst: covariance.map(Self.worstSigma) ?? .infinity) : judged
    }

    /// The largest standard deviation of a curve, degrees.
    static func worstSigma(_ covariance: Matrix) -> Double {
        stride(from: 0.0, to: 360, by: 10).map { sigma(at: $0, covariance) }.max() ?? .infinity
    }

    private static func solve(
        _ rows: Matrix, _ values: [Double], _ weights: [Double], robust: Bool
    ) throws(SensorLabError) -> LeastSquaresSolution {
        var used = weights
        var fit = try rows.leastSquares(values, weights: used, relativeTolerance: 1e-10, covariance: false)
        for _ in 0..<(robust ? 50 : 0) {
            let scale = max(RobustStatistics.scaleAboutZero(fit.residuals), 1e-12)
            used = zip(weights, fit.residuals).map { $0 * RobustStatistics.huberWeight($1 / scale) }
            let next = try rows.leastSquares(values, weights: used, relativeTolerance: 1e-10, covariance: false)
            let change = zip(next.parameters, fit.parameters).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
            fit = next
            // Converged: a millionth of the scatter.
            if change < max(1e-10, 1e-6 * scale) { break }
        }
        return try fit.withCofactor(of: rows, weights: used)
    }

    /// The covariance for correlated neighbours. The contributions of the observations to a coefficient form a series,
    /// and the coefficient is as uncertain as the mean of that series (`CorrelatedMean`). The correlations between the
    /// coefficients remain those from the headings.
    private static func correlated(_ fit: LeastSquaresSolution, _ rows: Matrix, _ weights: [Double]) -> Matrix? {
        guard var covariance = fit.covariance, let unit = fit.cofactor else { return nil }
        let n = fit.residuals.count
        let factors = (0..<covariance.rows).map { k in
            let influence = (0..<n).map { i in
                (0..<unit.columns).reduce(0) { $0 + unit[k, $1] * rows[i, $1] } * weights[i] * fit.residuals[i]
            }
            let mean = CorrelatedMean(influence)
            // The coefficients reduce the residuals by their share of the effective number of observations.
            let redundancy = mean.effectiveCount / max(mean.effectiveCount - Double(unit.columns), 1)
            return Double(n) * mean.sigma * (redundancy / covariance[k, k]).squareRoot()
        }
        for i in 0..<covariance.rows {
            for j in 0..<covariance.columns { covariance[i, j] *= factors[i] * factors[j] }
        }
        return covariance
    }

    /// The factor by which correlation widens the variances, mean over the coefficients; at least 1.
    private static func inflation(_ correlated: Matrix?, _ independent: Matrix?) -> Double {
        guard let correlated, let independent else { return 1 }
        let ratios = zip(correlated.diagonal, independent.diagonal).map { $0 / $1 }
        return max(1, ratios.reduce(0, +) / Double(ratios.count))
    }

    private static func sigmas(_ covariance: Matrix?) -> DeviationCoefficients {
        DeviationCoefficients(covariance?.diagonal.map { $0.squareRoot() } ?? Array(repeating: .infinity, count: 5))
    }

    /// Number of headings more than a degree apart, and the widest arc between neighbours.
    static func coverage(_ headings: [Double]) -> (distinct: Int, gap: Double) {
        let sorted = headings.map(Angle.wrapHeadingDegrees).sorted()
        var distinct: [Double] = []
        for heading in sorted where distinct.last.map({ heading - $0 > 1 }) ?? true { distinct.append(heading) }
        if let first = distinct.first, let last = distinct.last, distinct.count > 1, first + 360 - last <= 1 {
            distinct.removeLast()
        }
        guard let first = sorted.first, let last = sorted.last else { return (0, 360) }
        let gaps = zip(sorted.dropFirst(), sorted).map { $0 - $1 }
        return (distinct.count, max(gaps.max() ?? 0, first + 360 - last))
    }

    /// The largest standard deviation of the curve, degrees: a correction with a larger error does more harm than good.
    static let largestSigma = 15.0

    static func judge(worst: Double) -> CalibrationVerdict {
        guard worst > largestSigma else { return .accepted }
        let found =
            worst.isFinite && worst < 60
            ? "the curve's standard deviation is up to \((worst * 10).rounded() / 10) degrees"
            : "the deviations scatter too much for a curve"
        return .refused(
            found, advice: "keep magnets and moving iron away, and swing the compass through the whole circle")
    }

    static func judge(distinct: Int, gap: Double, rank: Int, redundancy: Double) -> CalibrationVerdict {
        let advice = "swing the compass through the whole circle: eight headings, 45 degrees apart"
        if distinct < fewestHeadings {
            return .refused(
                "\(distinct) distinct headings, at least five are needed for five coefficients", advice: advice)
        }
        if gap > widestGapDegrees {
            return .refused("no heading in an arc of \(Int(clamping: gap.rounded())) degrees", advice: advice)
        }
        if rank < 5 { return .refused("these headings do not determine the five coefficients", advice: advice) }
        if redundancy <= 0 {
            return .refused("there are as many headings as coefficients, so residuals give no sigmas", advice: advice)
        }
        return .accepted
    }
}

/// One line of a deviation table: a compass reading and its deviation from the magnetic heading.
public struct DeviationObservation: Sendable, Codable, Hashable {
    /// The COMPASS heading, degrees clockwise from compass north, any turn.
    public var compassHeadingDegrees: Double
    /// Deviation = magnetic heading - compass heading, degrees, east positive.
    public var deviationDegrees: Double
    /// Inverse variance up to a common factor, > 0.
    public var weight: Double

    /// An observation from its parts.
    public init(compassHeadingDegrees: Double, deviationDegrees: Double, weight: Double = 1) {
        (self.compassHeadingDegrees, self.deviationDegrees) = (compassHeadingDegrees, deviationDegrees)
        self.weight = weight
    }
}
