import Analysis
import Figures
import Rotations
import Vocabulary

/// The pictures of the filters over time: heading, each one's error, rho.
struct TimeFigures {
    /// One filter's error with its band, on a scale that all filters share.
    struct Panel {
        let name: String
        let note: String
        let figure: Figure
    }

    let heading: Figure
    let panels: [Panel]
    let rho: Figure
    /// The exact zenith angle, if the phone was held so that rho is misleading.
    let zenith: [Figure]

    static let nothingCovered = "No filter's track covers the reference."

    init(_ result: AnalysisResult, series: ReportSeries, shown: ShownFilters) {
        let x = ChartAxis.time(seconds: series.duration, count: 10)
        let narrowX = ChartAxis.time(seconds: series.duration, count: 4)
        heading = Self.heading(result, series, shown, x, narrowX).drawing("heading")
        rho = Self.rho(series, shown, x, narrowX).drawing("rho")
        zenith = Self.zenith(series, shown, x, narrowX).map { $0.drawing("zenith") }
        let errors = series.isMeasured ? series.filters.filter { shown.coloured.contains($0.name) } : []
        let reach = Self.sharedReach(errors.map(\.error))
        panels = errors.compactMap { Self.panel($0, reach: reach, x, narrowX) }
    }

    /// The intervals without samples, and those with a disturbed field.
    /// - Parameter named: whether the legend names them.
    static func marks(_ series: ReportSeries, named: Bool = true) -> [ChartLayer] {
        var layers: [ChartLayer] = []
        if !series.holes.isEmpty {
            layers.append(
                .spans(series.holes, ChartStyle(.ink, opacity: 0.1), name: named ? "no samples" : nil))
        }
        if !series.disturbed.isEmpty {
            layers.append(
                .spans(series.disturbed, ChartStyle(.alert, opacity: 0.1), name: named ? "magnet or iron" : nil))
        }
        return layers
    }

    private static func union(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>) -> ClosedRange<Double> {
        min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
    }

    /// An angle of the reference and of every filter.
    private static func curves(
        _ series: ReportSeries, _ angle: (ReportSeries.Angles) -> ReportSeries.Curve
    ) -> [ReportSeries.Curve] {
        ([series.reference] + series.filters.map(\.angles)).map(angle)
    }

    /// The same as lines, the reference first, below the others.
    private static func lines(
        _ series: ReportSeries, _ shown: ShownFilters, narrow: Bool,
        _ angle: (ReportSeries.Angles) -> ReportSeries.Curve
    ) -> [ChartLayer] {
        let reference = angle(series.reference)
        return (reference.range == nil ? [] : [.line(reference.points(narrow: narrow), .reference, name: "reference")])
            + series.filters.map { filter in
                shown.line(filter.name, angle(filter.angles).points(narrow: narrow))
            }
    }

    /// The lowest and highest value of curves; `nil` without points.
    private static func range(of curves: [ReportSeries.Curve]) -> ClosedRange<Double>? {
        let ranges = curves.compactMap(\.range)
        return ranges.first.map { ranges.reduce($0, union) }
    }

    private static func heading(
        _ result: AnalysisResult, _ series: ReportSeries, _ shown: ShownFilters, _ x: ChartAxis, _ narrowX: ChartAxis
    ) -> Figure {
        guard let extent = range(of: curves(series, \.heading)) else { return .missing(undefined(result)) }
        let label = "heading"
        let narrowed = extent.upperBound - extent.lowerBound < 150
        let y = narrowed ? ChartAxis.heading(extent, label: label) : .heading(label: label)
        return .overTime(
            title: "Heading over time",
            caption:
                "Heading of the \(axis(result)), clockwise from \(zero(result)). Within 5\u{B0} of the vertical the heading is "
                + "undefined and the line is interrupted.",
            x: x, narrowX: narrowX, y: y, height: 330
        ) { narrow in
            marks(series) + lines(series, shown, narrow: narrow, \.heading)
        }
    }

    /// The axis whose heading is shown.
    static func axis(_ result: AnalysisResult) -> String {
        result.headingAxis == .camera ? "back camera" : "top edge"
    }

    /// The direction of heading zero.
    static func zero(_ result: AnalysisResult) -> String {
        result.report.recording.hasMagnetometer
            ? "\(result.north.rawValue) north" : "the direction at the start (no magnetometer, no north)"
    }

    /// Why there is no heading.
    static func undefined(_ result: AnalysisResult) -> String {
        "The heading of the \(axis(result)) is undefined throughout: the axis stays within 5\u{B0} of the vertical. "
            + "Try --heading-axis \(result.headingAxis == .camera ? "top" : "camera")."
    }

