import Geodesy
import RealModule
import Rotations
import TestSupport
import Testing
import Vocabulary

@testable import ProjectionCore

/// What holds for every projection model, for every position of the observer.
@Suite("Properties of the projection")
struct ProjectionPropertyTests {
    private static func project(
        _ model: ProjectionModel, from observer: GeodeticPosition, _ place: PointOfInterest, _ orientation: Quaternion
    ) throws -> ScreenPosition {
        var projector = try Projector(model: model, camera: Fixture.camera(), places: [place])
        try projector.prepare(observer: observer)
        return projector.positions(orientation)[0]
    }

    /// An observer below 80 degrees of latitude, a place within 900 m, a camera that looks about its direction.
    private static func scene(_ seed: UInt64) -> (GeodeticPosition, PointOfInterest, heading: Double, azimuth: Double) {
        var random = SplitMix64(seed: seed)
        let observer = GeodeticPosition(
            latitude: Double.random(in: -80...80, using: &random),
            longitude: Double.random(in: -180...180, using: &random),
            height: 200)
        let azimuth = Double.random(in: 0..<360, using: &random)
        let distance = Double.random(in: 30...900, using: &random)
        var end = Geodesic.wgs84.direct(from: observer, azimuth: azimuth, distance: distance).end
        end.height = 200
        return (
            observer, PointOfInterest(id: "p", name: "p", position: end),
            azimuth + Double.random(in: -25...25, using: &random), azimuth
        )
    }

    /// Whether a model that does not wrap its angles sees north or south between the heading and the place.
    private static func wraps(_ model: ProjectionModel, _ heading: Double, _ azimuth: Double) -> Bool {
        guard model == .planarPublished else { return false }
        let azimuth = Angle.wrapDegrees(azimuth)
        return min(azimuth.magnitude, 180 - azimuth.magnitude) < 30
    }

    @Test(
        "the earth is round about its axis: all longitudes moved by as much, over the date line too, change nothing",
        arguments: ProjectionModel.allCases)
    func longitude(model: ProjectionModel) throws {
        for seed in UInt64(1)...100 {
            let (observer, place, heading, _) = Self.scene(seed)
            var random = SplitMix64(seed: seed &+ 5000)
            let shift = Double.random(in: -180...180, using: &random)
            func moved(_ p: GeodeticPosition) -> GeodeticPosition {
                GeodeticPosition(
                    latitude: p.latitude, longitude: Angle.wrapDegrees(p.longitude + shift), height: p.height)
            }
            let q = Fixture.orientation(heading: heading)
            let here = try Self.project(model, from: observer, place, q)
            let there = try Self.project(
                model, from: moved(observer), PointOfInterest(id: "p", name: "p", position: moved(place.position)), q)
            // Rounding of a longitude of 180 degrees is 3 nm: at 30 m 1e-10 rad, some 1e-7 px.
            #expect(here.state == there.state, "seed \(seed)")
            guard here.isDefined, there.isDefined else { continue }
            #expect((here.x - there.x).magnitude + (here.y - there.y).magnitude < 1e-3, "seed \(seed)")
        }
    }

    @Test(
        "a place on the axis of an upright camera is in the middle; left of it on the left, for every model",
        arguments: ProjectionModel.allCases)
    func sides(model: ProjectionModel) throws {
        for seed in UInt64(1)...100 {
            let (observer, place, heading, azimuth) = Self.scene(seed)
            let ahead = try Self.project(model, from: observer, place, Fixture.orientation(heading: azimuth))
            // Spherical and planar directions are within 0.35 degrees of the geodesic's: 3.5 px of 600 for 60 degrees.
            #expect(ahead.isVisible && (ahead.x - 300).magnitude < 6, "seed \(seed): \(ahead)")
            guard !Self.wraps(model, heading, azimuth) else { continue }
            let aside = try Self.project(model, from: observer, place, Fixture.orientation(heading: heading))
            let offset = Angle.wrapDegrees(azimuth - heading)
            guard offset.magnitude > 2, aside.isDefined else { continue }
            #expect((aside.x > 300) == (offset > 0), "seed \(seed): \(offset) degrees, \(aside)")
        }
    }

    @Test("the picture scales with its pixels and turns with the screen")
    func scaling() throws {
        for seed in UInt64(1)...100 {
            let (observer, place, heading, _) = Self.scene(seed)
            var random = SplitMix64(seed: seed &+ 9000)
            let q = Fixture.orientation(
                heading: heading, elevation: Double.random(in: -20...20, using: &random),
                roll: Double.random(in: -180...180, using: &random))
            func position(_ factor: Double) throws -> ScreenPosition {
                let camera = try Camera(
                    name: "test", width: 600 * factor, height: 800 * factor, horizontalFieldOfView: 60,
                    verticalFieldOfView: 80)
                var projector = try Projector(model: .geodesic, camera: camera, places: [place])
                try projector.prepare(observer: observer)
                return projector.positions(q)[0]
            }
            let (one, three) = (try position(1), try position(3))
            #expect(one.state == three.state, "seed \(seed)")
            guard one.isDefined else { continue }
            #expect((3 * one.x - three.x).magnitude < 1e-9 * (1 + three.x.magnitude), "seed \(seed)")
            #expect((3 * one.y - three.y).magnitude < 1e-9 * (1 + three.y.magnitude), "seed \(seed)")
        }
    }
}
