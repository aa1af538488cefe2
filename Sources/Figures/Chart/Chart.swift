/// A picture with two axes: a value that renders itself as SVG.
///
///     Chart(title: "Heading", summary: "...", x: .time(seconds: 60), y: .heading(label: "heading"), layers: [
///         .line(points, .series(0), name: "kalman"),
///     ]).svg(ChartSize(width: 960, height: 300))
///
/// The picture is accessible (role `img`, title and description), scales with its box, and takes its colours from
/// variables of the page, so that it follows light and dark.
public struct Chart: Sendable {
    /// How a unit of x relates to a unit of y on the screen.
    public enum Aspect: Sendable {
        /// Each axis fills its side.
        case free
        /// A circle is a circle: the axis with room to spare is widened.
        case equal
    }

    /// What the picture shows, in a few words; read by screen readers.
    public var title: String
    /// A description in one sentence, read by screen readers.
    public var summary: String
    /// The lower axis.
    public var x: ChartAxis
    /// The left axis.
    public var y: ChartAxis
    /// Drawn in this order.
    public var layers: [ChartLayer]
    /// How x and y relate on the screen.
    public var aspect: Aspect
    /// Whether the title is drawn above the plot as well.
    public var showsTitle: Bool

    /// Makes a chart.
    public init(
        title: String, summary: String, x: ChartAxis, y: ChartAxis, layers: [ChartLayer], aspect: Aspect = .free,
        showsTitle: Bool = false
    ) {
        self.title = title
        self.summary = summary
        self.x = x
        self.y = y
        self.layers = layers
        self.aspect = aspect
        self.showsTitle = showsTitle
    }

    /// The SVG element.
    public func svg(_ size: ChartSize) -> String {
        var renderer = ChartRenderer(chart: self, size: size)
        return renderer.render()
    }
}

/// The box of a picture, pixels.
public struct ChartSize: Sendable, Hashable {
    /// Pixels.
    public var width: Double
    /// Pixels.
    public var height: Double

    /// Makes a box, pixels.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// For a desktop window: the whole width of the page.
    public static let wide = ChartSize(width: 1040, height: 300)
    /// For a phone, so that text stays readable.
    public static let narrow = ChartSize(width: 380, height: 260)
}

extension Chart {
    /// The SVG as a file: on white, in the viewer's sans-serif font, with colours as numbers, because converters of SVG
    /// (librsvg, those of LaTeX) do not support CSS variables.
    public func standaloneSVG(_ size: ChartSize) -> String {
        Self.standalone(svg(size)) + "\n"
    }

    /// Turns the SVG of a page into that of a file.
    package static func standalone(_ svg: String) -> String {
        let own = "font-family=\"system-ui,sans-serif\" color=\"#1c1f24\" style=\"background:#ffffff\""
        return Palette.plain(svg.replacing("font-family=\"inherit\"", with: own, maxReplacements: 1))
    }
}

/// A point of a chart in the units of its axes. A NaN in y ends a line: the next point begins a new stroke.
public struct ChartPoint: Sendable, Hashable {
    /// In the unit of the x axis.
    public var x: Double
    /// In the unit of the y axis; NaN ends a line.
    public var y: Double

    /// Makes a point, in the units of the axes.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The end of a stroke.
    public static let gap = ChartPoint(.nan, .nan)

    /// Whether both coordinates are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite }
}
