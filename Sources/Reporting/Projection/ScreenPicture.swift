import Analysis
import Figures
import ProjectionCore
import RealModule
import Vocabulary

/// The screen at one time as an SVG picture: rings where the places belong, marks where each filter and model draws
/// them, the horizon, ellipses of 95 %. Where labels are placed, boxes of the first filter and model in their size and
/// opacity, turned towards the sides, joined to their points; arrows at the edge for what is off the screen and a
/// radar, where they are asked for.
public struct ScreenPicture {
    private let moment: ScreenMoment
    private let scale: Double
    private let arrows: Bool
    private let radar: Radar?
    private var canvas = SVGCanvas()

    /// The longer side of the screen in the picture, pixels.
    private static let side = 640.0
    private static let (margin, top) = (24.0, 56.0)
    /// Of names beneath each other.
    private static let rowHeight = 15.0

    /// The picture.
    /// - Parameters:
    ///   - moment: the screen and what is on it.
    ///   - arrows: whether places off the screen get one.
    ///   - radar: in the lower left corner.
    public static func svg(_ moment: ScreenMoment, arrows: Bool = false, radar: Radar? = nil) -> String {
        var picture = ScreenPicture(
            moment: moment, scale: side / max(moment.width, moment.height), arrows: arrows, radar: radar)
        picture.draw()
        return Chart.standalone(picture.canvas.text)
    }

