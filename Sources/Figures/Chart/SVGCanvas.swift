import Vocabulary

/// Collects the text of an SVG picture: elements, escaped text, coordinates with one decimal.
package struct SVGCanvas {
    private var bytes: [UInt8] = []

    /// An empty picture.
    package init() {}

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends markup that contains no text of a log.
    package mutating func markup(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends text between or inside tags, escaped.
    package mutating func escaped(_ text: String) { bytes.append(contentsOf: MarkupText.escaped(text).utf8) }

    /// Appends a coordinate with at most one decimal.
    package mutating func number(_ value: Double) {
        let tenths = Int(clamping: (max(-1e7, min(1e7, value)) * 10).rounded())
        if tenths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = FixedDecimal.write(UInt64(whole), to: base)
            bytes.append(contentsOf: buffer[..<count])
        }
        if part != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(UInt8(ascii: "0") + UInt8(part))
        }
    }

    /// Appends ` name="value"`.
    package mutating func attribute(_ name: String, _ value: Double) {
        markup(" \(name)=\"")
        number(value)
        markup("\"")
    }

    /// Appends `<name x="..." y="..." width="..." height="..."`; the caller closes the tag.
    package mutating func element(_ name: String, x: Double, y: Double, width: Double, height: Double) {
        markup("<\(name)")
        attribute("x", x)
        attribute("y", y)
        attribute("width", width)
        attribute("height", height)
    }

    /// Appends `<circle cx="..." cy="..." r="..."`; the caller closes the tag.
    package mutating func circle(x: Double, y: Double, radius: Double) {
        markup("<circle")
        attribute("cx", x)
        attribute("cy", y)
        attribute("r", radius)
    }

    /// Appends `<ellipse cx="..." cy="..." rx="..." ry="..."`; the caller closes the tag.
    package mutating func ellipse(x: Double, y: Double, radii: (x: Double, y: Double)) {
        markup("<ellipse")
        attribute("cx", x)
        attribute("cy", y)
        attribute("rx", radii.x)
        attribute("ry", radii.y)
    }

    /// Closes the commands of a path, and the path with a stroke.
    mutating func endPath(_ stroke: ChartStyle) {
        markup("\"")
        self.stroke(stroke)
        markup("/>")
    }

    /// Closes the commands of a path, and the path with a fill.
    mutating func endPath(filledWith style: ChartStyle) {
        markup("\"")
        fill(style, opacity: style.opacity)
        markup("/>")
    }

    /// Appends a view box from the origin as an attribute.
    package mutating func viewBox(width: Double, height: Double) {
        markup(" viewBox=\"0 0 ")
        number(width)
        markup(" ")
        number(height)
        markup("\"")
    }

    /// Begins a picture file on white; the caller closes the element.
    package mutating func beginFile(width: Double, height: Double, title: String) {
        markup("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        viewBox(width: width, height: height)
        attribute("width", width)
        attribute("height", height)
        markup(" font-family=\"system-ui,sans-serif\" font-size=\"12\" color=\"#1c1f24\" role=\"img\"><title>")
        escaped(title)
        markup("</title><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>")
    }

    /// Begins a picture of a page, with title and description for screen readers; the caller closes the element.
    package mutating func beginPart(
        width: Double, height: Double, style: String, title: String, summary: String, data: String = ""
    ) {
        markup("<svg role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"")
        viewBox(width: width, height: height)
        markup(" class=\"\(style)\"\(data) font-size=\"12\" font-family=\"inherit\"><title>")
        escaped(title)
        markup("</title><desc>")
        escaped(summary)
        markup("</desc>")
    }

    /// Appends one command of a path.
    package mutating func command(_ letter: Unicode.Scalar, _ x: Double, _ y: Double) {
        bytes.append(UInt8(ascii: letter))
        number(x)
        bytes.append(UInt8(ascii: " "))
        number(y)
    }

    /// Appends one command of a path that has one coordinate.
    package mutating func command(_ letter: Unicode.Scalar, _ coordinate: Double) {
        bytes.append(UInt8(ascii: letter))
        number(coordinate)
    }

    /// Appends a straight line.
    package mutating func line(from: (x: Double, y: Double), to: (x: Double, y: Double), _ style: ChartStyle) {
        markup("<line")
        attribute("x1", from.x)
        attribute("y1", from.y)
        attribute("x2", to.x)
        attribute("y2", to.y)
        stroke(style)
        markup("/>")
    }

    /// Appends a text element. `anchor` is start, middle or end; the class names a style of the page.
    package mutating func label(
        _ text: String, x: Double, y: Double, anchor: String = "start", weight: String = "", muted: Bool = true,
        rotated: Bool = false
    ) {
        markup("<text")
        attribute("x", x)
        attribute("y", y)
        if anchor != "start" { markup(" text-anchor=\"\(anchor)\"") }
        if !weight.isEmpty { markup(" font-weight=\"\(weight)\"") }
        if rotated {
            markup(" transform=\"rotate(-90 ")
            number(x)
            markup(" ")
            number(y)
            markup(")\"")
        }
        markup(muted ? " fill=\"\(Palette.css(.muted))\">" : " fill=\"currentColor\">")
        escaped(text)
        markup("</text>")
    }

    /// Appends the attributes of a stroke.
    package mutating func stroke(_ style: ChartStyle) {
        markup(" fill=\"none\" stroke=\"\(Palette.css(style.colour))\"")
        attribute("stroke-width", style.width)
        if style.opacity < 1 { markup(" stroke-opacity=\"\(NumberText.fixed(style.opacity, decimals: 2))\"") }
        if !style.dashes.isEmpty {
            let dashes = style.dashes.map { NumberText.fixed($0, decimals: 1) }.joined(separator: " ")
            markup(" stroke-dasharray=\"\(dashes)\"")
        }
        markup(" stroke-linejoin=\"round\"")
    }

    /// Appends the attributes of a fill.
    package mutating func fill(_ style: ChartStyle, opacity: Double) {
        markup(" fill=\"\(Palette.css(style.colour))\"")
        if opacity < 1 { markup(" fill-opacity=\"\(NumberText.fixed(opacity, decimals: 2))\"") }
    }
}

/// A picture file: on white, with a size.
package enum Picture {
    /// Wraps SVG elements, each at its place.
    package static func standalone(
        width: Double, height: Double, title: String, parts: [(x: Double, y: Double, size: ChartSize, svg: String)]
    ) -> String {
        var canvas = SVGCanvas()
        canvas.beginFile(width: width, height: height, title: title)
        canvas.markup("\n")
        for part in parts {
            canvas.element("svg", x: part.x, y: part.y, width: part.size.width, height: part.size.height)
            canvas.markup(">")
            canvas.markup(part.svg)
            canvas.markup("</svg>\n")
        }
        canvas.markup("</svg>\n")
        return canvas.text
    }
}
