import RealModule

/// rho, the tilt of the camera as classic AR apps compute it from gravity.
public enum Rho {
    /// The classic form: from g, the unit vector that points DOWN in device axes, m = sqrt(gy^2 + gz^2),
    /// inclination = -asin(-gz / m), rho = pi/2 - inclination. Radians in [0, pi].
    ///
    /// pi/2 = camera level, pi = lying face up (camera to the ground), 0 = camera to the sky. It ignores lateral tilt.
    /// `nil` where m = 0 (gravity along x) or g is not finite. Computed as atan2(|gy|, gz), the same angle: near 0 and
    /// pi, where asin loses half the digits, it keeps all of them, and nothing has to be clamped.
    @inlinable @inline(__always)
    public static func classic(down g: Vector3) -> Double? {
        let square = g.y * g.y + g.z * g.z
        guard square > 0, square.isFinite else { return nil }
        return Angle.arcTangent(y: g.y.magnitude, x: g.z)
    }

    /// The exact zenith angle of the camera axis (-z), radians in [0, pi], with lateral tilt. `nil` for a zero vector.
    @inlinable
    public static func zenithAngle(down g: Vector3) -> Double? {
        guard g.lengthSquared > 0, g.isFinite else { return nil }
        return g.angle(to: Vector3(0, 0, 1))
    }
}
