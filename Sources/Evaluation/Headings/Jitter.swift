import RealModule
import Rotations

/// Jitter: the deviation of a signal from its own centred mean over 0.5 s.
///
/// For each sample whose window lies inside one gapless stretch, r = value - mean(values within 0.25 s). The jitter is
/// the root mean square of r, in the unit of the signal. Several components (x and y of a label) form one vector: the
/// squares of their deviations add. Signals of several places can be accumulated.
public struct Jitter: Sendable, Hashable {
    /// Half of the window, nanoseconds.
    public static let halfWindow: Int64 = 250_000_000
    /// The longest gap between two samples inside one stretch, nanoseconds.
    public static let maximumGap: Int64 = 100_000_000

    /// Samples with a complete window.
    public private(set) var samples = 0
    private var sumOfSquares = 0.0

    /// An empty accumulator.
    public init() {}

    /// Adds a signal of one or several components.
    ///
    /// - Parameters:
    ///   - times: nanoseconds, ascending.
    ///   - components: each with one value per stamp; NaN in any of them ends a stretch.
    public mutating func add(times: [Int64], components: [[Double]]) {
        precondition(components.allSatisfy { $0.count == times.count }, "one stamp per value")
        var start = 0
        for index in times.indices {
            let known = components.allSatisfy { $0[index].isFinite }
            if !known || (index > start && times[index] - times[index - 1] > Self.maximumGap) {
                add(stretch: start..<index, times, components)
                start = known ? index : index + 1
            }
        }
        if start < times.count { add(stretch: start..<times.count, times, components) }
    }

    /// Adds a signal of angles, radians. They are unwrapped first: a step from 359 to 1 degree counts as 2 degrees.
    public mutating func add(times: [Int64], angles: [Double]) {
        var unrolled = angles
        for index in unrolled.indices.dropFirst() where unrolled[index - 1].isFinite {
            unrolled[index] = unrolled[index - 1] + Angle.wrap(unrolled[index] - unrolled[index - 1])
        }
        add(times: times, components: [unrolled])
    }

    /// The root mean square deviation, in the unit of the signal; `nil` without a sample.
    public var standardDeviation: Double? {
        samples > 0 ? (sumOfSquares / Double(samples)).squareRoot() : nil
    }

    /// The jitter with that of the reference (the hand's own motion) subtracted in quadrature: sqrt(max(0, s^2 - r^2)).
    /// `nil` if one of the two has no sample.
    public func excess(over reference: Jitter) -> Double? {
        guard samples > 0, reference.samples > 0 else { return nil }
        let difference = sumOfSquares / Double(samples) - reference.sumOfSquares / Double(reference.samples)
        return max(0, difference).squareRoot()
    }

    /// One pass with running sums about the first value of the stretch, which avoids cancellation.
    private mutating func add(stretch: Range<Int>, _ times: [Int64], _ components: [[Double]]) {
        guard let first = stretch.first, let last = stretch.last else { return }
        var counted = false
        for values in components {
            let origin = values[first]
            var (low, high, sum) = (first, first, 0.0)
            for index in stretch {
                while high <= last && times[high] - times[index] <= Self.halfWindow {
                    sum += values[high] - origin
                    high += 1
                }
                while times[index] - times[low] > Self.halfWindow {
                    sum -= values[low] - origin
                    low += 1
                }
                guard times[index] - times[first] >= Self.halfWindow, times[last] - times[index] >= Self.halfWindow
                else { continue }
                let residual = values[index] - origin - sum / Double(high - low)
                sumOfSquares += residual * residual
                if !counted { samples += 1 }
            }
            counted = true
        }
    }
}
