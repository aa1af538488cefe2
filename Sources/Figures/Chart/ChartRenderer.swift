/// Draws one chart into one box.
struct ChartRenderer {
    let chart: Chart
    let size: ChartSize
    private var canvas = SVGCanvas()
    private var x: ClosedRange<Double>
    private var y: ClosedRange<Double>
    private var plot: ChartFrame
    private let legend: ChartLegend
    private let notes: ChartNotes
    /// The least distance between labels of the y axis, pixels; of two that are closer, the later is left out.
    private static let leastLineHeight = 12.0

    init(chart: Chart, size: ChartSize) {
        self.chart = chart
        self.size = size
        let entries = chart.layers.filter { $0.name != nil }
        legend = ChartLegend(layers: entries, width: size.width - 12)
        let tickWidth = chart.y.ticks.map { ChartLegend.width(of: $0.label) }.max() ?? 0
        var top = 10 + legend.height
        if chart.showsTitle { top += 18 }
        // Charts over time are stacked: a given time has the same x in all of them.
        let gutter =
            chart.x.kind == .time && size.width > ChartSize.narrow.width ? ChartLegend.width(of: "270\u{B0} W") : 0
        let left = 12 + max(tickWidth, gutter) + (chart.y.label.isEmpty ? 0 : 20)
        notes = ChartNotes(
            chart.layers, domain: chart.x.domain, width: size.width - 14 - left,
            isNarrow: size.width <= ChartSize.narrow.width)
        plot = ChartFrame(
            left: left, top: top + notes.height, right: size.width - 14,
            bottom: size.height - (chart.x.label.isEmpty ? 24 : 42))
        x = chart.x.domain
        y = chart.y.domain
        if chart.aspect == .equal { widenForEqualAspect() }
    }

    mutating func render() -> String {
        canvas.beginPart(
            width: size.width, height: size.height, style: "chart", title: chart.title, summary: chart.summary,
            data: axesData)
        if chart.showsTitle {
            canvas.label(chart.title, x: 4, y: 15, weight: "600", muted: false)
        }
        legend.draw(into: &canvas, top: chart.showsTitle ? 22 : 4)
        drawGrid()
        // A nested svg clips to the plot without an id, which would have to be unique in the page.
        canvas.element("svg class=\"plot\"", x: plot.left, y: plot.top, width: plot.width, height: plot.height)
        canvas.markup(" overflow=\"hidden\">")
        for layer in chart.layers { draw(layer) }
        canvas.markup("</svg>")
        notes.draw(into: &canvas, plot: plot)
        canvas.markup("</svg>")
        return canvas.text
    }

    /// What the report's script needs to turn pixels back into values: the domains, kinds and labels of the axes.
    private var axesData: String {
        let label = { (text: String) in MarkupText.escaped(text) }
        return " data-x=\"\(x.lowerBound) \(x.upperBound)\" data-y=\"\(y.lowerBound) \(y.upperBound)\""
            + (chart.x.kind.attribute.map { " data-axis=\"\($0)\"" } ?? "")
            + (chart.y.kind.attribute.map { " data-scaling=\"\($0)\"" } ?? "")
            + (chart.x.kind == .names ? " data-names=\"\(label(names(of: chart.x)))\"" : "")
            + " data-abscissa=\"\(label(chart.x.label))\" data-ordinate=\"\(label(chart.y.label))\""
    }

    /// One line per tick: value, tab, name.
    private func names(of axis: ChartAxis) -> String {
        axis.ticks.map { "\($0.value)\t\($0.label)" }.joined(separator: "\n")
    }

    /// Pixels from the plot's left edge.
    private func px(_ value: Double) -> Double {
        (value - x.lowerBound) / (x.upperBound - x.lowerBound) * plot.width
    }

    /// Pixels from the plot's top edge.
    private func py(_ value: Double) -> Double {
        (y.upperBound - value) / (y.upperBound - y.lowerBound) * plot.height
    }

