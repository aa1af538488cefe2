import Analysis
import Figures
import Rotations
import Vocabulary

/// The pictures over time: heading, heading error, rho.
struct TimeFigures {
    /// One filter's error with its band, on a scale that all filters share.
    struct Panel {
        let name: String
        let note: String
        let figure: Figure
    }

    let heading: Figure
    let error: Figure
    let panels: [Panel]
    let rho: Figure
    /// The exact zenith angle, if the phone was held so that rho is misleading.
    let zenith: [Figure]

    static let nothingCovered = "No filter's track covers the reference."
    static let nothingToCompare =
        "The log has no reference orientation, and there is only one filter, so headings cannot be compared."

    init(_ result: AnalysisResult, series: ReportSeries) {
        let x = ChartAxis.time(seconds: series.duration, count: 10)
        let narrowX = ChartAxis.time(seconds: series.duration, count: 4)
        heading = Self.heading(result, series, x, narrowX).drawing("heading")
        rho = Self.rho(series, x, narrowX).drawing("rho")
        zenith = Self.zenith(series, x, narrowX).map { $0.drawing("zenith") }
        error = Self.error(series, x, narrowX).drawing("error")
        let reach = Self.sharedReach(series.filters.map(\.error))
        panels = series.isMeasured ? series.filters.compactMap { Self.panel($0, reach: reach, x, narrowX) } : []
    }

    /// Every heading against the reference; without one, against the recommended filter's.
    private static func error(_ series: ReportSeries, _ x: ChartAxis, _ narrowX: ChartAxis) -> Figure {
        guard let extent = range(of: series.filters.map(\.error)), let yardstick = series.yardstick else {
            return .missing(series.isMeasured ? nothingCovered : nothingToCompare)
        }
        let what = series.isMeasured ? "heading error" : "difference from \(yardstick)"
        return .overTime(
            title: series.isMeasured ? "Heading error over time" : "Heading difference from \(yardstick) over time",
            caption: series.isMeasured
                ? "Reference heading minus estimated heading, degrees, clockwise positive: the amount to add to the "
                    + "estimate."
                : "The heading of \(yardstick) minus the others, degrees, clockwise positive. The log has no "
                    + "reference: where the headings differ, at least one is wrong.",
            x: x, narrowX: narrowX, y: .degrees(union(extent, 0...0), label: what + ", degrees"), height: 280
        ) { narrow in
            marks(series) + [.horizontal(0, ChartStyle(.ink, width: 1, opacity: 0.5), name: nil)]
                + series.filters.compactMap { filter in
                    filter.error.range == nil
                        ? nil : .line(filter.error.points(narrow: narrow), .filter(filter.name), name: filter.name)
                }
        }
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
                .spans(series.disturbed, ChartStyle(.alert, opacity: 0.1), name: named ? "field disturbed" : nil))
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
        _ series: ReportSeries, narrow: Bool, _ angle: (ReportSeries.Angles) -> ReportSeries.Curve
    ) -> [ChartLayer] {
        let reference = angle(series.reference)
        return (reference.range == nil ? [] : [.line(reference.points(narrow: narrow), .reference, name: "reference")])
            + series.filters.map { filter in
                .line(angle(filter.angles).points(narrow: narrow), .filter(filter.name), name: filter.name)
            }
    }

    /// The lowest and highest value of curves; `nil` without points.
    private static func range(of curves: [ReportSeries.Curve]) -> ClosedRange<Double>? {
        let ranges = curves.compactMap(\.range)
        return ranges.first.map { ranges.reduce($0, union) }
    }

    private static func heading(
        _ result: AnalysisResult, _ series: ReportSeries, _ x: ChartAxis, _ narrowX: ChartAxis
    ) -> Figure {
        let axis = result.headingAxis == .camera ? "back camera" : "top edge"
        guard let extent = range(of: curves(series, \.heading)) else {
            return .missing(
                "The heading of the \(axis) is undefined throughout: the axis stays within 5\u{B0} of the vertical. "
                    + "Try --heading-axis \(result.headingAxis == .camera ? "top" : "camera").")
        }
        let label = "heading"
        let zero =
            result.report.recording.hasMagnetometer
            ? "\(result.north.rawValue) north" : "the direction at the start (no magnetometer, no north)"
        let narrowed = extent.upperBound - extent.lowerBound < 150
        let y = narrowed ? ChartAxis.degrees(extent, label: label + ", degrees") : .heading(label: label)
        return .overTime(
            title: "Heading over time",
            caption: "Heading of the \(axis), clockwise from \(zero). Within 5\u{B0} of the vertical the heading is "
                + "undefined and the line is interrupted.",
            x: x, narrowX: narrowX, y: y, height: 330
        ) { narrow in
            marks(series) + lines(series, narrow: narrow, \.heading)
        }
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
        let intervals = filter.sigma.map { ChartInterval(x: $0.x, low: -1.96 * $0.y, high: 1.96 * $0.y) }
        var figure = Figure.overTime(
            title: "Heading error of \(filter.name)",
            caption: "Heading error of \(filter.name) over time, on the same scale for all filters; a bar at the edge "
                + "marks times with values outside the scale.", x: x, narrowX: narrowX, y: y, height: 200
        ) { narrow in
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
            layers.append(.line(filter.error.points(narrow: narrow), style, name: filter.name))
            return layers
        }
        figure.samples = "error"
        figure.scale = "errors"
        return Panel(name: filter.name, note: hasSigma ? "" : "It gives no sigma, so there is no band.", figure: figure)
    }

    private static func rho(_ series: ReportSeries, _ x: ChartAxis, _ narrowX: ChartAxis) -> Figure {
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
        ) { narrow in
            var layers = lines(series, narrow: narrow, \.rho)
            if series.recordedRho.range != nil {
                let style = ChartStyle(.ink, width: 1.2, dashes: [1.5, 3])
                layers.append(.line(series.recordedRho.points(narrow: narrow), style, name: "recorded gravity"))
            }
            return layers
        }
    }

    private static func zenith(_ series: ReportSeries, _ x: ChartAxis, _ narrowX: ChartAxis) -> [Figure] {
        guard let extent = range(of: curves(series, \.zenith)) else { return [] }
        let figure = Figure.overTime(
            title: "Zenith angle of the camera over time",
            caption: "The camera's exact angle from the zenith, lateral tilt included: 90\u{B0} = camera level.",
            x: x, narrowX: narrowX, y: .degrees(extent, label: "zenith angle, degrees")
        ) { narrow in
            lines(series, narrow: narrow, \.zenith)
        }
        return [figure]
    }
}
