import Geodesy
import RealModule
import Rotations
import Testing
import Vocabulary

@testable import ProjectionCore

/// How places are drawn: an upright camera to the north, 60 x 80 degrees on 600 x 800 pixels, its middle at (300, 400).
@Suite("Rules of appearance")
struct AppearanceRuleTests {
    private static func projector(
        _ places: [PointOfInterest], model: ProjectionModel = .geodesic, _ change: (inout ProjectionOptions) -> Void
    ) throws -> Projector {
        var options = ProjectionOptions()
        change(&options)
        var projector = try Projector(model: model, camera: Fixture.camera(), places: places, options: options)
        try projector.prepare(observer: Fixture.observer)
        return projector
    }

    /// The y of a pinhole of 80 degrees on 800 pixels.
    private static func y(elevation: Double) -> Double {
        400 - 400 * Double.tan(Angle.radians(elevation)) / Double.tan(Angle.radians(40))
    }

    static let hill = Fixture.place("hill", azimuth: 0, distance: 1000, height: 500)
    static let pit = Fixture.place("pit", azimuth: 10, distance: 500, height: 100)

    @Test("horizon: a hill and a pit are at the height of the horizon, at their own azimuths")
    func horizon() throws {
        let q = Fixture.orientation(heading: 0)
        for model in [ProjectionModel.geodesic, .scene, .planar] {
            let own = try Self.projector([Self.hill, Self.pit], model: model) { _ in }.positions(q)
            let level = try Self.projector([Self.hill, Self.pit], model: model) { $0.layout = .horizon }.positions(q)
            #expect(own[0].y < 300 && own[1].y > 450)
            for index in 0...1 {
                #expect((level[index].y - 400).magnitude < 1e-6, "\(model)")
                #expect((level[index].x - own[index].x).magnitude < 1e-6, "\(model)")
            }
        }
        // Rolled, both are on the line that `horizon` gives.
        let rolled = Fixture.orientation(heading: 0, elevation: 5, roll: 20)
        let projector = try Self.projector([Self.hill, Self.pit]) { $0.layout = .horizon }
        let line = try #require(projector.horizon(rolled))
        for position in projector.positions(rolled) {
            let across =
                (position.x - line.x) * Double.sin(line.angle) - (position.y - line.y) * Double.cos(line.angle)
            #expect(across.magnitude < 1e-6)
        }
    }

    @Test("far is higher: in proportion to the distance, 15 degrees at the largest one")
    func farIsHigher() throws {
        let places = [200.0, 500, 1000].map { Fixture.place("\($0)", azimuth: 0, distance: $0, height: 200) }
        let q = Fixture.orientation(heading: 0)
        // Without a largest distance, the farthest place's.
        let free = try Self.projector(places) { $0.layout = .farIsHigher }.positions(q)
        for (position, elevation) in zip(free, [3.0, 7.5, 15]) {
            #expect((position.y - Self.y(elevation: elevation)).magnitude < 1e-4)
        }
        let limited = try Self.projector(places) {
            ($0.layout, $0.layoutSpan, $0.maximumDistance) = (.farIsHigher, 20, 2000)
        }.positions(q)
        for (position, elevation) in zip(limited, [2.0, 5, 10]) {
            #expect((position.y - Self.y(elevation: elevation)).magnitude < 1e-4)
        }
        let planar = try Self.projector(places, model: .planar) { $0.layout = .farIsHigher }.positions(q)
        #expect((planar[2].y - 400 * (1 - 15.0 / 40)).magnitude < 0.5)
    }

    @Test("sizes: inverse to the distance, ARKit-CoreLocation's, and a floor for all")
    func scales() throws {
        let places = [50.0, 100, 200, 400, 4000].map { Fixture.place("\($0)", azimuth: 0, distance: $0) }
        func scales(
            _ model: ProjectionModel = .scene, _ change: (inout ProjectionOptions) -> Void
        ) throws -> [Double] {
            let projector = try Self.projector(places, model: model, change)
            return places.indices.map { projector.labelScale(of: $0) }
        }
        // Distances of `scene` err by up to 0.3 %.
        for (found, expected) in zip(try scales { $0.scaling = .inverseDistance }, [1, 1, 0.5, 0.25, 0.025]) {
            #expect((found - expected).magnitude < 0.004 * expected)
        }
        let floor = try scales { ($0.scaling, $0.scaleDistance, $0.minimumScale) = (.inverseDistance, 200, 0.3) }
        for (found, expected) in zip(floor, [1, 1, 1, 0.5, 0.3]) {
            #expect((found - expected).magnitude < 0.004 * expected)
        }
        #expect(try scales { $0.scaling = .arcl } == [1, 1, 1, 1, 0.75])
        #expect(try scales(.frustum) { $0.minimumScale = 0.4 }.last == 0.4)
        #expect(try scales { _ in } == [1, 1, 1, 1, 1])
    }

