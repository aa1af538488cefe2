import Calibration
import Figures
import Foundation

/// The directions of the field that a calibration recording covers, and those it lacks.
public enum CoveragePicture {
    /// The figure's title.
    static let title = "Directions of the field in the device's axes"

    /// The picture as an SVG file.
    public static func svg(_ coverage: DirectionCoverage) -> String {
        let (width, chart) = (720.0, chart(coverage))
        let height = width * 0.56
        var canvas = SVGCanvas()
        let lines = [summary(coverage), coverage.advice].flatMap { PlainText.wrapped($0, width: 101) }
        for (index, line) in lines.enumerated() {
            canvas.label(line, x: 20, y: 24 + 18 * Double(index), muted: false)
        }
        let words = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(canvas.text)</svg>"
        return Picture.standalone(
            width: width, height: height + 80, title: title,
            parts: [
                (0, 0, ChartSize(width: width, height: 80), words),
                (0, 80, ChartSize(width: width, height: height), chart.svg(width: width)),
            ])
    }

    /// The picture as a part of a page.
    static func chart(_ coverage: DirectionCoverage) -> HemisphereChart {
        HemisphereChart(title: title, summary: summary(coverage), counts: coverage.counts)
    }

    /// A description in one sentence.
    static func summary(_ coverage: DirectionCoverage) -> String {
        let seen = coverage.counts.count { $0 > 0 }
        return "\(seen) of 48 equal parts of the sphere have readings (filled; darker parts have more); dashed parts "
            + "have none."
    }
}

/// The directions of a sphere in 6 bands of equal height times 8 sectors: both hemispheres as discs in Lambert's
/// equal-area projection, so that a bin's area on paper is its share of all directions. Bins with readings are filled,
/// more opaque with more readings; the others are empty and dashed.
///
/// The left disc shows z > 0 (out of the screen) as one looks at the screen, x to the right and y up; the right disc z
/// < 0 as one looks at the back, x to the left.
struct HemisphereChart {
    /// What the picture shows; read by screen readers.
    let title: String
    /// A description in one sentence, read by screen readers.
    let summary: String
    /// Readings per bin, 48 of them: bin = 8 band + sector; bands from z = -1 to 1, sectors from azimuth -180 degrees
    /// (x axis = 0).
    let counts: [Int]

    private static let sectors = 8

    /// The SVG element, 2 : 1.1.
    func svg(width: Double) -> String {
        precondition(counts.count == 48, "six bands of eight sectors")
        var canvas = SVGCanvas()
        let height = width * 0.56
        canvas.beginPart(
            width: width, height: height, style: "chart hemispheres", title: title, summary: summary)
        // Room for the names of the axes between the discs, whatever the width.
        let rim = min(0.19 * width, 0.24 * width - 30)
        draw(&canvas, front: true, centre: (width * 0.26, height * 0.53), rim: rim)
        draw(&canvas, front: false, centre: (width * 0.74, height * 0.53), rim: rim)
        canvas.markup("</svg>")
        return canvas.text
    }

    private func draw(_ canvas: inout SVGCanvas, front: Bool, centre: (x: Double, y: Double), rim: Double) {
        let most = Double(max(1, counts.max() ?? 1))
        for index in 0..<3 {
            // Rings from the pole outwards: |z| from 1 to 2/3, to 1/3, to 0. Equal heights are equal areas.
            let (inner, outer) = ((Double(index) / 3).squareRoot() * rim, (Double(index + 1) / 3).squareRoot() * rim)
            let band = front ? 5 - index : index
            for sector in 0..<Self.sectors {
                let count = counts[Self.sectors * band + sector]
                let start = (Double(sector) / Double(Self.sectors) - 0.5) * 2 * Double.pi
                let end = start + 2 * Double.pi / Double(Self.sectors)
                // Bins without readings are inset, so that two dashed edges do not make a solid one.
                let (margin, turn) = count > 0 ? (0, 0) : (1.5, 0.02)
                canvas.markup("<path d=\"")
                arc(&canvas, centre, outer - margin, start + turn, end - turn, front, first: true)
                arc(&canvas, centre, inner + margin, end - turn, start + turn, front, first: false)
                canvas.markup("Z\"")
                if count > 0 {
                    let strength = 0.35 + 0.6 * log(1 + Double(count)) / log(1 + most)
                    canvas.fill(ChartStyle(.series(0)), opacity: strength)
                    canvas.markup(" stroke=\"var(--panel,#ffffff)\" stroke-width=\"1\"/>")
                } else {
                    canvas.stroke(ChartStyle(.alert, width: 1, dashes: [3, 2]))
                    canvas.markup("/>")
                }
            }
        }
        canvas.label(
            front ? "z > 0: out of the screen" : "z < 0: out of the back", x: centre.x, y: centre.y - rim - 26,
            anchor: "middle", weight: "600", muted: false)
        let right = front ? "+x" : "\u{2212}x"
        let left = front ? "\u{2212}x" : "+x"
        canvas.label(right, x: centre.x + rim + 6, y: centre.y + 4)
        canvas.label(left, x: centre.x - rim - 6, y: centre.y + 4, anchor: "end")
        canvas.label("+y", x: centre.x, y: centre.y - rim - 7, anchor: "middle")
        canvas.label("\u{2212}y", x: centre.x, y: centre.y + rim + 17, anchor: "middle")
    }

    /// A polygon along an arc of azimuths; the back is mirrored.
    private func arc(
        _ canvas: inout SVGCanvas, _ centre: (x: Double, y: Double), _ radius: Double, _ start: Double, _ end: Double,
        _ front: Bool, first: Bool
    ) {
        for step in 0...6 {
            let azimuth = start + (end - start) * Double(step) / 6
            let x = centre.x + (front ? 1 : -1) * radius * cos(azimuth)
            canvas.command(first && step == 0 ? "M" : "L", x, centre.y - radius * sin(azimuth))
        }
    }
}
