import Foundation
import ProjectionCore
import Rotations
import Testing

@testable import Analysis
@testable import Reporting

/// The replay of the screen: where landmarks stand, and what travels to the page's script.
@Suite struct ReplayTests {
    private let camera: Camera

    init() throws {
        camera = try Camera(name: "test", width: 300, height: 400, focalX: 300, focalY: 300)
    }

    /// Upright phone, camera level: the device's x to the right of the heading, y up, z back.
    private func upright(heading: Double) -> Quaternion {
        Quaternion.aboutVertical(-Angle.radians(heading)) * Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))
    }

    private func marks(_ svg: String, _ mark: String) -> [(x: Double, y: Double)] {
        let pattern = try? Regex(
            "class=\"\(mark)\" d=\"M(-?[0-9.]+) (-?[0-9.]+)", as: (Substring, Substring, Substring).self)
        return pattern.map { svg.matches(of: $0).map { (Double($0.output.1)!, Double($0.output.2)!) } } ?? []
    }

    private func picture(_ orientations: [Quaternion?]) -> String {
        let tracks = [("ring", "reference"), ("dot", "filter")].prefix(orientations.count).map {
            ReplayFigure.Track(name: $0.1, colour: "red", mark: $0.0)
        }
        return ReplayPicture(
            camera: camera, landmarks: Landmark.compass, tracks: Array(tracks), orientations: orientations
        ).svg()
    }

    /// A camera to the east sees the east in the middle; one that believes 10 degrees more draws it 300 tan 10 degrees = 52.9
    /// pixels too far left, on the horizon.
    @Test func landmarksStandWhereTheyBelong() throws {
        let svg = picture([upright(heading: 90), upright(heading: 100)])
        #expect(WellFormedness.problem(in: svg) == nil)
        let ring = try #require(marks(svg, "ring").first)
        #expect(ring.x == 150 && ring.y == 200 && marks(svg, "ring").count == 1)
        let dot = try #require(marks(svg, "dot").first)
        #expect((dot.x - (150 - 52.9)).magnitude < 0.06 && dot.y == 200)
        #expect(svg.contains(">E</text>") && !svg.contains(">N</text>"))
    }

    /// The ground lies below the horizon: its polygon of an upright phone holds the lower edge, of a phone upside down the upper.
    @Test(arguments: [(0.0, true), (180, false)])
    func groundIsBelow(roll: Double, isBelow: Bool) throws {
        let turned = upright(heading: 90) * Quaternion(angle: Angle.radians(roll), axis: Vector3(0, 0, 1))
        let path = try #require(picture([turned]).firstMatch(of: /class="ground" d="([^"]*)"/)).output.1
        let ys = path.matches(of: /[ML]-?[0-9.]+ (-?[0-9.]+)/).compactMap { Double($0.output.1) }
        #expect(ys.count == 4)
        #expect(ys.prefix(2).allSatisfy { ($0 - 200).magnitude < 0.11 })
        #expect(ys.suffix(2).allSatisfy { isBelow ? $0 > 400 : $0 < 0 })
    }

    @Test func framesTravelExactly() throws {
        var result = SyntheticResult().result()
        result.camera = camera
        let figure = ReplayFigure(result)
        let bytes = [UInt8](try #require(Data(base64Encoded: figure.frames)))
        let steps = try #require(Int(figure.steps))
        #expect(figure.tracks.map(\.name) == ["reference", "lowpass", "kalman"])
        #expect(bytes.count == (steps + 1) * 3 * 8)
        let q = stride(from: 0, to: 8, by: 2).map {
            Double(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)) / 32767
        }
        let first = result.reference.values[0]
        for (part, exact) in zip(q, [first.w, first.x, first.y, first.z]) {
            #expect((part - exact).magnitude <= 0.5 / 32767 + 1e-12)
        }
    }

    /// A phone that lies on its left side, right edge up: the picture is wide, the sky at its top, and the east, 10 degrees above
    /// which the camera looks, stands as far below the middle as it would stand in an upright picture of the same eye.
    @Test(arguments: [
        (90.0, ScreenOrientation.rightEdgeUp), (-90, .leftEdgeUp), (180, .upsideDown), (0, .portrait), (20, .portrait),
    ])
    func theScreenIsDrawnAsItWasHeld(roll: Double, expected: ScreenOrientation) throws {
        // Raised by 10 degrees about the screen's own horizontal, then rolled about the camera's axis.
        let raised = upright(heading: 90) * Quaternion(angle: Angle.radians(10), axis: Vector3(1, 0, 0))
        let held = raised * Quaternion(angle: Angle.radians(roll), axis: Vector3(0, 0, 1))
        #expect(Angle.wrap(try #require(held.roll) - Angle.radians(roll)).magnitude < 1e-9)
        let offCentre = try Camera(
            name: "test", width: 300, height: 400, focalX: 310, focalY: 290, centreX: 140, centreY: 190)
        let screen = try ReplayScreen(offCentre, orientations: [held, held], side: 300)
        #expect(screen.orientation == expected)
        #expect((screen.camera.width > screen.camera.height) == expected.isSideways)
        let east = Vector3(1, 0, 0)
        let plain = try #require(offCentre.pixel(ofDevice: held.unrotate(east)))
        let turned = expected.turned(plain.x, plain.y, width: 300, height: 400)
        let drawn = try #require(screen.camera.pixel(ofDevice: screen.turned(held).unrotate(east)))
        #expect((drawn.x - turned.x).magnitude < 1e-9 && (drawn.y - turned.y).magnitude < 1e-9)
        if roll.remainder(dividingBy: 90) == 0 { #expect(drawn.y > screen.camera.centreY + 40) }
    }

    @Test func anHourStaysSmall() {
        var result = SyntheticResult(samples: 36_000, rate: 10).result()
        result.camera = camera
        #expect(ReplayFigure(result).frames.utf8.count < 60_000)
    }

    @Test func nothingToReplaySaysSo() {
        var result = SyntheticResult(samples: 0).result()
        result.camera = camera
        #expect(ReplayFigure(result).missing != nil)
    }
}
