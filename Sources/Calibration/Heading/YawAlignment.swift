import RealModule
import Rotations
import Vocabulary

/// A sudden turn of an AR world against north: a relocalisation, or the resume of an interrupted session.
public struct YawJump: Sendable, Hashable {
    /// Seconds, in the clock of the observations.
    public var time: Double
    /// Increase of the offset, radians; clockwise positive.
    public var size: Double
    /// Its standard deviation, radians.
    public var sigma: Double
}

/// A pause of the poses in which no jump was found.
public struct YawPause: Sendable, Hashable {
    /// The last observation before it and the first one after it, seconds.
    public var interval: ClosedRange<Double>
    /// Increase of the offset over the pause beyond the drift, as far as known, radians; clockwise positive.
    public var size: Double
    /// Its standard deviation, radians.
    public var sigma: Double
    /// Upper limit of a jump in it with a probability of 95 %, radians.
    public var largestJump: Double { size.magnitude + 1.96 * sigma }
}

/// The yaw of an AR world against north over time: true heading = heading in the AR world + offset, clockwise positive.
///
/// Observations are differences of headings (a compass filter's minus the AR camera's). The offset is a constant, a
/// drift and jumps; the errors are correlated (`CorrelatedRegression`), as those of a compass are over tens of seconds.
/// Jumps are detected first (`YawJumps`), by the gyroscope wherever it has data. Over a pause of the poses the offset
/// has a step of its own, with the sigma of the gyroscope, or any size without it: an undetected jump is not taken for
/// drift.
///
/// A filter's heading converges over a minute, or more where it estimates hard iron at the same time: that slope is no
/// drift of the world, and does not show in the scatter. The filter states the sigma of its heading. An error of that
/// sigma, of whatever correlation time, gives a least-squares slope of at most `slowestSlope` sigma over the length of
/// the session. The observed slope is the sum of both, and the drift is its share by the two variances.
public struct YawAlignment: Sendable, Hashable {
    /// At the last observation, radians in (-pi, pi].
    public var offset: Double
    /// Standard deviation of the offset, radians.
    public var sigma: Double
    /// Growth of the offset between jumps, rad/s.
    public var drift: Double
    /// Standard deviation of the drift, rad/s.
    public var driftSigma: Double
    /// In the order of time.
    public var jumps: [YawJump]
    /// In the order of time.
    public var pauses: [YawPause]
    /// The smallest jump that would have been detected outside of the pauses, radians.
    public var smallestJump: Double
    /// Correlation time of the errors' slow component, seconds.
    public var correlationTime: Double
    /// First and last observation used, seconds: after the last change of worlds.
    public var span: ClosedRange<Double>
    /// When an AR world was replaced by another one, seconds: jumps beyond `largestJump`.
    public var newWorlds: [Double]

    /// The offset at a time, radians, by the fitted drift and jumps.
    public func offset(at time: Double) -> Double {
        let later =
            jumps.reduce(0) { $1.time > time ? $0 + $1.size : $0 }
            + pauses.reduce(0) { $1.interval.upperBound > time ? $0 + $1.size : $0 }
        return Angle.wrap(offset + drift * (time - span.upperBound) - later)
    }

    /// The error of an offset at that time after propagation to the end with drift, jumps and pauses, radians, standard
    /// deviation.
    public func carryingSigma(from time: Double) -> Double {
        let byDrift = driftSigma * (span.upperBound - time)
        return
            (byDrift * byDrift + jumps.reduce(0) { $1.time > time ? $0 + $1.sigma * $1.sigma : $0 }
            + pauses.reduce(0) { $1.interval.upperBound > time ? $0 + $1.sigma * $1.sigma : $0 }).squareRoot()
    }

