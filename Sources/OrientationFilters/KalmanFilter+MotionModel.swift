import RealModule
import Rotations
import SensorModels

// Without a gyroscope, and in its gaps: the attitude follows an angular rate that is forgotten and driven by noise.
extension KalmanFilter {
    mutating func enterMotionModel() {
        let p = parameters
        if !state.usesMotionModel { state.biasCovariance = state.covariance.second == .zero ? state.biasCovariance : state.covariance.second }
        state.usesMotionModel = true
        state.rate = .zero
        state.covariance.cross = .zero
        state.covariance.second = .identity * (p.rateNoise * p.rateNoise * p.rateDecay / 2)
    }

    mutating func leaveMotionModel(at time: Int64) {
        guard state.usesMotionModel else { return }
        if time > state.time { advanceMotion(to: time) }
        state.usesMotionModel = false
        state.covariance.cross = .zero
        state.covariance.second = state.biasCovariance
    }

    /// Advances to `time` where there is no gyroscope, or none since `longestStep`; `false` where there is one.
    mutating func advanceWithoutGyroscope(to time: Int64) -> Bool {
        if !state.usesMotionModel {
            if let last = state.gyroscopeTime, time - last <= longestStep { return false }
            enterMotionModel()
        }
        advanceMotion(to: time)
        return true
    }

    mutating func advanceMotion(to time: Int64) {
        guard time > state.time, let q = state.orientation else { return }
        let dt = LogTime.seconds(time - state.time)
        state.time = time
        let tau = parameters.rateDecay
        let f = Double.exp(-dt / tau)
        let a = tau * (1 - f)
        let drive = parameters.rateNoise * parameters.rateNoise * tau
        let second = drive * 0.5 * (1 - f * f)
        let cross = drive * 0.5 * tau * (1 - f) * (1 - f)
        let attitude = max(0, drive * tau * (dt - 2 * tau * (1 - f) + 0.5 * tau * (1 - f * f)))
        state.covariance.predict(gain: a, decay: f, noise: (min(attitude, 10), cross, second))
        state.orientation = (Quaternion(rotationVector: a * state.rate) * q).renormalized
        state.rate *= f
    }

    mutating func useForceInMotionModel(_ force: Vector3, after dt: Double) {
        guard let q = state.orientation else { return }
        let y = Self.tiltInnovation(q.rotate(force))
        let deviation = (force.length - Self.gravity) / parameters.accelerometerDeviation
        let sigma = parameters.motionAccelerometerNoise / Self.gravity
        let variance = sigma * sigma / dt * (1 + deviation * deviation)
        var correction = ErrorCovariance.Correction()
        state.covariance.update(along: Vector3(1, 0, 0), innovation: y.x, variance: variance, correction: &correction)
        state.covariance.update(along: Vector3(0, 1, 0), innovation: y.y, variance: variance, correction: &correction)
        apply(correction)
    }

    mutating func useFieldInMotionModel(_ field: Vector3, after dt: Double) {
        guard let q = state.orientation else { return }
        let m = q.rotate(field)
        guard let n = m.normalized else { return }
        state.magnetic.observe(
            m, after: dt, rate: 1, magnitudeTolerance: parameters.magnitudeTolerance, dipTolerance: parameters.dipTolerance,
            acceptance: parameters.newFieldTime)
        state.dipTime += dt
        state.dip += max(dt / (20 + dt), dt / state.dipTime) * (-n.z - state.dip)
        let s = max(-0.99, min(0.99, state.dip))
        let c = (1 - s * s).squareRoot()
        var variance = parameters.motionMagnetometerNoise * parameters.motionMagnetometerNoise / dt
        if let reference = state.magnetic.smoothed {
            _ = reference
        }
        variance *= 1
        let e2 = Vector3(0, -s, -c)
        var correction = ErrorCovariance.Correction()
        state.covariance.update(along: e2, innovation: -n.x, variance: variance, correction: &correction)
        state.covariance.update(along: Vector3(1, 0, 0), innovation: n.dot(e2), variance: variance, correction: &correction)
        apply(correction)
    }
}
