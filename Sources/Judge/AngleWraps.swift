import Rotations
import SensorModels
import Vocabulary

/// Angles that wrap around: within half a circle, or from 0 to a whole one, with jumps of nearly a whole circle between
/// neighbours that hardly change otherwise. No rate does that.
package struct AngleWraps {
    /// The readings before and behind the first jump.
    package let before, after: Double

    /// Half a circle in degrees, radians and milliradians.
    private static let halfCircles: [Double] = [180, .pi, 3142]

    /// `nil` for readings that do not wrap around.
    package init?<Numbers: RandomAccessCollection<Double>>(_ numbers: Numbers) where Numbers.Index == Int {
        let largest = numbers.lazy.map { $0.magnitude }.max() ?? 0
        guard
            let half = Self.halfCircles.first(where: {
                0.9 * $0 < largest && largest < 1.001 * $0 || 1.8 * $0 < largest && largest < 2.002 * $0
            }), largest < 1.5 * half || numbers.allSatisfy({ $0 >= 0 })
        else { return nil }
        let steps = zip(numbers, numbers.dropFirst()).map { ($1 - $0).magnitude }
        guard let usual = Percentile.upperMedian(steps), usual < 0.1 * half,
            let first = steps.indices.first(where: { index in
                steps[index] > 1.6 * half && (index == 0 || steps[index - 1] < 0.3 * half)
            })
        else { return nil }
        (before, after) = (numbers[first], numbers[first + 1])
    }

    /// By the first axis that wraps around.
    package init?(_ stream: VectorStream) {
        let found = (0..<3).lazy.compactMap { axis in AngleWraps(stream.values.lazy.map { $0[axis] }) }.first
        guard let found else { return nil }
        self = found
    }
}
