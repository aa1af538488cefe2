import Analysis
import Figures

/// The filters in the order of a report's tables, and those that its pictures show in colour: the others are grey, and
/// hidden until the reader asks for them.
struct ShownFilters {
    /// Filters and the device's own attitude, the smallest heading error first; without errors the recommended one
    /// first.
    let ranked: [FilterSection]
    /// What an app shows today (`AnalysisReport.today`).
    let today: FilterSection?
    /// `nil` where none is recommended.
    let recommended: FilterSection?
    /// Names, in the order of `ranked`.
    let coloured: [String]

    /// More lines of different colours are not told apart at a glance.
    private static let mostColours = 5

    init(_ report: AnalysisReport) {
        let best = report.recommendedFilter
        func rank(_ filter: FilterSection) -> Double {
            filter.accuracy?.headingRMSEDegrees ?? (filter.name == best?.name ? -1 : .infinity)
        }
        let all = report.headings
        ranked = all.indices.sorted { (rank(all[$0]), $0) < (rank(all[$1]), $1) }.map { all[$0] }
        recommended = best
        today = report.today
        let first =
            [best?.name, today?.name].compactMap(\.self) + report.ownTracks.map(\.name)
            + [report.recommendation?.offline].compactMap(\.self)
        var chosen: [String] = []
        for name in first + ranked.map(\.name) where !chosen.contains(name) && chosen.count < Self.mostColours {
            chosen.append(name)
        }
        coloured = ranked.map(\.name).filter(chosen.contains).map { PlainText.line($0, limit: 40) }
    }

    /// A line in a picture over time: coloured with its points, or hidden until the reader asks for it.
    func line(_ name: String, _ points: @autoclosure () -> [ChartPoint]) -> ChartLayer {
        coloured.contains(name)
            ? .line(points(), .filter(name), name: name)
            : .optional(ChartStyle(.muted, width: 1.2, opacity: 0.7), name: name)
    }
}
