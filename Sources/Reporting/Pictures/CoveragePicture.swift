import Calibration

/// The directions of the field that a calibration recording has seen and has not.
public enum CoveragePicture {
    /// The figure's title.
    static let title = "Directions of the field in the device's axes"

    /// The picture as an SVG file.
    public static func svg(_ coverage: DirectionCoverage) -> String {
        let (width, chart) = (720.0, chart(coverage))
        let height = width * 0.56
        var canvas = SVGCanvas()
        for (index, line) in lines(summary(coverage) + "\n" + coverage.advice).enumerated() {
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

    /// Words in lines of at most a hundred letters, which fit the width.
    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n") {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if line.count + word.count > 100 {
                    lines.append(line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            lines.append(line)
        }
        return lines
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
