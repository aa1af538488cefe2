import Analysis
import Rotations

/// The yaw of an AR world against north over time, for pages and files.
public enum AlignmentFigure {
    /// The picture as an SVG file.
    public static func svg(_ series: AlignmentSeries, _ report: AlignmentReport) -> String {
        var chart = Self.chart(series, report, isNarrow: false)
        chart.showsTitle = true
        return chart.standaloneSVG(ChartSize(width: 760, height: 340))
    }

    /// The picture as a part of a page.
    static func figure(_ series: AlignmentSeries, _ report: AlignmentReport) -> Figure {
        let (wide, narrow) = (chart(series, report, isNarrow: false), chart(series, report, isNarrow: true))
        return Figure(wide: wide.svg(.wide), narrow: narrow.svg(.narrow), caption: summary(series, report))
    }

    /// A description in one sentence.
    static func summary(_ series: AlignmentSeries, _ report: AlignmentReport) -> String {
        guard let filter = series.filter else {
            return
                "Heading to \(report.north) north minus heading in the AR world: the line is the offset with its jumps, the bar at the end "
                + "the 95 % interval of all sources together. The log has no compass."
        }
        return
            "Heading by \(PlainText.line(filter, limit: 40)) to \(report.north) north minus heading in the AR world: "
            + "dots; the line is the fitted offset with its drift and jumps, the bar at the end the 95 % interval of "
            + "all sources together, including the error of the compass."
    }

    private static func chart(_ series: AlignmentSeries, _ report: AlignmentReport, isNarrow: Bool) -> Chart {
        // More dots than pixels would merge into a bar.
        let step = max(1, series.times.count / (isNarrow ? 300 : 800))
        let shown = stride(from: 0, to: series.times.count, by: step)
        let dots = series.filter == nil ? [] : shown.map { ChartPoint(series.times[$0], series.differences[$0]) }
        let end = series.times.last ?? 1
        var layers: [ChartLayer] = [
            .line(shown.map { ChartPoint(series.times[$0], series.fitted[$0]) }, .series(1), name: "fitted")
        ]
        if !dots.isEmpty {
            layers.insert(
                .points(dots, ChartStyle(.series(0), opacity: 0.6), radius: 1.6, name: "compass minus AR"), at: 0)
        }
        var interval: [Double] = []
        if let last = series.fitted.last, last.isFinite {
            // The offset by all sources, on the same turn as the differences.
            let offset = last + Angle.wrapDegrees(report.offsetDegrees - last)
            interval = [offset - report.interval95Degrees, offset + report.interval95Degrees]
            layers.append(
                .line(interval.map { ChartPoint(end, $0) }, ChartStyle(.series(1), width: 3), name: "95 % interval"))
        }
        for jump in report.jumps {
            layers.append(.vertical(jump.seconds, ChartStyle(.alert, dashes: [3, 3]), name: nil))
        }
        let finite = (series.differences + series.fitted + interval).filter(\.isFinite)
        let (low, high) = (finite.min() ?? -1, finite.max() ?? 1)
        let margin = max(2, 0.08 * (high - low))
        return Chart(
            title: "Yaw of the AR world against north", summary: summary(series, report),
            x: .time(seconds: end, count: isNarrow ? 4 : 8),
            y: .degrees(low - margin...high + margin, label: "offset, degrees"), layers: layers)
    }
}

/// An alignment in words.
extension ReportFacts {
    static func alignment(_ report: AlignmentReport?) -> [ReportPage.Fact] {
        guard let report else { return [] }
        func interval(_ value: Double, _ sigma: Double) -> String {
            "\(NumberText.signedDegrees(value)) \u{B1} \(NumberText.degrees(1.96 * sigma))"
        }
        var facts = [
            ReportPage.Fact(
                name: "heading minus heading in the AR world, at the end",
                value: interval(report.offsetDegrees, report.sigmaDegrees)),
            ReportPage.Fact(
                name: "drift, a minute",
                value: interval(report.driftDegreesPerMinute, report.driftSigmaDegreesPerMinute)),
        ]
        facts += report.jumps.map {
            ReportPage.Fact(
                name: "jump at \(NumberText.fixed($0.seconds, decimals: 1)) s",
                value: interval($0.sizeDegrees, $0.sigmaDegrees))
        }
        if report.jumps.isEmpty {
            facts.append(
                ReportPage.Fact(
                    name: "jumps",
                    value: report.smallestJumpDegrees.map { "none of \(NumberText.degrees($0)) or more" }
                        ?? "cannot be detected without gyroscope and compass"))
        }
        facts += report.pauses.map {
            ReportPage.Fact(
                name: "poses paused from \(NumberText.fixed($0.fromSeconds, decimals: 1)) to "
                    + "\(NumberText.fixed($0.toSeconds, decimals: 1)) s",
                value: "no jump above \(NumberText.degrees($0.largestJumpDegrees)) there (95 %)")
        }
        if !report.newWorldsSeconds.isEmpty {
            let times = report.newWorldsSeconds.map { NumberText.fixed($0, decimals: 1) }.joined(separator: ", ")
            facts.append(ReportPage.Fact(name: "new AR world", value: "at \(times) s: the part after it is used"))
        }
        facts += report.sources.map {
            ReportPage.Fact(
                name: "by \($0.name)", value: interval($0.offsetDegrees, $0.sigmaDegrees) + ", n = \($0.samples)")
        }
        if let nearer = report.nearer, let by = report.nearness {
            facts.append(
                ReportPage.Fact(
                    name: "error by the sources without a compass",
                    value: "the AR world \(interval(by.arErrorDegrees, by.arSigmaDegrees)), the compass "
                        + "\(interval(by.compassErrorDegrees, by.compassSigmaDegrees)); nearer: \(nearer)"))
        }
        facts.append(
            ReportPage.Fact(name: "poses", value: "\(report.poses), \(report.lostPoses) of them without tracking"))
        facts.append(ReportPage.Fact(name: "what to do", value: ReportSummary.sentence(report.recommendation)))
        return facts
    }
}
