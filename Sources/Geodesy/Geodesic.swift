import RealModule
import Rotations
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

extension Geodesic {
    /// The end of the geodesic of `distance` metres (negative: backwards) from `start` at `azimuth` degrees clockwise
    /// from north, and its azimuth there, degrees. Longitude in [-180, 180]; the height is that of the start.
    public func direct(
        from start: GeodeticPosition, azimuth: Double, distance: Double
    ) -> (end: GeodeticPosition, endAzimuth: Double) {
        let beta1 = reducedLatitude(start.latitude)
        let alpha1 = SineCosine(degrees: azimuth)
        // Napier's rules on the auxiliary sphere (equations 5, 10 to 12).
        let alpha0 = SineCosine(
            alpha1.sine * beta1.cosine, Double.hypot(alpha1.cosine, alpha1.sine * beta1.sine))
        let onEquatorEastward = beta1.sine == 0 && alpha1.cosine == 0
        let cosSigma1 = onEquatorEastward ? 1 : beta1.cosine * alpha1.cosine
        let sigma1 = SineCosine(beta1.sine, cosSigma1).normalized
        let omega1 = SineCosine(alpha0.sine * beta1.sine, cosSigma1)

        let epsilon = epsilon(cosAlpha0: alpha0.cosine)
        let c1 = GeodesicSeries.c1(epsilon)
        let a1 = 1 + GeodesicSeries.a1Minus1(epsilon)
        let b11 = GeodesicSeries.sum(c1, at: sigma1)
        let tau12 = distance / (polarRadius * a1)
        let tau2 = sigma1 + SineCosine(radians: b11) + SineCosine(radians: tau12)
        // The reverted series (equation 20).
        let b12 = -GeodesicSeries.sum(GeodesicSeries.c1Reverted(epsilon), at: tau2)
        let sigma12 = tau12 - (b12 - b11)
        let sigma2 = sigma1 + SineCosine(radians: sigma12)

        let beta2 = SineCosine(
            alpha0.cosine * sigma2.sine, max(Self.tiny, Double.hypot(alpha0.sine, alpha0.cosine * sigma2.cosine)))
        let alpha2 = SineCosine(alpha0.sine, alpha0.cosine * sigma2.cosine)
        let omega12 = (SineCosine(alpha0.sine * sigma2.sine, sigma2.cosine) - omega1).radians
        let c3 = GeodesicSeries.c3(epsilon, n: n)
        let b312 = GeodesicSeries.sum(c3, at: sigma2) - GeodesicSeries.sum(c3, at: sigma1)
        // Equation 8.
        let lambda12 = omega12 - f * alpha0.sine * GeodesicSeries.a3(epsilon, n: n) * (sigma12 + b312)
        let longitude = (start.longitude.remainder(dividingBy: 360) + Angle.degrees(lambda12))
            .remainder(dividingBy: 360)
        let latitude = SineCosine(beta2.sine, oneMinusF * beta2.cosine).degrees
        return (
            GeodeticPosition(latitude: latitude, longitude: longitude, height: start.height),
            Angle.wrapDegrees(alpha2.degrees)
        )
    }
}

extension Geodesic {
    /// The shortest line between two positions (heights ignored).
    ///
    /// For coincident points both azimuths are 0; where several lines are equally short (opposite points), one of them
    /// is given. Latitudes must be in [-90, 90]; NaN for anything else.
    public func inverse(from start: GeodeticPosition, to end: GeodeticPosition) -> GeodesicLine {
        guard start.latitude.magnitude <= 90, end.latitude.magnitude <= 90, start.longitude.isFinite,
            end.longitude.isFinite
        else { return GeodesicLine(distance: .nan, startAzimuth: .nan, endAzimuth: .nan, reducedLength: .nan) }

        // The canonical form (equation 44): eastwards, the point farther from the equator first and in the south.
        let (difference, rest) = Self.longitudeDifference(start.longitude, end.longitude)
        let eastward = difference > 0 || (difference == 0 && rest >= 0)
        let swapped = start.latitude.magnitude < end.latitude.magnitude
        var latitude1 = swapped ? end.latitude : start.latitude
        var latitude2 = swapped ? start.latitude : end.latitude
        let mirrored = latitude1 > 0
        if mirrored { (latitude1, latitude2) = (-latitude1, -latitude2) }
        let degrees = eastward ? difference : -difference
        let remainder = eastward ? rest : -rest
        // From 180 degrees backwards, so that nearly antipodal points keep their digits.
        let lambda: SineCosine
        if degrees > 90 {
            let supplement = SineCosine(degrees: (180 - degrees) - remainder)
            lambda = SineCosine(supplement.sine, -supplement.cosine)
        } else {
            lambda = SineCosine(degrees: degrees + remainder)
        }
        let auxiliary = GeodesicAuxiliary(
            self, latitude1: latitude1, latitude2: latitude2, lambda12: Angle.radians(degrees + remainder),
            lambda: lambda)
        var solution = canonical(auxiliary, isMeridian: latitude1 == -90 || lambda.sine == 0, degrees: degrees)

        if swapped { (solution.alpha1, solution.alpha2) = (solution.alpha2, solution.alpha1) }
        // Mirroring in the equator turns the cosines, mirroring in a meridian the sines. Swapping the points turns
        // both, and the mirroring in a meridian that makes the way back an eastward one turns the sines once more.
        let cosineSign: Double = mirrored != swapped ? -1 : 1
        let sineSign: Double = eastward ? 1 : -1
        func azimuth(_ alpha: SineCosine) -> Double {
            let degrees = SineCosine(sineSign * alpha.sine + 0, cosineSign * alpha.cosine).degrees
            return degrees == -180 ? 180 : degrees
        }
        let coincide = solution.distance == 0
        return GeodesicLine(
            distance: solution.distance + 0, startAzimuth: coincide ? 0 : azimuth(solution.alpha1),
            endAzimuth: coincide ? 0 : azimuth(solution.alpha2), reducedLength: solution.reducedLength + 0)
    }

