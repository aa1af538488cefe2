import Rotations

/// The covariance of a quaternion's four components (w, x, y, z), as textbook filters keep it.
public struct QuaternionCovariance: Sendable, Codable, Equatable {
    var w = SIMD4<Double>(1, 0, 0, 0)
    var x = SIMD4<Double>(0, 1, 0, 0)
    var y = SIMD4<Double>(0, 0, 1, 0)
    var z = SIMD4<Double>(0, 0, 0, 1)

    /// F P F^T + noise (I - q q^T), F = I + Omega(half) being the first-order turn by `half` = dt w / 2.
    ///
    /// W W^T of the rate's noise is I - q q^T for a unit quaternion.
    mutating func predict(half: Vector3, noise: Double, at q: SIMD4<Double>) {
        turnRows(half)
        transpose()
        turnRows(half)
        w -= noise * q[0] * q
        x -= noise * q[1] * q
        y -= noise * q[2] * q
        z -= noise * q[3] * q
        w[0] += noise
        x[1] += noise
        y[2] += noise
        z[3] += noise
    }

    /// A scalar Kalman update with the innovation `y` before `change`, along h.
    @inline(__always)
    mutating func update(_ change: inout SIMD4<Double>, along h: SIMD4<Double>, innovation: Double, variance: Double) {
        let p = SIMD4<Double>((w * h).sum(), (x * h).sum(), (y * h).sum(), (z * h).sum())
        let gain = p / ((h * p).sum() + variance)
        change += (innovation - (h * change).sum()) * gain
        w -= gain[0] * p
        x -= gain[1] * p
        y -= gain[2] * p
        z -= gain[3] * p
    }

    /// Rows multiplied by F from the left: the quaternion product with (1, half) from the right.
    @inline(__always)
    private mutating func turnRows(_ h: Vector3) {
        let (a, b, c, d) = (w, x, y, z)
        w = a - h.x * b - h.y * c - h.z * d
        x = b + h.x * a + h.z * c - h.y * d
        y = c + h.y * a - h.z * b + h.x * d
        z = d + h.z * a + h.y * b - h.x * c
    }

    @inline(__always)
    private mutating func transpose() {
        let (a, b, c, d) = (w, x, y, z)
        w = SIMD4(a[0], b[0], c[0], d[0])
        x = SIMD4(a[1], b[1], c[1], d[1])
        y = SIMD4(a[2], b[2], c[2], d[2])
        z = SIMD4(a[3], b[3], c[3], d[3])
    }
}
