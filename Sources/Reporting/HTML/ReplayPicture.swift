import Analysis
import Figures
import Foundation
import ProjectionCore
import Rotations
import Vocabulary

/// One moment of the replay: sky and ground, a compass tape, the outline of the device's screen, places and where
/// tracks draw them. The report's script draws the other moments in the same way.
///
/// The view is a panorama about the direction in which the first track's camera looks: x by heading, y by elevation,
/// 140 degrees wide and without roll, so that an error of any size has its length in degrees.
struct ReplayPicture {
    static let size = ChartSize(width: 960, height: 400)
    private static let tape = 34.0
    /// Pixels per degree.
    private static let scale = 6.9
    private static let middle = (tape + size.height) / 2
    /// The most places that are labelled, those nearest to the centre.
    private static let mostPlaces = 12

    let camera: Camera
    let landmarks: [Landmark]
    /// The most landmarks on the screen at once, the first ones of the list; `nil` for no limit.
    var inView: Int?
    let tracks: [Replay.Track]
    /// One per track; the first is the truth.
    let orientations: [Quaternion?]

    /// A place that is in view.
    private struct Place {
        let landmark: Landmark
        let at: (x: Double, y: Double)
    }

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

    /// Whether a place is in view of a camera.
    static func shows(_ landmarks: [Landmark], in truth: Quaternion) -> Bool {
        let view = angles(truth.rotate(Vector3(0, 0, -1)))
        return landmarks.contains { isInside(place($0.direction, view)) }
    }

    private static func isInside(_ at: (x: Double, y: Double)) -> Bool {
        (4...size.width - 4).contains(at.x) && at.y > tape + 8 && at.y < size.height
    }

