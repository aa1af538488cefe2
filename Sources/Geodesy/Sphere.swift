import RealModule
import Rotations
import Vocabulary

/// Radii of spheres that approximate the earth.
public enum Sphere {
    /// The mean radius (2 a + b) / 3 of WGS 84, metres (IUGG's R1; H. Moritz, J. Geodesy 74, 2000).
    public static let meanRadius = 6_371_008.771_4
    /// The equatorial radius of WGS 84, metres, which many applications use.
    public static let equatorialRadius = 6_378_137.0
}

/// The great-circle distance by the haversine (R. W. Sinnott, Sky and Telescope 68(2), 1984): well conditioned but for
/// nearly antipodal places.
public enum Haversine {
    /// Metres along a sphere of `radius` metres; geodetic latitudes are taken for those of the sphere.
    public static func distance(
        from start: GeodeticPosition, to end: GeodeticPosition, radius: Double = Sphere.meanRadius
    ) -> Double {
        let halfLatitude = SineCosine(degrees: (end.latitude - start.latitude) / 2).sine
        let halfLongitude = SineCosine(degrees: Angle.wrapDegrees(end.longitude - start.longitude) / 2).sine
        let cosines = SineCosine(degrees: start.latitude).cosine * SineCosine(degrees: end.latitude).cosine
        let haversine = halfLatitude * halfLatitude + cosines * halfLongitude * halfLongitude
        return 2 * radius * Double.asin(min(1, haversine.squareRoot()))
    }
}

/// Distance and azimuth on a sphere from the triangle of the two places and the pole.
///
/// Geodetic latitudes are taken for those of the sphere: distances are up to 0.56 % off the geodesic's, azimuths up to
/// 0.2 degrees (more towards the antipode).
public enum SphericalTriangle {
    /// The azimuth of the great circle at `start` towards `end`, degrees clockwise from north, (-180, 180]; 0 for
    /// coincident places. tan A = sin dlon cos lat2 / (cos lat1 sin lat2 - sin lat1 cos lat2 cos dlon).
    public static func azimuth(from start: GeodeticPosition, to end: GeodeticPosition) -> Double {
        let (toEast, toNorth, _) = direction(from: start, to: end)
        let azimuth = Angle.degrees(Double.atan2(y: toEast, x: toNorth))
        return azimuth == -180 ? 180 : azimuth
    }

    /// The distance along the great circle, metres, by the arctangent of sine and cosine of the central angle, which is
    /// precise at every distance (the spherical law of cosines alone is not at small ones).
    public static func distance(
        from start: GeodeticPosition, to end: GeodeticPosition, radius: Double = Sphere.meanRadius
    ) -> Double {
        let (toEast, toNorth, cosine) = direction(from: start, to: end)
        return radius * Double.atan2(y: Double.hypot(toEast, toNorth), x: cosine)
    }

    /// The unit vector to `end`: its parts to the east and to the north at `start`, and along the vertical of `start`.
    private static func direction(
        from start: GeodeticPosition, to end: GeodeticPosition
    ) -> (east: Double, north: Double, up: Double) {
        let phi1 = SineCosine(degrees: start.latitude)
        let phi2 = SineCosine(degrees: end.latitude)
        let lambda = SineCosine(degrees: Angle.wrapDegrees(end.longitude - start.longitude))
        // cos phi1 sin phi2 - sin phi1 cos phi2 cos lambda, with the small difference taken first.
        let halfSquare = SineCosine(degrees: Angle.wrapDegrees(end.longitude - start.longitude) / 2).sine
        let between = SineCosine(degrees: end.latitude - start.latitude)
        let bend = 2 * halfSquare * halfSquare * phi2.cosine
        return (
            phi2.cosine * lambda.sine, between.sine + phi1.sine * bend, between.cosine - phi1.cosine * bend
        )
    }
}

/// The great-circle distance by the spherical law of cosines, as many programs have it: the arc cosine of a number near
/// 1 loses half of the digits at small distances. `SphericalTriangle` does not.
public enum LawOfCosines {
    /// Metres along a sphere of `radius` metres.
    public static func distance(
        from start: GeodeticPosition, to end: GeodeticPosition, radius: Double = Sphere.meanRadius
    ) -> Double {
        let (p, q) = (SineCosine(degrees: start.latitude), SineCosine(degrees: end.latitude))
        let cosine = p.sine * q.sine + p.cosine * q.cosine * SineCosine(degrees: end.longitude - start.longitude).cosine
        return radius * Double.acos(min(1, max(-1, cosine)))
    }
}
