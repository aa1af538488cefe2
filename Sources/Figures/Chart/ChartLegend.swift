/// The legend above a plot: a sample of each line with its name, in as many rows as needed.
package struct ChartLegend {
    private struct Entry {
        let layer: ChartLayer
        let name: String
        let x: Double
        let row: Int
    }

    private static let rowHeight = 19.0
    private static let swatch = 26.0
    private let entries: [Entry]

    /// Above the plot, pixels; 0 without names.
    let height: Double

    init(layers: [ChartLayer], width: Double) {
        var entries: [Entry] = []
        var x = 4.0
        var row = 0
        for layer in layers {
            guard let name = layer.name else { continue }
            let needed = Self.swatch + 6 + Self.width(of: name) + 16
            if x > 4 && x + needed > width {
                x = 4
                row += 1
            }
            entries.append(Entry(layer: layer, name: name, x: x, row: row))
            x += needed
        }
        self.entries = entries
        height = entries.isEmpty ? 0 : Double(row + 1) * Self.rowHeight + 4
    }

    /// Approximate width of a text at 12 pixels, for placement; generous, because fonts differ.
    package static func width(of text: String) -> Double { Double(text.count) * 7.1 }

    func draw(into canvas: inout SVGCanvas, top: Double) {
        guard !entries.isEmpty else { return }
        canvas.markup("<g class=\"legend\">")
        for entry in entries {
            let middle = top + (Double(entry.row) + 0.5) * Self.rowHeight
            draw(entry.layer, x: entry.x, y: middle, into: &canvas)
            canvas.label(entry.name, x: entry.x + Self.swatch + 6, y: middle + 4, muted: false)
        }
        canvas.markup("</g>")
    }

    private func draw(_ layer: ChartLayer, x: Double, y: Double, into canvas: inout SVGCanvas) {
        switch layer {
        case .band, .bars, .spans:
            canvas.element("rect", x: x, y: y - 5, width: Self.swatch, height: 10)
            canvas.fill(layer.style, opacity: max(0.2, layer.style.opacity))
            canvas.markup("/>")
        case .points(_, let style, let radius, _):
            canvas.circle(x: x + Self.swatch / 2, y: y, radius: max(2.5, min(4, radius)))
            canvas.fill(style, opacity: 1)
            canvas.markup("/>")
        case .optional, .notes: break
        case .line, .circle, .horizontal, .vertical:
            canvas.markup("<path d=\"")
            canvas.command("M", x, y)
            canvas.command("H", x + Self.swatch)
            canvas.endPath(layer.style)
        }
    }
}
