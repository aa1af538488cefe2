import Analysis
import Figures
import Vocabulary

/// The picture of the first screen: what an app shows today and what the recommended filter would show, over time, with
/// what happened; below it the strength of the field, beside it the compass from above.
struct FirstPicture {
    let main: Figure
    /// Lower pictures on the same time axis.
    let strips: [Figure]
    /// The words that narrow pictures have no room for, by number.
    let events: [String]
    let dial: CompassDial?

    /// The most events with words; the others are shaded.
    private static let mostEvents = 4
    /// The share of the time for which a curve may be outside of the picture, so that a spike does not flatten it.
    private static let hidden = 0.02
    private static let width = 800.0

    init(_ result: AnalysisResult, series: ReportSeries, shown: ShownFilters) {
        let report = result.report
        func curves(_ name: String?) -> ReportSeries.FilterCurves? {
            name.flatMap { name in series.filters.first { $0.name == PlainText.line(name, limit: 40) } }
        }
        let best = curves(shown.recommended?.name)
        let today = curves(shown.today?.name)
        // What the picture is about, today's first.
        let pair = [today, best ?? (today == nil ? series.filters.last : nil)].compactMap(\.self)
        let words = Self.words(report, pair: pair, series: series)
        events = words.map(\.text)
        dial = CompassDial(result, series: series, pair: pair)
        let notes = words.enumerated().map { number, word in
            ChartNote(
                word.text, short: String(number + 1), x: word.span, place: .lane,
                colour: word.kind == .magnet ? .alert : .muted)
        }
        let field = TimelineFigures.field(report, series, width: Self.width)
        if series.isMeasured {
            main = Self.errors(pair, series, shown: shown, best: best?.name, notes: notes)
            strips = [field].compactMap(\.self)
        } else {
            let sigma = shown.recommended.flatMap(report.statedSigma) == nil ? [] : best?.sigma ?? []
            main = Self.headings(result, pair, series, shown: shown, best: best?.name, sigma: sigma, notes: notes)
            strips = [today.flatMap { Self.difference($0, series) }, field].compactMap(\.self)
        }
    }

    // MARK: Curves

    /// One curve on a circle that is cut, in the columns of a picture.
    private static func points(
        _ grid: SampleGrid, _ values: [Float], cut: CircleCut, duration: Double, isNarrow: Bool
    ) -> [ChartPoint] {
        let interval = (grid.seconds.last ?? 0) / Double(max(1, grid.seconds.count))
        var columns = ColumnReducer(
            domain: 0...duration, columns: isNarrow ? SeriesClock.narrowColumns : SeriesClock.wideColumns,
            wrapping: cut.range, maximumGap: max(1, 10 * interval))
        for (seconds, value) in zip(grid.seconds, values) { columns.add(seconds, cut.shown(Double(value))) }
        return columns.finish()
    }

    /// The values that most of the samples are in; the whole circle where they are all around.
    private static func extent(_ curves: [[Float]], cut: CircleCut) -> ClosedRange<Double>? {
        let ranges = curves.compactMap { values -> (Double, Double)? in
            let finite = values.lazy.filter(\.isFinite).map { cut.shown(Double($0)) }
            guard !finite.isEmpty else { return nil }
            let ends = Percentile.of(Array(finite), [hidden / 2, 1 - hidden / 2])
            return (ends[0], ends[1])
        }
        guard let low = ranges.map(\.0).min(), let high = ranges.map(\.1).max() else { return nil }
        return high - low > 270 ? cut.range : low...high
    }

    private static func style(_ name: String, best: String?) -> ChartStyle {
        name == best
            ? ChartStyle(ChartStyle.filter(name).colour, width: 3) : ChartStyle(.ink, width: 1.6)
    }

    /// Today's curve, the recommended one upon it, and the others for the page's script.
    private static func lines(
        _ pair: [ReportSeries.FilterCurves], _ series: ReportSeries, shown: ShownFilters, best: String?,
        points: (ReportSeries.FilterCurves) -> [ChartPoint]
    ) -> [ChartLayer] {
        let names = pair.map(\.name)
        let others = series.filters.map(\.name).filter { !names.contains($0) }
        return others.map { .optional(ChartStyle(.muted, width: 1.2, opacity: 0.75), name: $0) }
            + pair.map { .line(points($0), style($0.name, best: best), name: $0.name) }
    }

