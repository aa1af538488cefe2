import Geodesy
import RealModule
import Rotations
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("scene and frustum")
struct SceneTests {
    @Test("offsets by haversine: 0.01 degrees are R pi / 18000 = 1113.19 m north, times cos 60 east")
    func offsets() {
        let observer = GeodeticPosition(latitude: 60, longitude: 10)
        let offset = SceneOffset(from: observer, to: GeodeticPosition(latitude: 60.01, longitude: 9.99))
        #expect((offset.north - 1113.1949079327358).magnitude < 1e-6)
        // Along the parallel as a great circle: 2 R asin(cos 60 sin 0.005 degrees), 3e-9 of it shorter than the arc.
        #expect((offset.east + 556.5974539).magnitude < 1e-4)
    }

    @Test("across the date line the east is where it is elsewhere", arguments: [0.01, -0.01])
    func dateLine(_ step: Double) {
        func offset(from longitude: Double, to other: Double) -> SceneOffset {
            SceneOffset(
                from: GeodeticPosition(latitude: 60, longitude: longitude),
                to: GeodeticPosition(latitude: 60, longitude: other))
        }
        let elsewhere = offset(from: 10, to: 10 + step)
        for (longitude, other) in [(180, -180 + step), (-180, 180 + step), (180 - step / 2, -180 + step / 2)] {
            #expect((offset(from: longitude, to: other).east - elsewhere.east).magnitude < 1e-6)
        }
    }

    @Test("a place north-east at 45 degrees to the camera's right edge; the scene turned by hand moves it clockwise")
    func rotation() throws {
        let place = Fixture.place(azimuth: 20, distance: 500)
        let straight = try Fixture.position(.scene, place, Fixture.orientation(heading: 0))
        var options = ProjectionOptions()
        options.sceneRotation = -20
        let turned = try Fixture.position(.scene, place, Fixture.orientation(heading: 0), options: options)
        // tan 20 / tan 30 of the half width; the haversine's azimuth is 0.2 degrees off at 45 degrees of latitude.
        #expect((straight.x - (300 + 0.36397 / 0.57735 * 300)).magnitude < 3)
        #expect((turned.x - 300).magnitude < 3)
    }

    @Test("places of the category road are shown up to 50 m, others everywhere")
    func roads() throws {
        for (category, distance, seen) in [("road", 40.0, true), ("road", 60, false), ("", 60, true)] {
            var place = Fixture.place(azimuth: 0, distance: distance)
            place.category = category
            let found = try Fixture.position(.scene, place, Fixture.orientation(heading: 0))
            #expect(found.isVisible == seen)
            #expect(seen || found.state == .filtered)
        }
    }

    @Test("frustum: every place at the observer's height, up to 1000 m")
    func frustum() throws {
        let tower = Fixture.place(azimuth: 0, distance: 500, height: 300)
        let found = try Fixture.position(.frustum, tower, Fixture.orientation(heading: 0))
        #expect((found.y - 400).magnitude < 1e-9)
        let exact = try Fixture.position(.geodesic, tower, Fixture.orientation(heading: 0))
        // 100 m above 500 m: tan = 0.2 of tan 40 half of the height.
        #expect((exact.y - (400 - 0.2 / 0.8390996 * 400)).magnitude < 0.05)
        let far = try Fixture.position(
            .frustum, Fixture.place(azimuth: 0, distance: 1010), Fixture.orientation(heading: 0))
        #expect(far.state == .filtered)
        let behind = try Fixture.position(.frustum, tower, Fixture.orientation(heading: 180))
        #expect(behind.state == .behind)
    }

    @Test("frustum: fixes worse than 100 m are ignored, the last good one is held")
    func fixes() {
        var hold = PositionHold()
        let away = GeodeticPosition(latitude: 46, longitude: 6)
        let first = hold.update(Fixture.observer, accuracy: 120, at: 0)
        #expect(!first && hold.position == nil)
        let good = hold.update(Fixture.observer, accuracy: 100, at: 1)
        #expect(good)
        let bad = [
            hold.update(away, accuracy: 101, at: 2),
            hold.update(GeodeticPosition(latitude: 95, longitude: 6), accuracy: 5, at: 3),
            hold.update(GeodeticPosition(latitude: .nan, longitude: 6), accuracy: 5, at: 3),
        ]
        #expect(bad == [false, false, false])
        #expect(hold.position == Fixture.observer)
        #expect(hold.time == 1)
        #expect(hold.ignored == 4)
        let unknown = hold.update(away, at: 4)
        #expect(unknown)
        #expect(hold.position == away)
    }
}
