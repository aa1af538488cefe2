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
