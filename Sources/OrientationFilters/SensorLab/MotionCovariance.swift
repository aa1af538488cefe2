import RealModule
import Rotations

/// The covariance of four triples of errors in earth axes: attitude e, angular rate w, acceleration a, velocity v.
///
/// Symmetric: the blocks on and above the diagonal. `ew` holds cov(e_i, w_j) in row i, column j.
struct MotionCovariance: FilterState {
    var ee = Matrix3.zero
    var ew = Matrix3.zero
    var ea = Matrix3.zero
    var ev = Matrix3.zero
    var ww = Matrix3.zero
    var wa = Matrix3.zero
    var wv = Matrix3.zero
    var aa = Matrix3.zero
    var av = Matrix3.zero
    var vv = Matrix3.zero

    /// The sum of the corrections by the measurements of one instant.
    struct Correction {
        var attitude = Vector3.zero
        var rate = Vector3.zero
        var acceleration = Vector3.zero
        var velocity = Vector3.zero
    }

    /// e <- e + g w and w <- d w, with noise of these variances per axis.
    mutating func predictTurn(
        gain g: Double, decay d: Double, noise n: (attitude: Double, cross: Double, rate: Double)
    ) {
        ee += g * (ew + ew.transpose)
        ee += (g * g) * ww
        ew += g * ww
        ew = d * ew
        ea += g * wa
        ev += g * wv
        ww = (d * d) * ww
        wa = d * wa
        wv = d * wv
        Self.add(n.attitude, to: &ee)
        Self.add(n.cross, to: &ew)
        Self.add(n.rate, to: &ww)
    }

    /// (a, v) <- T (a, v), with noise of these variances per axis.
    mutating func predictPush(by t: Oscillator.Transition, noise q: (aa: Double, av: Double, vv: Double)) {
        (ea, ev) = (t.aa * ea + t.av * ev, t.va * ea + t.vv * ev)
        (wa, wv) = (t.aa * wa + t.av * wv, t.va * wa + t.vv * wv)
        // First the columns: cov(a, .) and cov(v, .) with the new a and v on the right; then the rows.
        let (a1, a2) = (t.aa * aa + t.av * av, t.va * aa + t.vv * av)
        let (v1, v2) = (t.aa * av.transpose + t.av * vv, t.va * av.transpose + t.vv * vv)
        aa = t.aa * a1 + t.av * v1
        av = t.aa * a2 + t.av * v2
        vv = t.va * a2 + t.vv * v2
        Self.add(q.aa, to: &aa)
        Self.add(q.av, to: &av)
        Self.add(q.vv, to: &vv)
    }

    /// A scalar measurement: y = h . e + k . a + noise of this variance; y is the innovation before `correction`.
    mutating func update(
        attitude h: Vector3, acceleration k: Vector3 = .zero, innovation y: Double, variance: Double,
        correction: inout Correction
    ) {
        let pe = ee * h + ea * k
        let pw = ew.transpose * h + wa * k
        let pa = ea.transpose * h + aa * k
        let pv = ev.transpose * h + av.transpose * k
        let inverse = 1 / (h.dot(pe) + k.dot(pa) + variance)
        let gain = inverse * (y - h.dot(correction.attitude) - k.dot(correction.acceleration))
        correction.attitude += gain * pe
        correction.rate += gain * pw
        correction.acceleration += gain * pa
        correction.velocity += gain * pv
        // P - p p^T / s.
        ee -= inverse * Matrix3.outer(pe, pe)
        ew -= inverse * Matrix3.outer(pe, pw)
        ea -= inverse * Matrix3.outer(pe, pa)
        ev -= inverse * Matrix3.outer(pe, pv)
        ww -= inverse * Matrix3.outer(pw, pw)
        wa -= inverse * Matrix3.outer(pw, pa)
        wv -= inverse * Matrix3.outer(pw, pv)
        aa -= inverse * Matrix3.outer(pa, pa)
        av -= inverse * Matrix3.outer(pa, pv)
        vv -= inverse * Matrix3.outer(pv, pv)
    }

    private static func add(_ noise: Double, to m: inout Matrix3) {
        m.row0.x += noise
        m.row1.y += noise
        m.row2.z += noise
    }
}

/// The acceleration and velocity of a hand-held device: a damped oscillator driven by white noise, so that the velocity
/// is bounded and the acceleration has no mean.
///
/// v' = a, a' = -(p + q) a - p q v + noise, with two rates of decay p and q. Stationary, v and a are independent, and
/// the variance of v is that of a over p q.
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
