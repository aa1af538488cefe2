import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Complementary filter on quaternions: the gyroscope for what is fast, accelerometer and
/// magnetometer for what is slow.
///
/// Each sample turns the orientation by a part of its disagreement: 1 - exp(-dt / T), which is exact for every step,
/// and the plain mean during the first T. The accelerometer turns about horizontal axes alone, the magnetometer about
/// the vertical alone. The integral of the corrections is the gyroscope's bias; no field is rejected. See
/// docs/reference/filters-complementary.md for all formulas.
public struct ComplementaryFilter: OrientationFilter {
    /// The state after the samples so far.
    public struct State: FilterState {
        var startUp = StartUp()
        var orientation: Quaternion?
        /// The latest gyroscope reading, rad/s, bias included, and its stamp.
        var gyroscope: Vector3?
        var gyroscopeTime: Int64 = 0
        /// rad/s, device axes: what is to be subtracted from the readings.
        var bias = Vector3.zero
        var forceClock = SampleClock()
        var fieldClock = SampleClock()
        var hasHeading = false
        /// Without a gyroscope: the rate, rad/s, earth frame. The stamp is that of the latest force or field.
        var motionRate = Vector3.zero
        var motionTime: Int64 = 0
        var learntField = LearntField()
        /// Mean square of what is not gravity, (m/s^2)^2, over a second; at first that of a device being picked up.
        var agitation = 25.0
        var scatter = VectorScatter()
        /// Variances, rad^2: of the tilt per axis, and of the heading.
        var tiltVariance = 0.0
        var headingVariance = 0.0
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "complementary",
        summary: "gyroscope with a bias, corrected in tilt and heading with constant gains",
        reference: "R. Mahony et al., IEEE T-AC 53(5), 2008",
        withoutGyroscope: "a rate that decays within rateDecay, corrected with rateGain: an alpha-beta filter",
        worksWithoutMagnetometer: true)