    /// The largest value of each stretch in which a curve is outside of the picture.
    private static func beyond(
        _ points: [ChartPoint], _ axis: ChartAxis, duration: Double, _ style: ChartStyle
    ) -> [ChartNote] {
        [ChartNote.Place.above, .below].flatMap { place -> [ChartNote] in
            let isAbove = place == .above
            var peaks: [ChartPoint] = []
            for point in points where isAbove ? point.y > axis.domain.upperBound : point.y < axis.domain.lowerBound {
                // Words need a tenth of the picture; of nearer excursions the larger one has them.
                guard let last = peaks.last, point.x - last.x < duration / 10 else {
                    peaks.append(point)
                    continue
                }
                if isAbove == (point.y > last.y) { peaks[peaks.count - 1] = point }
            }
            return peaks.map {
                ChartNote(
                    NumberText.signed($0.y, decimals: 0) + "\u{B0}", x: $0.x...$0.x, place: place,
                    colour: style.colour)
            }
        }
    }

    // MARK: Pictures

    private static func errors(
        _ pair: [ReportSeries.FilterCurves], _ series: ReportSeries, shown: ShownFilters, best: String?,
        notes: [ChartNote]
    ) -> Figure {
        let samples = pair.map(\.errorSamples)
        let cut = CircleCut(samples.map(\.values).joined(), centre: 0)
        guard let extent = extent(samples.map(\.values), cut: cut) else { return .missing(TimeFigures.nothingCovered) }
        // Good headings look flat: the picture is never narrower than what is good.
        let good = VerdictSection.goodDegrees
        let y = ChartAxis.degrees(
            min(extent.lowerBound, -1.2 * good)...max(extent.upperBound, 1.2 * good), label: "heading error, degrees")
        let isCut = samples.contains { samples in
            samples.values.contains { $0.isFinite && !y.domain.contains(cut.shown(Double($0))) }
        }
        var figure = Figure.overTime(
            title: "Heading error over time",
            caption: "Reference heading minus shown heading, clockwise positive: the amount to add."
                + (isCut ? " Numbers at the edge: values outside of the picture." : ""),
            x: .time(seconds: series.duration, count: 8), narrowX: .time(seconds: series.duration, count: 4), y: y,
            width: width, height: 330 + 17 * Double(min(notes.count, 2))
        ) { isNarrow in
            let zone = [0, series.duration].map { ChartInterval(x: $0, low: -good, high: good) }
            func points(_ filter: ReportSeries.FilterCurves) -> [ChartPoint] {
                let samples = filter.errorSamples
                return Self.points(
                    samples.grid, samples.values, cut: cut, duration: series.duration, isNarrow: isNarrow)
            }
            return [
                .band(zone, ChartStyle(.good, opacity: 0.13), name: "good: within \(NumberText.general(good))\u{B0}")
            ]
                + TimeFigures.marks(series)
                + [.horizontal(0, ChartStyle(.ink, width: 1, opacity: 0.5), name: nil)]
                + lines(pair, series, shown: shown, best: best, points: points)
                + [
                    .notes(
                        notes
                            + pair.flatMap {
                                beyond(points($0), y, duration: series.duration, style($0.name, best: best))
                            })
                ]
        }
        (figure.samples, figure.cut) = ("error", FixedDecimal.text(cut.low, decimals: 0))
        return figure
    }

    /// A log without a reference: which way both point, with the band of the recommended filter's own sigma.
    private static func headings(
        _ result: AnalysisResult, _ pair: [ReportSeries.FilterCurves], _ series: ReportSeries, shown: ShownFilters,
        best: String?, sigma: [ChartPoint], notes: [ChartNote]
    ) -> Figure {
        let samples = pair.map(\.angles.samples)
        let cut = CircleCut(samples.map(\.heading).joined(), centre: 180)
        guard let extent = extent(samples.map(\.heading), cut: cut) else {
            return .missing(TimeFigures.undefined(result))
        }
        let y = ChartAxis.heading(extent, label: "heading")
        var figure = Figure.overTime(
            title: "Heading over time",
            caption: "Heading of the \(TimeFigures.axis(result)), clockwise from \(TimeFigures.zero(result)). The log "
                + "has no reference: where the two differ, at least one is wrong.",
            x: .time(seconds: series.duration, count: 8), narrowX: .time(seconds: series.duration, count: 4), y: y,
            width: width, height: 300 + 17 * Double(min(notes.count, 2))
        ) { isNarrow in
            func points(_ filter: ReportSeries.FilterCurves) -> [ChartPoint] {
                let samples = filter.angles.samples
                return Self.points(
                    samples.grid, samples.heading, cut: cut, duration: series.duration, isNarrow: isNarrow)
            }
            var layers = TimeFigures.marks(series)
            if let filter = pair.first(where: { $0.name == best }), sigma.contains(where: \.y.isFinite) {
                let band = sigma.map { column in
                    let middle = filter.angles.samples.heading(at: column.x).map(cut.shown) ?? .nan
                    return ChartInterval(x: column.x, low: middle - 1.96 * column.y, high: middle + 1.96 * column.y)
                }
                let style = ChartStyle(ChartStyle.filter(filter.name).colour, opacity: 0.2)
                layers.append(.band(band, style, name: "95 % band of its sigma"))
            }
            return layers + lines(pair, series, shown: shown, best: best, points: points) + [.notes(notes)]
        }
        (figure.samples, figure.cut) = ("heading", FixedDecimal.text(cut.low, decimals: 0))
        return figure
    }

