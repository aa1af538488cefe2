import Analysis
import Figures
import Foundation
import ProjectionCore
import Rotations
import Vocabulary

/// One moment of the replay: a phone for each track, with what its camera sees and the labels where the track draws
/// them. The report's script draws the other moments in the same way.
///
/// Rings are the true positions; the horizon tilts with the phone. Where the camera looks at the floor, the phone shows
/// the compass from above instead: north by the truth, broad, and by the track.
struct ReplayPicture {
    /// The longer side of a screen, units of the picture.
    private static let longSide = 340.0
    /// Around a screen, and for the name above it.
    private static let bezel = 9.0
    private static let gap = 14.0
    private static let title = 24.0
    private static let radarSize = 40.0
    private static let radarMargin = 8.0
    /// The most places that a screen shows, those nearest to its middle.
    private static let mostPlaces = 6
    /// With a lower camera an app shows a map or a compass, sine of the elevation of -60 degrees.
    private static let floor = -0.866

    let camera: Camera
    let landmarks: [Landmark]
    /// The most landmarks on the screen at once, the first ones of the list; `nil` for no limit.
    var inView: Int?
    /// In the lower left corner of each screen.
    var radar: Radar?
    let tracks: [Replay.Track]
    /// One per track; the first is the truth.
    let orientations: [Quaternion?]

    /// A distance as text, as the page's script writes it.
    static func metres(_ d: Double) -> String {
        d >= 9950
            ? NumberText.fixed(d / 1000, decimals: 0) + " km"
            : d >= 995
                ? NumberText.fixed(d / 1000, decimals: 1) + " km"
                : NumberText.fixed(d, decimals: d < 9.95 ? 1 : 0) + " m"
    }

    /// The angle by which labels are drawn too far right if a track has `other` in place of the orientation `truth`:
    /// the turn about the vertical from one to the other, radians.
    static func labelShift(truth: Quaternion, other: Quaternion) -> Double {
        let turn = truth * other.conjugate
        return -Angle.wrap(2 * Foundation.atan2(turn.z, turn.w))
    }

    /// Whether a place is on the screen of a camera that looks at the horizon rather than at the floor.
    static func shows(_ landmarks: [Landmark], in truth: Quaternion, camera: Camera) -> Bool {
        let screen = Screen(camera, scale: 1)
        return !looksDown(truth)
            && landmarks.contains { screen.point(truth.unrotate($0.direction)).map(screen.contains) ?? false }
    }

    private static func looksDown(_ q: Quaternion) -> Bool { q.rotate(Vector3(0, 0, -1)).z < floor }

    // MARK: Layout

    private var screen: Screen { Screen(camera, scale: Self.longSide / max(camera.width, camera.height)) }

    /// The tracks that have a phone, those with a title; the truth the last one.
    private var shown: [Int] {
        (Array(tracks.indices.dropFirst()) + tracks.indices.prefix(1)).filter { !tracks[$0].title.isEmpty }
    }

    /// The whole picture: screens beside each other, wide ones below each other.
    var size: ChartSize {
        let (cell, count) = (cell, Double(max(1, shown.count)))
        return screen.width > screen.height
            ? ChartSize(width: cell.width, height: count * cell.height)
            : ChartSize(width: count * cell.width, height: cell.height)
    }

    private var cell: (width: Double, height: Double) {
        let around = 2 * (Self.bezel + Self.gap)
        return (screen.width + around, screen.height + around + Self.title)
    }

    // MARK: Drawing

    func svg() -> String {
        var canvas = SVGCanvas()
        canvas.markup("<svg role=\"img\" class=\"screen\" xmlns=\"http://www.w3.org/2000/svg\"")
        canvas.viewBox(width: size.width, height: size.height)
        canvas.markup(
            " font-size=\"13\" font-family=\"inherit\"><title>What an AR app would have shown at one moment</title>"
                + "<g class=\"moment\">")
        if let first = orientations.first, let truth = first {
            for (place, index) in shown.enumerated() {
                let isWide = screen.width > screen.height
                let at = (
                    x: isWide ? 0 : Double(place) * cell.width, y: isWide ? Double(place) * cell.height : 0
                )
                draw(tracks[index], orientations[index], truth, at: at, &canvas)
            }
        } else {
            canvas.label(
                (tracks.first?.name ?? "") + " has no orientation at this moment.", x: size.width / 2,
                y: size.height / 2, anchor: "middle", muted: false)
        }
        canvas.markup("</g></svg>")
        return canvas.text
    }

