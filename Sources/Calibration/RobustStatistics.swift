/// Median, scale and weights that outliers do not spoil (P. J. Huber, Robust Statistics, Wiley 1981).
enum RobustStatistics {
    /// The middle value (mean of the two middle ones for an even count); NaN for no values.
    static func median(_ values: [Double]) -> Double { quantile(values, 0.5) }

    /// The quantile with linear interpolation between order statistics (type 7 of Hyndman & Fan, 1996); NaN for no values.
    static func quantile(_ values: [Double], _ probability: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        let position = probability * Double(sorted.count - 1)
        let lower = Int(position)
        let upper = min(lower + 1, sorted.count - 1)
        return sorted[lower] + (position - Double(lower)) * (sorted[upper] - sorted[lower])
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

    /// Weight of the pseudo-Huber loss, its smooth sibling: 1 / sqrt(1 + (u / k)^2).
    static func pseudoHuberWeight(_ u: Double) -> Double {
        let ratio = u / huberConstant
        return 1 / (1 + ratio * ratio).squareRoot()
    }
}
