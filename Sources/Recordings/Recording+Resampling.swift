import Rotations
import SensorModels
import Vocabulary

extension Recording {
    /// The most samples per sensor that resampling makes: eleven days at 100 Hz.
    static let mostResampled = 1e8

    /// Every sensor on one clock (`--resample`), for comparisons with packages that need it.
    ///
    /// The clock begins with the last of the first stamps and ends with the first of the last ones of the inertial and
    /// magnetic sensors; its k-th stamp is the nearest nanosecond to k / rate after the beginning. Vectors are interpolated
    /// linearly, orientations by slerp, the heading along the shorter arc, `moving` is held. Nothing is interpolated over
    /// a gap of a stream (more than five median intervals, at least 0.1 s): there is no sample then. Location fixes stay
    /// as they are.
    /// - Throws: `SensorLabError`: usage for a rate outside 0.001...1e6 Hz; bad data where the sensors do not overlap.
    public func resampled(toHz rate: Double) throws -> Recording {
        guard rate >= 1e-3, rate <= 1e6 else {
            throw SensorLabError(
                .usage, code: .badRate, place: "--resample",
                message: "found \(rate) Hz, expected 0.001 to 1000000 Hz",
                advice: "give the rate in hertz")
        }
        let inertial = SensorKind.allCases.compactMap { Self.vectorPath(of: $0) }.map { self[keyPath: $0].times }
            .filter { !$0.isEmpty }
        guard let start = inertial.compactMap(\.first).max(), let end = inertial.compactMap(\.last).min(), start <= end
        else {
            throw SensorLabError(
                .badData, code: .noOverlap, place: "--resample",
                message: "the sensors have no time in common, expected overlapping streams",
                advice: "leave one out with --without")
        }
        let samples = (Double(end) - Double(start)) * 1e-9 * rate
        guard samples < Self.mostResampled else {
            throw SensorLabError(
                .usage, code: .tooManySamples, place: "--resample",
                message: "\(rate) Hz over \((Double(end) - Double(start)) * 1e-9) s make \(samples) samples, "
                    + "at most \(Self.mostResampled) are possible",
                advice: "give a lower rate, or a part of the log with --from and --to")
        }
        let count = Int(samples + 1e-6) + 1
        let clock = (0..<count).map { start + Int64((Double($0) * 1e9 / rate).rounded()) }.filter { $0 <= end }

        var result = self
        result.mapVectors { $0.interpolated(at: clock) { a, b, f in a + f * (b - a) } }
        result.attitude = attitude.interpolated(at: clock) { a, b, f in a.slerp(to: b, fraction: f) }
        result.reference = reference.interpolated(at: clock) { a, b, f in a.slerp(to: b, fraction: f) }
        result.heading = heading.interpolated(at: clock) { a, b, f in
            let heading = a + f * Angle.wrap(b - a)
            return heading < 0 ? heading + 2 * .pi : heading >= 2 * .pi ? heading - 2 * .pi : heading
        }
        result.moving = moving.interpolated(at: clock) { a, _, _ in a }
        return result
    }
}

extension SampleStream {
    /// The stream at other stamps; none outside of the stream and in its gaps. A stamp that the stream has takes its value
    /// as it is.
    fileprivate func interpolated(at clock: [Int64], _ between: (Value, Value, Double) -> Value) -> SampleStream {
        var interpolation = Interpolation(times, longestGap: max(5 * (medianInterval ?? 0), 100_000_000))
        var result = SampleStream()
        result.times.reserveCapacity(clock.count)
        result.values.reserveCapacity(clock.count)
        for time in clock {
            guard let (index, fraction) = interpolation.bracket(time) else { continue }
            result.append(fraction == 0 ? values[index] : between(values[index], values[index + 1], fraction), at: time)
        }
        return result
    }

    /// The median of the intervals between stamps that differ, nanoseconds; `nil` with fewer than two.
    var medianInterval: Int64? {
        Percentile.upperMedian(zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 })
    }
}

extension VectorStream {
    /// What `put` makes of the stream, interpolated linearly at another one's stamps, and of the other one's values; nothing
    /// where the stream has a gap of more than 0.1 s.
    func combined(with other: VectorStream, _ put: (Vector3, Vector3) -> Vector3) -> VectorStream {
        var result = VectorStream()
        result.times.reserveCapacity(other.count)
        result.values.reserveCapacity(other.count)
        var interpolation = Interpolation(times, longestGap: 100_000_000)
        for (time, value) in zip(other.times, other.values) {
            guard let (index, fraction) = interpolation.bracket(time) else { continue }
            let own = fraction == 0 ? values[index] : values[index] + fraction * (values[index + 1] - values[index])
            result.append(put(own, value), at: time)
        }
        return result
    }
}

/// Finds, for stamps that do not decrease, the two samples of an ordered stream around each: O(n + m) altogether.
struct Interpolation {
    private let times: [Int64]
    private let longestGap: Int64
    private var index = 0

    /// - Parameter longestGap: neighbours that are farther apart, nanoseconds, are not interpolated between.
    init(_ times: [Int64], longestGap: Int64) {
        self.times = times
        self.longestGap = longestGap
    }

    /// The sample at or before `time` and the fraction of the way to the next one, [0, 1); `nil` outside of the stream
    /// and in its gaps. Where several samples have one stamp the last one counts.
    mutating func bracket(_ time: Int64) -> (index: Int, fraction: Double)? {
        guard let first = times.first, time >= first else { return nil }
        while index + 1 < times.count && times[index + 1] <= time { index += 1 }
        if times[index] == time { return (index, 0) }
        guard index + 1 < times.count else { return nil }
        let gap = times[index + 1] - times[index]
        guard gap <= longestGap else { return nil }
        return (index, Double(time - times[index]) / Double(gap))
    }
}
