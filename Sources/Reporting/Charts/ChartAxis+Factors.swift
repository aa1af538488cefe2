import Foundation

extension ChartAxis {
    /// Errors of filters differ by factors: an axis of equal factors, labelled in degrees; points give decimal logarithms.
    static func degreesByFactors(_ values: ClosedRange<Double>, label: String) -> ChartAxis {
        let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]
        let low = steps.last { $0 <= values.lowerBound } ?? steps[0]
        let high = steps.first { $0 >= values.upperBound } ?? steps[steps.count - 1]
        return ChartAxis(
            label: label, domain: log10(low)...log10(max(high, low * 2)),
            ticks: steps.map { Tick(log10($0), NumberText.general($0)) }, kind: .logarithm)
    }
}
