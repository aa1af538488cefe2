import Analysis

/// The deviation curve, straight and as a compass rose.
struct DeviationFigures {
    let curve: Figure
    let rose: Figure

    init(_ section: DeviationSection?, reason: String) {
        guard let section, !(section.curve.isEmpty && section.points.isEmpty) else {
            curve = .missing(reason)
            rose = .missing(reason)
            return
        }
        let line = section.curve.map { ChartPoint($0.heading, $0.deviation) }
        let points = section.points.map { ChartPoint($0.heading, $0.deviation) }
        let caption =
            "Deviation = magnetic heading \u{2212} compass heading, east positive, over compass heading: "
            + "what to add to the compass. Dots: what the curve was fitted to."
        let values = (line + points).map(\.y).filter(\.isFinite) + [0]
        let extent = (values.min() ?? 0)...(values.max() ?? 0)
        let chart = Chart(
            title: "Deviation over compass heading", summary: caption, x: .heading(label: "compass heading"),
            y: .degrees(extent, label: "deviation, degrees"),
            layers: [
                .horizontal(0, ChartStyle(.ink, width: 1, opacity: 0.5), name: nil),
                .line(line, ChartStyle(.series(0), width: 2), name: "A..E curve"),
                .points(points, ChartStyle(.series(1)), radius: 3.5, name: "measured"),
            ])
        curve = Figure(
            wide: chart.svg(ChartSize(width: 620, height: 340)), narrow: chart.svg(ChartSize(width: 380, height: 280)),
            caption: caption)
        let polar = PolarChart(
            title: "Deviation as a compass rose",
            summary: "The same over the compass rose: on the strong circle the deviation is zero, outside it positive.",
            label: "deviation, degrees", line: line, points: points)
        rose = Figure(
            wide: polar.svg(side: 340),
            caption: "On the strong circle the deviation is zero; outside it is east (positive), inside west.")
    }
}
