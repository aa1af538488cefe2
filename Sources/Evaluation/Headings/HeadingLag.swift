import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The lag of an estimated heading behind the reference, from the cross-correlation of their rates.
///
/// Both headings are resampled to a uniform clock, differentiated, averaged over 0.25 s, and their mean rate is
/// removed. Both are averaged alike, which adds no delay between them and smooths headings that change in steps. The
/// lag is the delay of the estimate with the largest normalised correlation, refined below the sampling interval by a
/// parabola through the maximum and its two neighbours (J. O. Smith, Spectral Audio Signal Processing, 2011, "Quadratic
/// interpolation of spectral peaks"; it applies to the peak of a correlation too). Since rates are compared, constant
/// offsets and slow drifts do not matter; noise in the estimate lowers the correlation but does not shift its peak.
public struct HeadingLag: Sendable, Hashable {
    /// Milliseconds; positive where the estimate is late: estimate(t) = reference(t - lag).
    public let milliseconds: Double
    /// The correlation of the two rates at that lag, (0, 1].
    public let correlation: Double

    /// The longest delay that is searched by default, seconds, in both directions.
    public static let longest = 0.5
    /// The longest gap between two stamps that is interpolated, nanoseconds.
    public static let maximumGap: Int64 = 100_000_000
    /// Both rates are averaged over this time, nanoseconds.
    public static let window: Int64 = 250_000_000
    /// The least standard deviation of the reference's rate, rad/s (1 degree/s): with less rotation the lag is
    /// undetermined.
    public static let slowest = 0.0175
    /// The shortest sampling interval of a sensor, nanoseconds: 50 kHz.
    private static let shortestStep: Int64 = 20_000
    /// A clock with more steps per stamp consists mostly of holes.
    private static let mostStepsPerStamp = 200
    /// Below this correlation the two headings do not show the same motion.
    public static let leastCorrelation = 0.3

    /// - Parameters:
    ///   - times: nanoseconds, ascending; shared by both headings.
    ///   - estimates: radians, any turn; NaN where undefined.
    ///   - references: radians, any turn; NaN where undefined.
    ///   - longest: the longest delay that is searched, seconds, in both directions.
    /// - Returns: `nil` if the reference hardly turns, the two rates do not correlate, the largest correlation lies at
    ///   the edge of the search, or there are less than two seconds to compare.
    public init?(
        times: [Int64], estimates: [Double], references: [Double], longest: Double = HeadingLag.longest
    ) {
        guard let reference = Reference(times: times, headings: references, longest: longest) else { return nil }
        self.init(estimates: estimates, after: reference)
    }

    /// The turns of a reference, for any number of estimates.
    struct Reference: Sendable {
        /// Stamps, with long holes shortened.
        fileprivate let times: [Int64]
        fileprivate let step: Int64
        /// The longest delay, steps.
        fileprivate let reach: Int
        /// Averaged rates, rad/s.
        fileprivate let rates: HeadingRates

        /// - Parameters:
        ///   - times: nanoseconds, ascending.
        ///   - headings: radians, any turn; NaN where undefined.
        ///   - longest: the longest delay that is searched, seconds, in both directions.
        /// - Returns: `nil` if the heading hardly turns or covers less than two seconds.
        init?(times: [Int64], headings: [Double], longest: Double = HeadingLag.longest) {
            precondition(times.count == headings.count, "one stamp per heading")
            guard times.count > 2, let step = times.medianInterval, step >= HeadingLag.shortestStep else { return nil }
            reach = max(2, Int(clamping: longest * 1e9 / Double(step)))
            guard let times = HeadingLag.withShortHoles(times, step: step, reach: reach) else { return nil }
            (self.times, self.step) = (times, step)
            let averaged = HeadingLag.averaged(HeadingLag.rates(times, headings, step: step), step: step)
            rates = HeadingRates(averaged)
            let deviation = HeadingLag.spread(averaged)
            guard deviation.samples >= Int(2_000_000_000 / step), deviation.sigma >= HeadingLag.slowest else {
                return nil
            }
        }
    }

