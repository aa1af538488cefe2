import Rotations

/// The covariance of a six-component error: attitude (rotation vector, earth frame) and a second triple (bias or rate).
///
/// Stored as three 3 x 3 blocks, P = [A C; C^T B]. Every step keeps A and B symmetric to the bit; measurement updates
/// are scalar and in Joseph's form, which keeps P positive definite for any gain, the optimal one or not
/// (P. D. Joseph's form as in Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with Applications, 2001, 5.2.3).
struct ErrorCovariance: FilterState {
    /// A, rad^2.
    var attitude = Matrix3.zero
    /// C: rows attitude, columns second triple.
    var cross = Matrix3.zero
    /// B.
    var second = Matrix3.zero

    /// The sum of the corrections by the measurements of one instant.
    struct Correction {
        var attitude = Vector3.zero
        var second = Vector3.zero
    }

    /// F = [I, T; 0, I] and independent noise on both triples.
    @inline(__always)
    mutating func predict(transition t: Matrix3, attitudeNoise: Double, secondNoise: Double) {
        let spread = cross * t.transpose
        attitude += (spread + spread.transpose) + (t * second * t.transpose).symmetrized
        cross += t * second
        add(attitudeNoise, to: &attitude)
        add(secondNoise, to: &second)
    }

    /// F = [I, a I; 0, f I] with the noise [n.attitude, n.cross; n.cross, n.second] per axis.
    mutating func predict(
        gain a: Double, decay f: Double, noise n: (attitude: Double, cross: Double, second: Double)
    ) {
        attitude += a * (cross + cross.transpose) + (a * a) * second
        cross = f * (cross + a * second)
        second = (f * f) * second
        add(n.attitude, to: &attitude)
        add(n.cross, to: &cross)
        add(n.second, to: &second)
    }

    /// The same errors after the earth frame was turned by `r`; a second triple in device axes stays as it is.
    mutating func turnAttitude(by r: Matrix3) {
        attitude = (r * attitude * r.transpose).symmetrized
        cross = r * cross
    }

    /// A scalar measurement y = h . attitude error + noise.
    /// - Parameters:
    ///   - y: the innovation before `correction`, rad.
    ///   - variance: of the noise, rad^2.
    ///   - headingOnly: the tilt is not corrected (a Schmidt update: its error stays in the covariance).
    @inline(__always)
    mutating func update(
        along h: Vector3, innovation y: Double, variance: Double, headingOnly: Bool = false,
        correction: inout Correction
    ) {
        let pa = attitude * h
        let pb = cross.transpose * h
        let s = h.dot(pa) + variance
        var ka = pa / s
        if headingOnly { ka = Vector3(0, 0, ka.z) }
        let kb = pb / s
        let residual = y - h.dot(correction.attitude)
        correction.attitude += residual * ka
        correction.second += residual * kb
        joseph(pa, pb, s, ka, kb)
    }

    /// A scalar measurement y = e_i . second triple's error + noise, for axis i = 0, 1, 2.
    @inline(__always)
    mutating func updateSecond(axis i: Int, innovation y: Double, variance: Double, correction: inout Correction) {
        let pa = Vector3(cross.row0[i], cross.row1[i], cross.row2[i])
        let pb = second[row: i]
        let s = pb[i] + variance
        let ka = pa / s
        let kb = pb / s
        let residual = y - correction.second[i]
        correction.attitude += residual * ka
        correction.second += residual * kb
        joseph(pa, pb, s, ka, kb)
    }

    /// (I - K H) P (I - K H)^T + K r K^T, written out for one measurement with P H^T = (pa, pb) and S = s.
    @inline(__always)
    private mutating func joseph(_ pa: Vector3, _ pb: Vector3, _ s: Double, _ ka: Vector3, _ kb: Vector3) {
        attitude = Self.downdated(attitude, pa, ka, s)
        second = Self.downdated(second, pb, kb, s)
        let u = s * ka - pa
        cross.row0 += u.x * kb - ka.x * pb
        cross.row1 += u.y * kb - ka.y * pb
        cross.row2 += u.z * kb - ka.z * pb
    }

    /// M - k p^T - p k^T + s k k^T, symmetric to the bit.
    @inline(__always)
    private static func downdated(_ m: Matrix3, _ p: Vector3, _ k: Vector3, _ s: Double) -> Matrix3 {
        let xy = k.x * p.y + p.x * k.y - s * k.x * k.y
        let xz = k.x * p.z + p.x * k.z - s * k.x * k.z
        let yz = k.y * p.z + p.y * k.z - s * k.y * k.z
        return Matrix3(
            Vector3(m.row0.x - k.x * (2 * p.x - s * k.x), m.row0.y - xy, m.row0.z - xz),
            Vector3(m.row1.x - xy, m.row1.y - k.y * (2 * p.y - s * k.y), m.row1.z - yz),
            Vector3(m.row2.x - xz, m.row2.y - yz, m.row2.z - k.z * (2 * p.z - s * k.z)))
    }

    @inline(__always)
    private func add(_ noise: Double, to m: inout Matrix3) {
        m.row0.x += noise
        m.row1.y += noise
        m.row2.z += noise
    }
}
