import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Attitude from accelerometer and magnetometer alone: `sensorlab` where there is no gyroscope, and in its gaps.
///
/// The field's direction determines two axes of the attitude. The third, the turn about the field, follows from the
/// force alone: f = g + a. Its weight is estimated from what needs no attitude: the direction of the field in device
/// axes shows how fast the device turns, and the part of the force along the field, f . m/|m|, is gravity's, -g
/// sin(dip), plus that of the acceleration. The acceleration is a state whose velocity is bounded, so a swing leaves no
/// tilt. Formulas: docs/reference/filters-sensorlab.md; how the numbers were chosen: docs/studies/estimators-tried.md.
struct MotionModel: FilterState {
    /// How fast a rate is forgotten, s.
    static let rateDecay = 0.06
    /// Variance of the rate per axis, as a multiple of the mean square of what the field shows
    /// of it (two axes of three).
    static let turningShare = 2.5
    /// Least standard deviation of the rate, rad/s.
    static let leastRate = 1.5
    /// The field's direction is compared with its own mean over this time, s.
    static let turningSpan = 0.05
    /// Decay of the acceleration and of the velocity, 1/s.
    static let push = Oscillator(slow: 4.3, fast: 14.9)
    /// Variance of the acceleration per axis, as a multiple of the mean square of what the force shows of it.
    static let pushShare = 4.5
    /// Least standard deviation of the acceleration, m/s^2.
    static let leastPush = 0.2
    /// Time constant below which changes of the force are vibration, s: noise, and no acceleration of the model.
    static let vibrationSpan = 0.025
    /// Spectral density of the vibration's noise as a multiple of its mean square, s.
    static let vibrationShare = 0.08
    /// Noise of the accelerometer, m/s^2*sqrt(s).
    static let forceNoise = 0.1
    /// Noise of the field's direction, rad*sqrt(s).
    static let fieldNoise = 0.015
    /// Deviation of the field's magnitude that doubles its variance, as a part.
    static let fieldTolerance = 0.06
    /// Deviation of the dip that doubles the field's variance while the device is calm, rad.
    static let dipTolerance = 0.1
    /// A deviation of the dip may be an acceleration: up to this multiple of the mean square of
    /// what the magnitude shows.
    static let dipShare = 3.0
    /// How long a deviation is remembered: a magnet's field crosses the usual magnitude now and then, s.
    static let deviationMemory = 1.0
    /// Time constant of the mean squares, s.
    static let memory = 1.0
    /// Heading error in a field of which only the deviation is known, rad.
    static let disturbedSigma = 1.0
    /// The squared deviation, in tolerances, at which half of that error's variance is added.
    static let disturbedFrom = 30.0
    /// Error of the heading that lasts (calibration, buildings), rad.
    static let fieldSigma = 0.05
    /// Error of the vertical that lasts (calibration), rad.
    static let levelSigma = 0.012

    /// Errors of attitude, rate, acceleration and velocity, earth axes.
    var covariance = MotionCovariance()
    /// rad/s, earth axes.
    var rate = Vector3.zero
    /// m/s^2 and m/s, earth axes.
    var acceleration = Vector3.zero
    var velocity = Vector3.zero
    /// Dip and magnitude of the local field.
    var field = LearntField()
    /// The field's latest direction, and its mean over `turningSpan`, device axes; zero before the first field.
    private(set) var direction = Vector3.zero
    private var meanDirection = Vector3.zero
    /// Mean squares: of the rate across the field, (rad/s)^2; of slow and fast accelerations
    /// and of `excess`, (m/s^2)^2.
    private var turning = 1.0
    private var pushing = 1.0
    private var vibrating = 0.01
    private var squaredExcess = 1.0
    /// Mean over `vibrationSpan` of the acceleration along the field and of the excess of the
    /// force over gravity, m/s^2.
    private var along = 0.0
    private var excess = 0.0
    /// Remembered squared deviation of the field's magnitude or dip, in tolerances.
    private var deviation = 0.0