    /// - Parameters:
    ///   - estimates: radians, any turn, at the reference's stamps; NaN where undefined.
    ///   - reference: its turns.
    init?(estimates: [Double], after turns: Reference) {
        precondition(estimates.count == turns.times.count, "one stamp per pair")
        let (step, reach, reference) = (turns.step, turns.reach, turns.rates)
        let estimate = HeadingRates(Self.averaged(Self.rates(turns.times, estimates, step: step), step: step))

        func best(of shifts: some Sequence<Int>) -> (shift: Int, value: Double)? {
            let shifts = Array(shifts)
            return zip(shifts, reference.correlations(with: estimate, shifts: shifts)).max { $0.1 < $1.1 }
        }
        // No peak of the averaged rates is narrower than the window: a stride of a quarter of it finds the highest.
        let stride = max(1, Int(Self.window / step) / 4)
        guard let rough = best(of: Swift.stride(from: -reach, through: reach, by: stride)),
            let (peak, at) = best(of: max(-reach, rough.shift - stride)...min(reach, rough.shift + stride)),
            peak > -reach, peak < reach, at >= Self.leastCorrelation
        else { return nil }
        let besides = reference.correlations(with: estimate, shifts: [peak - 1, peak + 1])
        let (before, after) = (besides[0], besides[1])
        let bend = before - 2 * at + after
        let fraction = bend < 0 ? 0.5 * (before - after) / bend : 0
        milliseconds = (Double(peak) + fraction) * Double(step) * 1e-6
        correlation = min(1, at)
    }

    /// The stamps with long holes shortened by whole steps, so that the clock's length follows the number of samples.
    /// The rest of a hole is longer than any average and delay. `nil` if the clock would consist almost only of holes.
    private static func withShortHoles(_ times: [Int64], step: Int64, reach: Int) -> [Int64]? {
        let longest = maximumGap + 2 * window + Int64(reach + 4) * step
        var shortened = times
        var removed: Int64 = 0
        for index in times.indices.dropFirst() {
            let hole = times[index] - times[index - 1]
            if hole > longest { removed += (hole - longest) / step * step }
            shortened[index] = times[index] - removed
        }
        guard let first = shortened.first, let last = shortened.last,
            (last - first) / step / Int64(mostStepsPerStamp) <= times.count + 1000
        else { return nil }
        return shortened
    }

    /// The rate in each step of a uniform clock, rad/s; NaN where a heading is undefined or its neighbours are too far
    /// away.
    private static func rates(_ times: [Int64], _ headings: [Double], step: Int64) -> [Double] {
        let start = times[0]
        let steps = Int((times[times.count - 1] - start) / step)
        var result = [Double](repeating: .nan, count: max(0, steps))
        var index = 0
        var previous = Double.nan
        for k in 0...max(0, steps) {
            let time = start + Int64(k) * step
            while index + 2 < times.count && times[index + 1] <= time { index += 1 }
            let interval = times[index + 1] - times[index]
            var heading = Double.nan
            if interval > 0 && interval <= maximumGap {
                let turn = Angle.wrap(headings[index + 1] - headings[index])
                heading = headings[index] + turn * Double(time - times[index]) / Double(interval)
            }
            if k > 0 { result[k - 1] = Angle.wrap(heading - previous) / (Double(step) * 1e-9) }
            previous = heading
        }
        return result
    }

    /// Centred mean over `window`, rounded up to an odd number of steps; NaN if a rate in it is unknown.
    private static func averaged(_ rates: [Double], step: Int64) -> [Double] {
        let half = Int(window / 2 / step)
        guard half > 0 else { return rates }
        var result = [Double](repeating: .nan, count: rates.count)
        var (sum, known) = (0.0, 0)
        for end in rates.indices {
            if rates[end].isFinite { (sum, known) = (sum + rates[end], known + 1) }
            let start = end - 2 * half
            if start > 0, rates[start - 1].isFinite { (sum, known) = (sum - rates[start - 1], known - 1) }
            if start >= 0, known == 2 * half + 1 { result[end - half] = sum / Double(known) }
        }
        return result
    }

    private static func spread(_ rates: [Double]) -> (sigma: Double, samples: Int) {
        var (n, sum, squares) = (0, 0.0, 0.0)
        for rate in rates where rate.isFinite {
            n += 1
            sum += rate
            squares += rate * rate
        }
        guard n > 0 else { return (0, 0) }
        let mean = sum / Double(n)
        return (max(0, squares / Double(n) - mean * mean).squareRoot(), n)
    }
}

/// Rates in the steps of a uniform clock, rad/s.
struct HeadingRates: Sendable {
    /// NaN where unknown.
    private let values: [Double]
    /// From the first known value to the last one.
    private let known: Range<Int>
    /// Whether all values in `known` are known.
    private let isWhole: Bool

