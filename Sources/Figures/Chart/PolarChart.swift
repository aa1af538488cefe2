import Foundation

/// A compass rose: values over heading, north up, clockwise; the radius shows the value from `range.lowerBound` at the
/// centre to `range.upperBound` at the rim.
package struct PolarChart {
    /// What the picture shows; read by screen readers.
    let title: String
    /// A description in one sentence, read by screen readers.
    let summary: String
    /// A line over heading (degrees clockwise from north).
    let line: [ChartPoint]
    /// Dots over heading.
    let points: [ChartPoint]

    /// A rose by its parts.
    package init(title: String, summary: String, line: [ChartPoint], points: [ChartPoint]) {
        (self.title, self.summary, self.line, self.points) = (title, summary, line, points)
    }

    /// The values at the centre and at the rim, which cover line and points and zero.
    private var range: ClosedRange<Double> {
        let reach = (line + points).map(\.y.magnitude).filter(\.isFinite).max() ?? 1
        let step = NiceTicks.step(covering: max(reach, 0.1), count: 3, from: NiceTicks.angleSteps)
        let end = max(step, (reach / step - 1e-9).rounded(.up) * step)
        // Zero is half-way, so that both signs have room and the centre is never crossed.
        return (-1.25 * end)...end
    }

    /// The SVG element, square.
    package func svg(side: Double) -> String {
        let range = range
        var canvas = SVGCanvas()
        let centre = side / 2
        let rim = side / 2 - 30
        func radius(_ value: Double) -> Double {
            rim * max(0, (value - range.lowerBound) / (range.upperBound - range.lowerBound))
        }
        func place(_ point: ChartPoint) -> (x: Double, y: Double) {
            let angle = point.x * Double.pi / 180
            return (centre + radius(point.y) * sin(angle), centre - radius(point.y) * cos(angle))
        }

        canvas.beginPart(width: side, height: side, style: "chart polar", title: title, summary: summary)
        canvas.markup("<g class=\"grid\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1\">")
        let end = range.upperBound
        for (value, opacity) in [(-end, 0.13), (-end / 2, 0.08), (0, 0.45), (end / 2, 0.08), (end, 0.13)] {
            canvas.circle(x: centre, y: centre, radius: radius(value))
            canvas.markup(" stroke-opacity=\"\(opacity)\"/>")
        }
        for heading in stride(from: 0.0, to: 360, by: 45) {
            let outside = place(ChartPoint(heading, end))
            canvas.markup("<path stroke-opacity=\"0.1\" d=\"")
            canvas.command("M", centre, centre)
            canvas.command("L", outside.x, outside.y)
            canvas.markup("\"/>")
        }
        canvas.markup("</g>")
        for (index, name) in ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].enumerated() {
            let angle = Double(index) * Double.pi / 4
            canvas.label(
                name, x: centre + (rim + 15) * sin(angle), y: centre - (rim + 15) * cos(angle) + 4, anchor: "middle",
                weight: index % 2 == 0 ? "600" : "", muted: index % 2 == 1)
        }

        canvas.markup("<path class=\"line\" d=\"")
        for (index, point) in line.filter(\.isFinite).enumerated() {
            let here = place(point)
            canvas.command(index == 0 ? "M" : "L", here.x, here.y)
        }
        canvas.markup(line.isEmpty ? "\"" : "Z\"")
        canvas.stroke(ChartStyle(.series(0), width: 2))
        canvas.markup("/><path class=\"points\" stroke-linecap=\"round\" d=\"")
        for point in points where point.isFinite {
            let here = place(point)
            canvas.command("M", here.x, here.y)
            canvas.markup("h0")
        }
        canvas.endPath(ChartStyle(.series(1), width: 6))
        let decimals = end < 1 ? 1 : end < 5 ? 1 : 0
        for value in [-end, 0, end] {
            canvas.label(
                NumberText.signedDegrees(value, decimals: decimals), x: centre + 4, y: centre - radius(value) + 13)
        }
        canvas.markup("</svg>")
        return canvas.text
    }
}
