import RealModule
import Rotations

/// Where an AR world turned suddenly against north.
///
/// Where the gyroscope spoke (`WorldTurns`), it decides: a jump is a turn of the world that the gyroscope did not see, sudden and lasting, so
/// the difference of the means after and before it is beyond its threshold over half a second and over two, which reads the same in
/// both directions of time. The compass has no part in it: its errors near magnets, and its filter's convergence, turn the
/// compass' heading and neither the poses nor the gyroscope. The threshold is `threshold` robust standard deviations of such differences,
/// at least `least`, and what a wrong scale of the gyroscope makes of the device's own turn.
///
/// Where it was silent, the compass' differences decide by the same test over two seconds (the generalised likelihood ratio test of a step in noise;
/// M. Basseville & I. V. Nikiforov, Detection of Abrupt Changes, 1993, 2.4).
struct YawJumps {
    struct Jump {
        /// Seconds.
        var time: Double
        /// How much the offset grew, radians.
        var size: Double
        /// Standard deviation of the size, radians; infinite where the compass has to find it.
        var sigma: Double
    }

    /// In the order of time.
    private(set) var found: [Jump] = []
    /// The smallest jump that would have been found, radians.
    private(set) var smallest: Double

    /// A jump is accepted beyond so many robust standard deviations of the differences of neighbouring means: in Gaussian noise one false
    /// alarm in 1.7e6 independent differences, which are 2 s each: 40 days.
    static let threshold = 5.0
    /// A smaller one is never called a jump, radians.
    static let least = Angle.radians(2)
    /// Means of this length are compared, seconds: a jump is sudden, and lasts.
    private static let (short, long) = (0.5, 2.0)
    /// What the scale of a phone's gyroscope may be wrong by (InvenSense, MPU-6500 product specification 1.0, table 1: 3 %).
    private static let scaleError = 0.03

    /// - Parameters:
    ///   - times: seconds, ascending.
    ///   - differences: of the compass, radians, without turns of 2 pi between neighbours.
    ///   - worldTurns: what the gyroscope says, one per time; `nil` without a gyroscope.
    init(times: [Double], differences: [Double], worldTurns: WorldTurns?) {
        let compass = Steps(times, differences, width: Self.long)
        let threshold = max(Self.threshold * compass.scale, Self.least)
        // Twice a second: more instants in the same noise would be more false alarms.
        let isTried = times.indices.map { index in
            index > 0
                && (times[index] / Self.short).rounded(.down) != (times[index - 1] / Self.short).rounded(.down)
        }
        guard let worldTurns, worldTurns.growths.contains(where: \.isFinite) else {
            smallest = threshold
            found = compass.peaks { isTried[$0] && compass.sizes[$0].magnitude > threshold }.map {
                Jump(time: compass.instant($0), size: compass.sizes[$0], sigma: .infinity)
            }
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
        let limits = [sudden, lasting].map { max(Self.threshold * $0.scale, Self.least) }
        smallest = limits.max() ?? Self.least
        let own = sudden.peaks { index in
            // A bias that is not quite known adds up over a pause of the poses.
            let pause = max(1, (times[index] - times[index - 1]) / Self.long)
            let allowance = Self.scaleError * ofDevice.sizes[index].magnitude
            return sudden.sizes[index].magnitude > limits[0] * pause + allowance
                && lasting.sizes[index].magnitude > limits[1] * pause + allowance
        }
        found = own.map { index in
            let byScale = Self.scaleError / 3 * ofDevice.sizes[index].magnitude
            return Jump(
                time: sudden.instant(index), size: lasting.sizes[index],
                sigma: (lasting.scale * lasting.scale + byScale * byScale).squareRoot())
        }
        guard !silent.isEmpty else { return }
        // Within reach of a hole the gyroscope cannot say: the compass has to.
        let isNearHole = lasting.sizes.indices.map { compass.sizes[$0].isFinite && !lasting.sizes[$0].isFinite }
        let others = compass.peaks { isNearHole[$0] && isTried[$0] && compass.sizes[$0].magnitude > threshold }.filter {
            index in
            !own.contains { (times[$0] - times[index]).magnitude < Self.long }
        }
        found += others.map { Jump(time: compass.instant($0), size: compass.sizes[$0], sigma: .infinity) }
        found.sort { $0.time < $1.time }
    }

    /// Keeps those after a time.
    mutating func leaveOut(before time: Double) { found.removeAll { $0.time <= time } }
}

/// Differences of the means after and before each time of a series.
private struct Steps {
    private let times: [Double]
    /// The mean over `width` from each time on, minus that over `width` before it; NaN where the series does not reach.
    let sizes: [Double]
    /// Robust standard deviation about zero.
    let scale: Double

    /// - Parameter breaks: indices before which the series has a hole: no difference reaches across.
    init(_ times: [Double], _ values: [Double], width: Double, without breaks: [Int] = []) {
        self.times = times
        var sums = [0.0]
        for value in values { sums.append(sums[sums.count - 1] + value) }
        var (begin, end, next) = (0, 0, 0)
        // Stamps jitter: nine tenths of a width are one.
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

    /// Between the last sample before the step and the first one after it, seconds.
    func instant(_ index: Int) -> Double { (times[index - 1] + times[index]) / 2 }

    /// The indices that satisfy a condition, each the largest step within 2 s of it.
    func peaks(_ condition: (Int) -> Bool) -> [Int] {
        let candidates = sizes.indices.filter { sizes[$0].isFinite && condition($0) }
        return candidates.filter { index in
            // The first of equal ones.
            candidates.allSatisfy {
                (times[$0] - times[index]).magnitude > 2 || sizes[$0].magnitude < sizes[index].magnitude
                    || $0 >= index && sizes[$0].magnitude == sizes[index].magnitude
            }
        }
    }
}