    /// A device of which the attitude is known with this covariance, rad^2, earth axes.
    init(attitude: Matrix3, field: LearntField = LearntField()) {
        self.field = field
        covariance.ee = attitude
        covariance.ww = .identity * rateVariance
        covariance.aa = .identity * pushVariance
        covariance.vv = .identity * (pushVariance * Self.push.velocityShare)
    }

    private var rateVariance: Double { Self.turningShare * turning + Self.leastRate * Self.leastRate }
    private var pushVariance: Double { Self.pushShare * pushing + Self.leastPush * Self.leastPush }

    /// Predicts over `dt` seconds.
    mutating func advance(_ orientation: Quaternion, by dt: Double) -> Quaternion {
        let tau = Self.rateDecay
        let x = dt / tau
        let decay = Double.exp(-x)
        let gain = tau * (1 - decay)
        // The integral's variance is a difference of nearly equal numbers for small steps; its series is x^3 / 3.
        let integral = x < 1e-3 ? x * x * x / 3 : x - 2 * (1 - decay) + 0.5 * (1 - decay * decay)
        let variance = rateVariance
        covariance.predictTurn(
            gain: gain, decay: decay,
            noise: (
                attitude: 2 * variance * tau * tau * integral, cross: variance * tau * (1 - decay) * (1 - decay),
                rate: variance * (1 - decay * decay)
            ))
        let step = Self.push.transition(over: dt)
        covariance.predictPush(by: step, noise: Self.push.noise(over: step, variance: pushVariance))
        let turned = (Quaternion(rotationVector: gain * rate) * orientation).renormalized
        rate *= decay
        (acceleration, velocity) = (
            step.aa * acceleration + step.av * velocity, step.va * acceleration + step.vv * velocity
        )
        return turned
    }

    /// A force in device axes, m/s^2, that covers `dt` seconds: f = g + a - e x (g + a) in earth axes.
    mutating func correct(_ orientation: Quaternion, force: Vector3, after dt: Double) -> Quaternion {
        let f = orientation.rotate(force)
        let expected = acceleration + Vector3(0, 0, Levelling.gravity)
        let y = f - expected
        // Half way between both the product is right to second order: a turn by t leaves 2
        // sin(t / 2) across cos(t / 2).
        let lever = 0.5 * (f + expected)
        let variance = (Self.forceNoise * Self.forceNoise + Self.vibrationShare * vibrating) / dt
        var c = MotionCovariance.Correction()
        covariance.update(
            attitude: Vector3(0, -lever.z, lever.y), acceleration: Vector3(1, 0, 0), innovation: y.x,
            variance: variance, correction: &c)
        covariance.update(
            attitude: Vector3(lever.z, 0, -lever.x), acceleration: Vector3(0, 1, 0), innovation: y.y,
            variance: variance, correction: &c)
        covariance.update(
            attitude: Vector3(-lever.y, lever.x, 0), acceleration: Vector3(0, 0, 1), innovation: y.z,
            variance: variance, correction: &c)
        learnPush(force, after: dt)
        return applied(c, to: orientation)
    }

    /// The part of the acceleration that is measured without the attitude: along the field, and the
    /// excess of the magnitude.
    private mutating func learnPush(_ force: Vector3, after dt: Double) {
        guard field.magnitude > 0 else { return }
        let gain = dt / (Self.vibrationSpan + dt)
        let (a, e) = (force.dot(direction) + Levelling.gravity * field.sineOfDip, force.length - Levelling.gravity)
        along += gain * (a - along)
        excess += gain * (e - excess)
        let share = dt / (Self.memory + dt)
        squaredExcess += share * (excess * excess - squaredExcess)
        // An acceleration shows in the magnitude as well; where it does not, the field has another dip.
        let calm = Self.dipTolerance * Levelling.gravity
        deviation = max(deviation, along * along / (Self.dipShare * squaredExcess + calm * calm))
        let trust = 1 / (1 + deviation)
        func square(_ a: Double, _ e: Double) -> Double { trust * a * a + e * e / 3 }
        pushing += share * (square(along, excess) - pushing)
        vibrating += share * (square(a - along, e - excess) - vibrating)
    }

