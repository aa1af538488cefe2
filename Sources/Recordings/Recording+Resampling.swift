import Rotations
import SensorModels
import Vocabulary

extension Recording {
    /// The most samples that resampling makes, of all sensors together: five of them for a day at 100 Hz.
    static let mostResampled = 5e7

    /// Every sensor on one clock (`--resample`), for comparisons with packages that need it.
    ///
    /// The clock begins with the last of the first stamps and ends with the first of the last ones of the inertial and
    /// magnetic sensors; its k-th stamp is the nearest nanosecond to k / rate after the beginning. Vectors are
    /// interpolated linearly, orientations by slerp, the heading along the shorter arc, `moving` is held. Nothing is
    /// interpolated over a gap of a stream (more than five median intervals, at least 0.1 s): there is no sample then.
    /// Location fixes, headings of a reference and camera poses stay as they are.
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
                advice: "leave out a sensor with --without")
        }
        let streams = inertial + [attitude.times, reference.times, heading.times, moving.times].filter { !$0.isEmpty }
        let stretches = Self.stretches(of: streams, from: start, to: end)
        let seconds = stretches.reduce(0) { $0 + LogTime.seconds($1.upperBound - $1.lowerBound) }
        guard (seconds * rate + Double(stretches.count)) * Double(streams.count) < Self.mostResampled else {
            throw SensorLabError(
                .usage, code: .tooManySamples, place: "--resample",
                message: "\(rate) Hz over \(seconds) s make \(seconds * rate) samples of each of \(streams.count) "
                    + "streams, expected at most \(Self.mostResampled) samples in all",
                advice: "give a lower rate, or a part of the log with --from and --to")
        }
        let clock = Self.clock(stretches, from: start, rate: rate)

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

    /// The stretches of time in which at least one stream has no gap, in order, without overlap.
    private static func stretches(of streams: [[Int64]], from start: Int64, to end: Int64) -> [ClosedRange<Int64>] {
        var parts: [ClosedRange<Int64>] = []
        for times in streams {
            let longestGap = Interpolation.longestGap(in: times)
            var first = 0
            for index in times.indices
            where index + 1 == times.count || times[index + 1] - times[index] > longestGap {
                if times[index] >= start, times[first] <= end { parts.append(times[first]...times[index]) }
                first = index + 1
            }
        }
        parts.sort { $0.lowerBound < $1.lowerBound }
        var merged: [ClosedRange<Int64>] = []
        for part in parts {
            let part = max(part.lowerBound, start)...min(part.upperBound, end)
            if let last = merged.last, part.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, part.upperBound)
            } else {
                merged.append(part)
            }
        }
        return merged
    }

    /// The stamps inside these stretches of a clock that begins at `start`.
    private static func clock(_ stretches: [ClosedRange<Int64>], from start: Int64, rate: Double) -> [Int64] {
        var clock: [Int64] = []
        var number = 0.0
        for stretch in stretches {
            number = max(number, (LogTime.seconds(stretch.lowerBound - start) * rate).rounded(.down) - 1)
            while true {
                let time = start + Int64(clamping: (number * 1e9 / rate).rounded())
                if time > stretch.upperBound { break }
                if time >= stretch.lowerBound { clock.append(time) }
                number += 1
            }
        }
        return clock
    }
}

extension SampleStream {
    /// The stream at other stamps; no samples outside of the stream and in its gaps. At a stamp of the stream, its
    /// value is kept.
    fileprivate func interpolated(at clock: [Int64], _ between: (Value, Value, Double) -> Value) -> SampleStream {
        var interpolation = Interpolation(times, longestGap: Interpolation.longestGap(in: times))
        var result = SampleStream()
        result.times.reserveCapacity(clock.count)
        result.values.reserveCapacity(clock.count)
        for time in clock {
            guard let (index, fraction) = interpolation.bracket(time) else { continue }
            result.append(fraction == 0 ? values[index] : between(values[index], values[index + 1], fraction), at: time)
        }
        return result
    }
}

extension VectorStream {
    /// The results of `put` for this stream, interpolated linearly at the stamps of `other`, and the values of `other`;
    /// no samples where the stream has a gap of more than 0.1 s.
    package func combined(with other: VectorStream, _ put: (Vector3, Vector3) -> Vector3) -> VectorStream {
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

    /// Longer intervals of a stream are gaps, nanoseconds: five median ones, at least 0.1 s.
    static func longestGap(in times: [Int64]) -> Int64 {
        max(LogTime.product(5, times.medianInterval ?? 0), 100_000_000)
    }

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
