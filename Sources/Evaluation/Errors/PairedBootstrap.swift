import Calibration
import RealModule
import Vocabulary

/// Confidence intervals of differences between two estimators on the same data, by resampling pairs (B. Efron, R.
/// Tibshirani, An Introduction to the Bootstrap, 1993).
///
/// Resampling units are recordings (difference between two estimators' means over recordings) or blocks of time (within
/// one recording, whose errors are correlated: H. Künsch, Annals of Statistics 17(3), 1989). The percentile interval
/// is expanded for few units, where it would be too narrow (T. Hesterberg, The American Statistician 69(4), 2015,
/// 371-386, section 4.2). Seeded: equal data give equal intervals on all machines.
public struct PairedBootstrap: Sendable {
    /// With fewer units the spread cannot be estimated.
    public static let fewestUnits = 5

    private let units: Int
    private let resamples: Int
    private let draws: [Int32]

    /// - Parameters:
    ///   - units: number of recordings or blocks.
    ///   - seed: equal seeds give equal intervals.
    ///   - resamples: 2000 give interval ends to about 5 % of the width.
    public init(units: Int, seed: UInt64 = 1, resamples: Int = 2000) {
        self.units = units
        self.resamples = resamples
        guard units >= Self.fewestUnits else {
            draws = []
            return
        }
        var generator = SplitMix64(seed: seed)
        draws = (0..<units * resamples).map { _ in Int32(generator.next(below: UInt64(units))) }
    }

    /// The 95 % interval of the mean of differences, one per unit; `nil` for fewer than five units.
    public func interval(ofMean differences: [Double]) -> BootstrapInterval? {
        precondition(differences.count == units, "one difference per unit")
        return interval { draw in draw.reduce(0) { $0 + differences[Int($1)] } / Double(units) }
    }

    /// The 95 % interval of any statistic of the units; `nil` for fewer than five units.
    /// - Parameter statistic: computed from the units at the given indices, which may repeat.
    public func interval(of statistic: (ArraySlice<Int32>) -> Double) -> BootstrapInterval? {
        guard !draws.isEmpty else { return nil }
        let values = (0..<resamples).map { statistic(draws[$0 * units..<($0 + 1) * units]) }.sorted()
        let n = Double(units)
        let quantile = -(n / (n - 1)).squareRoot() * StudentT.quantile95(degreesOfFreedom: n - 1)
        let tail = 0.5 * Double.erfc(-quantile / 2.0.squareRoot())
        return BootstrapInterval(
            low: Percentile.of(sorted: values, tail), high: Percentile.of(sorted: values, 1 - tail))
    }
}

/// A 95 % interval.
public struct BootstrapInterval: Codable, Sendable, Hashable {
    /// Its lower end.
    public var low: Double
    /// Its upper end.
    public var high: Double

    /// An interval from its ends.
    public init(low: Double, high: Double) { (self.low, self.high) = (low, high) }

    /// Whether zero lies outside, so that the difference is significant.
    public var excludesZero: Bool { low > 0 || high < 0 }
    /// Half its width.
    public var halfWidth: Double { (high - low) / 2 }
}
