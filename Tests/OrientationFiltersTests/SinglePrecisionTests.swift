import RealModule
import Rotations
import Testing

/// The ground of a decision (docs/reference/architecture.md): what single precision would cost the integration of the gyroscope.
@Suite("Single precision")
struct SinglePrecisionTests {
    /// Strapdown integration at 200 Hz with the exact exponential of each step, in the precision of `Scalar`.
    private func hour<Scalar: Real & BinaryFloatingPoint>(_ type: Scalar.Type) -> Quaternion {
        var (w, x, y, z): (Scalar, Scalar, Scalar, Scalar) = (1, 0, 0, 0)
        let dt = Scalar(0.005)
        for step in 0..<(3600 * 200) {
            let rate = SyntheticMotion.lookingAround(0.005 * Double(step))
            let (a, b, c) = (Scalar(rate.x), Scalar(rate.y), Scalar(rate.z))
            let length = (a * a + b * b + c * c).squareRoot()
            let half = dt * length / 2
            let (e, s) = (Scalar.cos(half), Scalar.sin(half) / length)
            let (f, g, h) = (s * a, s * b, s * c)
            (w, x, y, z) = (
                w * e - x * f - y * g - z * h, w * f + x * e + y * h - z * g, w * g - x * h + y * e + z * f,
                w * h + x * g - y * f + z * e
            )
            let norm = (w * w + x * x + y * y + z * z).squareRoot()
            (w, x, y, z) = (w / norm, x / norm, y / norm, z / norm)
        }
        return Quaternion(Double(w), Double(x), Double(y), Double(z)).renormalized
    }

    /// 0.005 degrees measured: rounding is no reason for Double in the integration. In the covariances it is: the variances of
    /// sensorlab's states span more than the seven digits of a Float.
    @Test("an hour of integration differs by less than 0.05 degrees")
    func hour() {
        let angle = Angle.degrees((hour(Double.self).conjugate * hour(Float.self)).rotationVector.length)
        #expect(angle < 0.05 && angle > 0)
    }
}
