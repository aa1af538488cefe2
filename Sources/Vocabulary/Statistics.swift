import RealModule

/// Percentiles and medians. Two definitions are in use; they differ for an even count, and the names say which one it is.
public enum Percentile {
    /// The percentile by linear interpolation between order statistics (R. Hyndman, Y. Fan, The American Statistician 50,
    /// 1996, definition 7, as numpy's default).
    /// - Parameters:
    ///   - values: ascending and not empty.
    ///   - fraction: 0...1.
    public static func of(sorted values: [Double], _ fraction: Double) -> Double {
        let position = fraction * Double(values.count - 1)
        let low = Int(clamping: position)
        let high = min(low + 1, values.count - 1)
        return values[low] + (position - Double(low)) * (values[high] - values[low])
    }

    /// The same of values in any order, not empty. O(n).
    public static func of(_ values: [Double], _ fraction: Double) -> Double {
        var values = values
        var begin = 0
        return next(fraction, of: &values, after: &begin)
    }

    /// Several percentiles of the same values, for fractions in ascending order. O(n) each.
    public static func of(_ values: [Double], _ fractions: [Double]) -> [Double] {
        var values = values
        var begin = 0
        return fractions.map { next($0, of: &values, after: &begin) }
    }

    /// - Parameter begin: the index before which all values are in their part of the order.
    private static func next(_ fraction: Double, of values: inout [Double], after begin: inout Int) -> Double {
        let position = fraction * Double(values.count - 1)
        let low = min(Int(clamping: position), values.count - 1)
        select(low, in: &values, from: begin)
        begin = low
        let next = values[(low + 1)...].min() ?? values[low]
        return values[low] + (position - Double(low)) * (next - values[low])
    }

    /// The median of values in any order, the mean of the two middle ones for an even count; `nil` for none.
    public static func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : of(values, 0.5) }

    /// The upper median of values in any order: the larger of the two middle ones for an even count, always one of the values
    /// themselves; `nil` for none.
    @inlinable
    public static func upperMedian<Value: Comparable>(_ values: [Value]) -> Value? {
        guard !values.isEmpty else { return nil }
        var values = values
        select(values.count / 2, in: &values)
        return values[values.count / 2]
    }

    /// Brings the value that has the index `rank` in ascending order there, none larger before it and none smaller after it.
    ///
    /// Selection (C. A. R. Hoare, Algorithm 65, 1961): only the part with the rank is parted further, in three.
    /// - Parameter begin: no value before this index belongs behind it; at most the rank.
    @inlinable
    static func select<Value: Comparable>(_ rank: Int, in values: inout [Value], from begin: Int = 0) {
        values.withUnsafeMutableBufferPointer { select(rank, in: $0, from: begin) }
    }

    @inlinable
    static func select<Value: Comparable>(_ rank: Int, in values: UnsafeMutableBufferPointer<Value>, from begin: Int) {
        var (low, high) = (begin, values.count)
        for _ in 0..<64 {
            guard high - low > 3 else { break }
            let (first, middle, last) = (values[low], values[(low + high) / 2], values[high - 1])
            let pivot = max(min(first, middle), min(max(first, middle), last))
            var (less, next, greater) = (low, low, high)
            while next < greater {
                if values[next] < pivot {
                    values.swapAt(less, next)
                    less += 1
                    next += 1
                } else if pivot < values[next] {
                    greater -= 1
                    values.swapAt(next, greater)
                } else {
                    next += 1
                }
            }
            if rank < less {
                high = less
            } else if rank >= greater {
                low = greater
            } else {
                return
            }
        }
        // What is left is short, or of an order that never parts well.
        values[low..<high].sort()
    }
}

extension Array {
    /// How many elements at the beginning fulfil a condition that no element after them does, as in an ascending array.
    /// O(log n).
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
