import RealModule

/// Student's t distribution, for intervals from few samples.
public enum StudentT {
    /// The t with P(|T| <= t) = 0.95 for real degrees of freedom > 0; relative error below 0.3 % from 3 degrees on.
    ///
    /// Cornish-Fisher expansion about the normal quantile (Abramowitz & Stegun, 26.7.5); below 3 degrees the exact
    /// closed forms of 1 and 2 degrees are interpolated in 1 / degrees.
    public static func quantile95(degreesOfFreedom v: Double) -> Double {
        guard v > 0 else { return .infinity }
        if v <= 1 { return 12.706204736432095 / v }
        if v < 2 { return interpolate(v, 1, 12.706204736432095, 2, 4.302652729911275) }
        if v < 3 { return interpolate(v, 2, 4.302652729911275, 3, 3.182446305284263) }
        let z = 1.959963984540054
        let (z3, z5, z7, z9) = (z * z * z, Double.pow(z, 5), Double.pow(z, 7), Double.pow(z, 9))
        let g1 = (z3 + z) / 4
        let g2 = (5 * z5 + 16 * z3 + 3 * z) / 96
        let g3 = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384
        let g4 = (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92160
        return z + g1 / v + g2 / (v * v) + g3 / (v * v * v) + g4 / (v * v * v * v)
    }

    /// P(|T| <= t) for a whole number of degrees of freedom >= 1, exact (Abramowitz & Stegun, 26.7.3 and 26.7.4).
    static func central(_ t: Double, degreesOfFreedom v: Int) -> Double {
        let theta = Double.atan(t / Double(v).squareRoot())
        let (sine, cosine) = (Double.sin(theta), Double.cos(theta))
        let isOdd = v % 2 == 1
        var term = isOdd ? cosine : 1
        var sum = v == 1 ? 0 : term
        for k in stride(from: isOdd ? 3 : 2, to: v, by: 2) {
            term *= cosine * cosine * Double(k - 1) / Double(k)
            sum += term
        }
        return isOdd ? (theta + sine * sum) * 2 / Double.pi : sine * sum
    }

    private static func interpolate(_ v: Double, _ v0: Double, _ t0: Double, _ v1: Double, _ t1: Double) -> Double {
        t0 + (t1 - t0) * (1 / v0 - 1 / v) / (1 / v0 - 1 / v1)
    }
}

/// The chi-squared distribution, for intervals of variances.
enum ChiSquared {
    /// The quantiles of 2.5 and 97.5 %: v s^2 / upper ... v s^2 / lower contains the variance with a probability of 95
    /// %, where s^2 is its estimate with v degrees of freedom (real, > 0).
    ///
    /// E. B. Wilson & M. M. Hilferty, PNAS 17(12), 1931, 684-688. From 2 degrees, the upper one is within 0.6 %; the
    /// lower one is too small by 16 % at 3 degrees, 2.6 % at 6 and 0.8 % at 10. It is at least v / 1000.
    static func interval95(degreesOfFreedom v: Double) -> (lower: Double, upper: Double) {
        func quantile(_ z: Double) -> Double {
            let root = 1 - 2 / (9 * v) + z * (2 / (9 * v)).squareRoot()
            return max(v * root * root * root, 1e-3 * v)
        }
        return (quantile(-1.959963984540054), quantile(1.959963984540054))
    }
}