    private init(moment: ScreenMoment, scale: Double, arrows: Bool, radar: Radar?) {
        (self.moment, self.scale, self.arrows, self.radar) = (moment, scale, arrows, radar)
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
        drawRadar()
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

    /// Rings where places belong and dots where filters have them, with the fields of view.
    private mutating func drawRadar() {
        guard let radar else { return }
        // Filters may have other places of the observer, and see others.
        let farthest = (moment.layers + [moment.truth].compactMap { $0 })
            .flatMap { zip($0.distances, $0.bearings).compactMap { $1 == nil ? nil : $0 } }.max()
        guard let radius = radar.radius ?? moment.maximumDistance ?? farthest, radius > 0 else { return }
        let size = 0.15 * min(width, height)
        let figure = RadarFigure(
            radar: radar, distance: ReplayPicture.metres(radius),
            centre: (Self.margin + 10 + size, Self.top + height - 10 - size), size: size, halfField: moment.halfField)
        figure.drawDisc(into: &canvas)
        func draw(_ layer: ScreenMoment.Layer, _ colour: ChartStyle.Colour, isTruth: Bool) {
            let places = zip(layer.distances, layer.bearings).compactMap { distance, bearing in
                bearing.map { RadarFigure.Place(azimuth: $0.azimuth * .pi / 180, share: distance / radius) }
            }
            figure.draw(
                places, heading: layer.heading, colour: Palette.css(colour), isTruth: isTruth, into: &canvas)
        }
        if let truth = moment.truth { draw(truth, .ink, isTruth: true) }
        for (index, layer) in moment.layers.enumerated() {
            draw(layer, ChartStyle.series(index).colour, isTruth: false)
        }
    }

    /// A placed label: its box with the name, joined to the point.
    private mutating func box(_ layer: ScreenMoment.Layer, _ index: Int) {
        let (label, position) = (layer.labels[index], layer.positions[index])
        let (high, turn) = (label.height * scale, layer.turns[index] * .pi / 180)
        let middle = (x: x(label.x) + label.width * scale / 2, y: y(label.y) + high / 2)
        // A turned label is narrower.
        let wide = label.width * scale * Double.cos(turn)
        let (left, top) = (middle.x - wide / 2, middle.y - high / 2)
        canvas.markup("<g opacity=\"\(NumberText.fixed(layer.opacities[index], decimals: 2))\">")
        let point = (x: x(position.x), y: y(position.y))
        canvas.line(
            from: point, to: (min(left + wide, max(left, point.x)), min(top + high, max(top, point.y))),
            ChartStyle(.ink, width: 0.8))
        if turn == 0 {
            canvas.element("rect", x: left, y: top, width: wide, height: high)
        } else {
            trapezoid(middle, width: label.width * scale, height: high, turn)
        }
        canvas.markup(" fill=\"#ffffff\" stroke=\"#767b85\" stroke-width=\"0.8\"/><text")
        canvas.attribute("x", middle.x)
        canvas.attribute("y", middle.y)
        let name = PlainText.line(moment.places[index].name, limit: 24)
        // A letter is about 0.55 of the size wide.
        canvas.attribute("font-size", min(12, 0.6 * high, wide / (0.55 * Double(max(name.count, 1)))))
        canvas.markup(" text-anchor=\"middle\" dominant-baseline=\"central\" fill=\"#1d2129\">")
        canvas.escaped(name)
        canvas.markup("</text></g>\n")
    }

    /// Begins the outline of a label turned about its vertical, as the screen's own camera sees it: the edge that is
    /// farther from the screen's middle is nearer, and higher.
    private mutating func trapezoid(_ middle: (x: Double, y: Double), width: Double, height: Double, _ turn: Double) {
        let focal = self.width / 2 / Double.tan(moment.halfField)
        canvas.markup("<path d=\"")
        for (index, corner) in [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].enumerated() {
            let (u, v) = (corner.0 * width, corner.1 * height)
            let depth = 1 - u * Double.sin(turn) / focal
            canvas.command(
                index == 0 ? "M" : "L", middle.x + u * Double.cos(turn) / depth, middle.y + v / depth)
        }
        canvas.markup("Z\"")
    }

    /// A triangle at the edge for each place off the screen, with its name and by how many degrees it is aside. A name
    /// that would cover another one, or a label, is moved to the nearest free row and joined to its triangle.
    private mutating func drawArrows(_ layer: ScreenMoment.Layer) {
        let arrows = layer.bearings.enumerated().compactMap { index, bearing in
            bearing.flatMap { layer.positions[index].isVisible ? nil : Arrow($0, of: index, tip: (x($0.x), y($0.y))) }
        }.sorted { ($0.tip.y, $0.tip.x, $0.place) < ($1.tip.y, $1.tip.x, $1.place) }
        for arrow in arrows { triangle(arrow) }
        var taken = layer.labels.filter(\.isDrawn).map { label in
            TextBox(left: x(label.x), top: y(label.y), width: label.width * scale, height: label.height * scale)
        }
        let names = arrows.map { PlainText.line(moment.places[$0.place].name, limit: 18) + $0.turn }
        let natural = zip(names, arrows).map { TextBox($0, beside: $1) }
        var wanted = natural
        for side in ["start", "end"] { spread(arrows.indices.filter { arrows[$0].side == side }, of: &wanted) }
        for (index, arrow) in arrows.enumerated() {
            let text = names[index]
            let box = free(wanted[index], taken)
            taken.append(box)
            let middle = box.top + box.height / 2
            if (box.top - natural[index].top).magnitude > 1 {
                canvas.line(
                    from: arrow.base, to: (min(max(arrow.base.x, box.left), box.left + box.width), middle),
                    ChartStyle(.ink, width: 0.5))
            }
            canvas.element("rect", x: box.left, y: box.top, width: box.width, height: box.height)
            canvas.markup(" fill=\"#eef2f6\" fill-opacity=\"0.8\"/>\n")
            let anchors = ["start": box.left, "end": box.left + box.width]
            canvas.label(
                text, x: anchors[arrow.side] ?? box.left + box.width / 2, y: middle + 4, anchor: arrow.side,
                muted: false)
        }
    }

    /// Moves names beneath each other apart, in their order and by the least squares of the distances (pool adjacent
    /// violators).
    private func spread(_ indices: [Int], of boxes: inout [TextBox]) {
        let row = Self.rowHeight
        // Where the first name of a block would be, and how many it has.
        var blocks: [(top: Double, count: Int)] = []
        for (place, index) in indices.enumerated() {
            blocks.append((boxes[index].top - row * Double(place), 1))
            while blocks.count > 1, case let (a, b) = (blocks[blocks.count - 2], blocks[blocks.count - 1]),
                a.top > b.top
            {
                let count = a.count + b.count
                blocks.removeLast(2)
                blocks.append(((a.top * Double(a.count) + b.top * Double(b.count)) / Double(count), count))
            }
        }
        let tops = blocks.flatMap { [Double](repeating: $0.top, count: $0.count) }
        let lowest = Self.top + height - row * Double(indices.count)
        for (place, index) in indices.enumerated() {
            boxes[index].top = max(Self.top, min(tops[place], lowest)) + row * Double(place)
        }
    }

    /// The nearest row at which a name covers nothing, downwards first; its own where there is none.
    private func free(_ box: TextBox, _ taken: [TextBox]) -> TextBox {
        var own = box
        own.left = max(Self.margin, min(box.left, Self.margin + width - box.width))
        own.top = max(Self.top, min(box.top, Self.top + height - box.height))
        let rows = Int(clamping: height / Self.rowHeight)
        for row in 0...max(0, 2 * rows) {
            var moved = own
            moved.top += Double(row % 2 == 1 ? (row + 1) / 2 : -row / 2) * Self.rowHeight
            let isInside = moved.top >= Self.top && moved.top + moved.height <= Self.top + height
            if isInside, !taken.contains(where: moved.overlaps) { return moved }
        }
        return own
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
        canvas.line(
            from: (x(horizon.x) - dx, y(horizon.y) - dy), to: (x(horizon.x) + dx, y(horizon.y) + dy),
            ChartStyle(style.colour, width: 1, dashes: style.dashes, opacity: 0.7))
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

/// The box of a text, pixels of the picture.
private struct TextBox {
    var left, top, width, height: Double

    func overlaps(_ other: TextBox) -> Bool {
        left < other.left + other.width && other.left < left + width && top < other.top + other.height
            && other.top < top + height
    }
}

extension TextBox {
    /// A name inwards of its arrow.
    init(_ text: String, beside arrow: Arrow) {
        let (width, height) = (ChartLegend.width(of: text), 14.0)
        let anchor = arrow.base.x - 6 * arrow.direction.x
        let shift = ["start": 0, "end": width][arrow.side] ?? width / 2
        self.init(
            left: anchor - shift, top: arrow.base.y - 10 * arrow.direction.y - height / 2, width: width, height: height)
    }
}
