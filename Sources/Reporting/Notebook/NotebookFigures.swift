/// The pictures over time of a report's notebook, from its tracks.
struct NotebookFigures {
    let heading: Notebook.Output
    let rho: Notebook.Output
    let sigma: Notebook.Output

    init(_ columns: TrackColumns) {
        let start = columns.tracks.compactMap(\.times.first).min() ?? 0
        let end = columns.tracks.compactMap(\.times.last).max() ?? start
        let clock = (start: start, duration: max(end - start, 1e-6))
        heading = Self.output("Heading over time", .heading(label: "heading"), columns, clock, wrapping: 0...360) {
            $0.headings
        }
        rho = Self.output("rho over time", .degrees(0...180, label: "rho, degrees"), columns, clock) { $0.rhos }
        let largest = columns.tracks.flatMap(\.headingSigmas).filter(\.isFinite).max() ?? 1
        sigma = Self.output(
            "Stated standard deviation of the heading", .degrees(0...largest, label: "sigma, degrees"), columns, clock
        ) { $0.headingSigmas }
    }

    private static func output(
        _ title: String, _ y: ChartAxis, _ columns: TrackColumns, _ clock: (start: Double, duration: Double),
        wrapping: ClosedRange<Double>? = nil, _ values: (TrackColumns.Track) -> [Double]
    ) -> Notebook.Output {
        let layers = columns.tracks.enumerated().map { index, track in
            var reducer = ColumnReducer(
                domain: 0...clock.duration, columns: SeriesClock.wideColumns, wrapping: wrapping, maximumGap: 1)
            for (time, value) in zip(track.times, values(track)) { reducer.add(time - clock.start, value) }
            return ChartLayer.line(
                reducer.finish(), .series(index), name: PlainText.line(track.filter, limit: 40))
        }
        let chart = Chart(
            title: title, summary: title + ", every filter.", x: .time(seconds: clock.duration), y: y, layers: layers)
        return .picture(chart.svg(.wide), says: title)
    }
}
