import RealModule

/// The inverse problem in its canonical form: beta1 <= 0, beta1 <= beta2 <= -beta1, 0 <= lambda12 <= pi
/// (Karney 2013, equation 44), and the hybrid problem that is solved for alpha1.
struct GeodesicAuxiliary {
    let geodesic: Geodesic
    let beta1: SineCosine
    let beta2: SineCosine
    let dn1: Double
    let dn2: Double
    /// Radians in [0, pi].
    let lambda12: Double
    /// The same by sine and cosine, exact near 180 degrees.
    let lambda: SineCosine

    init(_ geodesic: Geodesic, latitude1: Double, latitude2: Double, lambda12: Double, lambda: SineCosine) {
        self.geodesic = geodesic
        let first = geodesic.reducedLatitude(latitude1)
        var second = geodesic.reducedLatitude(latitude2)
        // Equal or opposite latitudes must stay so after rounding: equation 65 subtracts their squares.
        if first.cosine < -first.sine {
            if second.cosine == first.cosine { second.sine = second.sine < 0 ? first.sine : -first.sine }
        } else if second.sine.magnitude == -first.sine {
            second.cosine = first.cosine
        }
        beta1 = first
        beta2 = second
        dn1 = geodesic.dn(first)
        dn2 = geodesic.dn(second)
        self.lambda12 = lambda12
        self.lambda = lambda
    }

    /// A geodesic from the first point to the second latitude.
    struct Trial {
        var alpha2 = SineCosine(0, 1)
        var sigma12 = 0.0
        var sigma1 = SineCosine(0, 1)
        var sigma2 = SineCosine(0, 1)
        var epsilon = 0.0
        /// Longitude reached minus `lambda12`, radians.
        var error = 0.0
        /// The derivative of `error` by alpha1.
        var slope = 0.0
    }

    /// Follows the geodesic that leaves with alpha1 to the second latitude (the hybrid problem, section 4).
    func trial(_ start: SineCosine, withSlope: Bool) -> Trial {
        var alpha1 = start
        // On the equator, due east: break the tie so that sigma1 = omega1 = 0 belongs to a line that goes south.
        if beta1.sine == 0 && alpha1.cosine == 0 { alpha1.cosine = -Geodesic.tiny }
        let alpha0 = SineCosine(alpha1.sine * beta1.cosine, Double.hypot(alpha1.cosine, alpha1.sine * beta1.sine))
        var trial = Trial()
        let omega1 = SineCosine(alpha0.sine * beta1.sine, alpha1.cosine * beta1.cosine)
        trial.sigma1 = SineCosine(beta1.sine, omega1.cosine).normalized

        let sameCosine = beta2.cosine == beta1.cosine
        trial.alpha2.sine = sameCosine ? alpha1.sine : alpha0.sine / beta2.cosine
        if sameCosine && beta2.sine.magnitude == -beta1.sine {
            trial.alpha2.cosine = alpha1.cosine.magnitude
        } else {
            // Equation 45; the difference of squares from the smaller of sine and cosine.
            let difference =
                beta1.cosine < -beta1.sine
                ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
                : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
            let x = alpha1.cosine * beta1.cosine
            trial.alpha2.cosine = (x * x + difference).squareRoot() / beta2.cosine
        }
        let omega2 = SineCosine(alpha0.sine * beta2.sine, trial.alpha2.cosine * beta2.cosine)
        trial.sigma2 = SineCosine(beta2.sine, omega2.cosine).normalized

        var sigma = trial.sigma2 - trial.sigma1
        sigma.sine = max(0, sigma.sine) + 0
        trial.sigma12 = sigma.radians
        var omega12 = omega2 - omega1
        omega12.sine = max(0, omega12.sine) + 0
        // omega12 - lambda12 as one angle: digits survive near pi.
        let eta = (omega12 - lambda).radians
        trial.epsilon = geodesic.epsilon(cosAlpha0: alpha0.cosine)
        let c3 = GeodesicSeries.c3(trial.epsilon, n: geodesic.n)
        let b312 = GeodesicSeries.sum(c3, at: trial.sigma2) - GeodesicSeries.sum(c3, at: trial.sigma1)
        trial.error =
            eta - geodesic.f * GeodesicSeries.a3(trial.epsilon, n: geodesic.n) * alpha0.sine * (trial.sigma12 + b312)
        guard withSlope else { return trial }
        if trial.alpha2.cosine == 0 {
            trial.slope = -2 * geodesic.oneMinusF * dn1 / beta1.sine
        } else {
            // Equation 46.
            trial.slope =
                lengths(trial).reducedLength * geodesic.oneMinusF / (trial.alpha2.cosine * beta2.cosine)
        }
        return trial
    }

    /// Distance and reduced length of a trial, over b.
    func lengths(_ trial: Trial) -> (distance: Double, reducedLength: Double) {
        geodesic.lengths(
            epsilon: trial.epsilon, sigma12: trial.sigma12, sigma1: trial.sigma1, sigma2: trial.sigma2, dn1: dn1,
            dn2: dn2)
    }
}

extension GeodesicAuxiliary {
    /// Finds alpha1 so that the geodesic meets the second longitude: Newton's method inside a bracket that
    /// shrinks at every step, bisection where Newton would leave it (section 4). The error grows with alpha1, so
    /// the root is the only one.
    func solve(from start: SineCosine) -> (alpha1: SineCosine, trial: Trial) {
        let precision = Double.ulpOfOne
        let newtonSteps = 20
        var alpha1 = start
        var low = SineCosine(Geodesic.tiny, 1)
        var high = SineCosine(Geodesic.tiny, -1)
        var nearlyDone = false
        var trial = Trial()
        for step in 0..<90 {
            trial = self.trial(alpha1, withSlope: step < newtonSteps)
            // After a step from a tiny error, only rounding is left, even if it is some bits.
            if !(trial.error.magnitude >= (nearlyDone ? 8 : 1) * precision) { break }
            // Larger cotangent = smaller angle.
            let cotangent = alpha1.cosine / alpha1.sine
            if trial.error > 0 && (step > newtonSteps || cotangent > high.cosine / high.sine) {
                high = alpha1
            } else if trial.error < 0 && (step > newtonSteps || cotangent < low.cosine / low.sine) {
                low = alpha1
            }
            if step < newtonSteps && trial.slope > 0 {
                let change = -trial.error / trial.slope
                let next = alpha1 + SineCosine(radians: change)
                if change.magnitude < Double.pi && next.sine > 0 {
                    alpha1 = next.normalized
                    nearlyDone = trial.error.magnitude <= 16 * precision
                    continue
                }
            }
            let middle = SineCosine((low.sine + high.sine) / 2, (low.cosine + high.cosine) / 2).normalized
            let width = min(
                (low.sine - middle.sine).magnitude + (low.cosine - middle.cosine),
                (middle.sine - high.sine).magnitude + (middle.cosine - high.cosine))
            alpha1 = middle
            nearlyDone = false
            if width < precision * 0x1p-26 {
                trial = self.trial(alpha1, withSlope: false)
                break
            }
        }
        return (alpha1, trial)
    }
}

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
