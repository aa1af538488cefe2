import Analysis
import Figures
import RealModule

/// A radar in a picture: its rim, the field of view, north, and the places within its radius.
struct RadarFigure {
    let radar: Radar
    /// The distance at the rim as text; empty for directions alone.
    let distance: String
    /// In the picture.
    let centre: (x: Double, y: Double)
    /// The rim's radius in the picture.
    let size: Double
    /// Half of the horizontal field of view, radians.
    let halfField: Double

    /// A place: radians clockwise from north, and its distance over the radius.
    typealias Place = (azimuth: Double, share: Double)

    /// The disc with its distance.
    func drawDisc(into canvas: inout SVGCanvas) {
        canvas.circle(x: centre.x, y: centre.y, radius: size)
        canvas.markup(" fill=\"#ffffff\" fill-opacity=\"0.8\" stroke=\"#656c76\"/>")
        guard !distance.isEmpty else { return }
        canvas.markup("<g font-size=\"9\">")
        canvas.label(distance, x: centre.x, y: centre.y + size - 3, anchor: "middle")
        canvas.markup("</g>")
    }

    /// The field of view and the places by one orientation, and north on the rim.
    /// - Parameter isTruth: rings in place of dots.
    func draw(
        _ places: [Place], heading: Double?, colour: String, isTruth: Bool, into canvas: inout SVGCanvas
    ) {
        guard let top = radar.azimuthAtTop(heading: heading) else { return }
        if let heading { drawField(heading - top, colour: colour, isTruth: isTruth, into: &canvas) }
        let north = at(azimuth: 0, share: 0.86, top: top)
        canvas.markup("<g font-size=\"10\" color=\"\(colour)\">")
        if let north { canvas.label("N", x: north.x, y: north.y + 3.5, anchor: "middle", weight: "600", muted: false) }
        canvas.markup("</g>")
        for place in places {
            guard let point = at(azimuth: place.azimuth, share: place.share, top: top) else { continue }
            canvas.circle(x: point.x, y: point.y, radius: isTruth ? 3.2 : 1.8)
            canvas.markup(isTruth ? " fill=\"none\" stroke=\"\(colour)\"/>" : " fill=\"\(colour)\"/>")
        }
    }

    private func at(azimuth: Double, share: Double, top: Double) -> (x: Double, y: Double)? {
        Radar.point(azimuth: azimuth, share: share, azimuthAtTop: top).map {
            (centre.x + size * $0.x, centre.y + size * $0.y)
        }
    }

    private func drawField(_ angle: Double, colour: String, isTruth: Bool, into canvas: inout SVGCanvas) {
        let (left, right) = (angle - halfField, angle + halfField)
        canvas.markup("<path class=\"field\" d=\"")
        canvas.command("M", centre.x, centre.y)
        canvas.command("L", centre.x + size * Double.sin(left), centre.y - size * Double.cos(left))
        canvas.command("A", size, size)
        canvas.markup(" 0 0 1")
        canvas.command(" ", centre.x + size * Double.sin(right), centre.y - size * Double.cos(right))
        canvas.markup("Z\" stroke=\"\(colour)\" ")
        canvas.markup(isTruth ? "fill=\"none\"/>" : "fill=\"\(colour)\" fill-opacity=\"0.15\" stroke-width=\"0.8\"/>")
    }
}
