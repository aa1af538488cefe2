import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Complementary filter on quaternions: the gyroscope for what is fast, accelerometer and magnetometer for what is slow.
///
/// Each sample turns the orientation by a part of its disagreement: 1 - exp(-dt / T), which is exact for every step, and
/// the plain mean during the first T. The accelerometer turns about horizontal axes alone, the magnetometer about the
/// vertical alone. The integral of the corrections is the gyroscope's bias; no field is rejected. See
/// docs/reference/filters-complementary.md for all formulas.
public struct ComplementaryFilter: OrientationFilter {
    /// What the samples left behind.
    public struct State: Codable, Sendable, Equatable {
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
        summary: "gyroscope corrected by accelerometer (tilt) and magnetometer (heading) with constant gains and bias",
        reference: "R. Mahony, T. Hamel, J.-M. Pflimlin, IEEE Trans. Automatic Control 53(5), 2008",
        withoutGyroscope: "a rate that is forgotten within rateDecay, corrected with rateGain: an alpha-beta filter",
        worksWithoutMagnetometer: true)

    /// Time constants and gains.
    public let parameters: Parameters
    /// What the samples left behind.
    public var state = State()
    let longestStep: Int64

    /// A filter that has seen nothing.
    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        longestStep = Int64(parameters.longestStep * 1e9)
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
