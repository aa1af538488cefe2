/// How a series looks: a colour and a line style, since colour alone is not accessible.
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
        /// Something right.
        case good
    }

    /// A colour of the page.
    public var colour: Colour
    /// The line's width in pixels.
    public var width: Double
    /// Lengths of dash and gap in pixels; empty for a solid line.
    public var dashes: [Double]
    /// 0...1.
    public var opacity: Double

    /// By default one and a half pixels, solid and opaque.
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

    /// The CSS of its colour.
    package var css: String { Palette.css(colour) }

    /// The style of a reference: broad and faint, so that estimates drawn on it stay visible.
    public static let reference = ChartStyle(.ink, width: 5, opacity: 0.22)
}

/// The colours of series, distinguishable with every common kind of colour blindness (after M. Okabe and K. Ito, Color
/// Universal Design, 2008), darkened for white paper and lightened for a dark page until each has a contrast of at
/// least 3:1 (WCAG 2.1, 1.4.11).
public enum Palette {
    /// On a light page.
    public static let light = ["#0067b1", "#c44e00", "#00805c", "#a8457f", "#8a6a00", "#4b5bd6"]
    /// On a dark page.
    public static let dark = ["#5cb8f5", "#ff9a4d", "#3fd0a4", "#ee9cc9", "#e8cd4b", "#a9b3ff"]

    /// The colour on a light page.
    package static func onLight(_ colour: ChartStyle.Colour) -> String {
        switch colour {
        case .series(let index): light[index % light.count]
        case .ink: "#1c2127"
        case .muted: "#656c76"
        case .alert: "#b3261e"
        case .good: "#00734f"
        }
    }

    /// The CSS that gives a colour: a variable of the page, with a fallback for a picture outside of a page.
    package static func css(_ colour: ChartStyle.Colour) -> String {
        switch colour {
        case .series(let index):
            let number = index % light.count
            return "var(--s\(number),\(light[number]))"
        case .ink: return "currentColor"
        case .muted: return "var(--muted,#767b85)"
        case .alert: return "var(--alert,#c0262d)"
        case .good: return "var(--good,#00734f)"
        }
    }

    /// Colours of a page's variables by their fallbacks, `var(--s1,#c44e00)` by `#c44e00`.
    package static func plain(_ svg: String) -> String {
        svg.replacing(#/var\(--[a-z0-9]+,(#[0-9a-f]+)\)/#) { $0.output.1 }
    }
}
