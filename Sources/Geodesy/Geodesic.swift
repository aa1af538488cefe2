import Vocabulary

/// Geodesics, the shortest lines on an ellipsoid: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87,
/// 2013, 43-55, with the series of order 6. Accurate to 15 nm for WGS 84, for all pairs of points, nearly
/// antipodal ones included.
///
/// Heights are ignored: the geodesic runs on the ellipsoid. No allocation; an inverse takes a microsecond or two.
public struct Geodesic: Sendable, Hashable {
    /// The ellipsoid.
    public let ellipsoid: Ellipsoid

    /// Constants of the ellipsoid: f, 1 - f, n, e'^2, b.
    let f: Double
    let oneMinusF: Double
    let n: Double
    let secondEccentricitySquared: Double
    let polarRadius: Double

    /// Geodesics on an ellipsoid with a flattening from 0 (a sphere) to 1/50.
    public init(_ ellipsoid: Ellipsoid = .wgs84) {
        precondition((0...0.02).contains(ellipsoid.flattening), "the series hold for flattenings from 0 to 1/50")
        self.ellipsoid = ellipsoid
        f = ellipsoid.flattening
        oneMinusF = 1 - f
        n = ellipsoid.thirdFlattening
        secondEccentricitySquared = ellipsoid.secondEccentricitySquared
        polarRadius = ellipsoid.polarRadius
    }

    /// Geodesics on WGS 84.
    public static let wgs84 = Geodesic(.wgs84)

    /// A number whose square does not underflow: the cosine of the latitude at a pole.
    static let tiny = 0x1p-511

    /// The reduced latitude beta, tan beta = (1 - f) tan phi (equation 6), of degrees; its cosine is at least `tiny`.
    func reducedLatitude(_ degrees: Double) -> SineCosine {
        let phi = SineCosine(degrees: degrees)
        var beta = SineCosine(oneMinusF * phi.sine, phi.cosine).normalized
        beta.cosine = max(Self.tiny, beta.cosine)
        return beta
    }

    /// epsilon for a geodesic that crosses the equator at an azimuth with this cosine (equations 9 and 16).
    func epsilon(cosAlpha0: Double) -> Double {
        GeodesicSeries.epsilon(kSquared: cosAlpha0 * cosAlpha0 * secondEccentricitySquared)
    }

    /// Distance and reduced length over b, between two points of one geodesic at sigma1 and sigma2
    /// (equations 7 and 38 to 40).
    func lengths(
        epsilon: Double, sigma12: Double, sigma1: SineCosine, sigma2: SineCosine, dn1: Double, dn2: Double
    ) -> (distance: Double, reducedLength: Double) {
        let a1 = GeodesicSeries.a1Minus1(epsilon)
        let a2 = GeodesicSeries.a2Minus1(epsilon)
        let c1 = (1 + a1) * GeodesicSeries.c1(epsilon)
        let c2 = (1 + a2) * GeodesicSeries.c2(epsilon)
        let b1 = GeodesicSeries.sum(c1, at: sigma2) - GeodesicSeries.sum(c1, at: sigma1)
        // I1 - I2 is small: its parts are subtracted before they are summed.
        let difference = c1 - c2
        let j12 =
            (a1 - a2) * sigma12
            + (GeodesicSeries.sum(difference, at: sigma2) - GeodesicSeries.sum(difference, at: sigma1))
        let reduced =
            dn2 * (sigma1.cosine * sigma2.sine) - dn1 * (sigma1.sine * sigma2.cosine)
            - sigma1.cosine * sigma2.cosine * j12
        return ((1 + a1) * sigma12 + b1, reduced)
    }

    /// sqrt(1 + e'^2 sin^2 beta).
    func dn(_ beta: SineCosine) -> Double { (1 + secondEccentricitySquared * beta.sine * beta.sine).squareRoot() }
}

/// The geodesic between two points.
public struct GeodesicLine: Sendable, Hashable {
    /// The length of the geodesic, metres.
    public var distance: Double
    /// The azimuth at the first point towards the second, degrees clockwise from north, (-180, 180].
    public var startAzimuth: Double
    /// The azimuth at the second point in the direction of travel, degrees clockwise from north, (-180, 180].
    public var endAzimuth: Double
    /// The reduced length m12, metres: a turn of the azimuth by d radians moves the other end sideways by m12 d.
    public var reducedLength: Double
}