    /// A field in device axes, microtesla, that covers `dt` seconds: its direction against the learnt one, across it.
    mutating func correct(_ orientation: Quaternion, field sample: Vector3, after dt: Double) -> Quaternion {
        let length = sample.length
        guard length > 0 else { return orientation }
        let isFirst = field.magnitude == 0
        direction = sample / length
        let m = orientation.rotate(sample)
        let trust = field.learn(m, magnitude: length, after: dt, tolerance: Self.fieldTolerance)
        learnTurning(isFirst: isFirst, after: dt)
        deviation = max(1 / trust - 1, deviation * Double.exp(-dt / Self.deviationMemory))

        let (n, d) = (m / length, field.direction)
        let variance = Self.fieldNoise * Self.fieldNoise * (1 + deviation) / dt
        var c = MotionCovariance.Correction()
        // (e x d) . u = e . (d x u) for u = east and u = d x east.
        let across = Vector3(0, d.z, -d.y)
        covariance.update(attitude: across, innovation: -n.x, variance: variance, correction: &c)
        covariance.update(
            attitude: Vector3(1, 0, 0), innovation: n.dot(across), variance: variance, correction: &c)
        return applied(c, to: orientation)
    }

    /// The mean square of the rate across the field: of the direction's lead over its own mean.
    private mutating func learnTurning(isFirst: Bool, after dt: Double) {
        if isFirst { meanDirection = direction }
        let lead = (direction - meanDirection) / Self.turningSpan
        turning += dt / (Self.memory + dt) / (1 + deviation) * (lead.lengthSquared - turning)
        meanDirection += dt / (Self.turningSpan + dt) * (direction - meanDirection)
    }

    private mutating func applied(_ c: MotionCovariance.Correction, to orientation: Quaternion) -> Quaternion {
        rate += c.rate
        acceleration += c.acceleration
        velocity += c.velocity
        return (Quaternion(rotationVector: c.attitude) * orientation).renormalized
    }

    /// Variances of the heading and of the vertical per axis, rad^2, errors that last included.
    var variances: (heading: Double, tilt: Double) {
        let square = deviation * deviation
        let disturbed = square / (Self.disturbedFrom * Self.disturbedFrom + square)
        return (
            heading: covariance.ee.row2.z + Self.fieldSigma * Self.fieldSigma
                + disturbed * Self.disturbedSigma * Self.disturbedSigma,
            tilt: 0.5 * (covariance.ee.row0.x + covariance.ee.row1.y) + Self.levelSigma * Self.levelSigma
        )
    }
}

// The filter without a gyroscope, and in its gaps: attitude and velocity are then uncorrelated with all other states.
extension SensorLabFilter {
    @inline(__always)
    func isGap(from previous: Int64, to time: Int64) -> Bool {
        LogTime.seconds(time - previous) > parameters.longestStep
    }

    /// Whether there is no gyroscope at `time`; the motion model begins where it was lost.
    mutating func entersMotionModel(at time: Int64) -> Bool {
        if state.usesMotionModel { return true }
        if let last = state.gyroscopeTime, !isGap(from: last, to: time) { return false }
        enterMotionModel()
        return true
    }

    mutating func enterMotionModel() {
        var field = LearntField()
        // A filter that has just started knows one sample of the field, which is not enough for its dip.
        if state.fieldNorth > 0 && state.gyroscopeTime != nil {
            field = LearntField(north: state.fieldNorth, up: state.fieldUp)
        }
        state.usesMotionModel = true
        adoptHypotheses()
        state.motion = MotionModel(attitude: state.covariance[block: Index.attitude, Index.attitude], field: field)
        state.covariance.isolate(0..<6, count: Index.count)
    }

