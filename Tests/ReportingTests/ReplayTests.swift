import Foundation
import ProjectionCore
import Rotations
import TestSupport
import Testing
import Vocabulary

@testable import Analysis
@testable import Reporting

/// The replay of the screen: where landmarks are drawn, and the data for the page's script.
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

    private func picture(
        _ orientations: [Quaternion?], of landmarks: [Landmark] = Landmark.compass, radar: Radar? = nil
    ) -> String {
        // The truth has a phone where it is alone.
        let title = orientations.count == 1 ? "reference" : ""
        let tracks = [("ring", "reference", title), ("dot", "filter", "filter")].prefix(orientations.count).map {
            Replay.Track(name: $0.1, colour: "red", mark: $0.0, title: $0.2)
        }
        return ReplayPicture(
            camera: camera, landmarks: landmarks, radar: radar, tracks: Array(tracks), orientations: orientations
        ).svg()
    }

    /// Of the places on the screen the first ones are kept; those beside it are of the panorama, not of the screen.
    @Test func theNearestInViewAreKept() {
        func landmark(_ heading: Double) -> Landmark {
            let a = Angle.radians(heading)
            return Landmark(name: "\(heading)", direction: Vector3(Double.sin(a), Double.cos(a), 0))
        }
        // Half of the screen's width is 26.6 degrees.
        let landmarks = [92.0, 150, 85, 100].map(landmark)
        var picture = ReplayPicture(camera: camera, landmarks: landmarks, tracks: [], orientations: [])
        #expect(picture.shown(upright(heading: 90)) == landmarks)
        picture.inView = 1
        #expect(picture.shown(upright(heading: 90)).map(\.name) == ["92.0", "150.0"])
        picture.inView = 2
        #expect(picture.shown(upright(heading: 90)).map(\.name) == ["92.0", "150.0", "85.0"])
    }

    /// The screen is 255 units wide, its focal length 255. A camera to the east has the east in its middle; a track
    /// that believes 10 degrees more draws it 255 tan 10 = 45.0 units too far left, on the horizon.
    @Test func landmarksStandWhereTheyBelong() throws {
        let svg = picture([upright(heading: 90), upright(heading: 100)])
        #expect(WellFormedness.problem(in: svg) == nil)
        let (rings, dots) = (marks(svg, "ring"), marks(svg, "dot"))
        #expect(rings.map(\.x) == [127.5] && rings.map(\.y) == [170])
        #expect(dots.count == 1 && (dots[0].x - 82.5).magnitude < 0.11 && (dots[0].y - 170).magnitude < 0.11)
        #expect(svg.contains(">E</text>") && svg.contains(">filter</text>") && !svg.contains(">N</text>"))
        let shift = ReplayPicture.labelShift(truth: upright(heading: 90), other: upright(heading: 100))
        #expect((Angle.degrees(shift) + 10).magnitude < 1e-9)
    }

    /// The horizon of a camera that looks 10 degrees up is 45.0 units below the middle, and tilts against the phone.
    @Test(arguments: [0.0, 30, -20, 180])
    func theHorizonTilts(roll: Double) throws {
        let raised = upright(heading: 90) * Quaternion(angle: Angle.radians(10), axis: Vector3(1, 0, 0))
        let held = raised * Quaternion(angle: Angle.radians(roll), axis: Vector3(0, 0, 1))
        let path = try #require(picture([held]).firstMatch(of: /class="ground" d="([^"]*)"/)).output.1
        let corners = path.matches(of: /[ML]([0-9.]+) ([0-9.]+)/).compactMap { match in
            Double(match.output.1).flatMap { x in Double(match.output.2).map { (x: x, y: $0) } }
        }
        // The horizon by its distance from the middle along the phone's down, and by the points at which it is cut.
        let (sine, cosine) = (Foundation.sin(Angle.radians(roll)), Foundation.cos(Angle.radians(roll)))
        func depth(_ p: (x: Double, y: Double)) -> Double { (p.x - 127.5) * -sine + (p.y - 170) * cosine }
        let depths = corners.map(depth)
        #expect(depths.filter { ($0 - 45).magnitude < 0.2 }.count == 2 && depths.allSatisfy { $0 > 44.8 }, "\(depths)")
    }

    /// The camera's own field of view: 300 units across at a focal length of 300 are 26.57 degrees to each side.
    @Test func theScreenHasTheCamerasFieldOfView() {
        func isShown(_ degrees: Double) -> Bool {
            let a = Angle.radians(90 + degrees)
            let place = Landmark(name: "hut", direction: Vector3(Foundation.sin(a), Foundation.cos(a), 0))
            return ReplayPicture.shows([place], in: upright(heading: 90), camera: camera)
        }
        #expect(isShown(26.5) && isShown(-26.5) && !isShown(26.6) && !isShown(-26.6))
    }

    /// A phone that lies on a table shows the compass from above, north by the truth and by the track.
    @Test func aCameraToTheFloorGivesWayToTheCompass() {
        let flat = Quaternion.aboutVertical(-Angle.radians(90))
        #expect(!ReplayPicture.shows(Landmark.compass, in: flat, camera: camera))
        let svg = picture([flat, Quaternion.aboutVertical(-Angle.radians(100))])
        #expect(svg.contains(">from above</text>") && svg.matches(of: /class="north"/).count == 2)
        #expect(!svg.contains("class=\"ground\""))
    }

    /// Six places in nearly one direction: every label is drawn, and none on another.
    @Test func labelsDoNotOverprint() throws {
        let places = (0..<6).map { index in
            Landmark(
                name: "hut number \(index)",
                direction: Vector3(1, 0.01 * Double(index), 0), distance: 310 + 1000 * Double(index))
        }
        let svg = picture([upright(heading: 90)], of: places)
        let pattern = /class="label" x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"/
        let boxes = svg.matches(of: pattern).map { match in
            [match.output.1, match.output.2, match.output.3, match.output.4].map { Double($0) ?? .nan }
        }
        #expect(boxes.count == 6)
        for (index, a) in boxes.enumerated() {
            for b in boxes[..<index] {
                #expect(a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1])
            }
        }
        #expect(svg.contains("number 0 \u{B7} 310 m</text>") && svg.contains("number 5 \u{B7} 5.3 km</text>"))
    }

    /// A hut 500 m to the east in a radar of 1 km and 40 units, whose middle is (48, 292): half a radius to the right
    /// of it with north at the top, above it where the radar turns with a camera to the east, for a track that says 100
    /// degrees 10 degrees to the left of that. A pass at 1200 m is beyond the rim.
    @Test func theRadarIsFixedOrTurns() throws {
        let places = [
            Landmark(name: "hut", direction: Vector3(1, 0, 0), distance: 500),
            Landmark(name: "pass", direction: Vector3(1, 1, 0), distance: 1200),
        ]
        func dots(_ top: Radar.Top) -> [[Double]] {
            let svg = picture(
                [upright(heading: 90), upright(heading: 100)], of: places, radar: Radar(top: top, radius: 1000))
            #expect(WellFormedness.problem(in: svg) == nil && svg.contains(">1.0 km</text>"))
            return svg.matches(of: /cx="([0-9.]+)" cy="([0-9.]+)" r="(3.2|1.8)"/).map {
                [Double($0.output.1) ?? .nan, Double($0.output.2) ?? .nan]
            }
        }
        #expect(dots(.north) == [[68, 292], [68, 292]])
        // 20 sin 10 = 3.5, 20 cos 10 = 19.7.
        #expect(dots(.turning) == [[48, 272], [44.5, 272.3]])
        // The field of view is 26.57 degrees to each side: 40 sin 26.57 = 17.9, 40 cos 26.57 = 35.8.
        let fixed = picture([upright(heading: 90)], of: places, radar: Radar(top: .north, radius: 1000))
        #expect(fixed.contains("d=\"M48 292L83.8 274.1A40 40 0 0 1 83.8 309.9Z\""), "\(fixed)")
        #expect(!picture([upright(heading: 90)], of: places).contains("class=\"field\""))
    }

    @Test func anEmptyViewSaysWhy() {
        let below = [Landmark(name: "the well", direction: Vector3(0, 0, -1))]
        #expect(picture([upright(heading: 90)], of: below).contains("No place is in view."))
        #expect(picture([nil]).contains("reference has no orientation at this moment."))
    }

    /// The frame of the start is the one in which what an app would use is furthest off.
    @Test func theReplayStartsAtTheWorstMoment() throws {
        var result = SyntheticResult().result()
        result.camera = camera
        let index = try #require(result.tracks.firstIndex { $0.name == "lowpass" })
        let worst = result.tracks[index].times.count / 3
        for row in worst - 100...worst + 100 {
            result.tracks[index].estimates[row].orientation =
                Quaternion.aboutVertical(2.5) * result.tracks[index].estimates[row].orientation
        }
        let figure = ReplayFigure(result)
        let first = try #require(result.recording.interval).lowerBound
        let seconds = Double(result.tracks[index].times[worst] - first) * 1e-9
        let start = try #require(Double(figure.start)) * (try #require(Double(figure.interval)))
        #expect((start - seconds).magnitude < 0.6)
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

    /// A phone that lies on its left side, right edge up: the picture is wide, the sky at its top, and the east, 10
    /// degrees above which the camera looks, is as far below the middle as in an upright picture of the same camera.
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
        #expect(ReplayFigure(SyntheticResult().result()).missing?.contains("The camera is unknown") == true)
        var result = SyntheticResult(samples: 0).result()
        result.camera = camera
        #expect(ReplayFigure(result).missing != nil)
    }
}
