import RealModule

/// The acceleration and velocity of something held in a hand: a damped oscillator that white noise drives, so that the velocity
/// stays bounded and the acceleration has no mean.
///
/// v' = a, a' = -(p + q) a - p q v + noise, with two rates of decay p and q. Stationary, v and a are independent, and the
/// variance of v is that of a over p q.
struct Oscillator {
    /// Rates of decay, 1/s; the step response swings neither over nor back.
    let slow: Double
    let fast: Double

    /// (a, v) over a step: a <- aa a + av v, v <- va a + vv v.
    struct Transition {
        var aa: Double
        var av: Double
        var va: Double
        var vv: Double
    }

    /// The variance of v for an a of variance 1, s^2.
    var velocityShare: Double { 1 / (slow * fast) }

    /// Exact over any step: exp(A dt) by its eigenvalues.
    func transition(over dt: Double) -> Transition {
        let (s, f) = (Double.exp(-slow * dt), Double.exp(-fast * dt))
        let inverse = 1 / (fast - slow)
        return Transition(
            aa: (fast * f - slow * s) * inverse, av: slow * fast * (f - s) * inverse, va: (s - f) * inverse,
            vv: (fast * s - slow * f) * inverse)
    }

    /// The noise of a step, exact over any: what keeps the stationary covariance as it is, S - T S T^T.
    /// - Parameter variance: of a.
    func noise(over t: Transition, variance: Double) -> (aa: Double, av: Double, vv: Double) {
        let share = velocityShare
        return (
            aa: max(0, variance * (1 - t.aa * t.aa - share * t.av * t.av)),
            av: -variance * (t.aa * t.va + share * t.av * t.vv),
            vv: max(0, variance * (share - t.va * t.va - share * t.vv * t.vv))
        )
    }
}