    private mutating func widenForEqualAspect() {
        let xSpan = x.upperBound - x.lowerBound
        let ySpan = y.upperBound - y.lowerBound
        guard xSpan > 0, ySpan > 0, plot.width > 0, plot.height > 0 else { return }
        let perPixel = max(xSpan / plot.width, ySpan / plot.height)
        let (xMargin, yMargin) = ((perPixel * plot.width - xSpan) / 2, (perPixel * plot.height - ySpan) / 2)
        x = (x.lowerBound - xMargin)...(x.upperBound + xMargin)
        y = (y.lowerBound - yMargin)...(y.upperBound + yMargin)
    }

    private mutating func drawGrid() {
        for tick in chart.y.ticks where y.contains(tick.value) {
            line(plot.left, plot.top + py(tick.value), plot.right, plot.top + py(tick.value))
        }
        var above = Double.infinity
        for tick in chart.y.ticks where y.contains(tick.value) {
            let middle = plot.top + py(tick.value)
            guard above - middle >= Self.leastLineHeight else { continue }
            above = middle
            canvas.label(tick.label, x: plot.left - 7, y: middle + 4, anchor: "end")
        }
        canvas.markup("<g class=\"xticks\">")
        var taken = -Double.infinity
        for tick in chart.x.ticks where x.contains(tick.value) {
            let centre = plot.left + px(tick.value)
            line(centre, plot.top, centre, plot.bottom)
            let half = ChartLegend.width(of: tick.label) / 2
            let anchor = centre + half > size.width ? "end" : centre - half < 0 ? "start" : "middle"
            let left = anchor == "end" ? centre - 2 * half : anchor == "start" ? centre : centre - half
            guard left >= taken else { continue }
            taken = left + 2 * half + 4
            canvas.label(tick.label, x: centre, y: plot.bottom + 16, anchor: anchor)
        }
        canvas.markup("</g>")
        if !chart.x.label.isEmpty {
            canvas.label(chart.x.label, x: (plot.left + plot.right) / 2, y: plot.bottom + 35, anchor: "middle")
        }
        if !chart.y.label.isEmpty {
            canvas.label(
                chart.y.label, x: 12, y: (plot.top + plot.bottom) / 2, anchor: "middle", rotated: true)
        }
    }

