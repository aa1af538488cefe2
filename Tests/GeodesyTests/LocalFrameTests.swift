import Rotations
import TestSupport
import Testing

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
}
