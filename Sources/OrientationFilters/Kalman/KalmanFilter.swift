import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Multiplicative extended Kalman filter: attitude error (three components, earth frame) and gyroscope bias.
///
/// The attitude is a quaternion; its error is a small rotation about the axes of the earth, q_true = exp(error) q. Then
/// the accelerometer measures the errors about east and north and the magnetometer the one about the vertical, each by
/// a constant scalar row, and the covariance stays that of a rotation. A magnet cannot tilt the horizon, because the
/// magnetometer corrects the heading (and the bias) alone. See docs/reference/filters-kalman.md for all formulas.
public struct KalmanFilter: OrientationFilter {
    /// The state after the samples so far.
    public struct State: FilterState {
        var startUp = StartUp()
        /// Device to earth at `time`.
        var orientation: Quaternion?
        var time: Int64 = 0
        var covariance = ErrorCovariance()

        var gyroscopeTime: Int64?
        /// The latest rate, bias included, rad/s.
        var lastRate = Vector3.zero
        /// rad/s, device axes.
        var bias = Vector3.zero
        /// The bias's covariance while the second triple of `covariance` is the rate of the motion model.
        var storedBiasCovariance = Matrix3.zero
        var usesMotionModel = false
        /// The motion model's rate, rad/s, earth frame.
        var rate = Vector3.zero
        var learntField = LearntField()
        var scatter = MotionScatter()

        var forceClock = SampleClock()
        var fieldClock = SampleClock()
        /// Mean square of the acceleration that is not gravity, (m/s^2)^2, over `agitationTime`.
        var agitation = 0.0
        /// Mean of the vertical force over a second, m/s^2.
        var verticalForce = Levelling.gravity
        var rest = CausalRestDetector()
        var magnetic = MagneticReference()
        var hasHeading = false
        /// For how long the magnetometer has been rejected, s.
        var rejectedTime = 0.0
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "kalman",
        summary: "multiplicative Kalman filter: attitude and gyroscope bias, heading-only magnetometer with gate",
        reference: "E. J. Lefferts et al., J. Guidance 5(5), 1982; J. Sola 2017, chapter 7",
        withoutGyroscope: "attitude with an angular rate that decays within rateDecay and is driven by rateNoise",
        worksWithoutMagnetometer: true)

    /// Noise, limits and times of sensors, motion and field.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state = State()
    let coefficients: Coefficients

    /// What follows from the parameters.
    struct Coefficients: Sendable {
        let longestStep: Int64
        let gyroscopeVariance: Double
        let gyroscopeScaleVariance: Double
        let biasWalkVariance: Double
        let tiltVariance: Double
        let headingVariance: Double
        let squaredGate: Double
        let inverseDeviation: Double

        init(_ p: Parameters) {
            longestStep = Int64(clamping: p.longestStep * 1e9)
            gyroscopeVariance = p.gyroscopeNoise * p.gyroscopeNoise
            gyroscopeScaleVariance = p.gyroscopeScaleNoise * p.gyroscopeScaleNoise
            biasWalkVariance = p.biasWalk * p.biasWalk
            let tilt = p.accelerometerNoise / Levelling.gravity
            tiltVariance = tilt * tilt
            headingVariance = p.magnetometerNoise * p.magnetometerNoise
            squaredGate = p.headingGate * p.headingGate
            inverseDeviation = 1 / (p.agitation * p.agitation)
        }
    }

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        coefficients = Coefficients(parameters)
        state.storedBiasCovariance = .identity * (parameters.initialBiasSigma * parameters.initialBiasSigma)
    }

    /// Predicts with the mean of the last and this rate (rad/s); at rest, learns the bias.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        let previous = state.gyroscopeTime
        let last = state.lastRate
        state.gyroscopeTime = time
        state.lastRate = rate
        guard let previous, time > previous, time - previous <= coefficients.longestStep else {
            return bridgeGap(to: time)
        }
        let dt = LogTime.seconds(time - previous)
        state.rest.observe(rate: rate, after: dt)
        guard let orientation = state.orientation else { return }
        if state.usesMotionModel { leaveMotionModel(at: time) }
        if time > state.time {
            predict(orientation, rate: 0.5 * (last + rate) - state.bias, to: time)
        }
        if state.rest.isSteady { learnBias(rate, after: dt) }
    }

    /// Corrects the tilt (and the bias) by the direction of the force, m/s^2.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        let dt = state.forceClock.step(to: time)
        guard let orientation = state.orientation else {
            if let first = state.startUp.observe(force: force, at: time) { start(first, at: time) }
            return
        }
        state.rest.observe(force: force, after: dt)
        if advanceWithoutGyroscope(to: time) {
            correctTiltInMotionModel(force, after: dt)
        } else {
            correctTilt(orientation.rotate(carried(force, to: time)), force: force, after: dt)
        }
    }

    /// Corrects the heading by the horizontal direction of the field, microtesla.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        let dt = state.fieldClock.step(to: time)
        state.rest.observe(field: field, after: dt)
        guard let orientation = state.orientation else {
            if let first = state.startUp.observe(field: field) { start(first, at: time) }
            return
        }
        let withoutGyroscope = advanceWithoutGyroscope(to: time)
        if !state.hasHeading {
            takeFirstHeading(orientation.rotate(field))
        } else if withoutGyroscope {
            correctByFieldInMotionModel(field, after: dt)
        } else {
            correctHeading(orientation.rotate(carried(field, to: time)), after: dt)
        }
    }

    /// Starts again, with the bias learnt so far, unless the other sensors carried the motion model through the hole.
    public mutating func resume(at time: Int64) {
        guard state.orientation != nil, time &- state.time > Hole.shortest else { return }
        let bias = state.bias
        let covariance = state.usesMotionModel ? state.storedBiasCovariance : state.covariance.second
        self = Self(parameters: parameters)
        (state.bias, state.storedBiasCovariance) = (bias, covariance)
    }

    /// The orientation with its sigmas. The heading's sigma is NaN as long as there was no field.
    public var estimate: OrientationEstimate? {
        guard let orientation = state.orientation else { return nil }
        let p = state.covariance.attitude
        let horizontal = state.learntField.direction.y
        let model =
            state.usesMotionModel ? state.scatter.variance(horizontal: horizontal) : (tilt: 0, heading: 0)
        let heading = p.row2.z + parameters.fieldSigma * parameters.fieldSigma + model.heading
        let tilt = 0.5 * (p.row0.x + p.row1.y) + parameters.levelSigma * parameters.levelSigma + model.tilt
        let knowsField = state.hasHeading && !state.usesMotionModel
        var estimate = OrientationEstimate(
            orientation: orientation, gyroscopeBias: state.bias,
            headingSigma: state.hasHeading ? AngleVariance.sigma(heading) : .nan,
            inclinationSigma: AngleVariance.sigma(tilt),
            rest: state.usesMotionModel ? .unknown : Flag(state.rest.isAtRest),
            disturbed: knowsField ? state.magnetic.isUndisturbed.map { Flag(!$0) } ?? .unknown : .unknown)
        let bias = state.usesMotionModel ? state.storedBiasCovariance : state.covariance.second
        estimate.setGyroscopeBias(variances: bias.diagonal)
        return estimate
    }
}

