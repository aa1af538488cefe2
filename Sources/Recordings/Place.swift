/// A place on the WGS-84 ellipsoid.
public struct Place: Sendable, Codable, Hashable {
    /// Degrees north, [-90, 90].
    public var latitude: Double
    /// Degrees east, [-180, 360].
    public var longitude: Double
    /// Metres above the ellipsoid; 0 where unknown.
    public var altitude: Double

    /// A place; sea level of the ellipsoid where no altitude is given.
    public init(latitude: Double, longitude: Double, altitude: Double = 0) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}