    /// Time constants and gains.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state = State()
    let longestStep: Int64

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        longestStep = Int64(clamping: parameters.longestStep * 1e9)
    }

    /// Integrates the mean of the last and this rate (rad/s), free of bias.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        if let orientation = state.orientation, let last = state.gyroscope, time > state.gyroscopeTime {
            if time - state.gyroscopeTime <= longestStep {
                let dt = LogTime.seconds(time - state.gyroscopeTime)
                let mean = 0.5 * (last + rate) - state.bias
                state.orientation = (orientation * Quaternion(rotationVector: dt * mean)).renormalized
                addRandomWalk(rate: mean, after: dt)
            } else {
                addUnobservedMotion(until: time)
            }
        }
        state.gyroscope = rate
        state.gyroscopeTime = time
    }

    /// Turns the measured vertical (m/s^2) towards the true one.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        let dt = state.forceClock.step(to: time)
        guard let orientation = advanced(to: time) else {
            if let first = state.startUp.observe(force: force, at: time) { start(first, at: time) }
            return
        }
        let isMotion = usesMotionModel(at: time)
        let f = orientation.rotate(isMotion ? force : carried(force, to: time))
        state.scatter.observe(force: f, about: Vector3(0, 0, Levelling.gravity), at: time)
        let step = Step(
            span: isMotion ? parameters.motionAccelerometerTime : parameters.accelerometerTime, dt: dt,
            age: state.forceClock.age, isMotion: isMotion)
        let correction = Levelling.boundedCorrection(f)
        if !isMotion {
            let excess = (f - Vector3(0, 0, Levelling.gravity)).lengthSquared
            state.agitation += dt / (VectorScatter.memory + dt) * (excess - state.agitation)
            let calm = 1 / (1 + state.agitation / (parameters.biasAgitation * parameters.biasAgitation))
            learnBias(correction, step, delay: Self.tiltDelay, trust: calm, orientation)
        }
        turn(orientation, by: correction, step)
        mixTiltVariance(step)
    }

    /// Turns the measured north (microtesla) towards the true one; without a gyroscope, the whole field direction.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        let dt = state.fieldClock.step(to: time)
        guard let orientation = advanced(to: time) else {
            if let first = state.startUp.observe(field: field) { start(first, at: time) }
            return
        }
        let isMotion = usesMotionModel(at: time)
        let m = orientation.rotate(isMotion ? field : carried(field, to: time))
        let horizontal = (m.x * m.x + m.y * m.y).squareRoot()
        let length = m.length
        guard horizontal > 1e-6 * length else { return }
        let heading = Vector3(0, 0, Double.atan2(y: m.x, x: m.y))
        guard state.hasHeading else {
            state.orientation = Quaternion.aboutVertical(heading.z) * orientation
            state.headingVariance = firstHeadingVariance(horizontal: horizontal / length)
            state.hasHeading = true
            return
        }
        let step = Step(
            span: isMotion ? parameters.motionMagnetometerTime : parameters.magnetometerTime, dt: dt,
            age: state.fieldClock.age, isMotion: isMotion)
        if isMotion {
            state.scatter.observe(field: m, about: length * state.learntField.direction, at: time)
            let trust = learnField(m, length, after: dt, tolerance: parameters.fieldTolerance)
            // Where the magnitude strays from the learnt one, towards north alone: a magnet does not tilt the horizon.
            let whole = Quaternion(from: m, to: state.learntField.direction).rotationVector
            turn(orientation, by: trust * whole + (1 - trust) * heading, step)
        } else {
            state.scatter.observe(field: m, about: Vector3(0, horizontal, m.z), at: time)
            let trust = learnField(m, length, after: dt, tolerance: parameters.biasFieldTolerance)
            learnBias(heading, step, delay: Self.headingDelay, trust: trust, orientation)
            turn(orientation, by: heading, step)
        }
        mixHeadingVariance(step, horizontal: horizontal / length)
    }

    /// Starts again, with the bias learnt so far.
    public mutating func resume(at time: Int64) {
        let bias = state.bias
        state = State()
        state.bias = bias
    }

    /// The orientation with its bias and sigmas; the heading's is NaN as long as there was no field. Flags are unknown.
    public var estimate: OrientationEstimate? {
        guard let orientation = state.orientation else { return nil }
        let p = parameters
        let heading = state.headingVariance + p.fieldSigma * p.fieldSigma
        let tilt = state.tiltVariance + p.levelSigma * p.levelSigma
        return OrientationEstimate(
            orientation: orientation, gyroscopeBias: state.bias,
            headingSigma: state.hasHeading ? AngleVariance.sigma(heading) : .nan,
            inclinationSigma: AngleVariance.sigma(tilt))
    }

    private mutating func learnField(_ m: Vector3, _ length: Double, after dt: Double, tolerance: Double) -> Double {
        state.learntField.learn(m, magnitude: length, after: dt, tolerance: tolerance)
    }
}

// The start, the proportional and the integral part of a correction, and the motion model without a gyroscope.
extension ComplementaryFilter {
    /// How much a sample turns.
    struct Step {
        /// Time constant, s.
        let span: Double
        /// Seconds that the sample covers.
        let dt: Double
        /// Seconds of that sensor so far, this sample included.
        let age: Double
        let isMotion: Bool

        /// 1 - exp(-dt / T).
        var gain: Double { 1 - Double.exp(-dt / span) }
    }

    /// Seconds of data before which corrections of tilt and heading hardly change the bias: the time that the
    /// corrections of the start need to fade.
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
        return v.carried(back: LogTime.seconds(time - state.gyroscopeTime), rate: rate - state.bias)
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
    /// The gain falls as 6 / t^2, which is the slope of the least-squares line through all corrections so far, to its
    /// lasting value. Against a disturbance: little is learnt from a correction without trust, of a larger one only
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
