import Analysis
import Figures
import Smoothing
import Vocabulary

extension ChartStyle {
    /// The style of a filter by its name, the same in every picture. Those compared by default have colours of their
    /// own; a name that is not in the catalogue has one of the remaining styles.
    public static func filter(_ name: String) -> ChartStyle {
        if name == PreparedLog.deviceName { return ChartStyle(.ink, width: 1.4, dashes: [6, 3, 1.5, 3]) }
        if let index = filterOrder.firstIndex(of: name) { return .series(index) }
        let free = 30 - filterOrder.count
        let sum = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
        return .series(filterOrder.count + sum % max(1, free))
    }

    private static let filterOrder: [String] = {
        let first = ["lowpass", "complementary", "kalman", "vqf", "sensorlab", "map", "fixed-lag"]
        return first + EstimatorCatalogue.entries.map(\.information.name).filter { !first.contains($0) }
    }()
}
