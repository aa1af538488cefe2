import Analysis
import ProjectionCore
import RealModule
import Rotations

/// One moment of the replay: horizon, landmarks, marks. The report's script draws the other moments in the same way.
struct ReplayPicture {
    let camera: Camera
    let landmarks: [Landmark]
    let tracks: [ReplayFigure.Track]
    /// One per track; the first draws horizon and rings.
    let orientations: [Quaternion?]

    func svg() -> String {
        var canvas = SVGCanvas()
        canvas.markup("<svg role=\"img\" class=\"screen\" xmlns=\"http://www.w3.org/2000/svg\"")
        canvas.viewBox(width: camera.width, height: camera.height)
        canvas.markup(
            " font-size=\"13\" font-family=\"inherit\"><title>The screen of an AR app at one moment</title>")
        canvas.markup("<rect width=\"100%\" height=\"100%\" fill=\"var(--shade,#eef2f6)\"/><g class=\"moment\">")
        if let first = orientations.first, let q = first { drawHorizon(q, &canvas) }
        for (index, orientation) in orientations.enumerated().reversed() {
            guard let orientation else { continue }
            for landmark in landmarks {
                guard let at = camera.pixel(ofDevice: orientation.unrotate(landmark.direction)) else { continue }
                guard (-20...camera.width + 20).contains(at.x), (-20...camera.height + 20).contains(at.y) else {
                    continue
                }
                draw(tracks[index], at: at, &canvas)
                if index == 0 {
                    canvas.label(PlainText.line(landmark.name, limit: 32), x: at.x + 14, y: at.y - 8, muted: false)
                }
            }
        }
        canvas.markup("</g></svg>")
        return canvas.text
    }

    /// Points x of the picture's plane, one focal length away, with up . (x, y, -1) = 0.
    private func drawHorizon(_ q: Quaternion, _ canvas: inout SVGCanvas) {
        let up = q.unrotate(Vector3(0, 0, 1))
        let level = up.x * up.x + up.y * up.y
        guard level > 1e-6 else { return }
        let centre = (x: up.z * up.x / level, y: up.z * up.y / level)
        let reach = 10 / level.squareRoot()
        func command(_ letter: Unicode.Scalar, _ side: Double, _ depth: Double) {
            let x = centre.x - side * reach * up.y - depth * reach * up.x
            let y = centre.y + side * reach * up.x - depth * reach * up.y
            canvas.command(letter, camera.centreX + camera.focalX * x, camera.centreY - camera.focalY * y)
        }
        canvas.markup("<path class=\"ground\" d=\"")
        command("M", -1, 0)
        command("L", 1, 0)
        command("L", 1, 1)
        command("L", -1, 1)
        canvas.markup("Z\"/>")
    }

    private func draw(_ track: ReplayFigure.Track, at: (x: Double, y: Double), _ canvas: inout SVGCanvas) {
        canvas.markup("<path class=\"\(track.mark)\" d=\"")
        canvas.command("M", at.x, at.y)
        canvas.markup(ReplayFigure.outline(of: track.mark))
        canvas.markup("\" \(track.mark == "ring" ? "fill=\"none\" stroke" : "fill")=\"\(track.colour)\"/>")
    }
}

extension ReplayFigure {
    /// The outline of a mark about the current point, as commands of a path.
    static func outline(of mark: String) -> String {
        switch mark {
        case "ring": "m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0"
        case "dot": "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0"
        default: "m-4.5 -4.5h9v9h-9z"
        }
    }
}

/// The screen as it is held: a phone on its side shows a wide picture, with the sky at its top.
///
/// It is the device turned about the camera's axis by whole quarters, so that picture and script need to know of an upright
/// screen only: orientations and camera are turned before either gets them.
struct ReplayScreen {
    /// Which edge is up most of the time.
    let orientation: ScreenOrientation
    /// The device's camera in the axes of the turned screen.
    let camera: Camera

    /// - Parameters:
    ///   - camera: of the upright device.
    ///   - orientations: of the log; the circular mean of their roll decides.
    ///   - side: the shorter side of the screen, units of the picture.
    /// - Throws: `SensorLabError` for a camera without extent.
    init(_ camera: Camera, orientations: some Sequence<Quaternion>, side: Double) throws {
        var (x, y) = (0.0, 0.0)
        for roll in orientations.lazy.compactMap(\.roll) {
            x += Double.cos(roll)
            y += Double.sin(roll)
        }
        orientation = ScreenOrientation(roll: x == 0 && y == 0 ? 0 : Double.atan2(y: y, x: x))
        let upright = try camera.scaled(toWidth: side * max(1, camera.width / camera.height))
        let centre = orientation.turned(
            upright.centreX, upright.centreY, width: upright.width, height: upright.height)
        let isSideways = orientation.isSideways
        self.camera = try Camera(
            name: upright.name, width: isSideways ? upright.height : upright.width,
            height: isSideways ? upright.width : upright.height,
            focalX: isSideways ? upright.focalY : upright.focalX, focalY: isSideways ? upright.focalX : upright.focalY,
            centreX: centre.x, centreY: centre.y, distortion: upright.distortion)
    }

    /// An orientation of the device as one of the turned screen.
    func turned(_ q: Quaternion) -> Quaternion {
        switch orientation {
        case .portrait: q
        case .rightEdgeUp: q * Quaternion(angle: -Double.pi / 2, axis: Vector3(0, 0, 1))
        case .leftEdgeUp: q * Quaternion(angle: Double.pi / 2, axis: Vector3(0, 0, 1))
        case .upsideDown: q * Quaternion(angle: Double.pi, axis: Vector3(0, 0, 1))
        }
    }
}
