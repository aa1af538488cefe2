import Geodesy
import RealModule
import Rotations
import Testing
import Vocabulary

@testable import ProjectionCore

/// Against numbers that follow from the published formulas on paper.
@Suite("planar and planar-published")
struct PlanarTests {
    /// At 45 degrees: sin^2 = 1/2, 1 - e^2/2 = 0.996652810005, so that a degree of latitude is
    /// pi a (1 - e^2) / (180 * 0.996652810005^1.5) = 111131.7779 m and one of longitude
    /// pi a cos 45 / (180 * sqrt(0.996652810005)) = 78846.8351 m (the usual tables have 111132 and 78847).
    @Test("metres per degree, so that 0.001 degrees north are 111.13 m")
    func gaps() throws {
        let place = Fixture.place(latitude: 45.001, longitude: 6)
        var projector = try Projector(model: .planar, camera: Fixture.camera(), places: [place])
        try projector.prepare(observer: Fixture.observer)
        // At the place's own latitude, 45.001: 1.9e-5 m more.
        #expect((projector.distances[0] - 111.1318).magnitude < 1e-3)
    }

    @Test("a place 10 degrees left of the camera stands 1/3 of the half width left of the middle")
    func left() throws {
        // Heading 100, place at azimuth 90: angle counter-clockwise 270, 360 - 100 = 260: ratio (270 - 260)/30 = 1/3.
        let place = Fixture.place(latitude: 45, longitude: 6.01)
        for model in [ProjectionModel.planar, .planarPublished] {
            let position = try Fixture.position(model, place, Fixture.orientation(heading: 100))
            #expect((position.x - 200).magnitude < 1e-6)
            #expect((position.y - 400).magnitude < 1e-6)
            #expect(position.isVisible)
        }
    }

    @Test("elevation: 100 m above 788.468 m are 7.2281 degrees, rho 90: y = 400 - 7.2281/40 400")
    func elevation() throws {
        let place = Fixture.place(latitude: 45, longitude: 6.01, height: 300)
        let zenith = 90 - Angle.degrees(Double.atan2(y: 100, x: 788.468351))
        let position = try Fixture.position(.planar, place, Fixture.orientation(heading: 90))
        #expect((zenith - 82.7719).magnitude < 1e-4)
        #expect((position.y - (400 - (90 - zenith) / 40 * 400)).magnitude < 1e-4)
        #expect((position.x - 300).magnitude < 1e-6)
        // With the camera 20 degrees down, rho 110, the place is farther up.
        let down = try Fixture.position(.planar, place, Fixture.orientation(heading: 90, elevation: -20))
        #expect((down.y - (400 - (110 - zenith) / 40 * 400)).magnitude < 1e-4)
    }

    @Test("north: heading 0 and a place at 5 degrees west: corrected on the screen, published off it by 355 degrees")
    func north() throws {
        // y = 0.1 west, x = 1.143 north in metres per degree: chosen by azimuth -5 within the plane.
        let scale = PlanarApproximation.metresPerDegree(latitude: 45.01)
        let x = 0.01 * scale.latitude
        let place = Fixture.place(
            latitude: 45.01, longitude: 6 - x * Double.tan(Angle.radians(5)) / scale.longitude)
        let corrected = try Fixture.position(.planar, place, Fixture.orientation(heading: 0))
        #expect((corrected.x - (300 - 5.0 / 30 * 300)).magnitude < 1e-6)
        #expect(corrected.isVisible)
        // (5 - 360) / 30 = -11.8333: W/2 + 11.8333 W/2.
        let published = try Fixture.position(.planarPublished, place, Fixture.orientation(heading: 0))
        #expect((published.x - (300 + 355.0 / 30 * 300)).magnitude < 1e-6)
        #expect(published.state == .outside)
    }

    @Test("due west and due east: the special case x = 0 gives 90 and 270")
    func specialCase() throws {
        let geometry = PlanarGeometry(camera: try Fixture.camera(), wraps: false)
        let west = geometry.sight(of: Fixture.place(latitude: 45, longitude: 5.9), from: Fixture.observer)
        let east = geometry.sight(of: Fixture.place(latitude: 45, longitude: 6.1), from: Fixture.observer)
        #expect(west.sight.x == 90)
        #expect(east.sight.x == 270)
    }

    @Test("straight above is zenith angle 0, straight below 180; at the observer itself there is no direction")
    func vertical() throws {
        let geometry = PlanarGeometry(camera: try Fixture.camera(), wraps: true)
        #expect(
            geometry.sight(of: Fixture.place(latitude: 45, longitude: 6, height: 250), from: Fixture.observer).sight.y
                == 0)
        #expect(
            geometry.sight(of: Fixture.place(latitude: 45, longitude: 6, height: 150), from: Fixture.observer).sight.y
                == 180)
        let here = try Fixture.position(
            .planar, Fixture.place(latitude: 45, longitude: 6), Fixture.orientation(heading: 0))
        #expect(here.state == .undefined)
    }

    @Test("lateral tilt is ignored by the horizontal: the known flaw")
    func lateralTilt() throws {
        let place = Fixture.place(latitude: 45, longitude: 6.01)
        let level = try Fixture.position(.planar, place, Fixture.orientation(heading: 80))
        let tilted = try Fixture.position(.planar, place, Fixture.orientation(heading: 80, roll: 20))
        #expect((level.x - tilted.x).magnitude < 1e-9)
        let right = try Fixture.position(.geodesic, place, Fixture.orientation(heading: 80, roll: 20))
        #expect((right.x - level.x).magnitude > 5)
    }

    @Test("a camera straight down has no heading")
    func undefined() throws {
        let place = Fixture.place(latitude: 45, longitude: 6.01)
        #expect(
            try Fixture.position(.planar, place, Fixture.orientation(heading: 0, elevation: -90)).state == .undefined)
    }

    @Test("across the 180th meridian the corrected form goes the short way, the published one round the earth")
    func dateLine() throws {
        let observer = GeodeticPosition(latitude: 0, longitude: 179.99)
        let place = Fixture.place(latitude: 0, longitude: -179.99, height: 0)
        let corrected = PlanarGeometry(camera: try Fixture.camera(), wraps: true).sight(of: place, from: observer)
        let published = PlanarGeometry(camera: try Fixture.camera(), wraps: false).sight(of: place, from: observer)
        // 0.02 degrees of the equator: 0.02 pi a / 180 = 2226.39 m.
        #expect((corrected.distance - 2226.39).magnitude < 0.01)
        #expect(corrected.sight.x == 270)
        #expect(published.distance > 4e7)
    }
}
