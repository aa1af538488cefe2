import Analysis
import ProjectionCore
import RealModule
import Vocabulary

/// The screen at one time as an SVG picture: rings where the places belong, marks where each filter and model draws them, the
/// horizon, ellipses of 95 %. Where labels are placed, boxes of the first filter and model in their size and opacity, joined to
/// their points; arrows at the edge for what is off the screen, where they are asked for.
public struct ScreenPicture {
    private let moment: ScreenMoment
    private let scale: Double
    private let arrows: Bool
    private var canvas = SVGCanvas()

    /// The longer side of the screen in the picture, pixels.
    private static let side = 640.0
    private static let (margin, top) = (24.0, 56.0)
    /// Of names beneath each other.
    private static let rowHeight = 13.0

    /// The picture.
    /// - Parameter arrows: whether places off the screen get one.
    public static func svg(_ moment: ScreenMoment, arrows: Bool = false) -> String {
        var picture = ScreenPicture(
            moment: moment, scale: side / max(moment.width, moment.height), arrows: arrows)
        picture.draw()
        return Chart.standalone(picture.canvas.text)
    }

    private init(moment: ScreenMoment, scale: Double, arrows: Bool) {
        (self.moment, self.scale, self.arrows) = (moment, scale, arrows)
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
        if let first = moment.layers.first {
            for index in first.labels.indices where first.labels[index].isDrawn { box(first, index) }
            if arrows { drawArrows(first) }
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
            if layer.labels.isEmpty, isTruth || moment.truth == nil {
                canvas.label(PlainText.line(moment.places[index].name, limit: 32), x: px + 10, y: py + 4, muted: false)
            }
        }
    }

    /// A placed label: its box with the name, joined to the point.
    private mutating func box(_ layer: ScreenMoment.Layer, _ index: Int) {
        let (label, position) = (layer.labels[index], layer.positions[index])
        let (left, top, wide, high) = (x(label.x), y(label.y), label.width * scale, label.height * scale)
        canvas.markup("<g opacity=\"\(NumberText.fixed(layer.opacities[index], decimals: 2))\"><line")
        canvas.attribute("x1", x(position.x))
        canvas.attribute("y1", y(position.y))
        canvas.attribute("x2", min(left + wide, max(left, x(position.x))))
        canvas.attribute("y2", min(top + high, max(top, y(position.y))))
        canvas.stroke(ChartStyle(.ink, width: 0.8))
        canvas.markup("/>")
        canvas.element("rect", x: left, y: top, width: wide, height: high)
        canvas.markup(" fill=\"#ffffff\" stroke=\"#767b85\" stroke-width=\"0.8\"/><text")
        canvas.attribute("x", left + wide / 2)
        canvas.attribute("y", top + high / 2)
        let name = PlainText.line(moment.places[index].name, limit: 24)
        // A letter is about 0.55 of the size wide.
        canvas.attribute("font-size", min(12, 0.6 * high, wide / (0.55 * Double(max(name.count, 1)))))
        canvas.markup(" text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"#1d2129\">")
        canvas.escaped(name)
        canvas.markup("</text></g>\n")
    }

    /// A triangle at the edge for each place off the screen, with its name and by how many degrees it is aside; names at the
    /// left and at the right edge are moved apart.
    private mutating func drawArrows(_ layer: ScreenMoment.Layer) {
        let arrows = layer.bearings.enumerated().compactMap { index, bearing in
            bearing.flatMap { layer.positions[index].isVisible ? nil : Arrow($0, of: index, tip: (x($0.x), y($0.y))) }
        }
        for side in ["start", "middle", "end"] {
            let group = arrows.filter { $0.side == side }.sorted { $0.tip.y < $1.tip.y }
            var free = Self.top + 16
            for (index, arrow) in group.enumerated() {
                triangle(arrow)
                var row = arrow.base.y - 10 * arrow.direction.y + 4
                if side != "middle" {
                    // Those that follow need their rows above the lower edge.
                    let last = Self.top + height - 4 - Self.rowHeight * Double(group.count - 1 - index)
                    row = max(free, min(row, last))
                    free = row + Self.rowHeight
                }
                canvas.label(
                    PlainText.line(moment.places[arrow.place].name, limit: 18) + arrow.turn,
                    x: arrow.base.x - 6 * arrow.direction.x, y: row, anchor: side, muted: false)
            }
        }
    }

    private mutating func triangle(_ arrow: Arrow) {
        let (tip, base, direction) = (arrow.tip, arrow.base, arrow.direction)
        canvas.markup("<path d=\"")
        canvas.command("M", tip.x, tip.y)
        canvas.command("L", base.x - 6 * direction.y, base.y + 6 * direction.x)
        canvas.command("L", base.x + 6 * direction.y, base.y - 6 * direction.x)
        canvas.markup("Z\" fill=\"#b3261e\"/>")
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

/// An arrow at the edge of the picture.
private struct Arrow {
    let place: Int
    let tip, base, direction: (x: Double, y: Double)
    /// The anchor of its name.
    let side: String
    /// The degrees aside as text, empty where there are none.
    let turn: String

    init(_ bearing: PlaceBearing, of place: Int, tip: (x: Double, y: Double)) {
        (self.place, self.tip) = (place, tip)
        direction = (Double.cos(bearing.angle), Double.sin(bearing.angle))
        base = (tip.x - 14 * direction.x, tip.y - 14 * direction.y)
        side = direction.x < -0.3 ? "start" : direction.x > 0.3 ? "end" : "middle"
        turn = bearing.relative.isNaN ? "" : " \(NumberText.fixed(bearing.relative, decimals: 0))\u{B0}"
    }
}
