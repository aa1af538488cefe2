import Rotations

/// The covariance of four triples of errors in earth axes: attitude e, angular rate w, acceleration a, velocity v.
///
/// Symmetric: the blocks on and above the diagonal. `ew` holds cov(e_i, w_j) in row i, column j.
struct MotionCovariance {
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

    /// What scalar measurements of one instant have added up to.
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

    /// All numbers, always in the same order, to be read or written.
    mutating func visit(_ number: (inout Double) -> Void) {
        ee.visit(number)
        ew.visit(number)
        ea.visit(number)
        ev.visit(number)
        ww.visit(number)
        wa.visit(number)
        wv.visit(number)
        aa.visit(number)
        av.visit(number)
        vv.visit(number)
    }

    private static func add(_ noise: Double, to m: inout Matrix3) {
        m.row0.x += noise
        m.row1.y += noise
        m.row2.z += noise
    }
}

extension Vector3 {
    /// The three components, to be read or written.
    mutating func visit(_ number: (inout Double) -> Void) {
        number(&x)
        number(&y)
        number(&z)
    }
}

extension Matrix3 {
    /// The nine elements row by row, to be read or written.
    mutating func visit(_ number: (inout Double) -> Void) {
        row0.visit(number)
        row1.visit(number)
        row2.visit(number)
    }
}
