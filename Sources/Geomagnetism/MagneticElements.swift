/// The seven elements of the geomagnetic field in the local geodetic frame (north, east, down).
///
/// The same shape serves for the field (nT, degrees), its annual change (nT/year, degrees/year) and its uncertainty (nT,
/// degrees).
public struct MagneticElements: Equatable, Sendable {
    /// X, the component to geodetic north, nT.
    public var x: Double
    /// Y, the component to the east, nT.
    public var y: Double
    /// Z, the component down, nT.
    public var z: Double
    /// H, the horizontal intensity, nT.
    public var h: Double
    /// F, the total intensity, nT.
    public var f: Double
    /// I, the inclination or dip, degrees, down positive, [-90, 90].
    public var inclinationDegrees: Double
    /// D, the declination, degrees, east positive, (-180, 180].
    ///
    /// True heading = magnetic heading + D. NaN where H = 0, where no declination exists. At a geographic pole it is
    /// counted from the meridian of the longitude that was given.
    public var declinationDegrees: Double

    /// Makes elements from their values.
    @inlinable
    public init(
        x: Double, y: Double, z: Double, h: Double, f: Double, inclinationDegrees: Double, declinationDegrees: Double
    ) {
        self.x = x
        self.y = y
        self.z = z
        self.h = h
        self.f = f
        self.inclinationDegrees = inclinationDegrees
        self.declinationDegrees = declinationDegrees
    }
}