// Start, prediction and corrections while there is a gyroscope.
extension KalmanFilter {
    mutating func start(_ orientation: Quaternion, at time: Int64) {
        state.orientation = orientation
        state.time = max(time, state.gyroscopeTime ?? time)
        let tilt = StartUp.tiltVariance
        state.covariance.attitude = Matrix3(diagonal: Vector3(tilt, tilt, StartUp.headingVariance))
        state.covariance.second = state.storedBiasCovariance
        if state.gyroscopeTime == nil { enterMotionModel() }
        state.hasHeading = state.startUp.field != nil
    }

    /// The magnetometer began after the timeout of the start: the relative heading becomes a magnetic one.
    mutating func takeFirstHeading(_ field: Vector3) {
        guard StartUp.hasHeading(field), let orientation = state.orientation else { return }
        let turn = Quaternion.aboutVertical(Double.atan2(y: field.x, x: field.y))
        state.orientation = turn * orientation
        state.covariance.turnAttitude(by: turn.matrix)
        if state.usesMotionModel { state.rate = turn.rotate(state.rate) }
        state.covariance.attitude.row2.z = StartUp.headingVariance
        state.hasHeading = true
    }

    /// A device vector at `time` in the device axes of the state's time, to first order.
    @inline(__always)
    func carried(_ v: Vector3, to time: Int64) -> Vector3 {
        v.carried(back: LogTime.seconds(time - state.time), rate: state.lastRate - state.bias)
    }

    /// Turns the orientation and adds the correction to bias or rate.
    @inline(__always)
    mutating func apply(_ correction: ErrorCovariance.Correction) {
        guard let orientation = state.orientation else { return }
        state.orientation = (Quaternion(rotationVector: correction.attitude) * orientation).renormalized
        if state.usesMotionModel { state.rate += correction.second } else { state.bias += correction.second }
    }

    /// Strapdown with a rate free of bias, and its covariance: F = [I, -R dt; 0, I].
    @inline(__always)
    mutating func predict(_ orientation: Quaternion, rate: Vector3, to time: Int64) {
        let dt = LogTime.seconds(time - state.time)
        state.time = time
        state.orientation = (orientation * Quaternion(rotationVector: dt * rate)).renormalized
        let c = coefficients
        // The mean of two rates misses what the rate does in between: its second derivative times dt^3 / 12.
        let bend = parameters.rateCurvature * dt * dt * dt / 12
        let density = c.gyroscopeVariance + c.gyroscopeScaleVariance * rate.lengthSquared
        state.covariance.predict(
            transition: orientation.matrix * -dt, attitudeNoise: density * dt + bend * bend,
            secondNoise: c.biasWalkVariance * dt)
    }