    /// The largest error that the panels of all filters show, degrees: the largest 98 % quantile (over the columns) of
    /// all filters, but at most three times the median filter's, so that a filter that fails does not flatten the
    /// others.
    static func sharedReach(_ errors: [ReportSeries.Curve]) -> Double {
        let reaches = errors.compactMap { curve -> Double? in
            let sorted = curve.wide.map(\.y.magnitude).filter(\.isFinite).sorted()
            return sorted.isEmpty ? nil : Percentile.of(sorted: sorted, 0.98)
        }.sorted()
        guard let largest = reaches.last else { return 0.5 }
        return max(0.5, min(largest, 3 * Percentile.of(sorted: reaches, 0.5)))
    }

    private static func panel(
        _ filter: ReportSeries.FilterCurves, reach: Double, _ x: ChartAxis, _ narrowX: ChartAxis
    ) -> Panel? {
        guard filter.error.range != nil else { return nil }
        let style = ChartStyle.filter(filter.name)
        let hasSigma = filter.sigma.contains { $0.y.isFinite }
        let y = ChartAxis.degrees(-reach...reach, label: "error, degrees", count: 4)
        // Folded pictures have the columns of narrow ones: the script draws them from every sample.
        let share = SeriesClock.wideColumns / SeriesClock.narrowColumns
        let intervals = stride(from: 0, to: filter.sigma.count, by: share).map { first in
            let columns = filter.sigma[first..<min(first + share, filter.sigma.count)]
            let largest = columns.map(\.y).filter(\.isFinite).max() ?? .nan
            return ChartInterval(x: columns[first + columns.count / 2].x, low: -1.96 * largest, high: 1.96 * largest)
        }
        var figure = Figure.overTime(
            title: "Heading error of \(filter.name)",
            caption: "Heading error of \(filter.name) over time, on the same scale for all filters; a bar at the edge "
                + "marks times with values outside the scale.", x: x, narrowX: narrowX, y: y, height: 200
        ) { _ in
            var layers: [ChartLayer] = []
            if !filter.disturbed.isEmpty {
                layers.append(
                    .spans(
                        filter.disturbed, ChartStyle(.alert, opacity: 0.12), name: "field rejected by \(filter.name)"))
            }
            if !filter.rest.isEmpty {
                layers.append(.spans(filter.rest, ChartStyle(.ink, opacity: 0.06), name: "at rest"))
            }
            if hasSigma {
                layers.append(
                    .band(intervals, ChartStyle(style.colour, opacity: 0.2), name: "95 % band of its sigma"))
            }
            layers.append(.horizontal(0, ChartStyle(.ink, width: 1, opacity: 0.5), name: nil))
            layers.append(.line(filter.error.narrow, style, name: filter.name))
            return layers
        }
        figure.samples = "error"
        figure.scale = "errors"
        return Panel(name: filter.name, note: hasSigma ? "" : "It gives no sigma, so there is no band.", figure: figure)
    }

    private static func rho(
        _ series: ReportSeries, _ shown: ShownFilters, _ x: ChartAxis, _ narrowX: ChartAxis
    ) -> Figure {
        guard let extent = range(of: curves(series, \.rho) + [series.recordedRho]) else {
            return .missing("rho is undefined throughout: no filter gave an orientation.")
        }
        let sideways =
            range(of: curves(series, \.zenith)) == nil
            ? "" : " In this log the phone was held on its side, and this form jumps there: see the exact angle below."
        let recorded = series.recordedRho.range == nil ? " The log has no gravity to compare with." : ""
        return .overTime(
            title: "rho over time",
            caption:
                "rho, the camera's angle from the zenith in its classic form: 90\u{B0} = camera level, 180\u{B0} = lying "
                + "face up, 0\u{B0} = camera to the sky." + sideways + recorded,
            x: x, narrowX: narrowX, y: .degrees(extent, label: "rho, degrees")
        ) { _ in
            var layers = lines(series, shown, narrow: true, \.rho)
            if series.recordedRho.range != nil {
                let style = ChartStyle(.ink, width: 1.2, dashes: [1.5, 3])
                layers.append(.line(series.recordedRho.narrow, style, name: "recorded gravity"))
            }
            return layers
        }
    }

    private static func zenith(
        _ series: ReportSeries, _ shown: ShownFilters, _ x: ChartAxis, _ narrowX: ChartAxis
    ) -> [Figure] {
        guard let extent = range(of: curves(series, \.zenith)) else { return [] }
        let figure = Figure.overTime(
            title: "Zenith angle of the camera over time",
            caption: "The camera's exact angle from the zenith, lateral tilt included: 90\u{B0} = camera level.",
            x: x, narrowX: narrowX, y: .degrees(extent, label: "zenith angle, degrees")
        ) { _ in
            lines(series, shown, narrow: true, \.zenith)
        }
        return [figure]
    }
}