    /// How far today's heading is from the recommended one, of a log without a reference.
    private static func difference(_ filter: ReportSeries.FilterCurves, _ series: ReportSeries) -> Figure? {
        let samples = filter.errorSamples
        let cut = CircleCut(samples.values, centre: 0)
        guard let extent = extent([samples.values], cut: cut), let yardstick = series.yardstick else { return nil }
        let good = VerdictSection.goodDegrees
        let range = min(extent.lowerBound, -good)...max(extent.upperBound, good)
        var figure = Figure.overTime(
            title: "Heading difference from \(yardstick) over time",
            caption: "The heading of \(yardstick) minus that of \(filter.name), degrees, clockwise positive.",
            x: .strip(seconds: series.duration, count: 8), narrowX: .strip(seconds: series.duration, count: 4),
            y: .degrees(range, label: "difference, degrees", count: 4), width: width, height: 140
        ) { isNarrow in
            TimeFigures.marks(series, named: false)
                + [
                    .horizontal(0, ChartStyle(.ink, width: 1, opacity: 0.5), name: nil),
                    .line(
                        points(
                            samples.grid, samples.values, cut: cut, duration: series.duration, isNarrow: isNarrow),
                        ChartStyle(.ink, width: 1.6), name: filter.name),
                ]
        }
        (figure.samples, figure.cut) = ("error", FixedDecimal.text(cut.low, decimals: 0))
        return figure
    }

    // MARK: Words

    private typealias Word = (kind: TimelineEvent.Kind, span: ClosedRange<Double>, text: String)

    /// What happened, with the error of both: the magnets and holes with the most squared error, in order of time.
    private static func words(
        _ report: AnalysisReport, pair: [ReportSeries.FilterCurves], series: ReportSeries
    ) -> [Word] {
        let timeline = report.timeline
        func weight(_ index: Int) -> Double {
            let length = timeline[index].endSeconds - timeline[index].startSeconds
            let error = pair.first.flatMap { $0.eventErrors[index] } ?? 0
            return length * (1 + error * error)
        }
        let chosen = timeline.indices.filter { [.magnet, .hole].contains(timeline[$0].kind) }
            .sorted { (-weight($0), $0) < (-weight($1), $1) }.prefix(mostEvents).sorted()
        return chosen.map { index in
            let event = timeline[index]
            let span = max(0, event.startSeconds)...max(event.startSeconds, event.endSeconds, 0)
            return (event.kind, span, text(event, errors: pair.map { ($0.name, $0.eventErrors[index]) }, series))
        }
    }

    private static func text(
        _ event: TimelineEvent, errors: [(name: String, value: Double?)], _ series: ReportSeries
    ) -> String {
        let what =
            event.kind == .magnet ? "magnet" : "no \(PlainText.line(event.sensor ?? "samples", limit: 24))"
        let when = "\(what) \(event.startSeconds.clock)\u{2013}\(event.endSeconds.clock)"
        let strength =
            event.kind == .magnet
            ? event.extreme.map { ": \(NumberText.fixed($0, decimals: 0)) \u{B5}T" } ?? "" : ""
        let known = errors.compactMap { error in error.value.map { (name: error.name, value: $0) } }
        guard let first = known.first else { return when + strength }
        func degrees(_ value: Double) -> String { NumberText.degrees(value, decimals: value < 9.95 ? 1 : 0) }
        guard series.isMeasured else { return when + strength + ", headings \(degrees(first.value)) apart" }
        return when + ": \(first.name) \(degrees(first.value)) off"
            + known.dropFirst().map { ", \($0.name) \(degrees($0.value))" }.joined()
    }
}
