import RealModule
import Rotations

/// Detects where an AR world turned suddenly against north.
///
/// Where the gyroscope has data (`WorldTurns`), it decides. A jump is a sudden and lasting turn of the world that the
/// gyroscope did not measure: the difference of the means after and before it exceeds a threshold over half a second
/// and over two, alike in both directions of time. The compass is not used: its errors near magnets, and the
/// convergence of its filter, turn the compass' heading and neither the poses nor the gyroscope. The threshold is
/// `threshold` robust standard deviations of such differences, at least `least`, plus the effect of a scale error of
/// the gyroscope on the device's own turn.
///
/// Over a pause of the poses, during which sessions relocalise and resume, the gyroscope accumulates the error of its
/// bias. The session itself shows its size: the apparent turn of the world over stretches without a pause (`wander`). A
/// jump beyond that is detected; otherwise the pause is passed on (`pauses`) with its size and sigma, and the compass
/// is used as well.
///
/// In holes of the gyroscope, the compass' differences decide by the same test over two seconds (the generalised
/// likelihood ratio test of a step in noise; M. Basseville & I. V. Nikiforov, Detection of Abrupt Changes, 1993, 2.4).
struct YawJumps {
    struct Jump {
        /// Seconds.
        var time: Double
        /// Increase of the offset, radians.
        var size: Double
        /// Standard deviation of the size, radians; infinite where only the compass shows it.
        var sigma: Double
        /// The pause of the poses that it ended, if any.
        var pause: Pause?
    }

    /// A pause of the poses in which no jump was found.
    struct Pause {
        /// The last observation before it and the first one after it, seconds.
        var from, to: Double
        /// Apparent increase of the offset by the gyroscope, radians.
        var size: Double
        /// Standard deviation of the size, radians; infinite in a hole of the gyroscope.
        var sigma: Double
    }

    /// In the order of time.
    private(set) var found: [Jump] = []
    /// In the order of time, at least 2 s from each other and from the jumps.
    private(set) var pauses: [Pause] = []
    /// The smallest jump that would have been detected outside of the pauses, radians.
    private(set) var smallest: Double

    /// Threshold of a jump, in robust standard deviations of the differences of neighbouring means: in Gaussian noise
    /// one false alarm in 1.7e6 independent differences of 2 s each, or 40 days.
    static let threshold = 5.0
    /// The smallest jump that is reported, radians.
    static let least = Angle.radians(2)
    /// Lengths of the compared means, seconds: a jump is sudden, and lasts.
    private static let (short, long) = (0.5, 2.0)
    /// Scale error of a phone's gyroscope (InvenSense, MPU-6500 product specification 1.0, table 1: 3 %).
    private static let scaleError = 0.03
    /// A pause is longer than this many usual intervals of the observations, and longer than 2 s.
    private static let pauseInSteps = 5.0

