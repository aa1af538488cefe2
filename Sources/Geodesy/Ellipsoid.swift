/// An ellipsoid of revolution: what latitude, longitude and height refer to.
public struct Ellipsoid: Sendable, Hashable {
    /// The equatorial radius a, metres.
    public let equatorialRadius: Double
    /// The flattening f = (a - b) / a, without unit; 0 for a sphere.
    public let flattening: Double

    /// An ellipsoid from its equatorial radius in metres (> 0) and its flattening (< 1; negative for a prolate one).
    public init(equatorialRadius: Double, flattening: Double) {
        precondition(equatorialRadius > 0 && flattening < 1, "an ellipsoid needs a > 0 and f < 1")
        self.equatorialRadius = equatorialRadius
        self.flattening = flattening
    }

    /// WGS 84: a = 6378137 m, 1/f = 298.257223563 (NIMA TR 8350.2, 3rd edition, 2000, table 3.1).
    public static let wgs84 = Ellipsoid(equatorialRadius: 6_378_137, flattening: 1 / 298.257_223_563)

    /// The polar semi-axis b = a (1 - f), metres.
    @inlinable public var polarRadius: Double { equatorialRadius * (1 - flattening) }
    /// The square of the first eccentricity, e^2 = f (2 - f).
    @inlinable public var eccentricitySquared: Double { flattening * (2 - flattening) }
    /// The square of the second eccentricity, e'^2 = e^2 / (1 - e^2).
    @inlinable public var secondEccentricitySquared: Double {
        eccentricitySquared / ((1 - flattening) * (1 - flattening))
    }
    /// The third flattening, n = f / (2 - f).
    @inlinable public var thirdFlattening: Double { flattening / (2 - flattening) }
}