    func svg() -> String {
        var canvas = SVGCanvas()
        let (width, height) = (Self.size.width, Self.size.height)
        canvas.markup("<svg role=\"img\" class=\"screen\" xmlns=\"http://www.w3.org/2000/svg\"")
        canvas.viewBox(width: width, height: height)
        canvas.markup(
            " preserveAspectRatio=\"xMidYMid slice\" font-size=\"13\" font-family=\"inherit\">"
                + "<title>What an AR app would have shown at one moment</title>"
                + "<rect class=\"sky\" width=\"100%\" height=\"100%\"/><g class=\"moment\">")
        if let first = orientations.first, let truth = first {
            draw(truth, &canvas)
        } else {
            let name = tracks.first?.name ?? ""
            canvas.label(
                name + " has no orientation at this moment.", x: width / 2, y: Self.middle, anchor: "middle",
                muted: false)
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

    private func draw(_ truth: Quaternion, _ canvas: inout SVGCanvas) {
        let (width, height) = (Self.size.width, Self.size.height)
        let view = Self.angles(truth.rotate(Vector3(0, 0, -1)))
        let horizon = min(height, max(Self.tape, Self.middle + view.elevation * Self.scale))
        canvas.element("rect class=\"ground\"", x: 0, y: horizon, width: width, height: height - horizon)
        canvas.markup("/>")
        drawFrame(truth, view, &canvas)
        let places = shown(truth).map { Place(landmark: $0, at: Self.place($0.direction, view)) }
            .filter { Self.isInside($0.at) }
            .enumerated().sorted {
                let (a, b) = (($0.element.at.x - width / 2).magnitude, ($1.element.at.x - width / 2).magnitude)
                return (a, $0.offset) < (b, $1.offset)
            }.prefix(Self.mostPlaces).map(\.element)
        var labels = LabelRows(width: width, top: Self.tape + 2)
        var others: [(text: String, at: (x: Double, y: Double), colour: String)] = []
        for (track, orientation) in zip(tracks, orientations).dropFirst() {
            guard let orientation else { continue }
            let off = Angle.degrees(Self.labelShift(truth: truth, other: orientation)).magnitude
            for (index, place) in places.enumerated() {
                let drawn = Self.place(truth.rotate(orientation.unrotate(place.landmark.direction)), view)
                let turn = 360 * Self.scale
                let at = (x: drawn.x - turn * ((drawn.x - place.at.x) / turn).rounded(), y: drawn.y)
                canvas.markup("<path class=\"link\" d=\"")
                canvas.command("M", place.at.x, place.at.y)
                canvas.command("L", at.x, at.y)
                canvas.markup("\" stroke=\"\(track.colour)\"/>")
                canvas.mark(track, at: at)
                if index == 0 {
                    let name = PlainText.line(place.landmark.name, limit: 32)
                    let text = "\(name) by \(track.name), \(NumberText.degrees(off, decimals: 1))"
                    let arrows = (at.x < 0 ? "\u{2190} " : "", at.x > width ? " \u{2192}" : "")
                    others.append((arrows.0 + text + arrows.1, (min(width, max(0, at.x)), at.y), track.colour))
                }
            }
        }
        for place in places {
            canvas.mark(tracks[0], at: place.at)
            let distance = place.landmark.distance.map { " \u{B7} " + Self.metres($0) } ?? ""
            let name = PlainText.line(place.landmark.name, limit: 32)
            labels.add(name + distance, at: place.at, colour: tracks[0].colour)
        }
        for other in others { labels.add(other.text, at: other.at, colour: other.colour) }
        labels.draw(into: &canvas)
        if places.isEmpty {
            canvas.label(
                "No place is in view.", x: width / 2, y: Self.middle - 12, anchor: "middle", muted: false)
        }
        drawTape(view.heading, &canvas)
    }

    /// Heading and elevation of a direction, degrees.
    private static func angles(_ v: Vector3) -> (heading: Double, elevation: Double) {
        (
            Angle.degrees(Foundation.atan2(v.x, v.y)),
            Angle.degrees(Foundation.atan2(v.z, (v.x * v.x + v.y * v.y).squareRoot()))
        )
    }

    private static func place(
        _ direction: Vector3, _ view: (heading: Double, elevation: Double)
    ) -> (x: Double, y: Double) {
        let seen = angles(direction)
        let across = (seen.heading - view.heading).remainder(dividingBy: 360)
        return (size.width / 2 + across * scale, middle - (seen.elevation - view.elevation) * scale)
    }

    /// The outline of what the device's screen shows.
    private func drawFrame(
        _ truth: Quaternion, _ view: (heading: Double, elevation: Double), _ canvas: inout SVGCanvas
    ) {
        let corners = [(0.0, 0.0), (camera.width, 0), (camera.width, camera.height), (0, camera.height), (0, 0)]
        canvas.markup("<path class=\"frame\" d=\"")
        var last: Double?
        for (from, to) in zip(corners, corners.dropFirst()) {
            for step in 0...8 {
                let share = Double(step) / 8
                let (x, y) = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
                let ray = Vector3((x - camera.centreX) / camera.focalX, (camera.centreY - y) / camera.focalY, -1)
                let at = Self.place(truth.rotate(ray), view)
                canvas.command(last.map { ($0 - at.x).magnitude < 1000 } ?? false ? "L" : "M", at.x, at.y)
                last = at.x
            }
        }
        canvas.markup("\"/>")
    }

    private func drawTape(_ heading: Double, _ canvas: inout SVGCanvas) {
        let (width, tape) = (Self.size.width, Self.tape)
        canvas.element("rect class=\"tape\"", x: 0, y: 0, width: width, height: tape)
        canvas.markup("/>")
        for index in Int(clamping: (heading - 75) / 15)...Int(clamping: (heading + 75) / 15) {
            let across = Double(15 * index) - heading
            guard across.magnitude <= 69 else { continue }
            let x = width / 2 + across * Self.scale
            let value = ((15 * index) % 360 + 360) % 360
            let isPoint = value % 45 == 0
            canvas.markup("<path class=\"tick\" d=\"")
            canvas.command("M", x, tape)
            canvas.markup("v\(isPoint ? -8 : -5)\"/>")
            guard (x - width / 2).magnitude > 44 else { continue }
            let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
            canvas.label(
                isPoint ? names[value / 45] : "\(value)\u{B0}", x: x, y: 21, anchor: "middle",
                weight: isPoint ? "600" : "", muted: false)
        }
        let shown = Int(clamping: (heading + 360).rounded()) % 360
        canvas.label("\(shown)\u{B0}", x: width / 2, y: 21, anchor: "middle", weight: "600", muted: false)
        canvas.markup("<path class=\"needle\" d=\"")
        canvas.command("M", width / 2, tape)
        canvas.markup("l-5 -7h10z\"/>")
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
