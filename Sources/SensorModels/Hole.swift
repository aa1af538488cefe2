import Vocabulary

/// A part of a stream without samples, so long that the motion within it is unknown.
public struct Hole: Sendable, Hashable {
    /// The stamp of the last sample before it, nanoseconds.
    public let start: Int64
    /// The stamp of the first sample behind it, nanoseconds.
    public let end: Int64

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