    /// The fit uses means over this length, seconds.
    static let block = 0.5
    /// A larger jump is a new world, radians: a relocalisation corrects, a new session starts from another heading.
    static let largestJump = Angle.radians(60)
    /// In a pause, a step seen by the compass is a jump beyond this many of its standard deviations.
    private static let threshold = 4.0
    /// The largest standard deviation of the least-squares slope over a length of 1 of a first-order Gauss-Markov
    /// process of variance 1: 144 times the double integral of (u - 1/2)(v - 1/2) exp(-|u - v| / tau) over the unit
    /// square, to the power of 1/2, at tau = 0.29.
    static let slowestSlope = 1.57
    /// Prior standard deviation of the drift, rad/s: one degree a minute is poor for visual-inertial odometry.
    static let priorDrift = Angle.radians(1) / 60

    /// `nil` with less than 10 s of observations of a world.
    /// - Parameters:
    ///   - times: seconds, ascending.
    ///   - differences: true heading minus heading in the AR world, radians, any turn; one per time.
    ///   - worldTurns: the world's turns against the gyroscope, one per time; without it, jumps are detected by the
    ///     compass alone.
    ///   - systematicSigma: the common error of all differences, radians.
    ///   - filterSigma: the slowly changing error of the heading as stated by the compass filter, radians; affects the
    ///     drift and the compass' evidence of jumps.
    public init?(
        times: [Double], differences: [Double], worldTurns: WorldTurns? = nil, systematicSigma: Double = 0,
        filterSigma: Double = 0
    ) {
        precondition(times.count == differences.count, "one difference per time")
        let straight = Self.straightened(differences)
        var found = YawJumps(times: times, differences: straight, worldTurns: worldTurns)
        newWorlds = found.keepLastWorld()
        let start = newWorlds.last.map { world in times.prefixLength { $0 < world } } ?? 0
        let blocks = Self.blocks(times[start...], straight[start...])
        guard let first = blocks.first, let last = blocks.last, last.time - first.time >= 10 else { return nil }
        let ofFilter = Self.slowestSlope * filterSigma / (last.time - first.time)
        let variances = (world: Self.priorDrift * Self.priorDrift, filter: ofFilter * ofFilter)
        let ofBoth = variances.world + variances.filter
        guard var fitted = Fit(blocks, found, driftSigma: ofBoth.squareRoot(), filterSigma: filterSigma) else {
            return nil
        }
        smallestJump = found.smallest
        // The slow errors of the compass look like steps over two seconds; the fit knows their correlation time.
        while let index = fitted.leastCertainCompassJump {
            smallestJump = max(smallestJump, YawJumps.threshold * fitted.steps[index].sigma)
            found.leaveOut(at: index)
            guard let next = Fit(blocks, found, driftSigma: ofBoth.squareRoot(), filterSigma: filterSigma) else {
                return nil
            }
            fitted = next
        }
        let fit = fitted.regression
        offset = Angle.wrap(fit.parameters[0])
        sigma = (fit.sigma(0) * fit.sigma(0) + systematicSigma * systematicSigma).squareRoot()
        let share = variances.world / ofBoth
        drift = share * fit.parameters[1]
        driftSigma = (share * share * fit.sigma(1) * fit.sigma(1) + share * variances.filter).squareRoot()
        jumps = Array(fitted.steps.prefix(found.found.count))
        pauses = []
        for (gap, step) in zip(found.pauses, fitted.steps.dropFirst(found.found.count)) {
            if step.size.magnitude > max(Self.threshold * step.sigma, YawJumps.least) {
                jumps.append(step)
            } else {
                pauses.append(YawPause(interval: gap.from...gap.to, size: step.size, sigma: step.sigma))
            }
        }
        jumps.sort { $0.time < $1.time }
        correlationTime = fit.correlationTime
        span = first.time...last.time
    }