    /// - Parameters:
    ///   - times: seconds, ascending.
    ///   - differences: of the compass, radians, without turns of 2 pi between neighbours.
    ///   - worldTurns: the world's turns against the gyroscope, one per time; `nil` without a gyroscope.
    init(times: [Double], differences: [Double], worldTurns: WorldTurns?) {
        let compass = Steps(times, differences, width: Self.long)
        let threshold = max(Self.threshold * compass.scale, Self.least)
        // Twice a second: more tests in the same noise would give more false alarms.
        let isTried = times.indices.map { index in
            index > 0
                && (times[index] / Self.short).rounded(.down) != (times[index - 1] / Self.short).rounded(.down)
        }
        let steps = times.indices.map { $0 > 0 ? times[$0] - times[$0 - 1] : 0 }
        let usual = RobustStatistics.median(Array(steps.dropFirst()))
        let paused = times.indices.filter { steps[$0] > max(Self.long, Self.pauseInSteps * usual) }
        var isPaused = [Bool](repeating: false, count: times.count)
        for index in paused { isPaused[index] = true }
        // Over a pause the compass errs more than over two seconds: there the fit decides, except for a new world.
        func isSeenByCompass(_ index: Int) -> Bool {
            isTried[index]
                && compass.sizes[index].magnitude
                    > (isPaused[index] ? max(threshold, YawAlignment.largestJump) : threshold)
        }
        func byCompass(_ index: Int) -> Jump {
            Jump(time: compass.instant(index), size: compass.sizes[index], sigma: .infinity)
        }
        guard let worldTurns, worldTurns.growths.contains(where: \.isFinite) else {
            smallest = threshold
            found = compass.peaks(isSeenByCompass).map(byCompass)
            pauses = paused.map { Pause(from: times[$0 - 1], to: times[$0], size: 0, sigma: .infinity) }
            mergePauses()
            return
        }
        let silent = worldTurns.growths.indices.filter { $0 > 0 && !worldTurns.growths[$0].isFinite }
        func total(_ increments: [Double]) -> [Double] {
            var sum = 0.0
            return increments.map { increment in
                if increment.isFinite { sum += increment }
                return sum
            }
        }
        let (grown, turned) = (total(worldTurns.growths), total(worldTurns.turns))
        let sudden = Steps(times, grown, width: Self.short, without: silent)
        let lasting = Steps(times, grown, width: Self.long, without: silent)
        let ofDevice = Steps(times, turned, width: Self.long)
        smallest = max(Self.threshold * max(sudden.scale, lasting.scale), Self.least)
        func isJump(_ index: Int, _ pause: Double) -> Bool {
            let allowance = Self.scaleError * ofDevice.sizes[index].magnitude
            return [sudden, lasting].allSatisfy { steps in
                let sigma = (steps.scale * steps.scale + pause * pause).squareRoot()
                return steps.sizes[index].magnitude > max(Self.threshold * sigma, Self.least) + allowance
            }
        }
        func byScale(_ turn: Double) -> Double { Self.scaleError / 3 * turn.magnitude }
        let withoutPause = sudden.peaks { !isPaused[$0] && isJump($0, 0) }
        let wander = Wander(times, grown, breaks: silent + paused + withoutPause)
        var ofPause = [Double](repeating: 0, count: times.count)
        for index in paused { ofPause[index] = wander.sigma(over: steps[index]) }
        let own = sudden.peaks { isJump($0, ofPause[$0]) }
        found = own.map { index in
            let parts = [lasting.scale, ofPause[index], byScale(ofDevice.sizes[index])]
            return Jump(
                time: sudden.instant(index), size: lasting.sizes[index],
                sigma: parts.reduce(0) { $0 + $1 * $1 }.squareRoot())
        }
        pauses = paused.map { index in
            let (growth, near) = (worldTurns.growths[index], sudden.sizes[index])
            let size = near.isFinite ? near : growth
            let parts = [sudden.scale, ofPause[index], byScale(worldTurns.turns[index])]
            return Pause(
                from: times[index - 1], to: times[index], size: size.isFinite ? size : 0,
                sigma: size.isFinite ? parts.reduce(0) { $0 + $1 * $1 }.squareRoot() : .infinity)
        }
        defer { mergePauses() }
        guard !silent.isEmpty else { return }
        // Near a hole the gyroscope gives no difference, so the compass is used.
        let isNearHole = lasting.sizes.indices.map { compass.sizes[$0].isFinite && !lasting.sizes[$0].isFinite }
        let others = compass.peaks { isNearHole[$0] && isSeenByCompass($0) }.filter { index in
            !own.contains { (times[$0] - times[index]).magnitude < Self.long }
        }
        found += others.map(byCompass)
        found.sort { $0.time < $1.time }
    }

    /// Merges pauses that are too near to each other, and a jump with the pause that it ends.
    private mutating func mergePauses() {
        var merged: [Pause] = []
        for pause in pauses {
            if let last = merged.last, pause.from - last.to < Self.long {
                merged[merged.count - 1] = Pause(
                    from: last.from, to: pause.to, size: last.size + pause.size,
                    sigma: (last.sigma * last.sigma + pause.sigma * pause.sigma).squareRoot())
            } else {
                merged.append(pause)
            }
        }
        pauses = merged.filter { pause in
            let reach = pause.from - Self.long...pause.to + Self.long
            guard let index = found.firstIndex(where: { reach.contains($0.time) }) else { return true }
            found[index].sigma = max(found[index].sigma, pause.sigma)
            found[index].pause = pause
            return false
        }
    }

