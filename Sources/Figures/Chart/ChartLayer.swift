/// One thing drawn between the axes, in the units of the axes. Layers are drawn in their order.
public enum ChartLayer: Sendable {
    /// A line through points; a point that is not finite ends a stroke. With a name it is in the legend.
    case line([ChartPoint], ChartStyle, name: String?)
    /// The area between two curves over the same x.
    case band([ChartInterval], ChartStyle, name: String?)
    /// Dots.
    case points([ChartPoint], ChartStyle, radius: Double, name: String?)
    /// Upright bars from y = 0.
    case bars([ChartBar], ChartStyle, name: String?)
    /// A circle.
    case circle(centre: ChartPoint, radius: Double, ChartStyle, name: String?)
    /// A straight line across the chart at a value of y.
    case horizontal(Double, ChartStyle, name: String?)
    /// A straight line across the chart at a value of x.
    case vertical(Double, ChartStyle, name: String?)
    /// Intervals of x, shaded over the whole height.
    case spans([ClosedRange<Double>], ChartStyle, name: String?)
    /// A line that only the page's script draws, from the page's samples, when the reader asks for it.
    case optional(ChartStyle, name: String)
    /// Words about stretches of x and about values outside the picture.
    case notes([ChartNote])

    var name: String? {
        switch self {
        case .line(_, _, let name), .band(_, _, let name), .points(_, _, _, let name), .bars(_, _, let name),
            .circle(_, _, _, let name), .horizontal(_, _, let name), .vertical(_, _, let name), .spans(_, _, let name):
            return name
        case .optional, .notes: return nil
        }
    }

    var style: ChartStyle {
        switch self {
        case .line(_, let style, _), .band(_, let style, _), .points(_, let style, _, _), .bars(_, let style, _),
            .circle(_, _, let style, _), .horizontal(_, let style, _), .vertical(_, let style, _),
            .spans(_, let style, _), .optional(let style, _):
            return style
        case .notes: return ChartStyle(.ink)
        }
    }
}

/// Words about a stretch of a chart over time, or the value of a curve where it is outside the picture.
public struct ChartNote: Sendable, Hashable {
    /// Where the words are.
    public enum Place: String, Sendable {
        /// In a row above the plot, from the beginning of the stretch on.
        case lane
        /// At the upper or the lower edge of the plot.
        case above, below
    }

    /// In the unit of the x axis.
    public var x: ClosedRange<Double>
    /// The words, and what narrow pictures have in their place.
    public var text, short: String
    /// Where they are.
    public var place: Place
    /// Their colour.
    public var colour: ChartStyle.Colour

    /// A note by its parts.
    package init(
        _ text: String, short: String? = nil, x: ClosedRange<Double>, place: Place, colour: ChartStyle.Colour
    ) {
        (self.text, self.short, self.x, self.place, self.colour) = (text, short ?? text, x, place, colour)
    }
}

/// The lower and the upper end of a band at one x; NaN ends the band.
public struct ChartInterval: Sendable, Hashable {
    /// In the unit of the x axis.
    public var x: Double
    /// The lower end, in the unit of the y axis.
    public var low: Double
    /// The upper end, in the unit of the y axis.
    public var high: Double

    /// An interval by its place and its ends.
    package init(x: Double, low: Double, high: Double) { (self.x, self.low, self.high) = (x, low, high) }
}

/// A bar over an interval of x, from y = 0 to its height.
public struct ChartBar: Sendable, Hashable {
    /// In the unit of the x axis.
    public var x: ClosedRange<Double>
    /// In the unit of the y axis.
    public var height: Double

    /// A bar by its interval and its height.
    package init(x: ClosedRange<Double>, height: Double) { (self.x, self.height) = (x, height) }
}
