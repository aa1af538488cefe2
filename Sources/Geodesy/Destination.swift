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
        let square = cosineSquared * ellipsoid.secondEccentricitySquared
        let a = 1 + square / 16_384 * (4096 + square * (-768 + square * (320 - 175 * square)))
        let b = square / 1024 * (256 + square * (-128 + square * (74 - 47 * square)))
        let first = distance / (ellipsoid.polarRadius * a)
        var sigma = first
        var middle = 0.0
        for _ in 0..<50 {
            middle = Double.cos(2 * sigma1 + sigma)
            let (sine, cosine) = (Double.sin(sigma), Double.cos(sigma))
            let turned = 2 * middle * middle - 1
            let next =
                first + b * sine
                * (middle + b / 4
                    * (cosine * turned - b / 6 * middle * (4 * sine * sine - 3) * (4 * middle * middle - 3)))
            let change = (next - sigma).magnitude
            sigma = next
            if change < 1e-13 { break }
        }
        middle = Double.cos(2 * sigma1 + sigma)
        let (sine, cosine) = (Double.sin(sigma), Double.cos(sigma))
        let across = u.sine * sine - u.cosine * cosine * alpha.cosine
        let latitude = Double.atan2(
            y: u.sine * cosine + u.cosine * sine * alpha.cosine, x: (1 - f) * Double.hypot(sineAlpha, across))
        let lambda = Double.atan2(
            y: sine * alpha.sine, x: u.cosine * cosine - u.sine * sine * alpha.cosine)
        let c = f / 16 * cosineSquared * (4 + f * (4 - 3 * cosineSquared))
        let turned = 2 * middle * middle - 1
        let longitude = lambda - (1 - c) * f * sineAlpha * (sigma + c * sine * (middle + c * cosine * turned))
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