    private mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        canvas.markup("<path d=\"")
        canvas.command("M", x1, y1)
        canvas.command("L", x2, y2)
        canvas.markup("\" stroke=\"currentColor\" stroke-opacity=\"0.13\"/>")
    }

    private mutating func draw(_ layer: ChartLayer) {
        switch layer {
        case .line(let points, let style, let name):
            drawLine(points, style, name: name)
            markLeaving(points.map { ($0.x, $0.y, $0.y) }, style)
        case .band(let intervals, let style, let name):
            drawBand(intervals, style, name: name)
            markLeaving(intervals.map { ($0.x, $0.low, $0.high) }, style)
        case .points(let points, let style, let radius, let name):
            drawPoints(points, style, radius: radius, name: name)
        case .bars(let bars, let style, _): drawBars(bars, style)
        case .circle(let centre, let radius, let style, _):
            let radii = (
                x: radius / (x.upperBound - x.lowerBound) * plot.width,
                y: radius / (y.upperBound - y.lowerBound) * plot.height
            )
            canvas.ellipse(x: px(centre.x), y: py(centre.y), radii: radii)
            canvas.stroke(style)
            canvas.markup("/>")
        case .horizontal(let value, let style, _): drawRule(from: (0, py(value)), to: (plot.width, py(value)), style)
        case .vertical(let value, let style, _): drawRule(from: (px(value), 0), to: (px(value), plot.height), style)
        case .spans(let spans, let style, let name): drawSpans(spans, style, name: name)
        case .optional(let style, let name):
            beginPath("line optional", name)
            canvas.endPath(style)
        case .notes: break
        }
    }

    private mutating func drawRule(from: (Double, Double), to: (Double, Double), _ style: ChartStyle) {
        canvas.markup("<path class=\"rule\" d=\"")
        canvas.command("M", from.0, from.1)
        canvas.command("L", to.0, to.1)
        canvas.endPath(style)
    }

    private mutating func drawLine(_ points: [ChartPoint], _ style: ChartStyle, name: String?) {
        beginPath("line", name)
        var pen: ChartPoint?
        for (index, point) in points.enumerated() {
            guard point.isFinite else {
                pen = nil
                continue
            }
            let here = ChartPoint(px(point.x), py(point.y))
            if let last = pen {
                if last.x == here.x { canvas.command("V", here.y) } else { canvas.command("L", here.x, here.y) }
            } else {
                canvas.command("M", here.x, here.y)
                // A point without neighbours is a stroke of no length, which round caps make visible.
                if index + 1 == points.count || !points[index + 1].isFinite { canvas.command("H", here.x) }
            }
            pen = here
        }
        canvas.markup("\"")
        canvas.stroke(style)
        canvas.markup(style.dashes.isEmpty ? " stroke-linecap=\"round\"/>" : "/>")
    }

    /// For the page's script.
    private mutating func beginPath(_ style: String, _ name: String?) {
        let data = name.map { " data-name=\"\(MarkupText.escaped($0))\"" } ?? ""
        canvas.markup("<path class=\"\(style)\"\(data) d=\"")
    }

    /// Bars along the upper and the lower edge where values exceed it.
    private mutating func markLeaving(_ values: [(x: Double, low: Double, high: Double)], _ style: ChartStyle) {
        let slack = 1e-9 * (y.upperBound - y.lowerBound)
        let (low, high) = (y.lowerBound - slack, y.upperBound + slack)
        for isUpper in [true, false] {
            let runs = values.split { isUpper ? !($0.high > high) : !($0.low < low) }
            let edge = isUpper ? 0 : plot.height
            guard !runs.isEmpty else { continue }
            canvas.markup("<path class=\"beyond\" d=\"")
            var end = -Double.infinity
            for run in runs {
                let (from, to) = (px(run[run.startIndex].x) - 2, px(run[run.endIndex - 1].x) + 2)
                guard to > end else { continue }
                if from > end { canvas.command("M", from, edge) }
                canvas.command("H", to)
                end = to
            }
            canvas.endPath(ChartStyle(style.colour, width: 7))
        }
    }

    private mutating func drawBand(_ intervals: [ChartInterval], _ style: ChartStyle, name: String?) {
        beginPath("band", name)
        for run in intervals.split(whereSeparator: { !($0.low.isFinite && $0.high.isFinite) }) {
            for (index, interval) in run.enumerated() {
                canvas.command(index == 0 ? "M" : "L", px(interval.x), py(interval.high))
            }
            for interval in run.reversed() { canvas.command("L", px(interval.x), py(interval.low)) }
            canvas.markup("Z")
        }
        canvas.endPath(filledWith: style)
    }

    private mutating func drawPoints(_ points: [ChartPoint], _ style: ChartStyle, radius: Double, name: String?) {
        // Strokes of no length with round caps: one element for all dots.
        beginPath("points", name)
        for point in points where point.isFinite {
            canvas.command("M", px(point.x), py(point.y))
            canvas.markup("h0")
        }
        canvas.markup("\" stroke-linecap=\"round\"")
        canvas.stroke(ChartStyle(style.colour, width: 2 * radius, opacity: style.opacity))
        canvas.markup("/>")
    }

    private mutating func drawBars(_ bars: [ChartBar], _ style: ChartStyle) {
        canvas.markup("<path class=\"bars\" d=\"")
        for bar in bars where bar.height.isFinite && bar.height != 0 {
            canvas.command("M", px(bar.x.lowerBound) + 0.5, py(0))
            canvas.command("V", py(bar.height))
            canvas.command("H", px(bar.x.upperBound) - 0.5)
            canvas.command("V", py(0))
            canvas.markup("Z")
        }
        canvas.endPath(filledWith: style)
    }

    private mutating func drawSpans(_ spans: [ClosedRange<Double>], _ style: ChartStyle, name: String?) {
        beginPath("spans", name)
        for span in spans {
            canvas.command("M", px(span.lowerBound), 0)
            canvas.command("H", max(px(span.upperBound), px(span.lowerBound) + 1))
            canvas.command("V", plot.height)
            canvas.command("H", px(span.lowerBound))
            canvas.markup("Z")
        }
        canvas.endPath(filledWith: style)
    }
}

/// The plot's rectangle in the picture, pixels.
struct ChartFrame {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }
}
