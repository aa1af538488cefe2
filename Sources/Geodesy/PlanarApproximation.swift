import RealModule
import Rotations
import Vocabulary

/// The earth as a plane about one latitude: differences of latitude and longitude times metres per degree.
///
/// Good to some 1e-4 of the distance within a few kilometres at middle latitudes; useless near the poles.
public enum PlanarApproximation {
    /// Metres per degree of latitude and of longitude of an ellipsoid at a latitude in degrees: pi M / 180 and
    /// pi N cos phi / 180 with the radii of curvature M = a (1 - e^2) / (1 - e^2 sin^2 phi)^(3/2) and
    /// N = a / sqrt(1 - e^2 sin^2 phi).
    public static func metresPerDegree(
        latitude: Double, ellipsoid: Ellipsoid = .wgs84
    ) -> (latitude: Double, longitude: Double) {
        let phi = SineCosine(degrees: latitude)
        let w2 = 1 - ellipsoid.eccentricitySquared * phi.sine * phi.sine
        let w = w2.squareRoot()
        let meridian = ellipsoid.equatorialRadius * (1 - ellipsoid.eccentricitySquared) / (w2 * w)
        let parallel = ellipsoid.equatorialRadius / w * phi.cosine
        return (Angle.radians(meridian), Angle.radians(parallel))
    }

    /// East and north of `start`, metres, with the metres per degree at `latitude` (degrees; that of `end` where it is
    /// left out). The difference of longitude is taken the short way round.
    public static func offset(
        from start: GeodeticPosition, to end: GeodeticPosition, latitude: Double? = nil, ellipsoid: Ellipsoid = .wgs84
    ) -> (east: Double, north: Double) {
        let scale = metresPerDegree(latitude: latitude ?? end.latitude, ellipsoid: ellipsoid)
        return (
            Angle.wrapDegrees(end.longitude - start.longitude) * scale.longitude,
            (end.latitude - start.latitude) * scale.latitude
        )
    }

    /// The length of `offset`, metres.
    public static func distance(from start: GeodeticPosition, to end: GeodeticPosition) -> Double {
        let (east, north) = offset(from: start, to: end)
        return Double.hypot(east, north)
    }

    /// The direction of `offset`, degrees clockwise from north, (-180, 180]; 0 for coincident places.
    public static func azimuth(from start: GeodeticPosition, to end: GeodeticPosition) -> Double {
        let (east, north) = offset(from: start, to: end)
        let azimuth = Angle.degrees(Double.atan2(y: east, x: north))
        return azimuth == -180 ? 180 : azimuth
    }
}
