extension Chart {
    /// The SVG of a file of its own: on white, with the reader's sans-serif letters.
    public func standaloneSVG(_ size: ChartSize) -> String {
        let own = "font-family=\"system-ui,sans-serif\" color=\"#1c1f24\" style=\"background:#ffffff\""
        return svg(size).replacing("font-family=\"inherit\"", with: own, maxReplacements: 1) + "\n"
    }
}
