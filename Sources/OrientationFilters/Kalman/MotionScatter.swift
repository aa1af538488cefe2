import Rotations

/// What the noise of `KalmanFilter`'s motion model does not tell of its error: accelerations, magnets and the lag of a turn
/// last, so the scatter of force and field about what is believed does not average out.
///
/// Two mean squares over a second, each the sum of scatter and excess as `VectorScatter` weighs them.
struct MotionScatter: Sendable, Codable, Equatable {
    /// Which part of them is error; the rest is noise that the filter averages.
    static let share = 0.35

    private var tilt = VectorScatter.prior / 3
    private var field = VectorScatter.prior

    /// A force in the earth frame, m/s^2, that stands for `dt` seconds.
    mutating func observe(force: Vector3, after dt: Double) {
        let scatter = (force - Vector3(0, 0, Levelling.gravity)).lengthSquared / (Levelling.gravity * Levelling.gravity)
        let excess = force.length / Levelling.gravity - 1
        tilt += dt / (VectorScatter.memory + dt) * (scatter / 3 + VectorScatter.excessFactor * excess * excess - tilt)
    }

    /// A field in the earth frame, microtesla, beside the learnt one.
    mutating func observe(field sample: Vector3, about learnt: LearntField, after dt: Double) {
        guard learnt.magnitude > 0 else { return }
        let length = sample.length
        let scatter =
            (sample - length * learnt.direction).lengthSquared / (learnt.magnitude * learnt.magnitude)
        let excess = length / learnt.magnitude - 1
        field += dt / (VectorScatter.memory + dt) * (scatter + VectorScatter.excessFactor * excess * excess - field)
    }

    /// Variance of the tilt, rad^2 per axis, and of the heading, rad^2, where `horizontal` is the horizontal part of the
    /// field's direction.
    func variance(horizontal: Double) -> (tilt: Double, heading: Double) {
        let tangent = VectorScatter.squaredTangent(horizontal: horizontal)
        return (Self.share * tilt, Self.share * (field * (1 + tangent) + tilt * tangent))
    }
}
