/// A picture of the report, or the reason why it is missing.
package struct Figure {
    /// For wide windows and paper, and for narrow ones; the same markup where one picture does for both.
    package var wide: String
    package var narrow: String?
    /// What the picture shows, in one sentence.
    package var caption: String
    /// Why there is no picture; `nil` where there is one.
    package var missing: String?
    /// The kind of the page's samples that its lines show, by which the script draws them; `nil` if there are no
    /// samples beyond the curves of the picture.
    package var samples: String?
    /// Figures with equal names here share their y axis when they are enlarged.
    package var scale: String?
    /// Degrees: the page's samples are shown in the circle from here on; `nil` for samples as they are.
    package var cut: String?

    /// A figure by its parts.
    package init(
        wide: String = "", narrow: String? = nil, caption: String = "", missing: String? = nil, samples: String? = nil,
        scale: String? = nil
    ) {
        (self.wide, self.narrow, self.caption) = (wide, narrow, caption)
        (self.missing, self.samples, self.scale) = (missing, samples, scale)
    }

    /// The figure with the page's samples of a kind behind its lines.
    package func drawing(_ kind: String) -> Figure {
        var figure = self
        figure.samples = kind
        return figure
    }

    package static func missing(_ reason: String) -> Figure { Figure(missing: reason) }

    /// A chart in both sizes; `layers` is asked for the curves of each.
    package static func overTime(
        title: String, caption: String, x: ChartAxis, narrowX: ChartAxis, y: ChartAxis,
        width: Double = ChartSize.wide.width, height: Double = 300, layers: (_ narrow: Bool) -> [ChartLayer]
    ) -> Figure {
        let wide = Chart(title: title, summary: caption, x: x, y: y, layers: layers(false))
        let narrow = Chart(title: title, summary: caption, x: narrowX, y: y, layers: layers(true))
        return Figure(
            wide: wide.svg(ChartSize(width: width, height: height)),
            narrow: narrow.svg(ChartSize(width: ChartSize.narrow.width, height: height * 0.85)), caption: caption)
    }
}

extension Figure {
    /// A chart in both sizes, its summary being the caption unless there is another.
    package init(_ chart: Chart, wide: ChartSize = .wide, narrow: ChartSize = .narrow, caption: String? = nil) {
        self.init(wide: chart.svg(wide), narrow: chart.svg(narrow), caption: caption ?? chart.summary)
    }
}
