/// The factor by which correlation lowers the number of independent samples of a series, for the variance of its mean.
///
/// tau = long-run variance / variance. The long-run variance comes from prewhitening (Andrews & Monahan, Econometrica
/// 60(4), 1992, 953-966): an AR(1) model takes the bulk of the correlation, the rest is summed over a self-consistent
/// window (Sokal 1997: the first M with M >= 5 tau(M)) that spans at least the AR(1) model's memory, then recoloured.
/// The coefficient is corrected for its small-sample bias (Marriott & Pope, Biometrika 41, 1954), the variance for the
/// removed mean.
enum CorrelationTime {
    /// tau >= 1: samples per independent sample. Series shorter than 4 count as one sample.
    ///
    /// - Parameter residuals: in the order of time, equally spaced as far as the sampling allows, any unit, finite;
    ///   their mean is removed.
    static func of(_ residuals: [Double]) -> Double {
        let n = residuals.count
        guard n >= 4 else { return Double(max(1, n)) }
        let mean = residuals.reduce(0, +) / Double(n)
        let centred = residuals.map { $0 - mean }
        let power = centred.reduce(0) { $0 + $1 * $1 }
        guard power > 0 else { return 1 }
        let raw = product(centred, lag: 1) / power
        let phi = min(max(raw + (1 + 3 * raw) / Double(n), -0.5), 1 - 1 / Double(n))
        var innovations = [Double](repeating: 0, count: n - 1)
        for i in 1..<n { innovations[i - 1] = centred[i] - phi * centred[i - 1] }
        let variance = power / Double(n)
        let innovationVariance = innovations.reduce(0) { $0 + $1 * $1 } / Double(n - 1)
        let integral = integratedCorrelation(innovations, atLeast: 1.5 / (1 - phi))
        let longRun = innovationVariance * integral / ((1 - phi) * (1 - phi))
        // Removing the mean also removes long-run / n of the variance.
        let tau = longRun / (variance + longRun / Double(n))
        return min(max(tau, 1), Double(n))
    }

    private static func product(_ x: [Double], lag: Int) -> Double {
        var sum = 0.0
        for i in lag..<x.count { sum += x[i] * x[i - lag] }
        return sum
    }

    /// 1 + 2 sum of the autocorrelation up to Sokal's window or `window` lags, at least 0.1.
    private static func integratedCorrelation(_ x: [Double], atLeast window: Double) -> Double {
        let power = product(x, lag: 0)
        guard power > 0 else { return 1 }
        var tau = 1.0
        for lag in 1..<max(2, x.count / 4) {
            tau += 2 * product(x, lag: lag) / power
            if Double(lag) >= max(5 * max(tau, 1), window) { break }
        }
        return max(tau, 0.1)
    }
}
