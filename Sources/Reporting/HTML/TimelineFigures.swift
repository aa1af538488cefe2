import Analysis
import Figures
import Foundation

/// What may explain heading errors: sensor readings on the time axis of the first picture, and a list of events.
struct TimelineFigures {
    /// An event of the timeline.
    struct Event {
        /// `0:33 to 1:15`.
        let time: String
        /// A description in one sentence.
        let text: String
        /// Seconds from the first sample, with some time around them: the part that is shown when the event is chosen.
        let from, to: String
        /// The kind, for its colour.
        let kind: String
    }

    let figures: [Figure]
    let events: [Event]
    /// How many events are not in the list; `nil` for none.
    let more: String?

    /// The most events in the list.
    private static let most = 12

    init(_ result: AnalysisResult, series: ReportSeries) {
        figures = Self.figures(result.report, series)
        let timeline = result.report.timeline
        // The longest events; rests come last, since they explain little.
        let gravest = timeline.indices.sorted {
            let (a, b) = (timeline[$0], timeline[$1])
            if (a.kind == .rest) != (b.kind == .rest) { return b.kind == .rest }
            return a.endSeconds - a.startSeconds > b.endSeconds - b.startSeconds
        }
        let shown = Set(gravest.prefix(Self.most))
        events = timeline.indices.filter(shown.contains).map {
            Self.event(timeline[$0], result.report, duration: series.duration)
        }
        more =
            timeline.count > shown.count
            ? "\(timeline.count - shown.count) more events, which are shorter or rests, are in report.json." : nil
    }

    // MARK: Pictures

    private static func figures(_ report: AnalysisReport, _ series: ReportSeries) -> [Figure] {
        let felt = series.surroundings
        return [
            strip(
                felt.dip, series, title: "Dip of the magnetic field", label: "dip, degrees", style: .series(1),
                expected: report.geomagnetism?.inclinationDegrees ?? report.disturbance?.dipDegrees, reach: -90...90,
                caption:
                    "The angle of the field below the horizon by the accelerometer, which has errors while the device is shaken; dashed: "
                    + (report.geomagnetism == nil ? "its median." : "the geomagnetic model.")),
            strip(
                felt.turn, series, title: "Turn rate", label: "turn, \u{B0}/s", style: .series(2), expected: nil,
                reach: nil, caption: "The length of the gyroscope's rate."),
            strip(
                felt.force, series, title: "Specific force", label: "force, m/s\u{B2}", style: .series(3),
                expected: 9.81,
                reach: 0...40,
                caption:
                    "The length of the accelerometer's reading; dashed: gravity. Far from the dashed line, the "
                    + "accelerometer does not show the vertical."),
        ].compactMap { $0 }
    }

    /// A magnet may be many times the Earth's field: then the axis has logarithms.
    static func field(_ report: AnalysisReport, _ series: ReportSeries, width: Double) -> Figure? {
        let curve = series.surroundings.field
        let expected = report.disturbance?.fieldMicrotesla ?? report.geomagnetism?.intensityMicrotesla
        guard let range = curve.range else { return nil }
        let usual = expected ?? (range.lowerBound + range.upperBound) / 2
        let isLogarithmic = usual > 0 && range.upperBound > 3 * usual
        let least = usual / 10
        func height(_ value: Double) -> Double { isLogarithmic ? log10(max(least, value)) : value }
        let y =
            isLogarithmic
            ? ChartAxis.byFactors(max(least, range.lowerBound)...range.upperBound, label: "field, \u{B5}T")
            : .covering(0...max(range.upperBound, 1.2 * usual), label: "field, \u{B5}T", count: 3)
        return Figure.overTime(
            title: "Strength of the magnetic field over time",
            caption: "Calibrated magnetometer" + (expected == nil ? "." : "; dashed: the undisturbed field.")
                + (isLogarithmic ? " Logarithmic." : ""),
            x: .strip(seconds: series.duration, count: 8), narrowX: .strip(seconds: series.duration, count: 4), y: y,
            width: width, height: 130
        ) { narrow in
            TimeFigures.marks(series, named: false)
                + [
                    expected.map {
                        .horizontal(
                            height($0), ChartStyle(.ink, width: 1, dashes: [5, 4], opacity: 0.6), name: nil)
                    }
                ].compactMap { $0 }
                + [
                    .line(
                        curve.points(narrow: narrow).map { ChartPoint($0.x, $0.y.isFinite ? height($0.y) : .nan) },
                        ChartStyle(.series(0), width: 1.2), name: nil)
                ]
        }
    }

