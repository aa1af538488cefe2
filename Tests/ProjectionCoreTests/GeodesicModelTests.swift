import Geodesy
import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("geodesic")
struct GeodesicModelTests {
    @Test("distance and azimuth are the geodesic's, and the camera towards that azimuth has the place in the middle")
    func middle() throws {
        for azimuth in stride(from: 5.0, to: 360, by: 40) {
            let place = Fixture.place(azimuth: azimuth, distance: 4321)
            var projector = try Projector(model: .geodesic, camera: Fixture.camera(), places: [place])
            try projector.prepare(observer: Fixture.observer)
            #expect((projector.distances[0] - 4321).magnitude < 1e-7)
            let found = projector.positions(Fixture.orientation(heading: azimuth))[0]
            // The normals of observer and place are no parallels: 200 m of height turn the sight by 5e-8 radians.
            #expect((found.x - 300).magnitude < 1e-4)
            // Curvature: 4321^2 / (2 * 6378 km) = 1.46 m below the horizon, 0.16 pixels of 476.7 per radian.
            #expect((found.y - 400 - 476.7 * 4321 / 2 / 6.378e6).magnitude < 0.01)
        }
    }

    @Test(
        "a place without altitude is drawn where one at the observer's height is",
        arguments: [.geodesic, .scene, .planar] as [ProjectionModel])
    func withoutAltitude(_ model: ProjectionModel) throws {
        let level = Fixture.place(azimuth: 10, distance: 2000)
        var unknown = level
        (unknown.position.height, unknown.hasHeight) = (0, false)
        var known = level
        known.position.height = Fixture.observer.height
        let positions = try [unknown, known].map { try Fixture.position(model, $0, Fixture.orientation(heading: 0)) }
        #expect(positions[0] == positions[1])
    }

    @Test("the azimuth of the line of sight is that of the geodesic within 1e-7 up to 100 km")
    func normalSection() {
        let frame = LocalFrame(origin: Fixture.observer)
        for azimuth in stride(from: 0.0, to: 360, by: 30) {
            let end = Geodesic.wgs84.direct(from: Fixture.observer, azimuth: azimuth, distance: 100_000).end
            let v = frame.local(end)
            let seen = Double.atan2(y: v.x, x: v.y)
            #expect(Angle.wrap(seen - Angle.radians(azimuth)).magnitude < 1e-7)
        }
    }

    @Test("curvature lowers a place at 10 km by 7.85 m, refraction of 0.13 gives back a part of 0.13")
    func curvature() throws {
        let place = Fixture.place(azimuth: 0, distance: 10_000)
        let pixels = 400 / Double.tan(Angle.radians(40))
        func drop(_ change: (inout ProjectionOptions) -> Void) throws -> Double {
            var options = ProjectionOptions()
            change(&options)
            let y = try Fixture.position(.geodesic, place, Fixture.orientation(heading: 0), options: options).y
            return (y - 400) / pixels
        }
        // s / 2R with R the radius of curvature in the meridian at 45 degrees; equal heights do not enter.
        let half = 10_000 / (2 * 6_367_382.0)
        #expect((try drop { _ in } - half).magnitude < 2e-8)
        #expect(try drop { $0.curvature = false }.magnitude < 1e-12)
        #expect((try drop { $0.refraction = 0.13 } - 0.87 * half).magnitude < 1e-6)
    }

    @Test("full orientation: a place stays where a hand-made rotation matrix puts it, at every roll")
    func fullOrientation() throws {
        let place = Fixture.place(azimuth: 12, distance: 300, height: 250)
        let direction = LocalFrame(origin: Fixture.observer).local(place.position)
        for roll in stride(from: -180.0, through: 180, by: 45) {
            let orientation = Fixture.orientation(heading: 5, elevation: 4, roll: roll)
            let found = try Fixture.position(.geodesic, place, orientation)
            // By hand: camera axes in the earth frame for heading 5, elevation 4, then the roll in the picture.
            let (h, e, r) = (Angle.radians(5), Angle.radians(4), Angle.radians(roll))
            let ahead = Vector3(Double.sin(h) * Double.cos(e), Double.cos(h) * Double.cos(e), Double.sin(e))
            let right = Vector3(Double.cos(h), -Double.sin(h), 0)
            let up = right.cross(ahead)
            let (x, y) = (direction.dot(right) / direction.dot(ahead), direction.dot(up) / direction.dot(ahead))
            // The device's x is right turned towards up by the roll.
            let (dx, dy) = (x * Double.cos(r) + y * Double.sin(r), -x * Double.sin(r) + y * Double.cos(r))
            let (fx, fy) = (300 / Double.tan(Angle.radians(30)), 400 / Double.tan(Angle.radians(40)))
            #expect((found.x - (300 + fx * dx)).magnitude < 1e-9)
            #expect((found.y - (400 - fy * dy)).magnitude < 1e-9)
        }
    }

