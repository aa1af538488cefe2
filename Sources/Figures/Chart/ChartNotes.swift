/// The words in a chart: those about stretches in rows above the plot, so that none hides a curve or another one; those
/// about values outside the picture at its edge.
struct ChartNotes {
    private struct Entry {
        let note: ChartNote
        let text: String
        /// Pixels from the left edge of the plot.
        let x: Double
        let row: Int
    }

    private static let rowHeight = 17.0
    private let entries: [Entry]

    /// Of the rows above the plot, pixels.
    let height: Double

    /// - Parameters:
    ///   - layers: of the chart.
    ///   - domain: of its x axis.
    ///   - width: of the plot, pixels.
    ///   - isNarrow: whether there is room for the short words only.
    init(_ layers: [ChartLayer], domain: ClosedRange<Double>, width: Double, isNarrow: Bool) {
        let scale = width / (domain.upperBound - domain.lowerBound)
        var entries: [Entry] = []
        var ends: [Double] = []
        for case .notes(let notes) in layers {
            for note in notes {
                let text = isNarrow ? note.short : note.text
                let half = ChartLegend.width(of: text) / 2
                if note.place == .lane {
                    let left = max(0, min((note.x.lowerBound - domain.lowerBound) * scale, width - 2 * half))
                    let row = ends.firstIndex { $0 + 10 <= left } ?? ends.count
                    if row == ends.count { ends.append(0) }
                    ends[row] = left + 2 * half
                    entries.append(Entry(note: note, text: text, x: left, row: row))
                } else {
                    let centre = ((note.x.lowerBound + note.x.upperBound) / 2 - domain.lowerBound) * scale
                    entries.append(Entry(note: note, text: text, x: max(half, min(centre, width - half)), row: 0))
                }
            }
        }
        self.entries = entries
        height = Double(ends.count) * Self.rowHeight
    }

    func draw(into canvas: inout SVGCanvas, plot: ChartFrame) {
        for entry in entries {
            let (note, isLane) = (entry.note, entry.note.place == .lane)
            let y =
                switch note.place {
                case .lane: plot.top - 5 - Double(entry.row) * Self.rowHeight
                case .above: plot.top + 16
                case .below: plot.bottom - 8
                }
            canvas.markup("<text class=\"note\" data-place=\"\(note.place.rawValue)\" data-words=\"")
            canvas.escaped(note.text)
            canvas.markup("\" data-short=\"")
            canvas.escaped(note.short)
            canvas.markup("\" data-x=\"\(note.x.lowerBound) \(note.x.upperBound)\"")
            canvas.attribute("x", plot.left + entry.x)
            canvas.attribute("y", y)
            canvas.markup(
                (isLane ? "" : " text-anchor=\"middle\" font-weight=\"600\"")
                    + " fill=\"\(Palette.css(note.colour))\">")
            canvas.escaped(entry.text)
            canvas.markup("</text>")
        }
    }
}