    private struct Solution {
        var alpha1: SineCosine
        var alpha2: SineCosine
        /// Metres.
        var distance: Double
        /// Metres.
        var reducedLength: Double
    }

    private func canonical(_ auxiliary: GeodesicAuxiliary, isMeridian: Bool, degrees: Double) -> Solution {
        if isMeridian, let solution = meridian(auxiliary) { return solution }
        // Along the equator, as long as it is the shortest way (equation 51).
        if auxiliary.beta1.sine == 0 && 180 - degrees >= f * 180 {
            let omega12 = auxiliary.lambda12 / oneMinusF
            return Solution(
                alpha1: SineCosine(1, 0), alpha2: SineCosine(1, 0),
                distance: ellipsoid.equatorialRadius * auxiliary.lambda12,
                reducedLength: polarRadius * Double.sin(omega12))
        }
        switch auxiliary.start {
        case .short(let alpha1, let alpha2, let sigma12, let dn):
            return Solution(
                alpha1: alpha1, alpha2: alpha2, distance: sigma12 * polarRadius * dn,
                reducedLength: dn * dn * polarRadius * Double.sin(sigma12 / dn))
        case .azimuth(let start):
            let (alpha1, trial) = auxiliary.solve(from: start)
            let lengths = auxiliary.lengths(trial)
            return Solution(
                alpha1: alpha1, alpha2: trial.alpha2, distance: polarRadius * lengths.distance,
                reducedLength: polarRadius * lengths.reducedLength)
        }
    }

    /// The line along a meridian; `nil` where it is not the shortest (over the equator to a nearly antipodal point).
    private func meridian(_ auxiliary: GeodesicAuxiliary) -> Solution? {
        let alpha1 = SineCosine(auxiliary.lambda.sine, auxiliary.lambda.cosine)
        let alpha2 = SineCosine(0, 1)
        let sigma1 = SineCosine(auxiliary.beta1.sine, alpha1.cosine * auxiliary.beta1.cosine)
        let sigma2 = SineCosine(auxiliary.beta2.sine, alpha2.cosine * auxiliary.beta2.cosine)
        var sigma = sigma2 - sigma1
        sigma.sine = max(0, sigma.sine) + 0
        let sigma12 = sigma.radians
        let lengths = lengths(
            epsilon: n, sigma12: sigma12, sigma1: sigma1, sigma2: sigma2, dn1: auxiliary.dn1, dn2: auxiliary.dn2)
        guard sigma12 < 1 || lengths.reducedLength >= 0 else { return nil }
        // Lengths near zero are rounding errors: they count as zero.
        if sigma12 < 3 * Self.tiny || (sigma12 < Double.ulpOfOne && lengths.distance < 0) {
            return Solution(alpha1: alpha1, alpha2: alpha2, distance: 0, reducedLength: 0)
        }
        return Solution(
            alpha1: alpha1, alpha2: alpha2, distance: polarRadius * lengths.distance,
            reducedLength: polarRadius * lengths.reducedLength)
    }

    /// lon2 - lon1 in degrees, reduced to [-180, 180], as a rounded value and its rounding error (Knuth's two-sum).
    private static func longitudeDifference(_ first: Double, _ second: Double) -> (value: Double, rest: Double) {
        func twoSum(_ a: Double, _ b: Double) -> (Double, Double) {
            let sum = a + b
            let part = sum - a
            return (sum, (a - (sum - part)) + (b - part))
        }
        let (sum, error) = twoSum(second.remainder(dividingBy: 360), -first.remainder(dividingBy: 360))
        let (value, rest) = twoSum(sum.remainder(dividingBy: 360), error)
        // 180 and -180 are one meridian: the rounding error decides on which side the difference lies.
        if value.magnitude == 180 && rest != 0 { return (rest < 0 ? 180 : -180, rest) }
        return (value, rest)
    }
}
