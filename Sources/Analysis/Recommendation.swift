import Foundation
import OrientationFilters
import SensorModels

/// Which of the filters that ran to use, and why.
enum Recommendation {
    static func section(for filters: [FilterSection], input: FilterInput) -> RecommendationSection? {
        let measured = filters.compactMap { filter in filter.accuracy.map { (filter, $0.totalRMSEDegrees) } }
        if let best = measured.min(by: { $0.1 < $1.1 }) {
            let others = measured.filter { $0.0.name != best.0.name }
                .map { "\($0.0.name) \(degrees($0.1))" }.joined(separator: ", ")
            return RecommendationSection(
                filter: best.0.name, parameters: best.0.parameters,
                why: "the smallest total error against this log's reference: \(degrees(best.1)) RMSE"
                    + (others.isEmpty ? "" : " (\(others))"))
        }
        // Without a reference the order of the catalogue decides, which the public benchmarks justify (docs/reference/filters.md).
        let order = FilterCatalogue.entries.map(\.information.name)
        guard
            let best = filters.max(by: {
                (order.firstIndex(of: $0.name) ?? -1) < (order.firstIndex(of: $1.name) ?? -1)
            })
        else { return nil }
        return RecommendationSection(
            filter: best.name, parameters: best.parameters,
            why: "the log has no reference; of the filters that ran, \(best.name) does best on the public benchmarks"
                + (input.gyroscope.isEmpty ? " without a gyroscope" : ""))
    }

    private static func degrees(_ value: Double) -> String { String(format: "%.1f\u{B0}", value) }
}
