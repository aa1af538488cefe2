import Rotations

/// The local Cartesian frame at a position: x east, y north, z up along the ellipsoid's normal, metres.
public struct LocalFrame: Sendable, Hashable {
    /// Where the frame stands.
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
        let (sinLatitude, cosLatitude) = DegreeTrigonometry.sineCosine(origin.latitude)
        let (sinLongitude, cosLongitude) = DegreeTrigonometry.sineCosine(origin.longitude)
        axes = Matrix3(
            Vector3(-sinLongitude, cosLongitude, 0),
            Vector3(-sinLatitude * cosLongitude, -sinLatitude * sinLongitude, cosLatitude),
            Vector3(cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude))
        earthCentredOrigin = ellipsoid.earthCentred(origin)
    }

    /// East, north and up of a position, metres: the straight line through the earth, not the way along its surface.
    public func local(_ position: GeodeticPosition) -> Vector3 {
        axes * (ellipsoid.earthCentred(position) - earthCentredOrigin)
    }

    /// The position that lies `local` metres east, north and up of the origin.
    public func geodetic(local: Vector3) -> GeodeticPosition {
        ellipsoid.geodetic(earthCentred: earthCentredOrigin + axes.transpose * local)
    }
}
