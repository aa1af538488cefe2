import RealModule
import Rotations
import SensorModels
import Vocabulary

// Start, prediction and corrections while there is a gyroscope.
extension KalmanFilter {
    /// Variance of the tilt at the start, rad^2: one sample of a moving phone.
    static let startTiltVariance = 0.1
    /// Variance of the heading at the start, rad^2: one sample, in a field that may be disturbed. Wide enough for the gate to
    /// let half a turn pass.
    static let startHeadingVariance = 0.65
    /// A vector is carried no further than this from the last gyroscope sample, s.
    static let longestCarry = 0.1
    /// A steady rate further than this from the believed bias is a turn and no rest, rad/s (8.6 deg/s; phones were seen
    /// with a bias of up to 6).
    static let largestBiasError = 0.15

    mutating func start(_ orientation: Quaternion, at time: Int64) {
        state.orientation = orientation
        state.time = max(time, state.gyroscopeTime ?? time)
        let tilt = Self.startTiltVariance
        state.covariance.attitude = Matrix3(diagonal: Vector3(tilt, tilt, Self.startHeadingVariance))
        state.covariance.second = state.storedBiasCovariance
        if state.gyroscopeTime == nil { enterMotionModel() }
        state.hasHeading = state.startUp.field != nil
    }

    /// The magnetometer began after the patience of the start: the relative heading becomes a magnetic one.
    mutating func takeFirstHeading(_ field: Vector3) {
        guard field.x * field.x + field.y * field.y > 0, let orientation = state.orientation else { return }
        let turn = Quaternion.aboutVertical(Double.atan2(y: field.x, x: field.y))
        state.orientation = turn * orientation
        state.covariance.turnAttitude(by: turn.matrix)
        if state.usesMotionModel { state.rate = turn.rotate(state.rate) }
        state.covariance.attitude.row2.z = Self.startHeadingVariance
        state.hasHeading = true
    }

    /// A device vector at `time` in the device axes of the state's time, to first order.
    @inline(__always)
    func carried(_ v: Vector3, to time: Int64) -> Vector3 {
        let ahead = min(LogTime.seconds(time - state.time), Self.longestCarry)
        return v + ahead * (state.lastRate - state.bias).cross(v)
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

    /// At rest the gyroscope shows its bias. A reading far off what is believed counts little, since a slow steady turn
    /// looks like rest; it counts nevertheless, so a bias that jumped is found again.
    @inline(__always)
    mutating func learnBias(_ rate: Vector3, after dt: Double) {
        let y = rate - state.bias
        guard y.lengthSquared < Self.largestBiasError * Self.largestBiasError else { return }
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
        let isCoarse = p.row0.x + p.row1.y > Self.startTiltVariance
        let y = isCoarse ? Levelling.boundedCorrection(f) : Levelling.linearCorrection(f)
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
        let tilt = Self.startTiltVariance
        state.covariance.attitude = Matrix3(diagonal: Vector3(tilt, tilt, Self.startHeadingVariance))
        state.hasHeading = false
    }

    /// The horizontal direction of the field `m` (earth frame) against north, unless the field is disturbed or the
    /// heading jumps; after `recoveryTime` of that the field is believed again, from an uncertainty that covers the jump.
    @inline(__always)
    mutating func correctHeading(_ m: Vector3, after dt: Double) {
        let p = parameters
        state.magnetic.observe(
            m, after: dt, rate: (state.lastRate - state.bias).length, magnitudeTolerance: p.magnitudeTolerance,
            dipTolerance: p.dipTolerance, acceptance: p.newFieldTime)
        guard m.x * m.x + m.y * m.y > 1e-6 * m.lengthSquared else { return }
        let y = Double.atan2(y: m.x, x: m.y)
        // The gate takes the noise of a second, not that of a sample: what matters is the heading, not the sample.
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
