/// How a series looks: a colour and a line style, so that nothing is told by colour alone.
public struct ChartStyle: Sendable, Hashable {
    /// A colour of the page: it changes with light and dark.
    public enum Colour: Sendable, Hashable {
        /// Series 0, 1, 2...; after `Palette.light.count` the colours repeat with other line styles.
        case series(Int)
        /// The text's colour.
        case ink
        /// A quiet grey.
        case muted
        /// Something wrong.
        case alert
    }

    /// A colour of the page.
    public var colour: Colour
    /// The line's width in pixels.
    public var width: Double
    /// Lengths of dash and gap in pixels; empty for a solid line.
    public var dashes: [Double]
    /// 0...1.
    public var opacity: Double

    /// A style by its parts; one and a half pixels, solid and opaque unless told otherwise.
    public init(_ colour: Colour, width: Double = 1.5, dashes: [Double] = [], opacity: Double = 1) {
        self.colour = colour
        self.width = width
        self.dashes = dashes
        self.opacity = opacity
    }

    /// The style of series number `index`: its own colour and its own line style.
    public static func series(_ index: Int) -> ChartStyle {
        let patterns: [[Double]] = [[], [9, 3], [4, 2], [10, 3, 2, 3], [2, 2]]
        return ChartStyle(.series(index), width: 1.6, dashes: patterns[index % patterns.count])
    }

    /// A reference that estimates are compared with: broad and quiet, so that lines on it stay visible.
    public static let reference = ChartStyle(.ink, width: 5, opacity: 0.22)
}
