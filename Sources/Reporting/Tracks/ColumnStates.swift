import Figures
import Rotations
import SensorModels
import Vocabulary

/// A filter's state in each pixel column: its largest sigma, rest and disturbance.
package struct ColumnStates {
    private let duration: Double
    private var sigmas: [Double]
    private var disturbed: [Bool]
    /// A column rests where every sample in it rests.
    private var rest: [Bool?]

    /// - Parameters:
    ///   - duration: seconds that the picture shows.
    ///   - columns: pixel columns, at least 1.
    package init(duration: Double, columns: Int) {
        self.duration = duration
        sigmas = [Double](repeating: .nan, count: columns)
        disturbed = [Bool](repeating: false, count: columns)
        rest = [Bool?](repeating: nil, count: columns)
    }

    /// Adds an estimate at `seconds` since the picture's left edge.
    package mutating func add(_ seconds: Double, _ estimate: OrientationEstimate) {
        let column = max(0, min(sigmas.count - 1, Int(clamping: seconds / duration * Double(sigmas.count))))
        let sigma = Angle.degrees(estimate.headingSigma)
        if sigma.isFinite && !(sigmas[column] >= sigma) { sigmas[column] = sigma }
        if estimate.disturbed == .yes { disturbed[column] = true }
        if estimate.rest != .unknown { rest[column] = (rest[column] ?? true) && estimate.rest == .yes }
    }

    /// Standard deviation of the heading over time, degrees; NaN where the filter does not state it.
    package var sigma: [ChartPoint] { sigmas.enumerated().map { ChartPoint(centre(of: $0.offset), $0.element) } }

    /// Intervals with a disturbed field, seconds.
    package var disturbedSpans: [ClosedRange<Double>] { spans(disturbed) }

    /// Intervals of rest, seconds.
    package var restSpans: [ClosedRange<Double>] { spans(rest.map { $0 ?? false }) }

    private func centre(of column: Int) -> Double { (Double(column) + 0.5) / Double(sigmas.count) * duration }

    private func spans(_ flags: [Bool]) -> [ClosedRange<Double>] {
        var result: [ClosedRange<Double>] = []
        var start: Int?
        let width = duration / Double(flags.count)
        for (index, flag) in (flags + [false]).enumerated() {
            if flag {
                start = start ?? index
            } else if let first = start {
                result.append((Double(first) * width)...(Double(index) * width))
                start = nil
            }
        }
        return result
    }
}
