/// What joins two points along a geodesic.
public struct GeodesicLine: Sendable, Hashable {
    /// The length of the geodesic, metres.
    public var distance: Double
    /// The azimuth at the first point towards the second, degrees clockwise from north, (-180, 180].
    public var startAzimuth: Double
    /// The azimuth of the same line where it arrives at the second point (looking on, not back), degrees, (-180, 180].
    public var endAzimuth: Double
    /// The reduced length m12, metres: a turn of the azimuth by d radians moves the other end sideways by m12 d.
    public var reducedLength: Double
}