    @Test("opacity falls linearly between two distances to the least one")
    func opacity() throws {
        let fade = DistanceFade(start: 500, end: 1500, least: 0.2)
        let expected: [(Double, Double)] = [(0, 1), (500, 1), (1000, 0.6), (1250, 0.4), (1500, 0.2), (9000, 0.2)]
        for (distance, value) in expected {
            #expect((fade.opacity(at: distance) - value).magnitude < 1e-12)
        }
        #expect(fade.opacity(at: .nan) == 0.2)
        let projector = try Self.projector([Self.hill]) { $0.fade = fade }
        #expect((projector.opacity(of: 0) - 0.6).magnitude < 1e-6)
        #expect(try Self.projector([Self.hill]) { _ in }.opacity(of: 0) == 1)
    }

    @Test("labels turn in proportion to the distance from the screen's middle")
    func labelTurn() throws {
        let projector = try Self.projector([Self.hill]) { $0.labelTurn = 30 }
        for (x, turn) in [(300.0, 0.0), (450, 15), (600, 30), (0, -30), (900, 30)] {
            #expect((projector.labelTurn(at: x) - turn).magnitude < 1e-12)
        }
        #expect(try Self.projector([Self.hill]) { _ in }.labelTurn(at: 600) == 0)
    }

    @Test("a near place keeps its direction while fixes jump, and gets a new one once it was out of range")
    func hold() throws {
        let place = Fixture.place(azimuth: 0, distance: 60, height: 200)
        let q = Fixture.orientation(heading: 0)
        func east(_ metres: Double) -> GeodeticPosition {
            var end = Geodesic.wgs84.direct(from: Fixture.observer, azimuth: 90, distance: metres).end
            end.height = 200
            return end
        }
        var free = try Self.projector([place]) { _ in }
        var held = try Self.projector([place]) { $0.holdDistance = 100 }
        let first = held.positions(q)[0].x
        #expect((first - 300).magnitude < 1e-6)
        // A fix that jumps 20 m to the east: the place 60 m ahead is 18.4 degrees to the left.
        try free.prepare(observer: east(20))
        try held.prepare(observer: east(20))
        #expect((free.positions(q)[0].x - (300 - 300 / Double.tan(Angle.radians(30)) * 20 / 60)).magnitude < 0.1)
        #expect(held.positions(q)[0].x == first)
        // The distance is the new one.
        #expect((held.distances[0] - Double.hypot(20, 60)).magnitude < 0.01)
        // 150 m away the direction follows, and the first fix within range again is held.
        try held.prepare(observer: east(150))
        try free.prepare(observer: east(150))
        #expect(held.positions(q) == free.positions(q))
        try held.prepare(observer: east(-20))
        let again = held.positions(q)[0].x
        #expect(again > 400)
        try held.prepare(observer: east(20))
        #expect(held.positions(q)[0].x == again)
    }

    @Test("the floor's height is used where a fix has none or 0, and counted; the age of the position")
    func floor() throws {
        var hold = PositionHold(floorHeight: 35)
        func fix(_ height: Double) -> GeodeticPosition { GeodeticPosition(latitude: 45, longitude: 6, height: height) }
        #expect(hold.age(at: 5) == nil)
        hold.update(fix(0), at: 1_000_000_000)
        #expect(hold.position?.height == 35 && hold.floored == 1)
        hold.update(fix(.nan), at: 2_000_000_000)
        #expect(hold.position?.height == 35 && hold.floored == 2)
        hold.update(fix(120), at: 3_000_000_000)
        #expect(hold.position?.height == 120 && hold.floored == 2)
        // A fix that is too bad is not used: the age grows.
        hold.update(fix(0), accuracy: 500, at: 4_000_000_000)
        #expect(hold.position?.height == 120 && hold.floored == 2 && hold.ignored == 1)
        #expect(hold.age(at: 4_500_000_000) == 1.5)
        var plain = PositionHold()
        plain.update(fix(0), at: 0)
        #expect(plain.position?.height == 0)
        let unknown = plain.update(fix(.nan), at: 1)
        #expect(!unknown)
    }
}
