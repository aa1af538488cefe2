import RealModule
import Rotations
import Vocabulary

/// A sudden turn of an AR world against north: a relocalisation, or the resume of an interrupted session.
public struct YawJump: Sendable, Hashable {
    /// Seconds, in the clock of the observations.
    public var time: Double
    /// How much the offset grew, radians; clockwise positive.
    public var size: Double
    /// Its standard deviation, radians.
    public var sigma: Double
}

/// The yaw of an AR world against north over time: true heading = heading in the AR world + offset, clockwise positive.
///
/// Observations are differences of headings (a compass filter's minus the AR camera's). The offset is a constant, a drift
/// and jumps; the errors are correlated (`CorrelatedRegression`), as a compass' are over tens of seconds. Jumps are found
/// first: the difference of the means of 2 s after and before an instant, against `jumpThreshold` of its robust scale (the generalised
/// likelihood ratio test of a step in noise; M. Basseville & I. V. Nikiforov, Detection of Abrupt Changes, 1993, 2.4).
public struct YawAlignment: Sendable, Hashable {
    /// At the last observation, radians in (-pi, pi].
    public var offset: Double
    /// Standard deviation of the offset, radians.
    public var sigma: Double
    /// How fast the offset grows between jumps, rad/s.
    public var drift: Double
    /// Standard deviation of the drift, rad/s.
    public var driftSigma: Double
    /// In the order of time.
    public var jumps: [YawJump]
    /// The smallest jump that would have been found, radians.
    public var smallestJump: Double
    /// Standard deviation of one observation's error, radians.
    public var errorSigma: Double
    /// How long the errors' slow part stays alike, seconds.
    public var correlationTime: Double
    /// First and last observation that was used, seconds: after the last change of worlds.
    public var span: ClosedRange<Double>
    /// When an AR world was replaced by another one, seconds: jumps beyond `largestJump`.
    public var newWorlds: [Double]

    /// Half width of the 95 % interval of the offset, radians.
    public var interval95: Double { 1.96 * sigma }

    /// The offset at a time, radians, by the fitted drift and jumps.
    public func offset(at time: Double) -> Double {
        let later = jumps.reduce(0) { $1.time > time ? $0 + $1.size : $0 }
        return Angle.wrap(offset + drift * (time - span.upperBound) - later)
    }

    /// Means of this length enter the fit, seconds.
    static let block = 0.5
    /// A jump is accepted beyond so many robust standard deviations of the differences of neighbouring means: in Gaussian noise one false
    /// alarm in 1.7e6 independent differences, which are 2 s each: 40 days.
    static let jumpThreshold = 5.0
    /// A smaller one is never called a jump, radians.
    static let leastJump = Angle.radians(2)
    /// A larger one is another world, radians: relocalisation corrects, a new session counts from elsewhere.
    static let largestJump = Angle.radians(60)
    /// Standard deviation of drifts before the data are seen, rad/s: one degree a minute is poor for visual-inertial odometry.
    static let priorDrift = Angle.radians(1) / 60

    /// `nil` with less than 10 s of observations of a world.
    /// - Parameters:
    ///   - times: seconds, ascending.
    ///   - differences: true heading minus heading in the AR world, radians, any turn; one per time.
    ///   - systematicSigma: what all differences err by together, radians.
    public init?(times: [Double], differences: [Double], systematicSigma: Double = 0) {
        precondition(times.count == differences.count, "one difference per time")
        var blocks = Self.blocks(times, differences)
        guard blocks.count >= 2 * Self.half + 1 else { return nil }
        var steps = Self.steps(blocks)
        newWorlds = []
        if let last = steps.found.last(where: { steps.sizes[$0].magnitude > Self.largestJump }) {
            newWorlds = steps.found.filter { steps.sizes[$0].magnitude > Self.largestJump }
                .map { blocks[$0].time - Self.block / 2 }
            blocks = Array(blocks[(last + 1)...])
            guard blocks.count >= 2 * Self.half + 1 else { return nil }
            steps = Self.steps(blocks)
        }
        guard let first = blocks.first, let last = blocks.last, last.time - first.time >= 10 else { return nil }
        let instants = steps.found.map { blocks[$0].time - Self.block / 2 }
        smallestJump = steps.threshold
        // The blocks beside a jump may hold samples of both sides.
        let used = blocks.filter { block in
            !instants.contains { ($0 - block.time).magnitude < Self.block }
        }
        let usedTimes = used.map(\.time)
        let columns =
            [used.map { _ in 1.0 }, usedTimes.map { $0 - last.time }]
            + instants.map { instant in usedTimes.map { $0 < instant ? -1 : 0 } }
        let priors = [Double.infinity, Self.priorDrift] + instants.map { _ in Double.infinity }
        guard
            let fit = CorrelatedRegression(
                used.map(\.value), times: usedTimes, columns: columns, priorSigmas: priors)
        else { return nil }
        offset = Angle.wrap(fit.parameters[0])
        sigma = (fit.sigma(0) * fit.sigma(0) + systematicSigma * systematicSigma).squareRoot()
        (drift, driftSigma) = (fit.parameters[1], fit.sigma(1))
        jumps = instants.enumerated().map { index, time in
            YawJump(time: time, size: fit.parameters[2 + index], sigma: fit.sigma(2 + index))
        }
        errorSigma = fit.errorVariance.squareRoot()
        correlationTime = fit.correlationTime
        span = first.time...last.time
    }

    private struct Block {
        var time: Double
        var value: Double
    }

    /// Blocks on each side of an instant.
    private static let half = 4

    /// Means over half a second; values follow each other without turns of 2 pi.
    private static func blocks(_ times: [Double], _ differences: [Double]) -> [Block] {
        var blocks: [Block] = []
        var sum = (time: 0.0, value: 0.0, count: 0.0)
        var (key, previous) = (Double.nan, Double.nan)
        func close() {
            if sum.count > 0 { blocks.append(Block(time: sum.time / sum.count, value: sum.value / sum.count)) }
            sum = (0, 0, 0)
        }
        for (time, difference) in zip(times, differences) where time.isFinite && difference.isFinite {
            let value = previous.isNaN ? Angle.wrap(difference) : previous + Angle.wrap(difference - previous)
            previous = value
            let own = (time / block).rounded(.down)
            if own != key { close() }
            key = own
            sum = (sum.time + time, sum.value + value, sum.count + 1)
        }
        close()
        return blocks
    }

    /// The step at each block (its mean and those after it, minus those before it), and the indices of the jumps among them.
    private static func steps(_ blocks: [Block]) -> (sizes: [Double], found: [Int], threshold: Double) {
        var sizes = [Double](repeating: 0, count: blocks.count)
        let inside = half...(blocks.count - half)
        for k in inside {
            let after = blocks[k..<k + half].reduce(0) { $0 + $1.value }
            let before = blocks[k - half..<k].reduce(0) { $0 + $1.value }
            sizes[k] = (after - before) / Double(half)
        }
        let scale = RobustStatistics.scaleAboutZero(inside.map { sizes[$0] })
        let threshold = max(jumpThreshold * scale, leastJump)
        let found = inside.filter { k in
            guard sizes[k].magnitude > threshold else { return false }
            let around = max(inside.lowerBound, k - half)...min(inside.upperBound, k + half)
            // The first of equal ones.
            return around.allSatisfy {
                sizes[$0].magnitude < sizes[k].magnitude || $0 >= k && sizes[$0].magnitude == sizes[k].magnitude
            }
        }
        return (sizes, found, threshold)
    }
}
