import RealModule
import Rotations
import SensorModels
import Vocabulary

// Without a gyroscope, and in its gaps: the attitude follows an angular rate (earth frame) that is forgotten within
// `rateDecay` and driven by white noise (an Ornstein-Uhlenbeck process), discretised exactly for every step.
extension KalmanFilter {
    mutating func enterMotionModel() {
        let p = parameters
        state.usesMotionModel = true
        state.storedBiasCovariance = state.covariance.second
        state.rate = .zero
        state.covariance.cross = .zero
        state.covariance.second = .identity * (0.5 * p.rateNoise * p.rateNoise * p.rateDecay)
    }

    mutating func leaveMotionModel(at time: Int64) {
        advanceMotionModel(to: time)
        state.usesMotionModel = false
        state.covariance.cross = .zero
        state.covariance.second = state.storedBiasCovariance
    }

    /// A gyroscope sample after a gap, or the first one: what happened since is known from the other sensors alone.
    mutating func bridgeGap(to time: Int64) {
        guard state.orientation != nil, time > state.time else { return }
        if !state.usesMotionModel { enterMotionModel() }
        leaveMotionModel(at: time)
    }

    /// Advances to `time` where there is no gyroscope, or none since `longestStep`; `false` where there is one.
    @inline(__always)
    mutating func advanceWithoutGyroscope(to time: Int64) -> Bool {
        if !state.usesMotionModel {
            if let last = state.gyroscopeTime, time - last <= coefficients.longestStep { return false }
            enterMotionModel()
        }
        advanceMotionModel(to: time)
        return true
    }

    private mutating func advanceMotionModel(to time: Int64) {
        guard time > state.time, let orientation = state.orientation else { return }
        let dt = LogTime.seconds(time - state.time)
        state.time = time
        let tau = parameters.rateDecay
        let decay = Double.exp(-dt / tau)
        let gain = tau * (1 - decay)
        let drive = parameters.rateNoise * parameters.rateNoise * tau
        // The integral's variance is a difference of nearly equal numbers for small dt; its series is dt^3 / 3.
        let x = dt / tau
        let integral =
            x < 1e-3 ? x * x * x / 3 : x - 2 * (1 - decay) + 0.5 * (1 - decay * decay)
        state.covariance.predict(
            gain: gain, decay: decay,
            noise: (
                attitude: drive * tau * tau * integral, cross: 0.5 * drive * tau * (1 - decay) * (1 - decay),
                second: 0.5 * drive * (1 - decay * decay)
            ))
        state.orientation = (Quaternion(rotationVector: gain * state.rate) * orientation).renormalized
        state.rate *= decay
    }

    mutating func correctTiltInMotionModel(_ force: Vector3, after dt: Double) {
        guard let orientation = state.orientation else { return }
        let f = orientation.rotate(force)
        state.scatter.observe(force: f, after: dt)
        let y = Levelling.boundedCorrection(f)
        let sigma = parameters.motionAccelerometerNoise / Levelling.gravity
        updateTilt(y, variance: sigma * sigma / dt)
    }

    /// The field's direction n against the learnt one d, across d: a moving device's field is cleaner than its specific
    /// force, so it carries two of the three axes. (error x d) . u = error . (d x u) for u = east and u = d x east.
    mutating func correctByFieldInMotionModel(_ field: Vector3, after dt: Double) {
        guard let orientation = state.orientation else { return }
        let m = orientation.rotate(field)
        let length = m.length
        guard length > 0 else { return }
        let n = m / length
        let tolerance = parameters.motionFieldTolerance
        let trust = state.learntField.learn(m, magnitude: length, after: dt, tolerance: tolerance)
        let d = state.learntField.direction
        state.scatter.observe(field: m, about: state.learntField, after: dt)
        let noise = parameters.motionMagnetometerNoise
        let variance = noise * noise / (dt * trust)
        let across = Vector3(0, d.z, -d.y)
        var correction = ErrorCovariance.Correction()
        state.covariance.update(along: across, innovation: -n.x, variance: variance, correction: &correction)
        state.covariance.update(
            along: Vector3(1, 0, 0), innovation: n.dot(across), variance: variance, correction: &correction)
        apply(correction)
    }
}

/// The error of `KalmanFilter`'s motion model beyond its noise: accelerations, magnets and the lag of a turn last, so
/// the scatter of force and field about the expected ones does not average out.
///
/// Two mean squares over a second, each the sum of scatter and excess as `VectorScatter` weighs them.
struct MotionScatter: FilterState {
    /// Which part of them is error; the rest is noise that the filter averages.
    static let share = 0.35

    private var tilt = VectorScatter.prior / 3
    private var field = VectorScatter.prior

    /// A force in the earth frame, m/s^2, that covers `dt` seconds.
    mutating func observe(force: Vector3, after dt: Double) {
        let scatter = (force - Vector3(0, 0, Levelling.gravity)).lengthSquared / (Levelling.gravity * Levelling.gravity)
        let excess = force.length / Levelling.gravity - 1
        tilt += dt / (VectorScatter.memory + dt) * (scatter / 3 + VectorScatter.excessFactor * excess * excess - tilt)
    }

    /// A field in the earth frame, microtesla, and the learnt one.
    mutating func observe(field sample: Vector3, about learnt: LearntField, after dt: Double) {
        guard learnt.magnitude > 0 else { return }
        let length = sample.length
        let scatter =
            (sample - length * learnt.direction).lengthSquared / (learnt.magnitude * learnt.magnitude)
        let excess = length / learnt.magnitude - 1
        field += dt / (VectorScatter.memory + dt) * (scatter + VectorScatter.excessFactor * excess * excess - field)
    }

    /// Variance of the tilt, rad^2 per axis, and of the heading, rad^2, where `horizontal` is the horizontal part
    /// of the field's direction.
    func variance(horizontal: Double) -> (tilt: Double, heading: Double) {
        let tangent = VectorScatter.squaredTangent(horizontal: horizontal)
        return (Self.share * tilt, Self.share * (field * (1 + tangent) + tilt * tangent))
    }
}
