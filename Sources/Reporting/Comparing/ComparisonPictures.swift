import Analysis
import Evaluation
import Figures
import Foundation
import Vocabulary

/// The filters of a comparison beside each other: means with their intervals, and the spread of the errors in every
/// group.
struct ComparisonPictures {
    /// Mean errors with 95 % intervals, the best filter on top; `nil` for fewer than five recordings, which have no
    /// interval.
    let means: Figure?
    /// Smallest error, quartiles and largest error per filter, a picture per group; empty without groups.
    let groups: [Figure]

    /// The seed of the intervals' resampling.
    private static let seed: UInt64 = 1

    init(_ report: ComparisonReport) {
        let metric = report.definition.headline
        means = Self.means(report, metric)
        let names = report.groups.count > 1 ? report.groups.map(\.name) : []
        groups = names.compactMap { group in
            Self.spread(report.recordings.filter { $0.group == group }, of: group, report, metric)
        }
    }

    /// The errors of one filter over recordings, ascending.
    static func errors(of filter: String, on recordings: [ComparedRecording], _ metric: Metric) -> [Double] {
        recordings.compactMap { $0.error(of: filter, metric) }.filter { $0 > 0 }.sorted()
    }

    private static func means(_ report: ComparisonReport, _ metric: Metric) -> Figure? {
        let rows = report.overall.compactMap { filter -> IntervalRows.Row? in
            let errors = errors(of: filter.name, on: report.recordings, metric)
            guard let interval = PairedBootstrap(units: errors.count, seed: seed).interval(ofMean: errors) else {
                return nil
            }
            return IntervalRows.Row(
                name: filter.name, dot: errors.reduce(0, +) / Double(errors.count),
                thin: max(interval.low, 1e-3)...interval.high)
        }
        return IntervalRows.ranked(rows).figure(
            title: "Mean errors with their 95 % intervals", label: "\(metric.title), degrees",
            caption: "Mean over the recordings (\(metric.title), degrees) with its 95 % interval by bootstrap over the "
                + "recordings. Filters with overlapping intervals may still differ: see the paired differences below.")
    }

    private static func spread(
        _ recordings: [ComparedRecording], of group: String, _ report: ComparisonReport, _ metric: Metric
    ) -> Figure? {
        let name = PlainText.line(group, limit: 40)
        let rows = report.overall.compactMap { filter -> IntervalRows.Row? in
            let errors = errors(of: filter.name, on: recordings, metric)
            guard let least = errors.first, let most = errors.last, errors.count > 2 else { return nil }
            let quartiles = Percentile.of(sorted: errors, 0.25)...Percentile.of(sorted: errors, 0.75)
            return IntervalRows.Row(
                name: filter.name, dot: Percentile.of(sorted: errors, 0.5), thin: least...most, thick: quartiles)
        }
        return IntervalRows.ranked(rows).figure(
            title: "Errors in the group \(name)", label: "\(metric.title), degrees",
            caption:
                "\(name): median (dot), quartiles (thick) and range (thin) of the errors over the recordings, degrees.")
    }
}

/// The errors of every filter on every recording, shaded by their size.
struct ComparisonHeatMap {
    /// An error and how dark it is.
    struct Cell {
        let text: String
        /// 0 (smallest) to 6; `nil` without an error.
        let level: Int?
        /// The class of its style.
        let shade: String

        init(text: String, level: Int?) {
            (self.text, self.level) = (text, level)
            shade = level.map { "h\($0)" } ?? ""
        }
    }

    /// One recording.
    struct Row {
        let name: String
        /// The page of its report; `nil` without one.
        let link: String?
        let cells: [Cell]
    }

    let caption: String
    let filters: [String]
    let rows: [Row]

    private static let levels = 7

    /// `nil` for fewer than two recordings with a reference.
    init?(_ report: ComparisonReport) {
        let metric = report.definition.headline
        let measured = report.recordings.filter(\.isMeasured)
        let all = report.overall.flatMap { ComparisonPictures.errors(of: $0.name, on: measured, metric) }
        guard measured.count > 1, let least = all.min(), let most = all.max() else { return nil }
        let scale = Double(Self.levels) / max(log10(most / least), 1e-9)
        caption =
            "\(metric.title.capitalizedFirst) in degrees; darker cells have larger errors, in steps of equal factors"
        filters = report.overall.map { PlainText.line($0.name, limit: 24) }
        rows = measured.map { recording in
            Row(
                name: PlainText.line(recording.name, limit: 60), link: recording.report,
                cells: report.overall.map { filter in
                    let error = recording.error(of: filter.name, metric)
                    let level = error.flatMap { $0 > 0 ? Int(clamping: log10($0 / least) * scale) : nil }
                    return Cell(
                        text: NumberText.fixed(error, decimals: 2), level: level.map { min($0, Self.levels - 1) })
                })
        }
    }
}

/// The sorted errors of filters over the recordings, which show a filter that fails on a few.
enum ComparisonFigure {
    /// The most lines that can be distinguished.
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
            y: .byFactors(smallest...largest, label: "\(headline.title), degrees")
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
