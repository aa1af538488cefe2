import Analysis
import Figures
import Foundation
import Rotations
import Vocabulary

/// The card kept beside a compass: deviations over compass heading, and what to steer by the compass for a magnetic
/// heading; as text and as a page to print (SVG).
public struct DeviationCard: Sendable {
    /// A line of the card, degrees.
    struct Line: Sendable, Hashable {
        /// The compass heading.
        var compass: Double
        /// The deviation there, east positive.
        var deviation: Double
        /// The magnetic heading at this compass heading, [0, 360).
        var magnetic: Double
        /// What to steer by the compass for a MAGNETIC heading of the same number as `compass`, [0, 360).
        var steer: Double
    }

    let lines: [Line]
    private let section: DeviationSection

    /// Every fifteen degrees; without a line where the curve was refused.
    public init(_ section: DeviationSection) {
        self.section = section
        func deviation(_ heading: Double) -> Double {
            let z = heading * Double.pi / 180
            return section.A + section.B * sin(z) + section.C * cos(z) + section.D * sin(2 * z) + section.E * cos(2 * z)
        }
        let headings = section.accepted ? Array(stride(from: 0.0, to: 360, by: 15)) : []
        lines = headings.map { heading in
            // compass = magnetic - deviation(compass): a contraction as long as the deviation is below some 50 degrees.
            var steer = heading
            for _ in 0..<60 { steer = heading - deviation(steer) }
            return Line(
                compass: heading, deviation: deviation(heading),
                magnetic: Angle.wrapHeadingDegrees(heading + deviation(heading)),
                steer: Angle.wrapHeadingDegrees(steer))
        }
    }

    /// The card as lines of text.
    public var text: String {
        guard section.accepted else {
            return (["DEVIATION CARD"] + refusal).joined(separator: "\n") + "\n"
        }
        var rows = [
            "DEVIATION CARD (degrees, deviation east positive)", formula, Self.validity, "",
            "  compass  deviation   magnetic |  for magnetic  steer by compass",
        ]
        for line in lines {
            rows.append(
                "     " + whole(line.compass) + right(NumberText.signed(line.deviation, decimals: 1), 10) + "      "
                    + whole(line.magnetic) + "   |          " + whole(line.compass) + "               "
                    + whole(line.steer))
        }
        return rows.joined(separator: "\n") + "\n"
    }

    /// The card as a page (SVG): the table, the curve, the compass rose.
    public var svg: String {
        let figures = DeviationFigures(section, reason: "")
        var canvas = SVGCanvas()
        canvas.label("Deviation card", x: 24, y: 34, weight: "700", muted: false)
        for (row, line) in (section.accepted ? [formula, Self.validity] : refusal).enumerated() {
            canvas.label(line, x: 24, y: 54 + 18 * Double(row), muted: false)
        }
        let titles =
            section.accepted ? ["compass", "deviation", "magnetic", "for magnetic", "steer by compass"] : []
        for (column, title) in titles.enumerated() {
            canvas.label(title, x: Self.columns[column], y: 102, anchor: "end", weight: "600", muted: false)
        }
        for (row, line) in lines.enumerated() {
            let y = 122 + 18 * Double(row)
            let cells = [
                whole(line.compass), NumberText.signed(line.deviation, decimals: 1), whole(line.magnetic),
                whole(line.compass), whole(line.steer),
            ]
            for (column, cell) in cells.enumerated() {
                canvas.label(cell, x: Self.columns[column], y: y, anchor: "end", muted: false)
            }
        }
        let table = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(canvas.text)</svg>"
        return Picture.standalone(
            width: 1110, height: 580, title: "Deviation card",
            parts: [
                (0, 0, ChartSize(width: 475, height: 580), table),
                (480, 20, ChartSize(width: 620, height: 300), figures.curve.wide),
                (660, 320, ChartSize(width: 250, height: 250), figures.rose.wide),
            ])
    }

