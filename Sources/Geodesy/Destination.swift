import RealModule
import Rotations
import Vocabulary

extension Vincenty {
    /// The direct problem by the same paper: the end of the geodesic of `distance` metres from `start` at `azimuth`
    /// degrees clockwise from north, to 0.1 mm. Longitude in [-180, 180]; the height is that of the start.
    public static func destination(
        from start: GeodeticPosition, azimuth: Double, distance: Double, ellipsoid: Ellipsoid = .wgs84
    ) -> GeodeticPosition {
        let f = ellipsoid.flattening
        let phi = SineCosine(degrees: start.latitude)
        let u = SineCosine((1 - f) * phi.sine, phi.cosine).normalized
        let alpha = SineCosine(degrees: azimuth)
        let sigma1 = Double.atan2(y: u.sine, x: u.cosine * alpha.cosine)
        let sineAlpha = u.cosine * alpha.sine
        let cosineSquared = 1 - sineAlpha * sineAlpha
        let series = Series(cosineSquared: cosineSquared, ellipsoid)
        func arc(_ sigma: Double) -> Arc {
            Arc(sine: .sin(sigma), cosine: .cos(sigma), middle: .cos(2 * sigma1 + sigma))
        }
        let first = distance / (ellipsoid.polarRadius * series.a)
        var sigma = first
        for _ in 0..<50 {
            let next = first + series.correction(arc(sigma))
            let change = (next - sigma).magnitude
            sigma = next
            if change < 1e-13 { break }
        }
        let end = arc(sigma)
        let (sine, cosine) = (end.sine, end.cosine)
        let across = u.sine * sine - u.cosine * cosine * alpha.cosine
        let latitude = Double.atan2(
            y: u.sine * cosine + u.cosine * sine * alpha.cosine, x: (1 - f) * Double.hypot(sineAlpha, across))
        let lambda = Double.atan2(
            y: sine * alpha.sine, x: u.cosine * cosine - u.sine * sine * alpha.cosine)
        let longitude = lambda - series.longitude(sineAlpha, sigma, end)
        return GeodeticPosition(
            latitude: Angle.degrees(latitude),
            longitude: Angle.wrapDegrees(start.longitude + Angle.degrees(longitude)), height: start.height)
    }
}

extension SphericalTriangle {
    /// The end of the great circle of `distance` metres from `start` at `azimuth` degrees clockwise from north.
    /// Longitude in [-180, 180]; the height is that of the start.
    public static func destination(
        from start: GeodeticPosition, azimuth: Double, distance: Double, radius: Double = Sphere.meanRadius
    ) -> GeodeticPosition {
        let (phi, alpha) = (SineCosine(degrees: start.latitude), SineCosine(degrees: azimuth))
        let arc = SineCosine(radians: distance / radius)
        let east = arc.sine * alpha.sine
        let (up, north) = (arc.cosine, arc.sine * alpha.cosine)
        let sine = phi.sine * up + phi.cosine * north
        let meridian = phi.cosine * up - phi.sine * north
        return GeodeticPosition(
            latitude: Angle.degrees(Double.atan2(y: sine, x: Double.hypot(meridian, east))),
            longitude: Angle.wrapDegrees(start.longitude + Angle.degrees(Double.atan2(y: east, x: meridian))),
            height: start.height)
    }
}

extension PlanarApproximation {
    /// The end of the line of `distance` metres from `start` at `azimuth` degrees clockwise from north, on the plane
    /// with the metres per degree at the start. Longitude in [-180, 180]; the height is that of the start.
    public static func destination(
        from start: GeodeticPosition, azimuth: Double, distance: Double, ellipsoid: Ellipsoid = .wgs84
    ) -> GeodeticPosition {
        let scale = metresPerDegree(latitude: start.latitude, ellipsoid: ellipsoid)
        let alpha = SineCosine(degrees: azimuth)
        return GeodeticPosition(
            latitude: start.latitude + distance * alpha.cosine / scale.latitude,
            longitude: Angle.wrapDegrees(start.longitude + distance * alpha.sine / scale.longitude),
            height: start.height)
    }
}

/// The destination of a library for augmented reality with ARKit and Core Location (2018), as published: the great
/// circle with constants of its own.
public enum SceneDestination {
    /// The position at `distance` metres and `azimuth` degrees clockwise from north. With d = distance / 6360500 and
    /// d' = distance / 5602900,
    ///
    ///     lat2 = asin(sin lat1 cos d + cos lat1 sin d cos azimuth)
    ///     lon2 = lon1 + atan2(sin azimuth sin d' cos lat1, cos d' - sin lat1 sin lat2)
    ///
    /// The second divisor makes 1000 m to the east come out as 6378137 / 5602900 of it, about 1138 m. Longitude in
    /// [-180, 180]; the height is that of the start.
    public static func destination(
        from start: GeodeticPosition, azimuth: Double, distance: Double
    ) -> GeodeticPosition {
        let (phi, alpha) = (SineCosine(degrees: start.latitude), SineCosine(degrees: azimuth))
        let (arc, wide) = (SineCosine(radians: distance / 6_360_500), SineCosine(radians: distance / 5_602_900))
        let sine = max(-1, min(1, phi.sine * arc.cosine + phi.cosine * arc.sine * alpha.cosine))
        let longitude = Double.atan2(
            y: alpha.sine * wide.sine * phi.cosine, x: wide.cosine - phi.sine * sine)
        return GeodeticPosition(
            latitude: Angle.degrees(Double.asin(sine)),
            longitude: Angle.wrapDegrees(start.longitude + Angle.degrees(longitude)), height: start.height)
    }
}