    /// A low picture of one curve; `nil` where the log has no such sensor.
    /// - Parameter reach: the values shown at most, so that a magnet does not flatten the rest.
    private static func strip(
        _ curve: ReportSeries.Curve, _ series: ReportSeries, title: String, label: String, style: ChartStyle,
        expected: Double?, reach: ClosedRange<Double>?, caption: String
    ) -> Figure? {
        guard var range = curve.range else { return nil }
        if let expected { range = min(range.lowerBound, expected)...max(range.upperBound, expected) }
        let shown = reach.map { range.clamped(to: $0) } ?? range
        let isCut = shown != range
        return Figure.overTime(
            title: title + " over time",
            caption: caption
                + (isCut
                    ? " Part of the curve is outside the picture: its values are \(NumberText.fixed(range.lowerBound, decimals: 0)) to "
                        + "\(NumberText.fixed(range.upperBound, decimals: 0))." : ""),
            x: .strip(seconds: series.duration, count: 10), narrowX: .strip(seconds: series.duration, count: 4),
            y: .covering(shown, label: label, count: 3), height: 130
        ) { narrow in
            TimeFigures.marks(series, named: false)
                + [
                    expected.map {
                        .horizontal($0, ChartStyle(.ink, width: 1, dashes: [5, 4], opacity: 0.6), name: nil)
                    }
                ]
                .compactMap { $0 }
                + [.line(curve.points(narrow: narrow), ChartStyle(style.colour, width: 1.2), name: nil)]
        }
    }

    // MARK: Words

    private static func event(_ event: TimelineEvent, _ report: AnalysisReport, duration: Double) -> Event {
        let length = event.endSeconds - event.startSeconds
        let margin = max(2, length / 4)
        let error = event.headingErrorDegrees.map { error in
            "; \(PlainText.line(report.recommendation?.filter ?? "the filter", limit: 40)) \(NumberText.degrees(error)) off"
        }
        return Event(
            time: event.startSeconds.clock + " to " + event.endSeconds.clock,
            text: words(event, report) + (error ?? ""),
            from: FixedDecimal.text(max(0, event.startSeconds - margin), decimals: 1),
            to: FixedDecimal.text(min(duration, event.endSeconds + margin), decimals: 1), kind: event.kind.rawValue)
    }

    private static func words(_ event: TimelineEvent, _ report: AnalysisReport) -> String {
        let value = event.extreme.map { NumberText.fixed($0, decimals: 0) } ?? NumberText.none
        switch event.kind {
        case .magnet:
            let field = report.disturbance.map {
                " instead of " + NumberText.fixed($0.fieldMicrotesla, decimals: 0)
            }
            return "magnet or iron: up to \(value) \u{B5}T" + (field ?? "")
        case .shaking: return "shaken: the specific force scatters by up to \(value) m/s\u{B2} within a second"
        case .fastTurn: return "fast turn: up to \(value)\u{B0}/s"
        case .rest: return "at rest"
        case .hole:
            return "no samples of the \(PlainText.line(event.sensor ?? "sensors", limit: 40)) for "
                + NumberText.fixed(event.endSeconds - event.startSeconds, decimals: 1) + " s"
        }
    }
}

extension ChartAxis {
    /// A time axis without a label, for a picture below another one.
    static func strip(seconds: Double, count: Int) -> ChartAxis {
        var axis = ChartAxis.time(seconds: seconds, count: count)
        axis.label = ""
        return axis
    }
}
