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
/// first (`YawJumps`), by the gyroscope wherever it spoke.
///
/// A filter's heading converges, over a minute and more where it finds hard iron at the same time: that slope is no drift of the world, and
/// no scatter shows it. The filter states how far its heading may be off. An error within that, of whatever correlation time, makes a
/// least-squares slope of at most `slowestSlope` sigma over the length of the session; the slope that is seen is the sum of
/// both, and the drift its part by the two variances.
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
    /// A larger one is another world, radians: relocalisation corrects, a new session counts from elsewhere.
    static let largestJump = Angle.radians(60)
    /// The largest standard deviation of the least-squares slope over a length of 1 of a first-order Gauss-Markov process of variance 1,
    /// 144 times the double integral of (u - 1/2)(v - 1/2) exp(-|u - v| / tau) over the unit square, to the power of 1/2: at tau = 0.29.
    static let slowestSlope = 1.57
    /// Standard deviation of drifts before the data are seen, rad/s: one degree a minute is poor for visual-inertial odometry.
    static let priorDrift = Angle.radians(1) / 60

    /// `nil` with less than 10 s of observations of a world.
    /// - Parameters:
    ///   - times: seconds, ascending.
    ///   - differences: true heading minus heading in the AR world, radians, any turn; one per time.
    ///   - worldTurns: what the gyroscope says of the world, one per time; without it the compass alone has to find jumps.
    ///   - systematicSigma: what all differences err by together, radians.
    ///   - filterSigma: what the filter of the compass says its heading may be off by, slowly changing, radians; it enters the drift alone.
    public init?(
        times: [Double], differences: [Double], worldTurns: WorldTurns? = nil, systematicSigma: Double = 0,
        filterSigma: Double = 0
    ) {
        precondition(times.count == differences.count, "one difference per time")
        let straight = Self.straightened(differences)
        var found = YawJumps(times: times, differences: straight, worldTurns: worldTurns)
        newWorlds = found.found.filter { $0.size.magnitude > Self.largestJump }.map(\.time)
        var start = 0
        if let world = newWorlds.last {
            start = times.prefixLength { $0 < world }
            found.leaveOut(before: world)
        }
        let blocks = Self.blocks(times[start...], straight[start...])
        guard let first = blocks.first, let last = blocks.last, last.time - first.time >= 10 else { return nil }
        smallestJump = found.smallest
        let steps = found.found
        // The blocks beside a jump may hold samples of both sides.
        let used = blocks.filter { block in
            !steps.contains { ($0.time - block.time).magnitude < Self.block }
        }
        let usedTimes = used.map(\.time)
        // What the gyroscope knows of the jumps is taken out, what it does not is fitted.
        let values = used.map { block in
            steps.reduce(block.value) { $1.time > block.time && $1.sigma.isFinite ? $0 + $1.size : $0 }
        }
        let columns =
            [used.map { _ in 1.0 }, usedTimes.map { $0 - last.time }]
            + steps.map { step in usedTimes.map { $0 < step.time ? -1 : 0 } }
        let ofFilter = Self.slowestSlope * filterSigma / (last.time - first.time)
        let variances = (world: Self.priorDrift * Self.priorDrift, filter: ofFilter * ofFilter)
        let ofBoth = variances.world + variances.filter
        let priors = [Double.infinity, ofBoth.squareRoot()] + steps.map(\.sigma)
        guard let fit = CorrelatedRegression(values, times: usedTimes, columns: columns, priorSigmas: priors) else {
            return nil
        }
        offset = Angle.wrap(fit.parameters[0])
        sigma = (fit.sigma(0) * fit.sigma(0) + systematicSigma * systematicSigma).squareRoot()
        let share = variances.world / ofBoth
        drift = share * fit.parameters[1]
        driftSigma = (share * share * fit.sigma(1) * fit.sigma(1) + share * variances.filter).squareRoot()
        jumps = steps.enumerated().map { index, step in
            YawJump(
                time: step.time, size: (step.sigma.isFinite ? step.size : 0) + fit.parameters[2 + index],
                sigma: fit.sigma(2 + index))
        }
        errorSigma = fit.errorVariance.squareRoot()
        correlationTime = fit.correlationTime
        span = first.time...last.time
    }

    /// Without turns of 2 pi between neighbours; what is not finite stays.
    private static func straightened(_ differences: [Double]) -> [Double] {
        var previous = Double.nan
        return differences.map { difference in
            guard difference.isFinite else { return difference }
            previous = previous.isNaN ? Angle.wrap(difference) : previous + Angle.wrap(difference - previous)
            return previous
        }
    }

    private struct Block {
        var time: Double
        var value: Double
    }

    /// Means over half a second.
    private static func blocks(_ times: ArraySlice<Double>, _ differences: ArraySlice<Double>) -> [Block] {
        var blocks: [Block] = []
        var sum = (time: 0.0, value: 0.0, count: 0.0)
        var key = Double.nan
        func close() {
            if sum.count > 0 { blocks.append(Block(time: sum.time / sum.count, value: sum.value / sum.count)) }
            sum = (0, 0, 0)
        }
        for (time, value) in zip(times, differences) where time.isFinite && value.isFinite {
            let own = (time / block).rounded(.down)
            if own != key { close() }
            key = own
            sum = (sum.time + time, sum.value + value, sum.count + 1)
        }
        close()
        return blocks
    }
}
