import Rotations
import TestSupport
import Testing
import Vocabulary

@testable import Geodesy

@Suite struct LocalFrameTests {
    @Test func cartesianCoordinatesOfTheAxes() {
        let a = 6_378_137.0
        let b = 6_356_752.314_245_179  // NIMA TR 8350.2, table 3.3
        expectVector(Ellipsoid.wgs84.earthCentred(.init(latitude: 0, longitude: 0)), Vector3(a, 0, 0), within: 0)
        expectVector(Ellipsoid.wgs84.earthCentred(.init(latitude: 0, longitude: 90)), Vector3(0, a, 0), within: 0)
        expectVector(Ellipsoid.wgs84.earthCentred(.init(latitude: 90, longitude: 0)), Vector3(0, 0, b), within: 2e-9)
        expectVector(
            Ellipsoid.wgs84.earthCentred(.init(latitude: -90, longitude: 12, height: 100)), Vector3(0, 0, -b - 100),
            within: 2e-9)
    }

    /// There and back within 2 nm near the surface, from the bottom of the sea to satellites, poles included.
    @Test func cartesianCoordinatesComeBack() {
        for latitude in [-90, -89.999_999, -60, -1e-9, 0, 0.1, 41.375, 89.999, 90] {
            for longitude in [-180, -77.3, 0, 2.149, 135] {
                for height in [-10_000.0, 0, 80, 400_000, 36_000_000] {
                    let position = GeodeticPosition(latitude: latitude, longitude: longitude, height: height)
                    let cartesian = Ellipsoid.wgs84.earthCentred(position)
                    let back = Ellipsoid.wgs84.geodetic(earthCentred: cartesian)
                    let limit = max(3e-9, 4e-16 * cartesian.length)
                    expectVector(Ellipsoid.wgs84.earthCentred(back), cartesian, within: limit)
                    #expect((back.height - height).magnitude < limit)
                    // 1e-13 degrees are 11 nm.
                    #expect((back.latitude - latitude).magnitude < 1e-13)
                }
            }
        }
    }

    @Test func localFrameIsEastNorthUp() {
        let origin = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 80)
        let frame = LocalFrame(origin: origin)
        expectVector(frame.local(origin), .zero, within: 0)
        let above = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 180)
        expectVector(frame.local(above), Vector3(0, 0, 100), within: 3e-9)
        // One arc second on the radii of curvature M = 6363335.923 and N = 6387484.828 m, 80 m up; the earth falls off
        // by 0.07 mm over that distance.
        let north = frame.local(GeodeticPosition(latitude: 41.375 + 1 / 3600, longitude: 2.149, height: 80))
        expectVector(north, Vector3(0, 30.85071, 0), within: 1e-4)
        let east = frame.local(GeodeticPosition(latitude: 41.375, longitude: 2.149 + 1 / 3600, height: 80))
        expectVector(east, Vector3(23.23821, 0, 0), within: 1e-4)
        for local in [Vector3(10, -20, 3), Vector3(-5000, 300, -70), Vector3(0, 0, 0)] {
            expectVector(frame.local(frame.geodetic(local: local)), local, within: 4e-9)
        }
    }

    /// NIMA TR 8350.2: 9.7803253359 at the equator, 9.8321849378 at the poles; -0.3086 mGal per metre.
    @Test func normalGravity() {
        let equator = NormalGravity.magnitude(at: GeodeticPosition(latitude: 0, longitude: 0))
        let pole = NormalGravity.magnitude(at: GeodeticPosition(latitude: -90, longitude: 0))
        #expect((equator - 9.7803253359).magnitude < 1e-10)
        #expect((pole - 9.8321849378).magnitude < 1e-9)
        let high = NormalGravity.magnitude(at: GeodeticPosition(latitude: 45, longitude: 0, height: 1000))
        let low = NormalGravity.magnitude(at: GeodeticPosition(latitude: 45, longitude: 0))
        #expect((high - low + 0.003086).magnitude < 2e-6)
    }

    /// Sines and cosines of degrees are exact where they are simple.
    @Test func degreeTrigonometry() {
        for turn in [-720.0, -360, 0, 360, 3600] {
            for (degrees, s, c) in [(0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (270, -1, 0)] {
                let both = SineCosine(degrees: turn + degrees)
                #expect(both.sine == s && both.cosine == c)
            }
            #expect((SineCosine(degrees: turn + 30).sine - 0.5).magnitude < 1e-16)
            #expect((SineCosine(degrees: turn - 120).cosine + 0.5).magnitude < 2.3e-16)
        }
    }
}
