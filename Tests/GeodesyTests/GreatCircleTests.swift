import RealModule
import Rotations
import TestSupport
import Testing
import Vocabulary

@testable import Geodesy

@Suite struct GreatCircleTests {
    let barcelona = GeodeticPosition(latitude: 41.375, longitude: 2.149)

    /// The octant triangle: equator, pole, right angles.
    @Test func octant() {
        let origin = GeodeticPosition(latitude: 0, longitude: 0)
        let east = GeodeticPosition(latitude: 0, longitude: 90)
        let pole = GeodeticPosition(latitude: 90, longitude: 33)
        #expect((SphericalTriangle.distance(from: origin, to: east, radius: 1) - Double.pi / 2).magnitude < 1e-15)
        #expect((Haversine.distance(from: origin, to: pole, radius: 1) - Double.pi / 2).magnitude < 1e-15)
        expectAngle(SphericalTriangle.azimuth(from: origin, to: east), 90, within: 0)
        expectAngle(SphericalTriangle.azimuth(from: origin, to: pole), 0, within: 1e-14)
        expectAngle(SphericalTriangle.azimuth(from: east, to: origin), -90, within: 0)
        expectAngle(SphericalTriangle.azimuth(from: origin, to: origin), 0, within: 0)
    }

    /// Sinnott's formula and the triangle are the same distance, from a centimetre to 19,000 km.
    @Test func haversineAndTriangleAgree() {
        for degrees in [1e-7, 1e-4, 0.1, 3, 40, 120, 170] {
            for azimuth in stride(from: -175.0, through: 180, by: 35) {
                let distance = Angle.radians(degrees) * Sphere.meanRadius
                let end = destination(from: barcelona, azimuth: azimuth, arc: distance / Sphere.meanRadius)
                let limit = max(2e-8, 1e-14 * distance) * (degrees > 150 ? 20 : 1)
                #expect((SphericalTriangle.distance(from: barcelona, to: end) - distance).magnitude < limit)
                #expect((Haversine.distance(from: barcelona, to: end) - distance).magnitude < limit)
                // Latitudes are rounded to 7e-15 degrees.
                expectAngle(
                    SphericalTriangle.azimuth(from: barcelona, to: end), azimuth,
                    within: max(1e-12, 2e-12 / degrees))
            }
        }
    }

    /// The position along a great circle, by the triangle of the pole; the arc in radians.
    private func destination(from start: GeodeticPosition, azimuth: Double, arc: Double) -> GeodeticPosition {
        let (phi, alpha) = (SineCosine(degrees: start.latitude), SineCosine(degrees: azimuth))
        let arc = SineCosine(radians: arc)
        let sine = phi.sine * arc.cosine + phi.cosine * arc.sine * alpha.cosine
        let east = arc.sine * alpha.sine
        let outward = phi.cosine * arc.cosine - phi.sine * arc.sine * alpha.cosine
        return GeodeticPosition(
            latitude: Angle.degrees(Double.atan2(y: sine, x: Double.hypot(east, outward))),
            longitude: Angle.wrapDegrees(start.longitude + Angle.degrees(Double.atan2(y: east, x: outward))))
    }

    /// Over the date line the short way is taken.
    @Test func dateLine() {
        let west = GeodeticPosition(latitude: 10, longitude: 179.5)
        let east = GeodeticPosition(latitude: 10, longitude: -179.5)
        let step = PlanarApproximation.offset(from: west, to: east)
        #expect((step.east - 109_639.36).magnitude < 0.01)  // pi a cos 10 / (180 sqrt(1 - e^2 sin^2 10)), by hand
        #expect(step.north == 0)
        expectAngle(SphericalTriangle.azimuth(from: west, to: east), 90, within: 0.1)
        #expect(Haversine.distance(from: west, to: east) < 111_000)
    }

    /// Against the geodesic: the sphere is within 0.56 % of every distance, the plane within 1e-4 up to 5 km in
    /// Barcelona.
    @Test func errorsAgainstTheGeodesic() {
        for azimuth in stride(from: 0.0, to: 360, by: 30) {
            for distance in [50.0, 300, 5000] {
                let end = Geodesic.wgs84.direct(from: barcelona, azimuth: azimuth, distance: distance).end
                #expect((Haversine.distance(from: barcelona, to: end) / distance - 1).magnitude < 0.0056)
                #expect((PlanarApproximation.distance(from: barcelona, to: end) / distance - 1).magnitude < 1e-3)
                expectAngle(SphericalTriangle.azimuth(from: barcelona, to: end), azimuth, within: 0.2)
                expectAngle(PlanarApproximation.azimuth(from: barcelona, to: end), azimuth, within: 0.05)
                let local = LocalFrame(origin: barcelona).local(end)
                expectAngle(Angle.degrees(Double.atan2(y: local.x, x: local.y)), azimuth, within: 1e-5)
                // The straight line is shorter than the geodesic by s^3 / 24 R^2.
                let chord = distance - distance * distance * distance / (24 * 6.37e6 * 6.37e6)
                #expect((local.length - chord).magnitude < 1e-6)
            }
        }
    }
}
