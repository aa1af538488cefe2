import RealModule
import Rotations

extension Ellipsoid {
    /// The earth-centred, earth-fixed Cartesian coordinates of a position, metres: x to latitude 0 longitude 0, y to
    /// latitude 0 longitude 90 east, z to the north pole.
    public func earthCentred(_ position: GeodeticPosition) -> Vector3 {
        let (sinLatitude, cosLatitude) = DegreeTrigonometry.sineCosine(position.latitude)
        let (sinLongitude, cosLongitude) = DegreeTrigonometry.sineCosine(position.longitude)
        let primeVertical =
            equatorialRadius / (1 - eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
        let radius = (primeVertical + position.height) * cosLatitude
        let z = (primeVertical * (1 - eccentricitySquared) + position.height) * sinLatitude
        return Vector3(radius * cosLongitude, radius * sinLongitude, z)
    }

    /// The position of earth-centred coordinates in metres; longitude in [-180, 180].
    ///
    /// Bowring's parametric latitude (Survey Review 23, 1976) as the start, then repeated on the latitude until it stands
    /// still: below 1e-9 m for heights from -10 km to 100,000 km. At the centre of the earth the direction is undefined;
    /// the pole is given.
    public func geodetic(earthCentred p: Vector3) -> GeodeticPosition {
        let radius = (p.x * p.x + p.y * p.y).squareRoot()
        let longitude = radius > 0 ? Angle.degrees(Double.atan2(y: p.y, x: p.x)) : 0
        guard radius > 1e-9 * p.z.magnitude else {
            let latitude = p.z < 0 ? -90.0 : 90.0
            return GeodeticPosition(latitude: latitude, longitude: longitude, height: p.z.magnitude - polarRadius)
        }
        // The tangent of the parametric latitude beta; tan phi = tan beta / (1 - f).
        var beta = Double.atan2(y: p.z, x: radius * (1 - flattening))
        var latitude = 0.0
        for _ in 0..<6 {
            let (s, c) = (Double.sin(beta), Double.cos(beta))
            let y = p.z + secondEccentricitySquared * polarRadius * s * s * s
            let x = radius - eccentricitySquared * equatorialRadius * c * c * c
            latitude = Double.atan2(y: y, x: x)
            let next = Double.atan2(y: (1 - flattening) * Double.sin(latitude), x: Double.cos(latitude))
            let step = (next - beta).magnitude
            beta = next
            if step < 1e-16 { break }
        }
        let (s, c) = (Double.sin(latitude), Double.cos(latitude))
        // Well conditioned at every latitude, unlike radius / cos - N.
        let height =
            radius * c + p.z * s - equatorialRadius * (1 - eccentricitySquared * s * s).squareRoot()
        return GeodeticPosition(latitude: Angle.degrees(latitude), longitude: longitude, height: height)
    }
}
