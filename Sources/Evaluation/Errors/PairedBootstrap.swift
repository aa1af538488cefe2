import Calibration
import RealModule
import Vocabulary

/// Intervals of differences between two estimators that saw the same data, by resampling pairs (B. Efron, R. Tibshirani,
/// An Introduction to the Bootstrap, 1993).
///
/// What is resampled are recordings (the difference between two estimators' means over recordings) or blocks of time (of
/// one recording, whose errors are correlated: H. Künsch, Annals of Statistics 17(3), 1989). The interval is the
/// percentile interval, expanded for few units as T. Hesterberg, The American Statistician 69(4), 2015, 371-386, section
/// 4.2, recommends: without that it is too narrow. Seeded: the same data give the same interval everywhere.
public struct PairedBootstrap: Sendable {
    /// With fewer units the spread is unknown.
    public static let fewestUnits = 5

    private let units: Int
    private let resamples: Int
    private let draws: [Int32]

    /// - Parameters:
    ///   - units: recordings or blocks.
    ///   - seed: the same seed gives the same interval.
    ///   - resamples: 2000 give ends that are good to about 5 % of the width.
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
    /// - Parameter statistic: of the units at the indices that it is given, some of them several times.
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

    /// An interval by its ends.
    public init(low: Double, high: Double) { (self.low, self.high) = (low, high) }

    /// Whether zero lies outside: the difference is more than noise.
    public var excludesZero: Bool { low > 0 || high < 0 }
    /// Half its width.
    public var halfWidth: Double { (high - low) / 2 }
}