    /// The landmarks, without those on the device's screen beyond `inView`.
    func shown(_ truth: Quaternion) -> [Landmark] {
        guard let inView else { return landmarks }
        var count = 0
        return landmarks.filter { landmark in
            guard let at = camera.pixel(ofDevice: truth.unrotate(landmark.direction)),
                (0...camera.width).contains(at.x), (0...camera.height).contains(at.y)
            else { return true }
            count += 1
            return count <= inView
        }
    }

    private func draw(
        _ track: Replay.Track, _ own: Quaternion?, _ truth: Quaternion, at: (x: Double, y: Double),
        _ canvas: inout SVGCanvas
    ) {
        let screen = screen
        let (left, top) = (at.x + Self.gap + Self.bezel, at.y + Self.title + Self.gap + Self.bezel)
        canvas.label(
            track.title, x: left + screen.width / 2, y: at.y + Self.title, anchor: "middle", weight: "600",
            muted: false)
        canvas.element(
            "rect class=\"phone\"", x: left - Self.bezel, y: top - Self.bezel, width: screen.width + 2 * Self.bezel,
            height: screen.height + 2 * Self.bezel)
        canvas.markup(" rx=\"20\"/>")
        canvas.element("svg class=\"view\"", x: left, y: top, width: screen.width, height: screen.height)
        canvas.markup(" overflow=\"hidden\">")
        canvas.element("rect class=\"sky\"", x: 0, y: 0, width: screen.width, height: screen.height)
        canvas.markup("/>")
        if Self.looksDown(truth) {
            drawFromAbove(track, own, truth, screen, &canvas)
        } else {
            drawView(track, own, truth, screen, &canvas)
        }
        if let radar { draw(radar, track, own, truth, screen, &canvas) }
        canvas.markup("</svg>")
    }

    private func drawView(
        _ track: Replay.Track, _ own: Quaternion?, _ truth: Quaternion, _ screen: Screen, _ canvas: inout SVGCanvas
    ) {
        let ground = screen.ground(up: truth.unrotate(Vector3(0, 0, 1)))
        canvas.markup("<path class=\"ground\" d=\"")
        for (index, corner) in ground.enumerated() { canvas.command(index == 0 ? "M" : "L", corner.x, corner.y) }
        canvas.markup(ground.isEmpty ? "\"/>" : "Z\"/>")
        let middle = (x: screen.width / 2, y: screen.height / 2)
        let places = shown(truth).compactMap {
            landmark -> (landmark: Landmark, at: Screen.Point?, drawn: Screen.Point?)? in
            let at = screen.point(truth.unrotate(landmark.direction))
            let drawn = own.flatMap { screen.point($0.unrotate(landmark.direction)) }
            let isSeen = [at, drawn].contains { $0.map(screen.contains) ?? false }
            return isSeen ? (landmark, at, drawn) : nil
        }.enumerated().sorted { a, b in
            func distance(_ at: Screen.Point?) -> Double { at.map { ($0.x - middle.x).magnitude } ?? .infinity }
            return (distance(a.element.at), a.offset) < (distance(b.element.at), b.offset)
        }.prefix(Self.mostPlaces).map(\.element)
        var labels = LabelRows(width: screen.width, top: 2)
        for place in places {
            if let at = place.at, let drawn = place.drawn {
                canvas.markup("<path class=\"link\" d=\"")
                canvas.command("M", at.x, at.y)
                canvas.command("L", drawn.x, drawn.y)
                canvas.markup("\" stroke=\"\(track.colour)\"/>")
            }
            if let at = place.at { canvas.mark(tracks[0], at: at) }
            guard let drawn = place.drawn, screen.contains(drawn) else { continue }
            if track.mark != tracks[0].mark { canvas.mark(track, at: drawn) }
            let distance = place.landmark.distance.map { " \u{B7} " + Self.metres($0) } ?? ""
            labels.add(
                PlainText.line(place.landmark.name, limit: 32) + distance, at: drawn, colour: track.colour)
        }
        labels.draw(into: &canvas)
        let words =
            own == nil ? "no orientation" : places.isEmpty ? "No place is in view." : nil
        if let words { canvas.label(words, x: middle.x, y: middle.y, anchor: "middle", muted: false) }
    }

