import Analysis
import ProjectionCore
import RealModule
import Vocabulary

/// The screen at one time as an SVG picture: rings where the places belong, marks where each filter and model draws them, the
/// horizon, ellipses of 95 %.
public struct ScreenPicture {
    private let moment: ScreenMoment
    private let scale: Double
    private var canvas = SVGCanvas()

    /// The longer side of the screen in the picture, pixels.
    private static let side = 640.0
    private static let (margin, top) = (24.0, 56.0)

    /// The picture.
    public static func svg(_ moment: ScreenMoment) -> String {
        var picture = ScreenPicture(moment: moment, scale: side / max(moment.width, moment.height))
        picture.draw()
        return picture.canvas.text
    }

    private init(moment: ScreenMoment, scale: Double) {
        (self.moment, self.scale) = (moment, scale)
    }

    private var width: Double { moment.width * scale }
    private var height: Double { moment.height * scale }
    private func x(_ value: Double) -> Double { Self.margin + value * scale }
    private func y(_ value: Double) -> Double { Self.top + value * scale }

    private mutating func draw() {
        let legend = 20.0 * Double(moment.layers.count + (moment.truth == nil ? 0 : 1))
        let (whole, high) = (max(width, 420) + 2 * Self.margin, height + Self.top + legend + 2 * Self.margin)
        let title = "The screen at \(LogTime.text(moment.time)) s"
        canvas.beginFile(width: whole, height: high, title: title)
        canvas.label(title, x: Self.margin, y: 24, weight: "bold", muted: false)
        canvas.label(
            "\(Int(clamping: moment.width.rounded())) x \(Int(clamping: moment.height.rounded())) pixels; lines: horizons; ellipses: 95 %",
            x: Self.margin, y: 42)
        canvas.markup("<clipPath id=\"screen\">")
        rectangle()
        canvas.markup("/></clipPath>")
        rectangle()
        canvas.markup(" fill=\"#eef2f6\" stroke=\"#767b85\"/>\n<g clip-path=\"url(#screen)\">")
        if let truth = moment.truth { layer(truth, ChartStyle(.ink, width: 1.2), isTruth: true) }
        for (index, other) in moment.layers.enumerated() {
            layer(other, ChartStyle.series(index), isTruth: false)
        }
        canvas.markup("</g>\n")
        drawLegend()
        canvas.markup("</svg>\n")
    }

    private mutating func rectangle() {
        canvas.element("rect", x: Self.margin, y: Self.top, width: width, height: height)
    }

    private mutating func layer(_ layer: ScreenMoment.Layer, _ style: ChartStyle, isTruth: Bool) {
        if let horizon = layer.horizon { line(horizon, style) }
        for (index, position) in layer.positions.enumerated() where position.isVisible {
            let (px, py) = (x(position.x), y(position.y))
            if let ellipse = layer.ellipses[index] { self.ellipse(ellipse, px, py, style) }
            mark(px, py, style, isTruth: isTruth)
            if isTruth || moment.truth == nil {
                canvas.label(PlainText.line(moment.places[index].name, limit: 32), x: px + 10, y: py + 4, muted: false)
            }
        }
    }

    /// A ring where a place belongs, a dot where it is drawn.
    private mutating func mark(_ x: Double, _ y: Double, _ style: ChartStyle, isTruth: Bool) {
        canvas.circle(x: x, y: y, radius: isTruth ? 7 : 3.5)
        if isTruth { canvas.stroke(style) } else { canvas.fill(style, opacity: 1) }
        canvas.markup("/>")
    }

    private mutating func line(_ horizon: Horizon, _ style: ChartStyle) {
        let reach = 2 * Self.side
        let (dx, dy) = (reach * Double.cos(horizon.angle), reach * Double.sin(horizon.angle))
        canvas.markup("<line")
        canvas.attribute("x1", x(horizon.x) - dx)
        canvas.attribute("y1", y(horizon.y) - dy)
        canvas.attribute("x2", x(horizon.x) + dx)
        canvas.attribute("y2", y(horizon.y) + dy)
        canvas.stroke(ChartStyle(style.colour, width: 1, dashes: style.dashes, opacity: 0.7))
        canvas.markup("/>")
    }

    private mutating func ellipse(_ ellipse: ErrorEllipse, _ px: Double, _ py: Double, _ style: ChartStyle) {
        let stretch = ErrorEllipse.stretch(forProbability: 0.95) * scale
        canvas.ellipse(x: 0, y: 0, radii: (ellipse.semiAxes.major * stretch, ellipse.semiAxes.minor * stretch))
        canvas.markup(" transform=\"translate(")
        canvas.number(px)
        canvas.markup(" ")
        canvas.number(py)
        canvas.markup(") rotate(")
        canvas.number(ellipse.angle * 180 / .pi)
        canvas.markup(")\"")
        canvas.stroke(ChartStyle(style.colour, width: 0.8, opacity: 0.6))
        canvas.markup("/>")
    }

    private mutating func drawLegend() {
        var row = Self.top + height + Self.margin
        if moment.truth != nil { drawEntry("true positions", ChartStyle(.ink, width: 1.2), isTruth: true, &row) }
        for (index, layer) in moment.layers.enumerated() {
            drawEntry(layer.name, ChartStyle.series(index), isTruth: false, &row)
        }
    }

    private mutating func drawEntry(_ name: String, _ style: ChartStyle, isTruth: Bool, _ row: inout Double) {
        mark(Self.margin + 8, row - 4, style, isTruth: isTruth)
        canvas.label(name, x: Self.margin + 24, y: row, muted: false)
        row += 20
    }
}