    /// The alignment without a compass: jumps from the gyroscope, and a drift with the prior's sigma; the offset is 0
    /// and unknown. `nil` with less than 10 s of a world.
    /// - Parameters:
    ///   - times: of the poses, seconds, ascending.
    ///   - worldTurns: the world's turns against the gyroscope, one per time.
    public init?(times: [Double], worldTurns: WorldTurns) {
        var found = YawJumps(times: times, differences: times.map { _ in 0 }, worldTurns: worldTurns)
        newWorlds = found.keepLastWorld()
        let start = newWorlds.last.map { world in times.prefixLength { $0 < world } } ?? 0
        guard start < times.count, let last = times.last, last - times[start] >= 10 else { return nil }
        (offset, sigma, drift, driftSigma) = (0, .infinity, 0, Self.priorDrift)
        jumps = found.found.map { YawJump(time: $0.time, size: $0.size, sigma: $0.sigma) }
        // In a hole of the gyroscope any jump is possible, up to that of a new world.
        pauses = found.pauses.map {
            YawPause(interval: $0.from...$0.to, size: $0.size, sigma: min($0.sigma, Self.largestJump / 2))
        }
        smallestJump = worldTurns.growths.contains(where: \.isFinite) ? found.smallest : .infinity
        correlationTime = 0
        span = times[start]...last
    }

    /// Unwraps turns of 2 pi between neighbours; non-finite values stay.
    private static func straightened(_ differences: [Double]) -> [Double] {
        var previous = Double.nan
        return differences.map { difference in
            guard difference.isFinite else { return difference }
            previous = previous.isNaN ? Angle.wrap(difference) : previous + Angle.wrap(difference - previous)
            return previous
        }
    }

    /// Offset, drift and steps by least squares.
    private struct Fit {
        var regression: CorrelatedRegression
        /// The detected jumps, then the pauses, with the fitted sizes.
        var steps: [YawJump]
        /// Index of the jump that only the compass shows and that is least certain in the fit, if it is not beyond
        /// `YawJumps.threshold`.
        var leastCertainCompassJump: Int?

        /// - Parameters:
        ///   - driftSigma: prior standard deviation of the slope, rad/s.
        ///   - filterSigma: as of the alignment, radians.
        init?(_ blocks: [Block], _ found: YawJumps, driftSigma: Double, filterSigma: Double) {
            let (jumps, gaps) = (found.found, found.pauses)
            // Blocks next to a jump may contain samples of both sides.
            let used = blocks.filter { block in
                !jumps.contains { ($0.time - block.time).magnitude < YawAlignment.block }
                    && !gaps.contains { $0.from < block.time && block.time < $0.to }
            }
            let times = used.map(\.time)
            let sizes =
                jumps.map { (time: $0.time, size: $0.size, sigma: $0.sigma) }
                + gaps.map { (time: ($0.from + $0.to) / 2, size: $0.size, sigma: $0.sigma) }
            // The known part of the jumps, by the gyroscope, is subtracted; the rest is fitted.
            let values = used.map { block in
                sizes.reduce(block.value) { $1.time > block.time && $1.sigma.isFinite ? $0 + $1.size : $0 }
            }
            let end = blocks.last?.time ?? 0
            let columns =
                [used.map { _ in 1.0 }, times.map { $0 - end }]
                + sizes.map { step in times.map { $0 < step.time ? -1 : 0 } }
            let priors = [Double.infinity, driftSigma] + sizes.map(\.sigma)
            guard let fit = CorrelatedRegression(values, times: times, columns: columns, priorSigmas: priors) else {
                return nil
            }
            regression = fit
            let fitted = sizes.indices.map { index in
                let (known, prior, sigma) = (sizes[index].size, sizes[index].sigma, fit.sigma(2 + index))
                // The compass' share of it has the filter's error.
                let byFilter = prior.isFinite ? filterSigma * max(1 - sigma * sigma / (prior * prior), 0) : filterSigma
                return YawJump(
                    time: sizes[index].time, size: (prior.isFinite ? known : 0) + fit.parameters[2 + index],
                    sigma: (sigma * sigma + byFilter * byFilter).squareRoot())
            }
            steps = fitted
            func certainty(_ index: Int) -> Double { fitted[index].size.magnitude / fitted[index].sigma }
            leastCertainCompassJump = jumps.indices
                .filter { !jumps[$0].sigma.isFinite && !(certainty($0) > YawJumps.threshold) }
                .min { certainty($0) < certainty($1) }
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