    /// Rings by the truth, dots by the track.
    private func draw(
        _ radar: Radar, _ track: Replay.Track, _ own: Quaternion?, _ truth: Quaternion, _ screen: Screen,
        _ canvas: inout SVGCanvas
    ) {
        let places = landmarks.map { landmark in
            let azimuth = Foundation.atan2(landmark.direction.x, landmark.direction.y)
            // Directions without a distance are on the rim.
            let share = landmark.distance.flatMap { distance in radar.radius.map { distance / $0 } } ?? 1
            return RadarFigure.Place(azimuth: azimuth, share: share)
        }
        let figure = RadarFigure(
            radar: radar, distance: radar.radius.map(Self.metres) ?? "",
            centre: (Self.radarMargin + Self.radarSize, screen.height - Self.radarMargin - Self.radarSize),
            size: Self.radarSize, halfField: Foundation.atan(screen.width / 2 / screen.focal.x))
        figure.drawDisc(into: &canvas)
        figure.draw(
            places, heading: truth.heading(of: .camera), colour: tracks[0].colour, isTruth: true, into: &canvas)
        if let own, track.mark != tracks[0].mark {
            figure.draw(places, heading: own.heading(of: .camera), colour: track.colour, isTruth: false, into: &canvas)
        }
    }

    /// The compass of a phone whose camera looks at the floor.
    private func drawFromAbove(
        _ track: Replay.Track, _ own: Quaternion?, _ truth: Quaternion, _ screen: Screen, _ canvas: inout SVGCanvas
    ) {
        let radius = 0.36 * min(screen.width, screen.height)
        let (x, y) = (screen.width / 2, screen.height / 2)
        canvas.circle(x: x, y: y, radius: radius)
        canvas.markup(" class=\"rim\"/>")
        func arrow(_ q: Quaternion, _ colour: String, width: Double, name: String?) {
            let north = q.unrotate(Vector3(0, 1, 0))
            let angle = Foundation.atan2(north.x, north.y)
            let (dx, dy) = (Foundation.sin(angle), -Foundation.cos(angle))
            canvas.markup("<path class=\"north\" d=\"")
            canvas.command("M", x - 0.5 * radius * dx, y - 0.5 * radius * dy)
            canvas.command("L", x + 0.9 * radius * dx, y + 0.9 * radius * dy)
            canvas.markup("\" stroke=\"\(colour)\" stroke-width=\"\(Int(clamping: width))\"/>")
            if let name {
                canvas.label(
                    name, x: x + 1.14 * radius * dx, y: y + 1.14 * radius * dy + 5, anchor: "middle", weight: "600",
                    muted: false)
            }
        }
        arrow(truth, Palette.css(.muted), width: 14, name: nil)
        if let own { arrow(own, track.colour, width: 4, name: "N") }
        canvas.label("from above", x: x, y: screen.height - 12, anchor: "middle", muted: false)
    }
}

/// The screen of a phone in a picture: its camera, scaled, without distortion.
private struct Screen {
    typealias Point = (x: Double, y: Double)
    let width, height: Double
    let focal: Point
    private let centre: Point

    init(_ camera: Camera, scale: Double) {
        (width, height) = (camera.width * scale, camera.height * scale)
        focal = (camera.focalX * scale, camera.focalY * scale)
        centre = (camera.centreX * scale, camera.centreY * scale)
    }

