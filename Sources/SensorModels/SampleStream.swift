import Rotations
import Vocabulary

/// Time-stamped samples of one sensor, in the order of their stamps; equal stamps are allowed and keep their order.
///
/// `times` are integer nanoseconds of the log's own clock; `values` has the same count.
public struct SampleStream<Value: Sendable>: Sendable {
    /// Nanoseconds of the log's own clock, ascending.
    public var times: [Int64]
    /// One value per stamp.
    public var values: [Value]

    /// From stamps and values; precondition: equal counts.
    public init(times: [Int64] = [], values: [Value] = []) {
        precondition(times.count == values.count, "a stream has one time stamp per value")
        self.times = times
        self.values = values
    }

    /// How many samples there are.
    @inlinable public var count: Int { times.count }
    /// Whether there is no sample.
    @inlinable public var isEmpty: Bool { times.isEmpty }

    /// Adds a sample at the end; the stamp must not be before the last one.
    @inlinable
    public mutating func append(_ value: Value, at time: Int64) {
        times.append(time)
        values.append(value)
    }

    /// Seconds from the first to the last sample; 0 with fewer than two.
    public var duration: Double {
        guard let first = times.first, let last = times.last else { return 0 }
        return Double(last - first) * 1e-9
    }

    /// The index of the first sample whose stamp is `time` or later; `count` where there is none. O(log n).
    public func index(atOrAfter time: Int64) -> Int { times.prefixLength { $0 < time } }

    /// The value of the sample that follows a time, or is the last, within `distance` nanoseconds; `nil` without one.
    public func value(near time: Int64, within distance: UInt64 = 100_000_000) -> Value? {
        guard !isEmpty else { return nil }
        let next = Swift.min(index(atOrAfter: time), count - 1)
        return (times[next] &- time).magnitude < distance ? values[next] : nil
    }

    /// The samples whose stamps lie in the closed interval, for an ordered stream.
    public func clipped(to interval: ClosedRange<Int64>) -> SampleStream {
        let start = index(atOrAfter: interval.lowerBound)
        var end = start
        while end < count && times[end] <= interval.upperBound { end += 1 }
        return SampleStream(times: Array(times[start..<end]), values: Array(values[start..<end]))
    }
}

/// Samples of a three-axis sensor, device axes.
public typealias VectorStream = SampleStream<Vector3>
/// Orientations, device to earth.
public typealias QuaternionStream = SampleStream<Quaternion>

extension SampleStream: Equatable where Value: Equatable {}

extension SampleStream where Value == Vector3 {
    /// Every value through `transform` (a calibration, say), stamps unchanged.
    @inlinable
    public func mapped(_ transform: (Vector3) -> Vector3) -> VectorStream {
        VectorStream(times: times, values: values.map(transform))
    }
}

/// A location fix.
public struct LocationFix: Sendable, Hashable {
    /// Where.
    public var place: GeodeticPosition
    /// Whether the height is known; it is 0 where it is not.
    public var hasHeight: Bool
    /// Horizontal accuracy, metres; NaN where unknown.
    public var accuracy: Double
    /// Speed over ground, m/s; NaN where unknown.
    public var speed: Double
    /// Course over ground, degrees clockwise from true north; NaN where unknown.
    public var course: Double
    /// Accuracy of the course, degrees; NaN where unknown.
    public var courseAccuracy: Double

    /// A fix; what is not given is unknown.
    public init(
        place: GeodeticPosition, hasHeight: Bool = true, accuracy: Double = .nan, speed: Double = .nan,
        course: Double = .nan, courseAccuracy: Double = .nan
    ) {
        (self.place, self.hasHeight, self.accuracy, self.speed) = (place, hasHeight, accuracy, speed)
        (self.course, self.courseAccuracy) = (course, courseAccuracy)
    }
}

#if !hasFeature(Embedded)
    extension LocationFix: Codable {}
#endif

/// What counts as a reading of a three-axis sensor, whatever its kind.
public enum SensorReading {
    /// Larger components, in rad/s, m/s^2 or microtesla, are implausible: no sensor measures them, and their squares
    /// and cubes overflow in a filter.
    public static let largestComponent = 1e7
}

extension Vector3 {
    /// Whether it is a plausible reading: finite, every component below `SensorReading.largestComponent`.
    @inlinable public var isReading: Bool {
        // A comparison with NaN is false.
        x.magnitude < SensorReading.largestComponent && y.magnitude < SensorReading.largestComponent
            && z.magnitude < SensorReading.largestComponent
    }
}

/// A part of a stream without samples, so long that the motion within it is unknown.
public struct Hole: Sendable, Hashable {
    /// The stamp of the last sample before it, nanoseconds.
    public let start: Int64
    /// The stamp of the first sample behind it, nanoseconds.
    public let end: Int64

    /// From the stamps beside it, nanoseconds.
    package init(start: Int64, end: Int64) { (self.start, self.end) = (start, end) }

    /// Nanoseconds.
    public var length: Int64 { end &- start }

    /// Shorter intervals are no holes, nanoseconds.
    public static let shortest: Int64 = 1_000_000_000
    /// Up to this multiple of the median interval, an interval of a slow stream is no hole.
    public static let medians: Int64 = 10
}

extension [Int64] {
    /// The holes between ascending stamps, nanoseconds, in their order: intervals of more than a second and of more
    /// than ten times the median one.
    public var holes: [Hole] {
        // The median is needed only where an interval is long.
        guard (1..<Swift.max(1, count)).contains(where: { self[$0] &- self[$0 - 1] > Hole.shortest }) else { return [] }
        guard let median = medianInterval else { return [] }
        let limit = Swift.max(Hole.shortest, median > Int64.max / Hole.medians ? .max : median * Hole.medians)
        return indices.dropFirst().filter { self[$0] &- self[$0 - 1] > limit }
            .map { Hole(start: self[$0 - 1], end: self[$0]) }
    }

    /// The median of the intervals between stamps that differ, nanoseconds; `nil` where none do.
    public var medianInterval: Int64? {
        Percentile.upperMedian(zip(dropFirst(), self).map { $0 &- $1 }.filter { $0 > 0 })
    }
}