    init(_ values: [Double]) {
        self.values = values
        let first = values.firstIndex { $0.isFinite } ?? 0
        let end = (values.lastIndex { $0.isFinite } ?? -1) + 1
        known = first..<max(first, end)
        isWhole = values[known].allSatisfy(\.isFinite)
    }

    /// Pearson's correlation of self(k) with other(k + shift), for each shift, over the steps where both are known.
    func correlations(with other: HeadingRates, shifts: [Int]) -> [Double] {
        var result: [Double] = []
        for start in stride(from: 0, to: shifts.count, by: 4) {
            let group = Array(shifts[start..<min(start + 4, shifts.count)])
            result += fourCorrelations(with: other, group) ?? group.map { correlation(with: other, shift: $0) }
        }
        return result
    }

    private func correlation(with other: HeadingRates, shift: Int) -> Double {
        var sums = CorrelationSums()
        for k in steps(other, shift) where values[k].isFinite && other.values[k + shift].isFinite {
            sums.add(values[k], other.values[k + shift])
        }
        return sums.correlation(fewest: 2, leastVariance: 0) ?? 0
    }

    /// The range of steps in which both may be known.
    private func steps(_ other: HeadingRates, _ shift: Int) -> Range<Int> {
        let low = max(known.lowerBound, other.known.lowerBound - shift)
        return low..<max(low, min(known.upperBound, other.known.upperBound - shift))
    }

    /// Computes four shifts at once, since additions to a single sum would wait for each other; each sum keeps the
    /// order of the steps. `nil` unless there are four shifts and all rates in between are known.
    private func fourCorrelations(with other: HeadingRates, _ shifts: [Int]) -> [Double]? {
        guard shifts.count == 4, isWhole, other.isWhole else { return nil }
        let ranges = shifts.map { steps(other, $0) }
        let low = ranges.reduce(0) { max($0, $1.lowerBound) }
        let high = ranges.reduce(Int.max) { min($0, $1.upperBound) }
        guard low < high else { return nil }
        return values.withUnsafeBufferPointer { mine in
            other.values.withUnsafeBufferPointer { theirs in
                var sums = zip(shifts, ranges).map { shift, range in
                    var sums = CorrelationSums()
                    for k in range.lowerBound..<low { sums.add(mine[k], theirs[k + shift]) }
                    return sums
                }
                let (first, second, third, fourth) = (shifts[0], shifts[1], shifts[2], shifts[3])
                var four = FourSums(sums)
                for k in low..<high {
                    four.add(
                        mine[k], SIMD4(theirs[k + first], theirs[k + second], theirs[k + third], theirs[k + fourth]))
                }
                for index in 0..<4 {
                    sums[index] = four.sums(index, count: Double(high - ranges[index].lowerBound))
                    for k in high..<ranges[index].upperBound { sums[index].add(mine[k], theirs[k + shifts[index]]) }
                }
                return sums.map { $0.correlation(fewest: 2, leastVariance: 0) ?? 0 }
            }
        }
    }
}

/// Running sums of four correlations that share their first variable.
private struct FourSums {
    private var (a, b, aa, bb, ab): (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

    init(_ sums: [CorrelationSums]) {
        func four(_ part: (CorrelationSums) -> Double) -> SIMD4<Double> { SIMD4(sums.map(part)) }
        (a, b) = (four(\.a), four(\.b))
        (aa, bb, ab) = (four(\.aa), four(\.bb), four(\.ab))
    }

    @inline(__always)
    mutating func add(_ x: Double, _ y: SIMD4<Double>) {
        a += x
        b += y
        aa += x * x
        bb += y * y
        ab += x * y
    }

    func sums(_ index: Int, count: Double) -> CorrelationSums {
        var result = CorrelationSums()
        result.n = count
        (result.a, result.b) = (a[index], b[index])
        (result.aa, result.bb, result.ab) = (aa[index], bb[index], ab[index])
        return result
    }
}

/// Running sums for Pearson's correlation of pairs.
struct CorrelationSums {
    fileprivate var (n, a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    /// Adds a pair.
    mutating func add(_ x: Double, _ y: Double) {
        n += 1
        a += x
        b += y
        aa += x * x
        bb += y * y
        ab += x * y
    }

    /// `nil` for fewer pairs, and if one of the variances does not exceed the least one.
    func correlation(fewest: Double, leastVariance: Double) -> Double? {
        guard n >= fewest else { return nil }
        let (va, vb) = (aa - a * a / n, bb - b * b / n)
        guard va > leastVariance * n, vb > leastVariance * n else { return nil }
        return (ab - a * b / n) / (va * vb).squareRoot()
    }
}
