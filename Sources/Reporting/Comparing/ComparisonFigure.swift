import Analysis
import Evaluation
import Foundation

/// The sorted errors of filters over the recordings, which show a filter that fails on a few.
enum ComparisonFigure {
    /// More lines cannot be told apart.
    private static let most = 6

    /// `nil` for fewer than three recordings with a reference.
    static func errors(_ report: ComparisonReport) -> Figure? {
        let headline = report.definition.headline
        let best = report.overall.sorted { ($0.mean(of: headline) ?? .infinity) < ($1.mean(of: headline) ?? .infinity) }
            .prefix(most).map(\.name)
        let shown = report.overall.filter { best.contains($0.name) }
        let curves = shown.map { ComparisonPictures.errors(of: $0.name, on: report.recordings, headline) }
        guard let longest = curves.map(\.count).max(), longest >= 3,
            let largest = curves.joined().max(), let smallest = curves.joined().filter({ $0 > 0 }).min()
        else { return nil }
        let caption =
            "The errors (\(headline.title), degrees) of each filter, sorted over its recordings: a line that stays low is good on all of them."
            + (shown.count < report.overall.count ? " The \(most) filters with the smallest means are shown." : "")
        return .overTime(
            title: "Errors by share of recordings", caption: caption,
            x: .exactly(0...100, label: "share of recordings, %", count: 10),
            narrowX: .exactly(0...100, label: "share of recordings, %", count: 4),
            y: .degreesByFactors(smallest...largest, label: "\(headline.title), degrees")
        ) { _ in
            zip(shown, curves).map { filter, errors in
                .line(points(errors), .filter(filter.name), name: filter.name)
            }
        }
    }

    private static func points(_ sorted: [Double]) -> [ChartPoint] {
        sorted.enumerated().filter { $1 > 0 }.map {
            ChartPoint(100 * (Double($0) + 0.5) / Double(sorted.count), log10($1))
        }
    }
}
