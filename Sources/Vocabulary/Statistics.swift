import RealModule

/// Percentiles and medians. `median` and `upperMedian` differ for an even count.
public enum Percentile {
    /// The percentile by linear interpolation between order statistics (R. Hyndman, Y. Fan, The American Statistician
    /// 50, 1996, definition 7, as numpy's default).
    /// - Parameters:
    ///   - values: ascending and not empty.
    ///   - fraction: 0...1.
    public static func of(sorted values: [Double], _ fraction: Double) -> Double {
        let position = fraction * Double(values.count - 1)
        let low = Int(clamping: position)
        let high = min(low + 1, values.count - 1)
        return values[low] + (position - Double(low)) * (values[high] - values[low])
    }

    /// The percentile of values in any order, not empty. O(n).
    public static func of(_ values: [Double], _ fraction: Double) -> Double { of(values, [fraction])[0] }

    /// Several percentiles of the same values, for fractions in ascending order. O(n log k) for k fractions.
    public static func of(_ values: [Double], _ fractions: [Double]) -> [Double] {
        var values = values
        return arranging(&values, fractions)
    }

    /// The same, in place: the order of the values changes.
    public static func arranging(_ values: inout [Double], _ fractions: [Double]) -> [Double] {
        let last = values.count - 1
        let positions = fractions.map { $0 * Double(last) }
        let ranks = positions.map { min(Int(clamping: $0), last) }
        // Each rank once: the value there and the next one in ascending order.
        var found: [(rank: Int, value: Double, next: Double)] = []
        for rank in ranks where found.last?.rank != rank { found.append((rank, 0, 0)) }
        values.withUnsafeMutableBufferPointer { place(&found, found.indices, in: $0, 0, $0.count) }
        var index = 0
        return zip(positions, ranks).map { position, rank in
            while found[index].rank != rank { index += 1 }
            let (value, next) = (found[index].value, found[index].next)
            return value + (position - Double(rank)) * (next - value)
        }
    }

    /// Selects the middle rank first; lower and higher ranks are then searched in the values before and after it.
    /// - Parameters:
    ///   - low: start of the searched part; no value before it is larger than one in it.
    ///   - high: end of the searched part; the value at this index, if any, is in its sorted place.
    private static func place(
        _ found: inout [(rank: Int, value: Double, next: Double)], _ part: Range<Int>,
        in values: UnsafeMutableBufferPointer<Double>, _ low: Int, _ high: Int
    ) {
        guard !part.isEmpty else { return }
        let middle = (part.lowerBound + part.upperBound) / 2
        let rank = found[middle].rank
        select(rank, in: values, from: low, to: high)
        var next = values[high < values.count ? high : rank]
        if rank + 1 < high {
            next = values[rank + 1]
            for index in rank + 2..<max(rank + 2, high) { next = min(next, values[index]) }
        }
        (found[middle].value, found[middle].next) = (values[rank], next)
        place(&found, part.lowerBound..<middle, in: values, low, rank)
        place(&found, middle + 1..<part.upperBound, in: values, rank + 1, high)
    }

