import Calibration
import RealModule

/// How evenly truths lie within what an estimator claims of them: simulation-based calibration (S. Talts et al., 2018,
/// arXiv 1804.06788).
///
/// The rank of a truth is the share of the claimed distribution below it. Where the distributions are right, the ranks of
/// independent trials are uniform on 0...1: sigmas that are too small fill both ends, those that are too large the middle.
public struct RankStatistics: Sendable {
    /// Intervals of equal width between 0 and 1.
    public static let bins = 20

    /// Ascending.
    public let ranks: [Double]

    /// - Parameter ranks: one per independent trial, 0...1.
    public init(_ ranks: [Double]) { self.ranks = ranks.sorted() }

    /// How many ranks lie in each bin.
    public var counts: [Int] {
        var counts = Array(repeating: 0, count: Self.bins)
        for rank in ranks {
            counts[max(0, min(Self.bins - 1, Int(clamping: (rank * Double(Self.bins)).rounded(.down))))] += 1
        }
        return counts
    }

    /// Pearson's statistic of the counts against equal ones; `bins` - 1 degrees of freedom. NaN without ranks.
    public var chiSquare: Double {
        let expected = Double(ranks.count) / Double(Self.bins)
        guard expected > 0 else { return .nan }
        return counts.reduce(0) { sum, count in
            let difference = Double(count) - expected
            return sum + difference * difference / expected
        }
    }

    /// How often uniform ranks give as large a statistic by chance.
    public var probability: Double {
        ChiSquare.survival(chiSquare, degreesOfFreedom: Double(Self.bins - 1))
    }

    /// The share of ranks up to some values less those values: 0 where they are uniform.
    public func excess(at values: [Double]) -> [Double] {
        var index = 0
        return values.map { value in
            while index < ranks.count, ranks[index] <= value { index += 1 }
            return ranks.isEmpty ? .nan : Double(index) / Double(ranks.count) - value
        }
    }

    /// The rank of a truth that a normal distribution with this standard deviation is claimed to be about.
    /// - Parameter error: truth less estimate, in units of sigma.
    public static func rank(normal error: Double) -> Double { 0.5 * Double.erfc(-error / 2.0.squareRoot()) }

    /// The rank of the length of an error in a plane of which each component has sigma, the length in units of it.
    public static func rank(rayleigh length: Double) -> Double { -Double.expMinusOne(-0.5 * length * length) }
}

/// The chi-square distribution.
public enum ChiSquare {
    /// The probability of more than x: the regularised upper incomplete gamma function of v / 2 and x / 2, by its series or its
    /// continued fraction (W. H. Press et al., Numerical Recipes, 2007, 6.2).
    public static func survival(_ x: Double, degreesOfFreedom v: Double) -> Double {
        guard x.isFinite, v > 0 else { return .nan }
        guard x > 0 else { return 1 }
        let (a, y) = (0.5 * v, 0.5 * x)
        let factor = Double.exp(-y + a * Double.log(y) - Double.logGamma(a))
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

/// A share and its 95 % interval, from trials whose samples are not independent of each other: each trial counts as one.
public struct ClusteredShare: Sendable {
    /// The mean over trials.
    public let mean: Double
    /// The interval of the mean by Student's t, within 0...1; `nil` for fewer than two trials.
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
