import Geodesy
import RealModule
import Rotations
import Testing
import Vocabulary

@testable import ProjectionCore

/// Where to turn, in poses one can picture: an upright phone of 600 x 800 pixels, 60 x 80 degrees, at 45 N 6 E.
@Suite("Arrows and azimuths")
struct PlaceBearingTests {
    private func bearing(
        _ azimuth: Double, height: Double = 200, heading: Double = 0, elevation: Double = 0, roll: Double = 0,
        model: ProjectionModel = .geodesic, screen: ScreenOrientation = .portrait
    ) throws -> PlaceBearing {
        var options = ProjectionOptions()
        options.screen = screen
        let place = Fixture.place(azimuth: azimuth, distance: 900, height: height)
        var projector = try Projector(model: model, camera: Fixture.camera(), places: [place], options: options)
        try projector.prepare(observer: Fixture.observer)
        let orientation = Fixture.orientation(heading: heading, elevation: elevation, roll: roll)
        let position = projector.positions(orientation)[0]
        return try #require(projector.bearing(of: 0, orientation: orientation, position: position))
    }

    @Test(
        "east of a camera to the north: right edge; west: left edge; azimuth from north, relative to the camera",
        arguments: [ProjectionModel.geodesic, .planar, .sine, .scene, .frustum])
    func sides(_ model: ProjectionModel) throws {
        let east = try bearing(90, model: model)
        // The curvature of 0.06 m in 900 m, and up to 0.2 degrees between the models' azimuths.
        #expect((east.azimuth - 90).magnitude < 0.3 && (east.relative - 90).magnitude < 0.3)
        #expect(east.angle.magnitude < 0.02 && (east.x - 600).magnitude < 1e-6 && (east.y - 400).magnitude < 6)
        let west = try bearing(270, model: model)
        #expect((west.azimuth - 270).magnitude < 0.3 && (west.relative + 90).magnitude < 0.3)
        #expect((west.angle.magnitude - Double.pi).magnitude < 0.02 && west.x.magnitude < 1e-6)
        // Behind, 10 degrees to the right of straight back: turn right by 170 degrees.
        let back = try bearing(170, model: model)
        #expect((back.relative - 170).magnitude < 0.3 && (back.x - 600).magnitude < 1e-6)
        // The camera to the east-north-east: north-east is 22 degrees to the left.
        let left = try bearing(45, heading: 67, model: model)
        #expect((left.relative + 22).magnitude < 0.3 && (left.azimuth - 45).magnitude < 0.3)
    }

    @Test("above is at the top edge, below at the lower one; a camera to the zenith has no relative azimuth")
    func heights() throws {
        let tower = try bearing(0, height: 3000)
        #expect(
            (tower.angle + Double.pi / 2).magnitude < 1e-6 && tower.y.magnitude < 1e-6
                && (tower.x - 300).magnitude < 1e-6)
        let level = try bearing(0, elevation: 60)
        #expect((level.angle - Double.pi / 2).magnitude < 1e-6 && (level.y - 800).magnitude < 1e-6)
        // The azimuths of geodesic and line of sight differ by less than 1e-7 radians.
        let zenith = try bearing(30, elevation: 89)
        #expect(zenith.relative.isNaN && (zenith.azimuth - 30).magnitude < 1e-5)
    }

    @Test("the arrow turns with the screen: east stays at the right edge of the turned picture")
    func screens() throws {
        for (screen, roll) in [
            (ScreenOrientation.rightEdgeUp, 90.0), (.leftEdgeUp, -90), (.upsideDown, 180),
        ] {
            for azimuth in [80.0, 120] {
                let found = try bearing(azimuth, roll: roll, screen: screen)
                #expect((found.x - (screen == .upsideDown ? 600 : 800)).magnitude < 1e-6, "\(screen), \(azimuth)")
                #expect(found.angle.magnitude < 0.01)
            }
        }
    }

    @Test("the arrow does not jump where a place passes the camera's plane")
    func continuity() throws {
        for height in [200.0, 500, 50] {
            let (before, after) = (try bearing(89.8, height: height), try bearing(90.2, height: height))
            #expect(Angle.wrap(before.angle - after.angle).magnitude < 2e-3, "\(height)")
        }
    }

    @Test("the arrow ends on the border, in its direction")
    func border() throws {
        for seed in UInt64(1)...200 {
            var random = SplitMix64(seed: seed)
            func draw(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
            let found = try bearing(
                draw(0...360), height: draw(0...2000), heading: draw(0...360), elevation: draw(-80...80),
                roll: draw(-180...180))
            let onSide = min(found.x.magnitude, (found.x - 600).magnitude) < 1e-6
            let onTop = min(found.y.magnitude, (found.y - 800).magnitude) < 1e-6
            #expect(onSide || onTop)
            #expect((-1e-6...600.000001).contains(found.x) && (-1e-6...800.000001).contains(found.y))
            let back = Double.atan2(y: found.y - 400, x: found.x - 300)
            #expect(Angle.wrap(back - found.angle).magnitude < 1e-9)
            #expect((0..<360).contains(found.azimuth))
        }
    }
}