    /// The gyroscope is back: the attitude has the covariance of the model, the velocity is unknown.
    mutating func leaveMotionModel(at time: Int64) {
        guard state.orientation != nil, time > state.time else { return }
        if !state.usesMotionModel { enterMotionModel() }
        _ = advancedByMotionModel(to: time)
        let attitude = state.motion.covariance.ee
        state.usesMotionModel = false
        state.motion = MotionModel(attitude: .zero)
        state.covariance.isolate(0..<3, count: Index.count)
        restartVelocity()
        state.covariance[block: Index.attitude, Index.attitude] = attitude
        state.block = FieldBlock()
        state.recentCorrections = .zero
    }

    /// The orientation at `time`.
    private mutating func advancedByMotionModel(to time: Int64) -> Quaternion? {
        guard let orientation = state.orientation, time > state.time else { return state.orientation }
        let turned = state.motion.advance(orientation, by: LogTime.seconds(time - state.time))
        state.time = time
        state.orientation = turned
        return turned
    }

    /// A force where there is no gyroscope, m/s^2, device axes.
    mutating func useInMotionModel(force: Vector3, after dt: Double, at time: Int64) {
        guard var orientation = advancedByMotionModel(to: time) else { return }
        let unbiased = force - state.accelerometerBias
        orientation = state.motion.correct(orientation, force: unbiased, after: dt)
        state.orientation = orientation
        state.meanForce += dt / (1 + dt) * (orientation.rotate(force) - state.meanForce)
        if isHorizonLost { levelInMotionModel(force) }
    }

    /// A field where there is no gyroscope, microtesla, device axes.
    mutating func useInMotionModel(field: Vector3, after dt: Double, at time: Int64) {
        guard let orientation = advancedByMotionModel(to: time) else { return }
        let unbiased = field - state.hardIron
        guard state.hasHeading else { return takeFirstHeadingInMotionModel(orientation, unbiased) }
        state.orientation = state.motion.correct(orientation, field: unbiased, after: dt)
    }

    /// The magnetometer began late: the heading is that of this field.
    private mutating func takeFirstHeadingInMotionModel(_ orientation: Quaternion, _ field: Vector3) {
        let m = orientation.rotate(field)
        guard StartUp.hasHeading(m) else { return }
        let tilt = state.motion.covariance.ee
        state.orientation = Quaternion.aboutVertical(Double.atan2(y: m.x, x: m.y)) * orientation
        restartMotionModel(tilt: Vector3(tilt.row0.x, tilt.row1.y, 0))
        state.hasHeading = true
    }

    /// The horizon was lost: starts again from this force and the latest field.
    private mutating func levelInMotionModel(_ force: Vector3) {
        guard let orientation = state.orientation else { return }
        state.meanForce = Vector3(0, 0, Levelling.gravity)
        let direction = state.motion.direction
        state.orientation =
            TiltCompass.orientation(force: force, field: direction) ?? TiltCompass.levelled(orientation, force: force)
        restartMotionModel(tilt: Vector3(StartUp.tiltVariance, StartUp.tiltVariance, 0))
    }

    /// Forgets everything but the tilt, of which x and y are the variances, rad^2.
    private mutating func restartMotionModel(tilt: Vector3) {
        state.motion = MotionModel(attitude: Matrix3(diagonal: Vector3(tilt.x, tilt.y, StartUp.headingVariance)))
    }

    /// The orientation of the motion model with its sigmas; rest and disturbance are unknown.
    func estimateOfMotionModel(_ orientation: Quaternion) -> OrientationEstimate {
        let variances = state.motion.variances
        return OrientationEstimate(
            orientation: orientation, gyroscopeBias: state.bias,
            headingSigma: state.hasHeading ? AngleVariance.sigma(variances.heading) : .nan,
            inclinationSigma: AngleVariance.sigma(variances.tilt), rest: .unknown, disturbed: .unknown)
    }
}
