import Calibration

/// The directions of the field that a calibration recording has seen and has not.
public enum CoveragePicture {
    /// The figure's title.
    static let title = "Directions of the field in the device's axes"

    /// The picture as a file of its own (SVG).
    public static func svg(_ coverage: DirectionCoverage) -> String {
        let (width, chart) = (720.0, chart(coverage))
        let height = width * 0.56
        var canvas = SVGCanvas()
        canvas.label(summary(coverage), x: 20, y: 24, muted: false)
        if !coverage.advice.isEmpty { canvas.label(coverage.advice, x: 20, y: 44, muted: false) }
        let words = "<svg xmlns=\"http://www.w3.org/2000/svg\">\(canvas.text)</svg>"
        return Picture.standalone(
            width: width, height: height + 60, title: title,
            parts: [
                (0, 0, ChartSize(width: width, height: 60), words),
                (0, 60, ChartSize(width: width, height: height), chart.svg(width: width)),
            ])
    }

    /// The picture as a part of a page.
    static func chart(_ coverage: DirectionCoverage) -> HemisphereChart {
        HemisphereChart(title: title, summary: summary(coverage), counts: coverage.counts)
    }

    /// What is to be seen, in a sentence.
    static func summary(_ coverage: DirectionCoverage) -> String {
        let seen = coverage.counts.count { $0 > 0 }
        return "\(seen) of 48 equal parts of the sphere were seen (filled, the stronger the more readings); "
            + "dashed ones were not."
    }
}
