import Analysis

/// The deviation curve as a picture file of its own.
public enum DeviationPicture {
    /// Curve and points over compass heading (SVG).
    public static func svg(_ section: DeviationSection) -> String {
        let figure = DeviationFigures(section, reason: "")
        return Picture.standalone(
            width: 640, height: 360, title: "Deviation over compass heading",
            parts: [(10, 10, ChartSize(width: 620, height: 340), figure.curve.wide)])
    }
}
