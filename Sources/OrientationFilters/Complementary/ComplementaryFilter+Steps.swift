import RealModule
import Rotations
import SensorModels
import Vocabulary

// The start, the proportional and the integral part of a correction, and the motion model without a gyroscope.
extension ComplementaryFilter {
    /// How much a sample turns.
    struct Step {
        /// Time constant, s.
        let span: Double
        /// What the sample stands for, s.
        let dt: Double
        /// Seconds of that sensor so far, this sample included.
        let age: Double
        let isMotion: Bool

        /// 1 - exp(-dt / T).
        var gain: Double { 1 - Double.exp(-dt / span) }
    }

    /// Seconds of data before which the tilt and the heading hardly teach the bias: the time that corrections of the
    /// start itself need to fade.
    static let tiltDelay = 4.0
    static let headingDelay = 8.0

    mutating func start(_ orientation: Quaternion, at time: Int64) {
        state.orientation = orientation
        state.motionTime = time
        state.hasHeading = state.startUp.field != nil
        state.tiltVariance = state.scatter.tiltVariance
        if let field = state.startUp.field, let n = orientation.rotate(field).normalized {
            state.headingVariance = firstHeadingVariance(horizontal: (n.x * n.x + n.y * n.y).squareRoot())
        }
    }

    func usesMotionModel(at time: Int64) -> Bool {
        state.gyroscope == nil || time - state.gyroscopeTime > longestStep
    }

    /// A device vector at `time` in the device axes of the last gyroscope sample, to first order.
    func carried(_ v: Vector3, to time: Int64) -> Vector3 {
        guard let rate = state.gyroscope else { return v }
        let ahead = min(LogTime.seconds(time - state.gyroscopeTime), KalmanFilter.longestCarry)
        return v + ahead * (rate - state.bias).cross(v)
    }

    /// The orientation, advanced to `time` by the motion model where there is no gyroscope.
    mutating func advanced(to time: Int64) -> Quaternion? {
        guard let orientation = state.orientation else { return nil }
        guard usesMotionModel(at: time) else {
            state.motionRate = .zero
            state.motionTime = time
            return orientation
        }
        guard time > state.motionTime else { return orientation }
        let dt = LogTime.seconds(time - state.motionTime)
        if dt > SampleClock.longestStep { addUnobservedMotion(until: time) }
        let decay = Double.exp(-dt / parameters.rateDecay)
        let step = (parameters.rateDecay * (1 - decay)) * state.motionRate
        state.motionTime = time
        state.motionRate *= decay
        return (Quaternion(rotationVector: step) * orientation).renormalized
    }

    /// Turns by a part of the correction (earth frame, rad), in the motion model the rate as well.
    mutating func turn(_ orientation: Quaternion, by correction: Vector3, _ step: Step) {
        let gain = step.gain
        if step.isMotion { state.motionRate += (parameters.rateGain * gain / step.span) * correction }
        let turn = max(gain, step.dt / step.age) * correction
        state.orientation = (Quaternion(rotationVector: turn) * orientation).renormalized
    }

    /// The part of the bias that is known after `age` seconds: with a prior and white noise, t^3 / (t^3 + delay^3).
    static func knownShare(age: Double, delay: Double) -> Double {
        let ratio = delay / age
        return 1 / (1 + ratio * ratio * ratio)
    }

    /// Takes a part of the correction (earth frame, rad) for the gyroscope's bias.
    ///
    /// The gain falls as 6 / t^2, which is the slope of the least-squares line through all corrections so far, to its lasting
    /// value. Against a disturbance: little is learnt from a correction without trust, of a larger one only
    /// `biasCorrection`, and the bias stays within `biasLimit`.
    mutating func learnBias(
        _ correction: Vector3, _ step: Step, delay: Double, trust: Double, _ orientation: Quaternion
    ) {
        let p = parameters
        let gain = max(1 / (step.span * p.biasTime), 6 / (step.age * step.age))
        let length = correction.length
        let bounded = length > p.biasCorrection ? (p.biasCorrection / length) * correction : correction
        let weight = trust * Self.knownShare(age: step.age, delay: delay) * gain * step.dt
        let bias = state.bias - weight * orientation.unrotate(bounded)
        let size = bias.length
        state.bias = size > p.biasLimit ? (p.biasLimit / size) * bias : bias
    }
}