    private static let columns = [80.0, 160, 235, 335, 465]

    private var formula: String {
        let letters = [
            ("A", section.A), ("B", section.B), ("C", section.C), ("D", section.D), ("E", section.E),
        ]
        return letters.map { "\($0) \(NumberText.signed($1, decimals: 2))" }.joined(separator: "  ")
            + "  residual RMS \(NumberText.fixed(section.residualRMSDegrees, decimals: 2))"
    }

    private static let validity = "holds for the place where it was measured"

    /// Why there is no card, in lines of the card's width.
    private var refusal: [String] {
        PlainText.wrapped("Not determined: \(PlainText.line(section.reason, limit: 600)).", width: 64)
    }

    private func whole(_ degrees: Double) -> String {
        NumberText.padded(Int(clamping: degrees.rounded()) % 360, to: 3)
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

/// The deviation curve as a picture file.
public enum DeviationPicture {
    /// Curve and points over compass heading as an SVG file.
    public static func svg(_ section: DeviationSection) -> String {
        let figure = DeviationFigures(section, reason: "")
        return Picture.standalone(
            width: 640, height: 360, title: "Deviation over compass heading",
            parts: [(10, 10, ChartSize(width: 620, height: 340), figure.curve.wide)])
    }
}

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
        let line = (section.accepted ? section.curve : []).map { ChartPoint($0.heading, $0.deviation) }
        let points = section.points.map { ChartPoint($0.heading, $0.deviation) }
        // Upright strokes: a point that is not finite ends one.
        let bars = section.points.flatMap { point in
            point.sigma.map { sigma in
                [-sigma, sigma, .nan].map { ChartPoint(point.heading, point.deviation + $0) }
            } ?? []
        }
        let band = (section.accepted ? section.curve : []).compactMap { point in
            point.sigma.map { sigma in
                ChartInterval(
                    x: point.heading, low: point.deviation - 1.96 * sigma, high: point.deviation + 1.96 * sigma)
            }
        }
        let caption =
            "Deviation = magnetic heading \u{2212} compass heading, east positive, over compass heading: add it to the "
            + "compass. Dots: the readings of the fit"
            + (bars.isEmpty ? "" : ", with the scatter of single readings (one standard deviation)")
            + (band.isEmpty ? "." : "; shaded: 95\u{A0}% confidence band of the curve.")
        let values = (line + points + bars).map(\.y).filter(\.isFinite) + [0]
        let extent = (values.min() ?? 0)...(values.max() ?? 0)
        var layers: [ChartLayer] = []
        if !band.isEmpty {
            layers.append(.band(band, ChartStyle(.series(0), opacity: 0.2), name: "95 % of the curve"))
        }
        layers.append(.horizontal(0, ChartStyle(.ink, width: 1, opacity: 0.5), name: nil))
        if !bars.isEmpty { layers.append(.line(bars, ChartStyle(.series(1), width: 1, opacity: 0.5), name: nil)) }
        layers.append(.points(points, ChartStyle(.series(1)), radius: 3.5, name: "measured"))
        if !line.isEmpty { layers.append(.line(line, ChartStyle(.series(0), width: 2), name: "A..E curve")) }
        let chart = Chart(
            title: "Deviation over compass heading", summary: caption, x: .heading(label: "compass heading"),
            y: .degrees(extent, label: "deviation, degrees"), layers: layers)
        curve = Figure(
            chart, wide: ChartSize(width: 620, height: 340), narrow: ChartSize(width: 380, height: 280))
        let polar = PolarChart(
            title: "Deviation as a compass rose",
            summary: "The same on a compass rose: the deviation is zero on the thick circle, and positive outside it.",
            line: line, points: points)
        rose = Figure(
            wide: polar.svg(side: 340),
            caption: "The deviation is zero on the thick circle, east (positive) outside it, and west inside it.")
    }
}
