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
        let variance = sigma * sigma / dt
        var correction = ErrorCovariance.Correction()
        state.covariance.update(
            along: Vector3(1, 0, 0), innovation: y.x, variance: variance, correction: &correction)
        state.covariance.update(
            along: Vector3(0, 1, 0), innovation: y.y, variance: variance, correction: &correction)
        apply(correction)
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
