import Calibration
import Foundation

/// Simulation-based calibration of posteriors (S. Talts et al., 2018, arXiv 1804.06788).
///
/// The rank of a true value is the share of the estimator's posterior below it. With correct posteriors the ranks of
/// independent trials are uniform on 0...1. Sigmas that are too small fill both ends of the histogram, sigmas that are
/// too large its middle.
public struct RankStatistics: Sendable {
    /// Number of bins of equal width between 0 and 1.
    public static let bins = 20

    /// Ascending.
    public let ranks: [Double]

    /// - Parameter ranks: one per independent trial, 0...1.
    public init(_ ranks: [Double]) { self.ranks = ranks.sorted() }

    /// Number of ranks per bin.
    public var counts: [Int] {
        var counts = Array(repeating: 0, count: Self.bins)
        for rank in ranks {
            counts[max(0, min(Self.bins - 1, Int(clamping: (rank * Double(Self.bins)).rounded(.down))))] += 1
        }
        return counts
    }

    /// Pearson's chi-square statistic of the counts against uniform ones, `bins` - 1 degrees of freedom. NaN without
    /// ranks.
    public var chiSquare: Double {
        let expected = Double(ranks.count) / Double(Self.bins)
        guard expected > 0 else { return .nan }
        return counts.reduce(0) { sum, count in
            let difference = Double(count) - expected
            return sum + difference * difference / expected
        }
    }

    /// p-value: the probability of a statistic at least this large with uniform ranks.
    public var probability: Double {
        ChiSquare.survival(chiSquare, degreesOfFreedom: Double(Self.bins - 1))
    }

    /// The empirical distribution function of the ranks at some values, minus that of uniform ranks.
    public func excess(at values: [Double]) -> [Double] {
        var index = 0
        return values.map { value in
            while index < ranks.count, ranks[index] <= value { index += 1 }
            return ranks.isEmpty ? .nan : Double(index) / Double(ranks.count) - value
        }
    }

    /// The rank of a true value within a normal posterior.
    /// - Parameter error: truth minus estimate, in units of sigma.
    public static func rank(normal error: Double) -> Double { 0.5 * erfc(-error / 2.0.squareRoot()) }

    /// The rank of the length of a two-dimensional error, each component of which has one sigma; the length in units of
    /// sigma.
    public static func rank(rayleigh length: Double) -> Double { -expm1(-0.5 * length * length) }
}

/// The chi-square distribution.
public enum ChiSquare {
    /// The probability of a value above x: the regularised upper incomplete gamma function of v / 2 and x / 2, by its
    /// series or its continued fraction (W. H. Press et al., Numerical Recipes, 2007, 6.2).
    public static func survival(_ x: Double, degreesOfFreedom v: Double) -> Double {
        guard x.isFinite, v > 0 else { return .nan }
        guard x > 0 else { return 1 }
        let (a, y) = (0.5 * v, 0.5 * x)
        let factor = exp(-y + a * log(y) - lgamma(a).0)
        if y < a + 1 {
            var (term, sum, n) = (1 / a, 1 / a, a)
            while term > sum * 1e-16 {
                n += 1
                term *= y / n
                sum += term
            }
            return max(0, 1 - sum * factor)
        }
        // Lentz's method.
        var b = y + 1 - a
        var (c, d) = (1e300, 1 / b)
        var h = d
        for i in 1...500 {
            let an = -Double(i) * (Double(i) - a)
            b += 2
            d = 1 / (an * d + b)
            c = b + an / c
            let change = d * c
            h *= change
            if (change - 1).magnitude < 1e-15 { break }
        }
        return factor * h
    }
}

/// A share with its 95 % interval, from trials whose samples correlate: each trial counts as one.
public struct ClusteredShare: Sendable {
    /// The mean over trials.
    public let mean: Double
    /// Student's t interval of the mean, clipped to 0...1; `nil` for fewer than two trials.
    public let interval: ClosedRange<Double>?

    /// - Parameter shares: one per trial.
    public init(_ shares: [Double]) {
        let n = Double(shares.count)
        let mean = shares.reduce(0, +) / n
        self.mean = mean
        guard shares.count > 1 else {
            interval = nil
            return
        }
        let square = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
        let half = StudentT.quantile95(degreesOfFreedom: n - 1) * (square / n).squareRoot()
        interval = max(0, mean - half)...min(1, mean + half)
    }
}
