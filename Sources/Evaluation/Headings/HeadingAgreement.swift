import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The agreement of two headings of one log without a reference.
public struct HeadingAgreement: Codable, Sendable, Hashable {
    /// One arc of the first heading.
    public struct Bin: Codable, Sendable, Hashable {
        /// The middle of the arc, degrees, [0, 360).
        public var headingDegrees: Double
        /// Circular mean of second minus first in this arc, degrees, clockwise positive.
        public var differenceDegrees: Double
        /// Number of samples.
        public var samples: Int
    }

    /// The names of the two sources.
    public var first, second: String
    /// Number of stamps, 20 per second, at which both are known.
    public var samples: Int
    /// Circular mean of second minus first: second = first + offset, clockwise positive.
    public var offsetDegrees: Double
    /// Circular standard deviation of second minus first.
    @Nullable public var spreadDegrees: Double?
    /// Circular correlation coefficient, -1...1 (S. R. Jammalamadaka, Y. R. Sarma, 1988; Jammalamadaka & SenGupta,
    /// Topics in Circular Statistics, 2001, 8.2); null if one of the two does not turn.
    @Nullable public var correlation: Double?
    /// Lag of the second behind the first; null where the motion does not determine it (`HeadingLag`).
    @Nullable public var delayMilliseconds: Double?
    /// The difference as a function of the first heading, in arcs of 15 degrees with at least half a second of data.
    public var curve: [Bin]

    /// RMS of the difference, offset included, degrees; at most 180, unlike the circular standard deviation, which has
    /// no bound.
    public var rmsDegrees: Double {
        min(180, (offsetDegrees * offsetDegrees + (spreadDegrees ?? 0) * (spreadDegrees ?? 0)).squareRoot())
    }

    private static let step: Int64 = 50_000_000
    private static let arcs = 24
    private static let fewestPerArc = 10
    /// Longest delay that is searched for a source with one sample per second, seconds.
    private static let longestDelayOfFixes = 3.0

    /// `nil` with less than two seconds in common.
    public init?(_ first: HeadingSeries, _ second: HeadingSeries) {
        guard let a = first.samples.times.first, let b = second.samples.times.first,
            let c = first.samples.times.last, let d = second.samples.times.last, min(c, d) > max(a, b)
        else { return nil }
        let start = max(a, b)
        let clock = first.clock(from: start, to: min(c, d), step: Self.step)
        let (x, y) = (first.values(at: clock), second.values(at: clock))
        let pairs = zip(x, y).filter { $0.0.isFinite && $0.1.isFinite }
        guard pairs.count >= 40 else { return nil }
        self.first = first.name
        self.second = second.name
        samples = pairs.count
        var statistics = CircularStatistics()
        for (u, v) in pairs { statistics.add(v - u) }
        offsetDegrees = Angle.degrees(statistics.mean ?? 0)
        spreadDegrees = Angle.degrees(statistics.standardDeviation)
        correlation = Self.correlation(pairs)
        let isSlow = max(first.maximumGap, second.maximumGap) > Comparison.maximumGap
        delayMilliseconds =
            HeadingLag(
                times: clock, estimates: y, references: x,
                longest: isSlow ? Self.longestDelayOfFixes : HeadingLag.longest)?.milliseconds
        curve = Self.curve(pairs)
    }

    private static func correlation(_ pairs: [(Double, Double)]) -> Double? {
        var (a, b) = (CircularStatistics(), CircularStatistics())
        for (u, v) in pairs {
            a.add(u)
            b.add(v)
        }
        guard let meanA = a.mean, let meanB = b.mean else { return nil }
        var (ab, aa, bb) = (0.0, 0.0, 0.0)
        for (u, v) in pairs {
            let (s, t) = (Double.sin(u - meanA), Double.sin(v - meanB))
            ab += s * t
            aa += s * s
            bb += t * t
        }
        return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : nil
    }