    /// Removes a jump; a pause that it ended becomes a pause again.
    mutating func leaveOut(at index: Int) {
        guard let pause = found.remove(at: index).pause else { return }
        pauses.insert(pause, at: pauses.firstIndex { $0.from > pause.from } ?? pauses.endIndex)
    }

    /// Keeps only those of the last world, which begins with a jump beyond `YawAlignment.largestJump`.
    /// - Returns: when new worlds began.
    mutating func keepLastWorld() -> [Double] {
        let worlds = found.filter { $0.size.magnitude > YawAlignment.largestJump }.map(\.time)
        if let time = worlds.last {
            found.removeAll { $0.time <= time }
            pauses.removeAll { $0.from <= time }
        }
        return worlds
    }
}

/// The apparent turn of a world against the gyroscope without a jump: the remaining bias, and the drift of the world.
private struct Wander {
    private let length: Double
    private let scale: Double

    /// - Parameters:
    ///   - values: turn of the world, radians.
    ///   - breaks: indices before which the series is interrupted.
    init(_ times: [Double], _ values: [Double], breaks: [Int]) {
        var stretches: [Range<Int>] = []
        var start = 0
        for index in breaks.sorted() + [times.count] where index > start {
            stretches.append(start..<index)
            start = index
        }
        let total = stretches.reduce(0) { $0 + times[$1.upperBound - 1] - times[$1.lowerBound] }
        // At least ten of them give a scale.
        length = total / 10
        var turns: [Double] = []
        for stretch in stretches {
            var end = stretch.lowerBound
            for begin in stretch {
                while end < stretch.upperBound, times[end] < times[begin] + length { end += 1 }
                guard end < stretch.upperBound else { break }
                turns.append(values[end] - values[begin])
            }
        }
        scale = length > 0 && !turns.isEmpty ? RobustStatistics.scaleAboutZero(turns) : .infinity
    }

    /// Standard deviation of the apparent turn over a time, radians: proportional to the time for a bias, and to its
    /// root for shorter times.
    func sigma(over seconds: Double) -> Double { scale * max(seconds / length, (seconds / length).squareRoot()) }
}

/// Differences of the means after and before each time of a series.
private struct Steps {
    private let times: [Double]
    /// The mean over `width` from each time, minus that over `width` before it; NaN near the ends of the series.
    let sizes: [Double]
    /// Robust standard deviation about zero.
    let scale: Double

    /// - Parameter breaks: indices before which the series has a hole: no difference spans it.
    init(_ times: [Double], _ values: [Double], width: Double, without breaks: [Int] = []) {
        self.times = times
        var sums = [0.0]
        for value in values { sums.append(sums[sums.count - 1] + value) }
        var (begin, end, next) = (0, 0, 0)
        // Stamps jitter: nine tenths of a width are enough.
        let (first, last) = (times.first ?? 0, times.last ?? 0)
        sizes = times.indices.map { index in
            // A pause of the series belongs to neither side.
            guard index > 0, times[index - 1] - first >= 0.9 * width, last - times[index] >= 0.9 * width else {
                return .nan
            }
            while times[begin] <= times[index - 1] - width { begin += 1 }
            end = max(end, index)
            while end < times.count, times[end] < times[index] + width { end += 1 }
            while next < breaks.count, breaks[next] <= begin { next += 1 }
            guard next >= breaks.count || breaks[next] >= end else { return .nan }
            return (sums[end] - sums[index]) / Double(end - index) - (sums[index] - sums[begin]) / Double(index - begin)
        }
        let known = sizes.filter(\.isFinite)
        scale = known.isEmpty ? 0 : RobustStatistics.scaleAboutZero(known)
    }

    /// Midpoint of the last sample before the step and the first one after it, seconds.
    func instant(_ index: Int) -> Double { (times[index - 1] + times[index]) / 2 }

    /// The indices that satisfy a condition, each with the largest step within 2 s.
    func peaks(_ condition: (Int) -> Bool) -> [Int] {
        let candidates = sizes.indices.filter { sizes[$0].isFinite && condition($0) }
        return candidates.filter { index in
            // The first one of equal steps.
            candidates.allSatisfy {
                (times[$0] - times[index]).magnitude > 2 || sizes[$0].magnitude < sizes[index].magnitude
                    || $0 >= index && sizes[$0].magnitude == sizes[index].magnitude
            }
        }
    }
}
