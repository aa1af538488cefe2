import Analysis
import Figures
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
        return Figure(wide: wide.svg(.wide), narrow: narrow.svg(.narrow), caption: wide.summary)
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
    static func alignment(_ report: AlignmentReport) -> [ReportPage.Fact] {
        func interval(_ value: Double, _ sigma: Double) -> String {
            // An angle whose interval is the whole circle.
            1.96 * sigma < 180
                ? "\(NumberText.signedDegrees(value)) \u{B1} \(NumberText.degrees(1.96 * sigma))" : "unknown"
        }
        func seconds(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }
        var facts: [ReportPage.Fact] = []
        func add(_ name: String, _ value: String) { facts.append(ReportPage.Fact(name: name, value: value)) }
        add("heading minus heading in the AR world, at the end", interval(report.offsetDegrees, report.sigmaDegrees))
        add("drift, a minute", interval(report.driftDegreesPerMinute, report.driftSigmaDegreesPerMinute))
        for jump in report.jumps {
            add("jump at \(seconds(jump.seconds)) s", interval(jump.sizeDegrees, jump.sigmaDegrees))
        }
        if report.jumps.isEmpty {
            add(
                "jumps",
                report.smallestJumpDegrees.map { "none of \(NumberText.degrees($0)) or more" }
                    ?? "cannot be detected without gyroscope and compass")
        }
        for pause in report.pauses {
            add(
                "poses paused from \(seconds(pause.fromSeconds)) to \(seconds(pause.toSeconds)) s",
                "no jump above \(NumberText.degrees(pause.largestJumpDegrees)) there (95 %)")
        }
        if !report.newWorldsSeconds.isEmpty {
            let times = report.newWorldsSeconds.map(seconds).joined(separator: ", ")
            add("new AR world", "at \(times) s: the part after it is used")
        }
        for source in report.sources {
            add("by \(source.name)", interval(source.offsetDegrees, source.sigmaDegrees) + ", n = \(source.samples)")
        }
        if let nearer = report.nearer, let by = report.nearness {
            add(
                "error by the sources without a compass",
                "the AR world \(interval(by.arErrorDegrees, by.arSigmaDegrees)), the compass "
                    + "\(interval(by.compassErrorDegrees, by.compassSigmaDegrees)); nearer: \(nearer)")
        }
        add("poses", "\(report.poses), \(report.lostPoses) of them without tracking")
        add("what to do", ReportSummary.sentence(report.recommendation))
        return facts
    }
}
