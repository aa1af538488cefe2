import Foundation

/// Round distances between ticks, and ticks at their multiples.
enum NiceTicks {
    /// Degrees that divide the circle well.
    static let angleSteps: [Double] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90]
    /// Seconds that divide minutes and hours well.
    static let timeSteps: [Double] = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400]

    /// The smallest listed step with at most `count` intervals; 1, 2 or 5 times a power of ten where none is listed or
    /// large enough, or where the first would give far more than too few.
    static func step(covering span: Double, count: Int, from steps: [Double]) -> Double {
        let ideal = span / Double(max(1, count))
        if let first = steps.first, ideal >= first / 2, let step = steps.first(where: { $0 >= ideal }) { return step }
        guard ideal > 0, ideal.isFinite else { return 1 }
        let magnitude = pow(10, floor(log10(ideal)))
        let factor = [1.0, 2, 5].first { $0 * magnitude >= ideal * (1 - 1e-9) } ?? 10
        return factor * magnitude
    }

    /// The multiples of `step` inside a domain, at most a thousand, with as many decimals as the step has.
    static func ticks(in domain: ClosedRange<Double>, step: Double) -> [ChartAxis.Tick] {
        guard step > 0 else { return [] }
        let first = (domain.lowerBound / step - 1e-9).rounded(.up)
        let last = (domain.upperBound / step + 1e-9).rounded(.down)
        guard last >= first, last - first <= 1000 else { return [] }
        let decimals = max(0, min(9, Int((-log10(step) - 1e-9).rounded(.up))))
        return stride(from: first, through: last, by: 1).map { multiple in
            let value = multiple == 0 ? 0 : multiple * step
            return ChartAxis.Tick(value, NumberText.fixed(value, decimals: decimals))
        }
    }
}
