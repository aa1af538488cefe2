import Vocabulary

/// Median, scale and weights that are robust against outliers (P. J. Huber, Robust Statistics, Wiley 1981).
enum RobustStatistics {
    /// The middle value (mean of the two middle ones for an even count); NaN for no values.
    static func median(_ values: [Double]) -> Double { quantile(values, 0.5) }

    /// The quantile with linear interpolation between order statistics (``Percentile``); NaN for no
    /// values.
    static func quantile(_ values: [Double], _ probability: Double) -> Double {
        values.isEmpty ? .nan : Percentile.of(values, probability)
    }

    /// Standard deviation of the bulk: 1.4826 times the median of |value|, about zero.
    static func scaleAboutZero(_ values: [Double]) -> Double { 1.4826 * median(values.map(\.magnitude)) }

    /// Huber's tuning constant: 95 % efficiency for Gaussian noise.
    static let huberConstant = 1.345

    /// Weight of a residual in units of its scale: 1 inside the constant, falling as 1 / |u| outside.
    static func huberWeight(_ u: Double) -> Double {
        let size = u.magnitude
        return size <= huberConstant ? 1 : huberConstant / size
    }

    /// Weight of the pseudo-Huber loss, its smooth variant: 1 / sqrt(1 + (u / k)^2).
    static func pseudoHuberWeight(_ u: Double) -> Double {
        let ratio = u / huberConstant
        return 1 / (1 + ratio * ratio).squareRoot()
    }
}

/// The loss of a residual in units of its scale, and its derivatives.
enum RobustLoss: Sendable {
    /// u^2 / 2: no robustness.
    case square
    /// Convex: converges from far away.
    case pseudoHuber
    /// Tukey's biweight with c = 4.685 (95 % efficiency for Gaussian noise): gross errors have no influence.
    case biweight

    private static let tukey = 4.685

    /// rho(u), with rho ~ u^2 / 2 near zero, and rho'(u) / u.
    @inline(__always)
    func valueAndWeight(_ u: Double) -> (value: Double, weight: Double) {
        switch self {
        case .square: return (u * u / 2, 1)
        case .pseudoHuber:
            let k = RobustStatistics.huberConstant
            let weight = RobustStatistics.pseudoHuberWeight(u)
            return (k * k * (1 / weight - 1), weight)
        case .biweight:
            let rest = max(0, 1 - u * u / (Self.tukey * Self.tukey))
            return (Self.tukey * Self.tukey / 6 * (1 - rest * rest * rest), rest * rest)
        }
    }

    /// The same for two residuals, operation by operation.
    @inline(__always)
    func valueAndWeight(_ u: SIMD2<Double>) -> (value: SIMD2<Double>, weight: SIMD2<Double>) {
        switch self {
        case .square: return (u * u / 2, SIMD2(repeating: 1))
        case .pseudoHuber:
            let k = RobustStatistics.huberConstant
            let ratio = u / k
            let weight = 1 / (1 + ratio * ratio).squareRoot()
            return (k * k * (1 / weight - 1), weight)
        case .biweight:
            let squares = 1 - u * u / (Self.tukey * Self.tukey)
            let rest = squares.replacing(with: 0, where: .!(squares .>= 0))
            return (Self.tukey * Self.tukey / 6 * (1 - rest * rest * rest), rest * rest)
        }
    }

    /// rho'(u) / u.
    func weight(_ u: Double) -> Double { valueAndWeight(u).weight }

    /// rho''(u).
    func curvature(_ u: Double) -> Double {
        switch self {
        case .square: return 1
        case .pseudoHuber:
            let w = RobustStatistics.pseudoHuberWeight(u)
            return w * w * w
        case .biweight:
            let ratio = u * u / (Self.tukey * Self.tukey)
            return ratio >= 1 ? 0 : (1 - ratio) * (1 - 5 * ratio)
        }
    }

    /// Efficiency of a residual's information against a Gaussian one of the same scale: (mean rho'')^2 / mean rho'^2,
    /// the inverse of the M-estimator's asymptotic variance (Huber 1981, section 3.2). 1 for no residuals.
    func efficiency(_ residuals: [Double], scale: Double) -> Double {
        guard !residuals.isEmpty else { return 1 }
        var (curvature, power) = (0.0, 0.0)
        for residual in residuals {
            let u = residual / scale
            curvature += self.curvature(u)
            power += weight(u) * weight(u) * u * u
        }
        let n = Double(residuals.count)
        guard power > 0, curvature > 0 else { return 1 }
        return (curvature / n) * (curvature / n) / (power / n)
    }
}
