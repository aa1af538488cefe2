import Rotations

/// Corrections of a tilt by a force, in the earth frame.
enum Levelling {
    /// Standard gravity, m/s^2 (CGPM 1901); the local value differs by at most 0.3 %.
    static let gravity = 9.80665

    /// The small rotation that turns `force` (m/s^2, earth frame) upright, to first order: force x up / g.
    ///
    /// It is linear in the force, so accelerations that average to zero leave no tilt behind.
    @inline(__always)
    static func linearCorrection(_ force: Vector3) -> Vector3 {
        Vector3(force.y / gravity, -force.x / gravity, 0)
    }

    /// The same, but of 1 radian at most and of 1 radian where the force points down: converges from every tilt.
    @inline(__always)
    static func boundedCorrection(_ force: Vector3) -> Vector3 {
        let correction = linearCorrection(force)
        let length = correction.length
        guard force.z < 0 || length > 1 else { return correction }
        return length > 0 ? correction / length : Vector3(1, 0, 0)
    }
}