    /// The median of values in any order, the mean of the two middle ones for an even count; `nil` for none.
    public static func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : of(values, 0.5) }

    /// The upper median of values in any order: the larger of the two middle ones for an even count, always one of the
    /// values themselves; `nil` for none.
    @inlinable
    public static func upperMedian<Value: Comparable>(_ values: [Value]) -> Value? {
        guard !values.isEmpty else { return nil }
        var values = values
        select(values.count / 2, in: &values)
        return values[values.count / 2]
    }

    /// Moves the value with the index `rank` in ascending order to that index, none larger before it
    /// and none smaller after it.
    @inlinable
    static func select<Value: Comparable>(_ rank: Int, in values: inout [Value]) {
        values.withUnsafeMutableBufferPointer { select(rank, in: $0, from: 0, to: $0.count) }
    }

    /// The same between two indices with the rank between them: smaller values precede the first, larger ones
    /// follow from the second on.
    ///
    /// Quickselect (C. A. R. Hoare, Algorithm 65, 1961) with N. Lomuto's partition (J. Bentley, Programming Pearls,
    /// 1986), which has no branch that depends on a value: in random order the processor would mispredict every second
    /// one. Above `manyValues` values a sample gives the pivot (R. W. Floyd, R. L. Rivest, Algorithm 489, 1975), so
    /// that the first two partitions leave a small part.
    @inlinable
    static func select<Value: Comparable>(
        _ rank: Int, in values: UnsafeMutableBufferPointer<Value>, from begin: Int, to end: Int
    ) {
        var (low, high) = (begin, end)
        for _ in 0..<64 {
            guard high - low > 3 else { break }
            let pivot: Value
            if high - low > manyValues {
                pivot = sampled(rank, in: values, from: low, to: high)
            } else {
                let (first, middle, last) = (values[low], values[(low + high) / 2], values[high - 1])
                pivot = max(min(first, middle), min(max(first, middle), last))
            }
            let less = part(values, low, high) { $0 < pivot }
            if rank < less {
                high = less
                continue
            }
            // Values equal to the pivot, of which there is at least one.
            let greater = part(values, less, high) { !(pivot < $0) }
            guard rank >= greater else { return }
            low = greater
        }
        // The rest is short, or in an order that never partitions well.
        values[low..<high].sort()
    }

    /// Above this number of values, a sample gives the pivot.
    @usableFromInline static let manyValues = 4096
    /// Number of values in that sample.
    @usableFromInline static let sampleSize = 256

    /// A pivot from a sample that is evenly spread over a part of the values. It is shifted a little beyond the rank
    /// towards the larger side, so that the rank nearly always falls into the smaller part.
    @inlinable
    static func sampled<Value: Comparable>(
        _ rank: Int, in values: UnsafeMutableBufferPointer<Value>, from low: Int, to high: Int
    ) -> Value {
        let count = high - low
        var sample = (0..<sampleSize).map { values[low + count / sampleSize * $0] }
        let place = (rank - low) * sampleSize / count
        // 1.5 standard deviations of the rank of a sample's median: 1.5 sqrt(256) / 2.
        let margin = 12
        let shifted = 2 * (rank - low) < count ? place + margin : place - margin
        let chosen = min(max(shifted, 0), sampleSize - 1)
        select(chosen, in: &sample)
        return sample[chosen]
    }

    /// Moves the values that fulfil a condition to the front; returns the index after them.
    @inlinable @inline(__always)
    static func part<Value>(
        _ values: UnsafeMutableBufferPointer<Value>, _ low: Int, _ high: Int, _ belongsInFront: (Value) -> Bool
    ) -> Int {
        var front = low
        for index in low..<high {
            let value = values[index]
            values[index] = values[front]
            values[front] = value
            front += belongsInFront(value) ? 1 : 0
        }
        return front
    }
}

extension Array {
    /// The number of leading elements that fulfil a condition, by bisection: no element after them
    /// may fulfil it. O(log n).
    @inlinable
    public func prefixLength(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Running mean and spread of angles on the circle (N. I. Fisher, Statistical Analysis of Circular Data, 1993, 2.3).
///
/// Angles are never averaged as numbers: the mean of 359 and 1 degree is 0, not 180.
public struct CircularStatistics: Sendable {
    @usableFromInline var sine = 0.0
    @usableFromInline var cosine = 0.0
    @usableFromInline var weight = 0.0

    /// No data.
    @inlinable public init() {}

    /// Adds an angle in radians with a weight >= 0.
    @inlinable
    public mutating func add(_ radians: Double, weight w: Double = 1) {
        sine += w * Double.sin(radians)
        cosine += w * Double.cos(radians)
        weight += w
    }

    /// The mean direction, radians in (-pi, pi]; `nil` without data or where the directions cancel.
    @inlinable public var mean: Double? {
        guard weight > 0, resultantLength > 1e-12 else { return nil }
        return Double.atan2(y: sine, x: cosine)
    }

    /// The mean resultant length R in [0, 1]: 1 for equal angles, 0 for evenly spread ones.
    @inlinable public var resultantLength: Double {
        weight > 0 ? min(1, (sine * sine + cosine * cosine).squareRoot() / weight) : 0
    }

    /// The circular standard deviation sqrt(-2 ln R), radians; infinite for R = 0.
    @inlinable public var standardDeviation: Double { (-2 * Double.log(resultantLength)).squareRoot() }
}
