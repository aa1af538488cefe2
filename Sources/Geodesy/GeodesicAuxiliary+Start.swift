import RealModule

extension GeodesicAuxiliary {
    /// The start of Newton's method, or the solution where no iteration is needed.
    enum Start {
        /// The azimuth to begin with.
        case azimuth(SineCosine)
        /// A line so short that the sphere of the mean latitude gives it exactly: azimuths, sigma12, and sqrt(1 + e'^2
        /// sin^2 beta) at the mean latitude.
        case short(SineCosine, SineCosine, sigma12: Double, dn: Double)
    }

    /// The starting azimuth by the spherical triangle, or by the astroid for nearly antipodal points (section 5).
    var start: Start {
        let sum = SineCosine(
            beta2.sine * beta1.cosine + beta2.cosine * beta1.sine, beta2.cosine * beta1.cosine - beta2.sine * beta1.sine
        )
        let difference = beta2 - beta1
        let isShort = difference.cosine >= 0 && difference.sine < 0.5 && beta2.cosine * lambda12 < 0.5
        var omega = lambda
        var dnMean = 1.0
        if isShort {
            // The reduced latitude of the middle (equation 48).
            let squareOfSines = (beta1.sine + beta2.sine) * (beta1.sine + beta2.sine)
            let squareOfCosines = (beta1.cosine + beta2.cosine) * (beta1.cosine + beta2.cosine)
            dnMean =
                (1 + geodesic.secondEccentricitySquared * squareOfSines / (squareOfSines + squareOfCosines))
                .squareRoot()
            omega = SineCosine(radians: lambda12 / (geodesic.oneMinusF * dnMean))
        }
        // Equation 49, without the loss of digits at small and at nearly straight angles.
        let correction = beta2.cosine * beta1.sine * omega.sine * omega.sine
        var alpha1 = SineCosine(
            beta2.cosine * omega.sine,
            omega.cosine >= 0
                ? difference.sine + correction / (1 + omega.cosine) : sum.sine - correction / (1 - omega.cosine))
        let sinSigma = Double.hypot(alpha1.sine, alpha1.cosine)
        let cosSigma = beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega.cosine
        if isShort && sinSigma < Self.shortLimit(geodesic) {
            let backward =
                omega.cosine >= 0 ? omega.sine * omega.sine / (1 + omega.cosine) : 1 - omega.cosine
            let alpha2 = SineCosine(
                beta1.cosine * omega.sine, difference.sine - beta1.cosine * beta2.sine * backward
            ).normalized
            let sigma12 = Double.atan2(y: sinSigma, x: cosSigma)
            return .short(alpha1.normalized, alpha2, sigma12: sigma12, dn: dnMean)
        }
        let nearlyAntipodal =
            cosSigma < 0 && sinSigma < 6 * geodesic.n * Double.pi * beta1.cosine * beta1.cosine
        if nearlyAntipodal { alpha1 = antipodalStart(sumSine: sum.sine) }
        // Newton's method cannot start due south or north along the meridian: it starts due east.
        return .azimuth(alpha1.sine > 0 ? alpha1.normalized : SineCosine(1, 0))
    }

    /// The start for nearly antipodal points: coordinates x, y in which the envelope of the geodesics is an astroid
    /// (equations 53 to 57).
    private func antipodalStart(sumSine: Double) -> SineCosine {
        let epsilon = GeodesicSeries.epsilon(
            kSquared: beta1.sine * beta1.sine * geodesic.secondEccentricitySquared)
        let longitudeScale = geodesic.f * beta1.cosine * GeodesicSeries.a3(epsilon, n: geodesic.n) * Double.pi
        let x = Double.atan2(y: -lambda.sine, x: -lambda.cosine) / longitudeScale
        let y = sumSine / (longitudeScale * beta1.cosine)
        // Along the edge y = 0 the root is known.
        if y > -200 * Double.ulpOfOne && x > -1 - 1000 * Self.squareRootOfPrecision {
            let sine = min(1, -x)
            return SineCosine(sine, -(1 - sine * sine).squareRoot())
        }
        let k = Astroid.root(x: x, y: y)
        let omega = longitudeScale * -x * k / (1 + k)
        let (s, c) = (Double.sin(omega), -Double.cos(omega))
        return SineCosine(beta2.cosine * s, sumSine - beta2.cosine * beta1.sine * s * s / (1 - c))
    }

    /// Square root of the unit roundoff.
    private static let squareRootOfPrecision = 0x1p-26

    /// Up to this sine of sigma12 the mean-latitude sphere is exact to rounding (0.1
    /// sqrt(eps) / sqrt(f (1 - f / 2) / 2)).
    private static func shortLimit(_ geodesic: Geodesic) -> Double {
        let f = geodesic.f
        return 0.1 * squareRootOfPrecision / (max(0.001, f) * min(1, 1 - f / 2) / 2).squareRoot()
    }
}

/// The nearly antipodal problem in its limit: the geodesics that touch an astroid.
enum Astroid {
    /// The positive root k of k^4 + 2 k^3 - (x^2 + y^2 - 1) k^2 - 2 y^2 k - y^2 = 0 (Karney 2013, equation 55), for
    /// x <= 0 and y <= 0; 0 on the segment y = 0, |x| <= 1.
    ///
    /// The quartic is solved as in the paper's equations 56 to 63: Cardano's cubic for u, then a quadratic.
    static func root(x: Double, y: Double) -> Double {
        let p = x * x
        let q = y * y
        let r = (p + q - 1) / 6
        guard q > 0 || r > 0 else { return 0 }
        let s = p * q / 4
        let rSquared = r * r
        let rCubed = r * rSquared
        let discriminant = s * (s + 2 * rCubed)
        var u = r
        if discriminant >= 0 {
            // The sign that adds magnitudes: no digits are lost.
            let sum = s + rCubed
            let root = discriminant.squareRoot()
            let t = Double.root(sum < 0 ? sum - root : sum + root, 3)
            u += t + (t != 0 ? rSquared / t : 0)
        } else {
            let angle = Double.atan2(y: (-discriminant).squareRoot(), x: -(s + rCubed))
            u += 2 * r * Double.cos(angle / 3)
        }
        let v = (u * u + q).squareRoot()
        let sum = u < 0 ? q / (v - u) : u + v
        let w = (sum - q) / (2 * v)
        return sum / ((sum + w * w).squareRoot() + w)
    }
}