    private static func curve(_ pairs: [(Double, Double)]) -> [Bin] {
        var statistics = [CircularStatistics](repeating: CircularStatistics(), count: arcs)
        var counts = [Int](repeating: 0, count: arcs)
        let width = 360 / Double(arcs)
        for (u, v) in pairs {
            let arc = min(arcs - 1, Int(clamping: Angle.wrapHeadingDegrees(Angle.degrees(u)) / width))
            statistics[arc].add(v - u)
            counts[arc] += 1
        }
        return (0..<arcs).compactMap { arc in
            guard counts[arc] >= fewestPerArc, let mean = statistics[arc].mean else { return nil }
            return Bin(
                headingDegrees: (Double(arc) + 0.5) * width, differenceDegrees: Angle.degrees(mean),
                samples: counts[arc])
        }
    }
}

/// A heading over time from any source: a filter, the device's attitude or compass, the course over ground.
public struct HeadingSeries: Sendable {
    /// The source, such as `kalman`, `device`, `device-compass`, `course`.
    public let name: String
    /// Radians clockwise from north, at ascending stamps.
    public let samples: SampleStream<Double>
    /// The longest gap between two samples that is interpolated, nanoseconds.
    public let maximumGap: Int64

    /// The least speed over ground for a valid course, m/s; a brisk walk is 1.5.
    public static let slowestForCourse = 1.0
    /// The longest gap between location fixes, nanoseconds: they come once a second, sometimes less often.
    public static let maximumGapOfFixes: Int64 = 2_500_000_000

    /// A heading from samples; samples that are not finite are omitted.
    public init(name: String, samples: SampleStream<Double>, maximumGap: Int64 = Comparison.maximumGap) {
        self.name = name
        self.maximumGap = maximumGap
        let kept = samples.values.indices.filter { samples.values[$0].isFinite }
        self.samples = SampleStream(times: kept.map { samples.times[$0] }, values: kept.map { samples.values[$0] })
    }

    /// The heading of an axis of a track, where it is defined.
    public init(track: OrientationTrack, axis: HeadingAxis) {
        self.init(
            name: track.name,
            samples: SampleStream(
                times: track.times, values: track.estimates.map { $0.orientation.heading(of: axis) ?? .nan }))
    }

    /// The course of moving location fixes, clockwise from true north.
    /// - Parameters:
    ///   - fixes: with speed and course.
    ///   - turn: added to the course, radians, for another north.
    public init(courseOf fixes: SampleStream<LocationFix>, turn: Double) {
        self.init(
            name: "course",
            samples: SampleStream(
                times: fixes.times,
                values: fixes.values.map { fix in
                    fix.speed >= Self.slowestForCourse ? Angle.radians(fix.course) + turn : .nan
                }),
            maximumGap: Self.maximumGapOfFixes)
    }

    /// The part of a hole that a clock keeps at each end, nanoseconds: longer than the delays that are searched.
    private static let keptOfHoles: Int64 = 10_000_000_000

    /// The stamps of a uniform clock that skips the inside of long holes, so that its length follows the number of
    /// samples and not the duration.
    func clock(from start: Int64, to end: Int64, step: Int64) -> [Int64] {
        var clock: [Int64] = []
        var time = start
        var row = samples.index(atOrAfter: start)
        while time <= end {
            while row < samples.count, samples.times[row] <= time { row += 1 }
            clock.append(time)
            time += step
            guard row > 0, row < samples.count, samples.times[row] - samples.times[row - 1] > maximumGap,
                time - samples.times[row - 1] > Self.keptOfHoles
            else { continue }
            let inside = samples.times[row] - Self.keptOfHoles - time
            if inside > 0 { time += inside / step * step }
        }
        return clock
    }

    /// The heading at ascending stamps, radians; NaN where there is none.
    func values(at clock: [Int64]) -> [Double] {
        var row = 0
        return clock.map { time in
            while row + 1 < samples.count && samples.times[row + 1] <= time { row += 1 }
            guard row < samples.count, samples.times[row] <= time else { return .nan }
            if samples.times[row] == time { return samples.values[row] }
            guard row + 1 < samples.count else { return .nan }
            let interval = samples.times[row + 1] - samples.times[row]
            guard interval <= maximumGap else { return .nan }
            let turn = Angle.wrap(samples.values[row + 1] - samples.values[row])
            return samples.values[row] + turn * Double(time - samples.times[row]) / Double(interval)
        }
    }
}