    /// At rest the reading is the bias. One far from the estimate has little weight, since a slow steady turn looks
    /// like rest until the field tells them apart, but not none, so a bias that jumped is found again.
    @inline(never)
    mutating func learnBias(_ rate: Vector3, after dt: Double) {
        let y = rate - state.bias
        let (isBias, doubt) = state.rest.isBias(rate: rate, bias: state.bias, for: dt)
        if doubt > 0 { state.covariance.second = state.covariance.second + .identity * doubt }
        guard isBias else { return }
        let p = state.covariance.second.diagonal
        let surprise = max(y.x * y.x / (p.x + 1e-5), y.y * y.y / (p.y + 1e-5), y.z * y.z / (p.z + 1e-5)) / 16
        let variance = parameters.restNoise * parameters.restNoise / dt * max(1, surprise * surprise)
        var correction = ErrorCovariance.Correction()
        state.covariance.updateSecond(axis: 0, innovation: y.x, variance: variance, correction: &correction)
        state.covariance.updateSecond(axis: 1, innovation: y.y, variance: variance, correction: &correction)
        state.covariance.updateSecond(axis: 2, innovation: y.z, variance: variance, correction: &correction)
        apply(correction)
    }

    /// The force `f` (earth frame) against the vertical. Its noise follows the mean square of what is not gravity, and
    /// not the sample itself: weighting single samples by their own deviation would rectify a shake into a tilt.
    @inline(__always)
    mutating func correctTilt(_ f: Vector3, force: Vector3, after dt: Double) {
        let extra = (f - Vector3(0, 0, Levelling.gravity)).lengthSquared
        state.agitation += dt / (parameters.agitationTime + dt) * (extra - state.agitation)
        state.verticalForce += dt / (1 + dt) * (f.z - state.verticalForce)
        if state.verticalForce < 0 { return level(force) }

        let variance = coefficients.tiltVariance / dt * (1 + state.agitation * coefficients.inverseDeviation)
        let p = state.covariance.attitude
        let isCoarse = p.row0.x + p.row1.y > StartUp.tiltVariance
        let y = isCoarse ? Levelling.boundedCorrection(f) : Levelling.linearCorrection(f)
        updateTilt(y, variance: variance)
    }

    /// Two scalar measurements of the tilt: `y` about east and north, rad.
    @inline(__always)
    mutating func updateTilt(_ y: Vector3, variance: Double) {
        var correction = ErrorCovariance.Correction()
        state.covariance.update(
            along: Vector3(1, 0, 0), innovation: y.x, variance: variance, correction: &correction)
        state.covariance.update(
            along: Vector3(0, 1, 0), innovation: y.y, variance: variance, correction: &correction)
        apply(correction)
    }

    /// The mean force of a second points down: the horizon is upside down. Starts again from the latest force and from
    /// the next field, since the heading was taken on the wrong side as well.
    mutating func level(_ force: Vector3) {
        guard let orientation = state.orientation else { return }
        state.orientation = TiltCompass.levelled(orientation, force: force)
        state.verticalForce = Levelling.gravity
        state.agitation = 0
        state.covariance.cross = .zero
        let tilt = StartUp.tiltVariance
        state.covariance.attitude = Matrix3(diagonal: Vector3(tilt, tilt, StartUp.headingVariance))
        state.hasHeading = false
    }

    /// The horizontal direction of the field `m` (earth frame) against north, unless the field is
    /// disturbed or the heading jumps; after `recoveryTime` of rejection the field is used again, with an
    /// uncertainty that covers the jump.
    @inline(__always)
    mutating func correctHeading(_ m: Vector3, after dt: Double) {
        let p = parameters
        state.magnetic.observe(
            m, after: dt, rate: (state.lastRate - state.bias).length, magnitudeTolerance: p.magnitudeTolerance,
            dipTolerance: p.dipTolerance, acceptance: p.newFieldTime)
        guard m.x * m.x + m.y * m.y > 1e-6 * m.lengthSquared else { return }
        let y = Double.atan2(y: m.x, x: m.y)
        // The gate uses the noise of a second, not of a sample: it tests the heading, not the sample.
        let spread = state.covariance.attitude.row2.z + p.fieldSigma * p.fieldSigma + coefficients.headingVariance
        let jumps = y * y > coefficients.squaredGate * spread
        var variance = coefficients.headingVariance / dt
        let isDisturbed = state.magnetic.isUndisturbed == false
        if jumps || isDisturbed {
            let isLate = state.rejectedTime >= p.recoveryTime
            state.rejectedTime = min(state.rejectedTime + dt, p.recoveryTime)
            guard isLate else { return }
            if isDisturbed { variance *= 4 } else { state.covariance.attitude.row2.z += y * y }
        } else {
            state.rejectedTime = max(0, state.rejectedTime - 2 * dt)
        }
        var correction = ErrorCovariance.Correction()
        state.covariance.update(
            along: Vector3(0, 0, 1), innovation: y, variance: variance, headingOnly: true, correction: &correction)
        apply(correction)
    }
}