    /// Where a direction in device axes is seen; `nil` behind the camera.
    func point(_ d: Vector3) -> Point? {
        d.z < -1e-6 ? (centre.x - focal.x * d.x / d.z, centre.y + focal.y * d.y / d.z) : nil
    }

    func contains(_ at: Point) -> Bool { (0...width).contains(at.x) && (0...height).contains(at.y) }

    /// The corners of what is below the horizon (I. Sutherland, G. Hodgman, CACM 17, 1974, for one edge).
    /// - Parameter up: in device axes.
    func ground(up: Vector3) -> [Point] {
        func height(_ p: Point) -> Double {
            up.x * (p.x - centre.x) / focal.x + up.y * (centre.y - p.y) / focal.y - up.z
        }
        let corners: [Point] = [(0, 0), (width, 0), (width, self.height), (0, self.height)]
        return corners.indices.flatMap { index -> [Point] in
            let (a, b) = (corners[index], corners[(index + 1) % 4])
            let (ha, hb) = (height(a), height(b))
            let inside = ha < 0 ? [a] : []
            guard (ha < 0) != (hb < 0) else { return inside }
            let share = ha / (ha - hb)
            return inside + [(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))]
        }
    }
}

extension SVGCanvas {
    /// Appends the mark of a track.
    mutating func mark(_ track: Replay.Track, at: (x: Double, y: Double)) {
        markup("<path class=\"\(track.mark)\" d=\"")
        command("M", at.x, at.y)
        markup(ReplayFigure.outline(of: track.mark))
        markup("\" \(track.mark == "ring" ? "fill=\"none\" stroke" : "fill")=\"\(track.colour)\"/>")
    }
}

/// Boxes with text above marks, each in the lowest row that is free, so that none overlaps another; leaders lie below
/// them.
private struct LabelRows {
    private struct Entry {
        let text: String
        let colour: String
        let at: (x: Double, y: Double)
        let left: Double
        let width: Double
        let top: Double
    }

    private static let height = 20.0
    let width: Double
    let top: Double
    private var entries: [Entry] = []

    init(width: Double, top: Double) {
        self.width = width
        self.top = top
    }

    mutating func add(_ text: String, at: (x: Double, y: Double), colour: String) {
        let wide = ChartLegend.width(of: text) + 12
        let left = min(width - wide - 2, max(2, at.x - wide / 2))
        for row in 0..<9 {
            let y = at.y - 36 - 24 * Double(row)
            guard y >= top else { return }
            let isFree = entries.allSatisfy { other in
                left >= other.left + other.width + 4 || other.left >= left + wide + 4 || y >= other.top + 23
                    || other.top >= y + 23
            }
            guard isFree else { continue }
            entries.append(Entry(text: text, colour: colour, at: at, left: left, width: wide, top: y))
            return
        }
    }

    func draw(into canvas: inout SVGCanvas) {
        for entry in entries {
            canvas.markup("<path class=\"leader\" d=\"")
            canvas.command("M", entry.at.x, entry.at.y - 9)
            canvas.command("V", entry.top + Self.height)
            canvas.markup("\" stroke=\"\(entry.colour)\"/>")
        }
        for entry in entries {
            canvas.element("rect class=\"label\"", x: entry.left, y: entry.top, width: entry.width, height: Self.height)
            canvas.markup(" rx=\"4\" stroke=\"\(entry.colour)\"/>")
            canvas.label(
                entry.text, x: entry.left + entry.width / 2, y: entry.top + 14.5, anchor: "middle", muted: false)
        }
    }
}

extension ReplayFigure {
    /// The outline of a mark about the current point, as commands of a path.
    static func outline(of mark: String) -> String {
        switch mark {
        case "ring": "m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0"
        case "dot": "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0"
        case "diamond": "m0 -6l6 6l-6 6l-6 -6z"
        default: "m-4.5 -4.5h9v9h-9z"
        }
    }
}
