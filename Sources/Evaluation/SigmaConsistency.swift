/// Whether the standard deviations that a filter claims are those of its errors.
public struct SigmaConsistency: Codable, Sendable, Hashable {
    /// The share of samples inside the filter's own 95 % region: 0.95 for an honest sigma.
    public var coverage95: Double
    /// The normalised estimation error squared, per degree of freedom: 1 for an honest sigma, more for one that is too small
    /// (Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with Applications to Tracking and Navigation, 2001, 5.4.2).
    public var nees: Double

    /// `nil` where the filter claims no sigma.
    ///
    /// - Parameters:
    ///   - errors: radians; of two degrees of freedom their length.
    ///   - sigmas: radians, per degree of freedom; those that are not finite and positive are left out.
    ///   - degreesOfFreedom: 1 (heading) or 2 (inclination).
    public init?(errors: [Double], sigmas: [Double], degreesOfFreedom: Int) {
        // 95 % of chi-squared with one and two degrees of freedom.
        let limit = degreesOfFreedom == 1 ? 3.841458820694124 : 5.991464547107979
        var (inside, count, sum) = (0, 0, 0.0)
        for (error, sigma) in zip(errors, sigmas) where sigma.isFinite && sigma > 0 {
            let square = (error / sigma) * (error / sigma)
            count += 1
            sum += square
            if square <= limit { inside += 1 }
        }
        guard count > 0 else { return nil }
        coverage95 = Double(inside) / Double(count)
        nees = sum / Double(count) / Double(degreesOfFreedom)
    }
}
