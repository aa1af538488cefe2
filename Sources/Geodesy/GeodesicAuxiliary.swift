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
