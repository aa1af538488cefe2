import Analysis
import Database
import Evaluation
import Vocabulary

/// Functions that SQL lacks: `square_root(x)`, `promised_share(kind)` of a stated accuracy, and 95 % intervals over
/// logs as aggregates, which are NULL for fewer than five logs.
///
/// `mean_low(x)` and `mean_high(x)` are the ends of the interval of a mean, `share_low(a, n)` and `share_high(a, n)`
/// those of the pooled share sum(a) / sum(n); `slope_half(t, x)` is the half width of that of a least-squares slope.
enum FleetStatistics {
    static let functions = [
        ofNumbers("mean_low") { interval(ofMean: $0)?.low },
        ofNumbers("mean_high") { interval(ofMean: $0)?.high },
        ofPairs("share_low") { interval(ofShare: $0)?.low },
        ofPairs("share_high") { interval(ofShare: $0)?.high },
        ofPairs("slope_half") { halfWidth(ofSlope: $0.map { ($0.part, $0.whole) }) },
        DatabaseFunction("square_root", arguments: 1) { Double($0[0])?.squareRoot() },
        DatabaseFunction("promised_share", arguments: 1) { arguments in
            String(arguments[0]).flatMap { ClaimsFile.Kind(rawValue: $0) }?.expectedShare
        },
    ]

    /// An aggregate of one number per row, without NULLs.
    private static func ofNumbers(
        _ name: String, _ result: @escaping @Sendable ([Double]) -> Double?
    ) -> DatabaseFunction {
        DatabaseFunction(
            name, arguments: 1, from: [Double](), step: { $0 += $1.compactMap { Double($0) } }, finish: { result($0) })
    }

    /// An aggregate of two numbers per row, without rows where one is NULL.
    static func ofPairs(
        _ name: String, _ result: @escaping @Sendable ([(part: Double, whole: Double)]) -> Double?
    ) -> DatabaseFunction {
        DatabaseFunction(
            name, arguments: 2, from: [(part: Double, whole: Double)](),
            step: { pairs, values in
                guard let part = Double(values[0]), let whole = Double(values[1]) else { return }
                pairs.append((part, whole))
            },
            finish: { result($0) })
    }

    /// With more logs than this, the interval is that of a normal distribution, which the bootstrap's then equals.
    private static let most = 2000

    /// The interval of the mean of one value per log, by bootstrap over the logs.
    static func interval(ofMean values: [Double]) -> BootstrapInterval? {
        let values = values.sorted()
        guard values.count > most else {
            return PairedBootstrap(units: values.count).interval(ofMean: values)
        }
        let mean = values.reduce(0, +) / Double(values.count)
        let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
        let half = 1.96 * (square / Double(values.count)).squareRoot()
        return BootstrapInterval(low: mean - half, high: mean + half)
    }

    /// The interval of sum(a) / sum(n) by cluster bootstrap: whole logs are resampled, since the samples of one log are
    /// correlated. The order of the logs does not matter.
    static func interval(ofRatio pairs: [(part: Double, whole: Double)]) -> BootstrapInterval? {
        let pairs = ordered(pairs)
        return PairedBootstrap(units: pairs.count).interval { draw in
            let sums = draw.reduce(into: (0.0, 0.0)) {
                $0.0 += pairs[Int($1)].part
                $0.1 += pairs[Int($1)].whole
            }
            return sums.0 / sums.1
        }
    }

    /// The interval of a share, which is at most 1.
    static func interval(ofShare pairs: [(part: Double, whole: Double)]) -> BootstrapInterval? {
        let pairs = ordered(pairs)
        guard pairs.count > most else { return interval(ofRatio: pairs) }
        let whole = pairs.reduce(0) { $0 + $1.whole }
        // Linearised variance of the ratio estimator (W. Cochran, Sampling Techniques, 1977, section 2.11).
        let share = pairs.reduce(0) { $0 + $1.part } / whole
        let square = pairs.reduce(0) { $0 + ($1.part - share * $1.whole) * ($1.part - share * $1.whole) }
        let half = 1.96 * square.squareRoot() / whole
        return BootstrapInterval(low: max(0, share - half), high: min(1, share + half))
    }

    /// Half width of the 95 % interval of the least-squares slope of x over t by bootstrap over the logs, or by its
    /// standard error with more than `most` logs; `nil` for fewer than five logs and where all have one time.
    static func halfWidth(ofSlope pairs: [(t: Double, x: Double)]) -> Double? {
        let pairs = pairs.sorted { ($0.t, $0.x) < ($1.t, $1.x) }
        guard let whole = Slope(pairs), pairs.count >= PairedBootstrap.fewestUnits else { return nil }
        guard pairs.count <= most else { return 1.96 * whole.sigma }
        // A draw in which all times are equal has no slope; the slope of all logs takes its place.
        return PairedBootstrap(units: pairs.count).interval { draw in
            (Slope(draw.map { pairs[Int($0)] }) ?? whole).slope
        }?.halfWidth
    }

    /// Slope of a least-squares line and its standard error for independent residuals.
    private struct Slope {
        let slope, sigma: Double

        /// `nil` where all times are equal.
        init?(_ pairs: [(t: Double, x: Double)]) {
            guard let first = pairs.first, pairs.contains(where: { $0.t != first.t }) else { return nil }
            let n = Double(pairs.count)
            let mean = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.t / n, $0.1 + $1.x / n) }
            let (tt, tx, xx) = pairs.reduce((0.0, 0.0, 0.0)) { sums, pair in
                let (t, x) = (pair.t - mean.0, pair.x - mean.1)
                return (sums.0 + t * t, sums.1 + t * x, sums.2 + x * x)
            }
            guard tt > 0 else { return nil }
            slope = tx / tt
            sigma = (max(0, xx - tx * tx / tt) / max(1, n - 2) / tt).squareRoot()
        }
    }

    private static func ordered(_ pairs: [(part: Double, whole: Double)]) -> [(part: Double, whole: Double)] {
        pairs.filter { $0.whole > 0 }.sorted { ($0.whole, $0.part) < ($1.whole, $1.part) }
    }
}
