/// A picture of the report, or the reason why it is missing.
struct Figure {
    /// For wide windows and paper, and for narrow ones; the same markup where one picture does for both.
    var wide = ""
    var narrow: String?
    /// What to see in it, in one sentence.
    var caption = ""
    /// Why there is no picture; `nil` where there is one.
    var missing: String?

    static func missing(_ reason: String) -> Figure { Figure(missing: reason) }

    /// A chart in both sizes; `layers` is asked for the curves of each.
    static func overTime(
        title: String, caption: String, x: ChartAxis, narrowX: ChartAxis, y: ChartAxis, height: Double = 300,
        layers: (_ narrow: Bool) -> [ChartLayer]
    ) -> Figure {
        let wide = Chart(title: title, summary: caption, x: x, y: y, layers: layers(false))
        let narrow = Chart(title: title, summary: caption, x: narrowX, y: y, layers: layers(true))
        return Figure(
            wide: wide.svg(ChartSize(width: ChartSize.wide.width, height: height)),
            narrow: narrow.svg(ChartSize(width: ChartSize.narrow.width, height: height * 0.85)), caption: caption)
    }
}
