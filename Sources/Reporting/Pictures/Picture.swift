/// A chart as a picture file of its own: on white paper, with a size.
enum Picture {
    /// Wraps SVG elements, each at its place.
    static func standalone(
        width: Double, height: Double, title: String, parts: [(x: Double, y: Double, size: ChartSize, svg: String)]
    ) -> String {
        var canvas = SVGCanvas()
        canvas.markup("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        canvas.number(width)
        canvas.markup(" ")
        canvas.number(height)
        canvas.markup("\"")
        canvas.attribute("width", width)
        canvas.attribute("height", height)
        canvas.markup(" font-family=\"system-ui,sans-serif\" font-size=\"12\" color=\"#1c1f24\" role=\"img\"><title>")
        canvas.escaped(title)
        canvas.markup("</title><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n")
        for part in parts {
            canvas.markup("<svg")
            canvas.attribute("x", part.x)
            canvas.attribute("y", part.y)
            canvas.attribute("width", part.size.width)
            canvas.attribute("height", part.size.height)
            canvas.markup(">")
            canvas.markup(part.svg)
            canvas.markup("</svg>\n")
        }
        canvas.markup("</svg>\n")
        return canvas.text
    }
}
