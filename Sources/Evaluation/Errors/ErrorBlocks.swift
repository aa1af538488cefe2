import Rotations
import Vocabulary

/// Sums of squared errors over blocks of time, for a paired bootstrap within one recording.
///
/// Blocks do not overlap and lie on a fixed grid of the log's clock, so that the blocks of two estimators pair up. They
/// are long compared with the correlation time of the errors, which is some seconds for headings.
public struct ErrorBlocks: Sendable {
    /// The length of a block, nanoseconds.
    public static let length: Int64 = 5_000_000_000

    /// The least duration of scored samples with an interval, seconds.
    public static var shortestSeconds: Double { Double(length) * 1e-9 * Double(PairedBootstrap.fewestUnits) }

    /// Whether the blocks suffice for an interval.
    public var haveInterval: Bool { numbers.count >= PairedBootstrap.fewestUnits }

    /// The number of each block on the grid, ascending.
    private var numbers: [Int64] = []
    private var counts: [Double] = []
    /// Sums of squares, radians squared, in the order of `Metric.principal`.
    private var sums: [SIMD4<Double>] = []

    /// - Parameter comparison: the scored samples.
    public init(_ comparison: Comparison) {
        let offset = comparison.headingOffset
        var block = (number: Int64(0), count: 0.0, sum: SIMD4<Double>.zero)
        for (time, error) in zip(comparison.times, comparison.errors) {
            let number = time / Self.length
            if number != block.number {
                append(block)
                block = (number, 0, .zero)
            }
            let centred = Angle.wrap(error.heading - offset)
            let magnitudes = SIMD4(error.total, error.heading, centred, error.inclination)
            block.count += 1
            block.sum += magnitudes * magnitudes
        }
        append(block)
    }

    private mutating func append(_ block: (number: Int64, count: Double, sum: SIMD4<Double>)) {
        guard block.count > 0 else { return }
        numbers.append(block.number)
        counts.append(block.count)
        sums.append(block.sum)
    }

    /// The 95 % interval of the RMSE of `self` minus that of `other` for a principal metric, degrees, over the blocks
    /// that both have; `nil` for fewer than five blocks.
    /// - Parameters:
    ///   - other: the errors of another estimator on the same samples.
    ///   - metric: index in `Metric.principal`.
    ///   - seed: of the resampling.
    public func interval(ofDifferenceTo other: ErrorBlocks, metric: Int, seed: UInt64) -> BootstrapInterval? {
        let theirs = Dictionary(uniqueKeysWithValues: other.numbers.enumerated().map { ($1, $0) })
        let pairs = numbers.indices.compactMap { mine in theirs[numbers[mine]].map { (mine, $0) } }
        return PairedBootstrap(units: pairs.count, seed: seed).interval { draw in
            var (a, b, countA, countB) = (0.0, 0.0, 0.0, 0.0)
            for index in draw {
                let (mine, their) = pairs[Int(index)]
                a += sums[mine][metric]
                b += other.sums[their][metric]
                countA += counts[mine]
                countB += other.counts[their]
            }
            return Angle.degrees((a / countA).squareRoot() - (b / countB).squareRoot())
        }
    }

    /// Half the width of the 95 % interval of each principal metric's RMSE, degrees: the variation to expect on another
    /// stretch of the same motion. `nil` for fewer than five blocks.
    public func halfWidths(seed: UInt64) -> [Double]? {
        let bootstrap = PairedBootstrap(units: numbers.count, seed: seed)
        let widths = Metric.principal.indices.compactMap { metric in
            bootstrap.interval { draw in
                let sum = draw.reduce(0) { $0 + sums[Int($1)][metric] }
                return Angle.degrees((sum / draw.reduce(0) { $0 + counts[Int($1)] }).squareRoot())
            }?.halfWidth
        }
        return widths.count == Metric.principal.count ? widths : nil
    }
}
