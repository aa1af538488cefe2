import Geodesy
import RealModule
import Rotations
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("sine and sine-published")
struct SineTests {
    /// On the equator, so that due east along it is azimuth 90 exactly.
    func position(
        _ model: ProjectionModel, heading: Double, elevation: Double = 0, longitude: Double = 0.01,
        options: ProjectionOptions = ProjectionOptions()
    ) throws -> ScreenPosition {
        var projector = try Projector(
            model: model, camera: Fixture.camera(),
            places: [Fixture.place(latitude: 0, longitude: longitude, height: 0)], options: options)
        try projector.prepare(observer: GeodeticPosition(latitude: 0, longitude: 0))
        return projector.positions(Fixture.orientation(heading: heading, elevation: elevation))[0]
    }

    @Test("theta = 10 degrees: sin 10 / sin 30 = 0.347296, x = 300 + 0.347296 * 300")
    func right() throws {
        for model in [ProjectionModel.sine, .sinePublished] {
            let found = try position(model, heading: 80)
            #expect((found.x - 404.18890660015825).magnitude < 1e-9)
            #expect((found.y - 400).magnitude < 1e-9)
        }
    }

    @Test("the tilt: camera 15 degrees down, sin 15 / sin 30 = 0.517638 of the half height up")
    func tilt() throws {
        let found = try position(.sine, heading: 90, elevation: -15)
        #expect((found.y - (400 - 0.5176380902050415 * 400)).magnitude < 1e-9)
        #expect((found.x - 300).magnitude < 1e-9)
    }

    @Test("behind the viewer: published in front of it, corrected hidden")
    func behind() throws {
        // theta = 90 - 260 = -170: sin(-170) = sin(-10).
        let published = try position(.sinePublished, heading: 260)
        #expect((published.x - (300 - 0.34729635533386066 * 300)).magnitude < 1e-9)
        #expect(published.isVisible)
        #expect(try position(.sine, heading: 260).state == .behind)
        // At 90 degrees to the side, cos theta = 0 up to rounding: off the screen either way.
        #expect(try position(.sine, heading: 0).isVisible == false)
    }

    @Test("20 km are the limit unless told otherwise, and the label's size falls linearly to it")
    func limit() throws {
        // 0.18 degrees of a sphere of 6371.0088 km are 20015 m, 0.17 degrees 18903 m.
        #expect(try position(.sine, heading: 90, longitude: 0.18).state == .filtered)
        #expect(try position(.sine, heading: 90, longitude: 0.17).isVisible)
        var options = ProjectionOptions()
        options.maximumDistance = 25_000
        #expect(try position(.sine, heading: 90, longitude: 0.18, options: options).isVisible)
        var projector = try Projector(
            model: .sine, camera: Fixture.camera(), places: [Fixture.place(latitude: 0, longitude: 0.09, height: 0)])
        try projector.prepare(observer: GeodeticPosition(latitude: 0, longitude: 0))
        #expect((projector.labelScale(of: 0) - (1 - projector.distances[0] / 20_000)).magnitude < 1e-12)
        #expect((projector.distances[0] - 10_007.557).magnitude < 0.01)
    }

    @Test("the vision angle is half of the angle of view")
    func visionAngle() throws {
        var options = ProjectionOptions()
        options.visionAngle = 10
        let found = try position(.sine, heading: 80, options: options)
        #expect((found.x - 600).magnitude < 1e-9)
    }
}
