/// The colours of series, told apart with every common kind of colour blindness (after M. Okabe and K. Ito, Color Universal
/// Design, 2008), darkened for white paper and lightened for a dark page until each has a contrast of at least 3:1
/// (WCAG 2.1, 1.4.11).
public enum Palette {
    /// On a light page.
    public static let light = ["#0067b1", "#c44e00", "#00805c", "#a8457f", "#8a6a00", "#4b5bd6"]
    /// On a dark page.
    public static let dark = ["#5cb8f5", "#ff9a4d", "#3fd0a4", "#ee9cc9", "#e8cd4b", "#a9b3ff"]

    /// The CSS that gives a colour: a variable of the page, with a fallback where the picture stands alone.
    static func css(_ colour: ChartStyle.Colour) -> String {
        switch colour {
        case .series(let index):
            let number = index % light.count
            return "var(--s\(number),\(light[number]))"
        case .ink: return "currentColor"
        case .muted: return "var(--muted,#767b85)"
        case .alert: return "var(--alert,#c0262d)"
        }
    }
}
