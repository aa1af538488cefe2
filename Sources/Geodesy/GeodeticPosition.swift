/// A position by geodetic latitude and longitude, with the height above the ellipsoid.
public struct GeodeticPosition: Sendable, Hashable {
    /// Degrees north, [-90, 90].
    public var latitude: Double
    /// Degrees east; any multiple of 360 may be added.
    public var longitude: Double
    /// Metres above the ellipsoid.
    public var height: Double

    /// A position from degrees north, degrees east and metres above the ellipsoid.
    @inlinable
    public init(latitude: Double, longitude: Double, height: Double = 0) {
        self.latitude = latitude
        self.longitude = longitude
        self.height = height
    }

    /// Whether the latitude lies in [-90, 90] and all three numbers are finite.
    @inlinable public var isValid: Bool {
        latitude.magnitude <= 90 && longitude.isFinite && height.isFinite
    }
}