    @Test("observer, antipode, pole, behind: no crash, no nonsense")
    func extremes() throws {
        let antipode = Fixture.place("antipode", latitude: -45, longitude: -174, height: 200)
        let pole = Fixture.place("pole", latitude: 90, longitude: 0, height: 0)
        let here = Fixture.place("here", latitude: 45, longitude: 6)
        let above = Fixture.place("above", latitude: 45, longitude: 6, height: 300)
        for model in ProjectionModel.allCases {
            var options = ProjectionOptions()
            options.maximumDistance = 3e7
            var projector = try Projector(
                model: model, camera: Fixture.camera(), places: [antipode, pole, here, above], options: options)
            try projector.prepare(observer: Fixture.observer)
            for elevation in [-90.0, 0, 90] {
                let found = projector.positions(Fixture.orientation(heading: 0, elevation: elevation))
                for position in found where position.isDefined { #expect(position.x.isFinite && position.y.isFinite) }
                #expect(found.count == 4)
            }
        }
        // The antipode is straight down, what is above straight up, oneself nowhere.
        let down = try Fixture.position(.geodesic, antipode, Fixture.orientation(heading: 0, elevation: -90))
        #expect((down.x - 300).magnitude < 3 && (down.y - 400).magnitude < 3)
        let up = try Fixture.position(.geodesic, above, Fixture.orientation(heading: 0, elevation: 90))
        #expect((up.x - 300).magnitude < 1e-6 && (up.y - 400).magnitude < 1e-6)
        #expect(try Fixture.position(.geodesic, here, Fixture.orientation(heading: 0)).state == .undefined)
        let behind = try Fixture.position(
            .geodesic, Fixture.place(azimuth: 180, distance: 100), Fixture.orientation(heading: 0))
        #expect(behind.state == .behind)
        #expect(behind.x.isNaN)
    }

    @Test("nearest, distance and category")
    func selection() throws {
        var places = [100.0, 300, 200, 400].map { Fixture.place("\(Int(clamping: $0))", azimuth: 0, distance: $0) }
        places[0].category = "tower"
        places[3].category = "tower"
        func seen(_ change: (inout ProjectionOptions) -> Void) throws -> [String] {
            var options = ProjectionOptions()
            change(&options)
            var projector = try Projector(model: .geodesic, camera: Fixture.camera(), places: places, options: options)
            try projector.prepare(observer: Fixture.observer)
            let positions = projector.positions(Fixture.orientation(heading: 0))
            return zip(places, positions).filter { $0.1.isVisible }.map(\.0.id)
        }
        #expect(try seen { _ in } == ["100", "300", "200", "400"])
        #expect(try seen { $0.nearest = 2 } == ["100", "200"])
        #expect(try seen { $0.nearest = 0 } == [])
        #expect(try seen { $0.maximumDistance = 250 } == ["100", "200"])
        #expect(try seen { $0.categories = .name("tower") } == ["100", "400"])
        #expect(try seen { ($0.categories, $0.nearest) = (.name("tower"), 1) } == ["100"])
        #expect(try seen { $0.categories = .name("none") } == [])
    }

    @Test("bad lists, observers and options are refused with the place of the error")
    func badInput() throws {
        let good = Fixture.place("a", latitude: 45, longitude: 6.1)
        func refused(_ places: [PointOfInterest]) -> String {
            do {
                _ = try Projector(model: .geodesic, camera: try Fixture.camera(), places: places)
                return ""
            } catch let error as SensorLabError {
                return error.message
            } catch {
                return "another error"
            }
        }
        #expect(refused([Fixture.place("b", latitude: 91, longitude: 0)]).contains("latitude 91"))
        #expect(refused([Fixture.place("b", latitude: .nan, longitude: 0)]).contains("latitude nan"))
        #expect(refused([Fixture.place("b", latitude: 0, longitude: 400)]).contains("longitude 400"))
        #expect(refused([Fixture.place("b", latitude: 0, longitude: 0, height: .nan)]).contains("altitude nan"))
        #expect(refused([good, good]).contains("twice"))
        #expect(refused([]) == "")
        var projector = try Projector(model: .geodesic, camera: Fixture.camera(), places: [good])
        #expect(projector.positions(.identity)[0].state == .undefined)
        #expect(throws: SensorLabError.self) {
            try projector.prepare(observer: GeodeticPosition(latitude: 90.5, longitude: 0))
        }
        var options = ProjectionOptions()
        options.screen = .rightEdgeUp
        #expect(throws: SensorLabError.self) { try options.validate(for: .planar) }
        #expect(throws: Never.self) { try options.validate(for: .geodesic) }
        options = ProjectionOptions()
        options.visionAngle = 0
        #expect(throws: SensorLabError.self) { try options.validate(for: .sine) }
        options = ProjectionOptions()
        options.maximumDistance = .nan
        #expect(throws: SensorLabError.self) { try options.validate(for: .geodesic) }
    }

    @Test("an orientation that is no number draws nothing")
    func notANumber() throws {
        let place = Fixture.place(azimuth: 0, distance: 100)
        #expect(try Fixture.position(.geodesic, place, Quaternion(.nan, 0, 0, 0)).state == .undefined)
    }
}
