import RealModule
import Rotations
import Vocabulary

/// The local Cartesian frame at a position: x east, y north, z up along the ellipsoid's normal, metres.
public struct LocalFrame: Sendable, Hashable {
    /// The origin of the frame.
    public let origin: GeodeticPosition
    /// The ellipsoid of all positions.
    public let ellipsoid: Ellipsoid
    /// Rows: the east, north and up direction in earth-centred coordinates.
    public let axes: Matrix3
    /// The origin in earth-centred coordinates, metres.
    public let earthCentredOrigin: Vector3

    /// The frame at `origin`; at a pole, east and north are those of its longitude.
    public init(origin: GeodeticPosition, ellipsoid: Ellipsoid = .wgs84) {
        self.origin = origin
        self.ellipsoid = ellipsoid
        let (phi, lambda) = (SineCosine(degrees: origin.latitude), SineCosine(degrees: origin.longitude))
        axes = Matrix3(
            Vector3(-lambda.sine, lambda.cosine, 0),
            Vector3(-phi.sine * lambda.cosine, -phi.sine * lambda.sine, phi.cosine),
            Vector3(phi.cosine * lambda.cosine, phi.cosine * lambda.sine, phi.sine))
        earthCentredOrigin = ellipsoid.earthCentred(origin)
    }

    /// East, north and up of a position, metres, along the straight line through the earth.
    public func local(_ position: GeodeticPosition) -> Vector3 {
        axes * (ellipsoid.earthCentred(position) - earthCentredOrigin)
    }

    /// The position that lies `local` metres east, north and up of the origin.
    public func geodetic(local: Vector3) -> GeodeticPosition {
        ellipsoid.geodetic(earthCentred: earthCentredOrigin + axes.transpose * local)
    }
}

extension Ellipsoid {
    /// The earth-centred, earth-fixed Cartesian coordinates of a position, metres: x to latitude 0 longitude 0, y to
    /// latitude 0 longitude 90 east, z to the north pole.
    public func earthCentred(_ position: GeodeticPosition) -> Vector3 {
        let (phi, lambda) = (SineCosine(degrees: position.latitude), SineCosine(degrees: position.longitude))
        let primeVertical = equatorialRadius / (1 - eccentricitySquared * phi.sine * phi.sine).squareRoot()
        let radius = (primeVertical + position.height) * phi.cosine
        let z = (primeVertical * (1 - eccentricitySquared) + position.height) * phi.sine
        return Vector3(radius * lambda.cosine, radius * lambda.sine, z)
    }

    /// The position of earth-centred coordinates in metres; longitude in [-180, 180].
    ///
    /// Bowring's parametric latitude (Survey Review 23, 1976) as the start, then repeated until the latitude
    /// converges: below 1e-9 m for heights from -10 km to 100,000 km. At the centre of the earth the direction is
    /// undefined; the pole is given.
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

/// Gravity of the WGS-84 ellipsoid; actual gravity is within 0.003 m/s^2 of it, except in mountains.
public enum NormalGravity {
    /// Normal gravity in m/s^2 at a position: Somigliana's closed formula on the ellipsoid, continued upwards to
    /// second order in the height (NIMA TR 8350.2, 3rd edition, 2000, equations 4-1 and 4-3). For heights up to
    /// some tens of kilometres.
    public static func magnitude(at position: GeodeticPosition) -> Double {
        let ellipsoid = Ellipsoid.wgs84
        let s = SineCosine(degrees: position.latitude).sine
        // m = omega^2 a^2 b / GM, the ratio of centrifugal to gravitational acceleration at the equator.
        let m = 0.003_449_786_506_84
        let ratio = position.height / ellipsoid.equatorialRadius
        let f = ellipsoid.flattening
        let onEllipsoid = Ellipsoid.wgs84Gravity(sineOfLatitude: s)
        return onEllipsoid * (1 - 2 * ratio * (1 + f + m - 2 * f * s * s) + 3 * ratio * ratio)
    }
}
