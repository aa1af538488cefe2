import Geodesy
import Testing
import Vocabulary

@Suite struct DestinationTests {
    /// The ends of PyPI geographiclib's geodesics (Tests/Data/geodesics.csv), to Vincenty's 0.1 mm.
    @Test func vincenty() throws {
        for golden in try GeodesicTests.Golden.all() {
            let end = Vincenty.destination(
                from: golden.start, azimuth: golden.line.startAzimuth, distance: golden.line.distance)
            let miss = Geodesic.wgs84.inverse(from: end, to: golden.end).distance
            #expect(miss < 1e-4, "\(golden.kind) \(golden.start) \(golden.line): \(miss)")
        }
    }

    /// Distance and azimuth of the same formula lead back.
    @Test(arguments: [(48.137, 11.575), (-33.857, 151.215), (0, 179.99), (80, -179.9)])
    func thereAndBack(latitude: Double, longitude: Double) {
        let start = GeodeticPosition(latitude: latitude, longitude: longitude, height: 12)
        for (azimuth, distance) in [(0.0, 100.0), (37, 2500), (-120, 40_000), (180, 7)] {
            let sphere = SphericalTriangle.destination(from: start, azimuth: azimuth, distance: distance)
            #expect((SphericalTriangle.distance(from: start, to: sphere) - distance).magnitude < 1e-6)
            let back = SphericalTriangle.azimuth(from: start, to: sphere)
            #expect((back - azimuth).magnitude < 1e-5 && sphere.height == 12)
            let plane = PlanarApproximation.destination(from: start, azimuth: azimuth, distance: distance)
            let (east, north) = PlanarApproximation.offset(from: start, to: plane, latitude: latitude)
            #expect(((east * east + north * north).squareRoot() - distance).magnitude < 1e-6)
            #expect(sphere.longitude.magnitude <= 180 && plane.longitude.magnitude <= 180)
        }
    }

    /// A degree of latitude on a sphere; a quarter of the equator; over the pole.
    @Test func byHand() {
        let origin = GeodeticPosition(latitude: 0, longitude: 0)
        let degree = Sphere.meanRadius * .pi / 180
        let north = SphericalTriangle.destination(from: origin, azimuth: 0, distance: degree)
        #expect((north.latitude - 1).magnitude < 1e-12 && north.longitude == 0)
        let east = SphericalTriangle.destination(from: origin, azimuth: 90, distance: 90 * degree)
        #expect((east.longitude - 90).magnitude < 1e-12 && east.latitude.magnitude < 1e-12)
        let over = SphericalTriangle.destination(
            from: GeodeticPosition(latitude: 89, longitude: 10), azimuth: 0, distance: 2 * degree)
        #expect((over.latitude - 89).magnitude < 1e-9 && (over.longitude + 170).magnitude < 1e-9)
    }

    @Test("the AR library's destination: 1000 m north are 1002.77 m of its own sphere, 1000 m east 1138.36 m")
    func destination() {
        let start = GeodeticPosition(latitude: 41.375, longitude: 2.149)
        let north = SceneDestination.destination(from: start, azimuth: 0, distance: 1000)
        let east = SceneDestination.destination(from: start, azimuth: 90, distance: 1000)
        let northward = Haversine.distance(from: start, to: north, radius: Sphere.equatorialRadius)
        let eastward = Haversine.distance(from: start, to: east, radius: Sphere.equatorialRadius)
        // 6378137 / 6360500 and 6378137 / 5602900.
        #expect((northward - 1002.7729).magnitude < 1e-3)
        #expect((eastward - 1138.3635).magnitude < 0.01)
        // On the real earth: about 1141 m east, which is what the model's users saw.
        let real = Geodesic.wgs84.inverse(from: start, to: east).distance
        #expect(real > 1138 && real < 1143)
    }
}
