import RealModule
import Rotations
import SensorModels

/// Multiplicative extended Kalman filter: attitude error (three components, earth frame) and gyroscope bias.
public struct KalmanFilter: OrientationFilter {
    /// What the samples left behind.
    public struct State: Codable, Sendable, Equatable {
        var startUp = StartUp()
        var orientation: Quaternion?
        var covariance = ErrorCovariance()
        var bias = Vector3.zero
        var biasCovariance = Matrix3.zero
        /// The stamp at which `orientation` holds.
        var time: Int64 = 0
        var gyroscopeTime: Int64?
        var lastRate = Vector3.zero
        var forceTime: Int64?
        var fieldTime: Int64?
        /// Earth frame, rad/s; used while there is no gyroscope.
        var rate = Vector3.zero
        /// The second triple of the covariance is the rate, not the bias.
        var usesMotionModel = false
        var hasHeading = false
        var rest = RestDetector()
        var magnetic = MagneticReference()
        var rejectedTime = 0.0
        var isRejecting = false
        var dip = 0.0
        var dipTime = 0.0
    }

    public static let information = FilterInformation(
        name: "kalman",
        summary: "multiplicative Kalman filter: attitude and gyroscope bias, heading-only magnetometer, gate with recovery",
        reference: "E. Lefferts, F. Markley, M. Shuster, J. Guidance 5(5), 1982; J. Sola 2017, error state in the earth frame",
        withoutGyroscope: "attitude driven by an angular rate that decays with rateDecay and is driven by rateNoise",
        worksWithoutMagnetometer: true)

    public let parameters: Parameters
    public var state = State()
    let longestStep: Int64

    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        longestStep = Int64(parameters.longestStep * 1e9)
        state.biasCovariance = Matrix3.identity * (parameters.initialBiasSigma * parameters.initialBiasSigma)
    }

    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        let previous = state.gyroscopeTime
        state.gyroscopeTime = time
        if state.usesMotionModel { leaveMotionModel(at: time) }
        let last = state.lastRate
        state.lastRate = rate
        guard let previous, time > previous else { return }
        let dt = LogTime.seconds(time - previous)
        guard time - previous <= longestStep else { return }
        state.rest.observe(rate: rate, after: dt)
        guard state.orientation != nil else { return }
        if time > state.time { integrate(0.5 * (last + rate), over: LogTime.seconds(time - state.time), to: time) }
        if state.rest.isAtRest { learnBias(rate, after: dt) }
    }

    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        let dt = interval(since: state.forceTime, to: time)
        state.forceTime = time
        guard let orientation = state.orientation else {
            if let first = state.startUp.observe(force: force, at: time) { start(first, at: time) }
            return
        }
        state.rest.observe(force: force, after: dt)
        if advanceWithoutGyroscope(to: time) { return useForceInMotionModel(force, after: dt) }
        let ahead = LogTime.seconds(time - state.time)
        let omega = state.lastRate - state.bias
        let f = orientation.rotate(force + ahead * omega.cross(force))
        let innovation = Self.tiltInnovation(f)
        let deviation = (force.length - Self.gravity) / parameters.accelerometerDeviation
        let sigma = parameters.accelerometerNoise / Self.gravity
        var variance = sigma * sigma / dt * (1 + deviation * deviation)
        _ = variance
        let squared = innovation.lengthSquared
        let expected = variance + state.covariance.attitude.row0.x + state.covariance.attitude.row1.y
        if squared > 9 * expected { variance *= squared / (9 * expected) }
        var correction = ErrorCovariance.Correction()
        state.covariance.update(along: Vector3(1, 0, 0), innovation: innovation.x, variance: variance, correction: &correction)
        state.covariance.update(along: Vector3(0, 1, 0), innovation: innovation.y, variance: variance, correction: &correction)
        apply(correction)
    }

    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        let dt = interval(since: state.fieldTime, to: time)
        state.fieldTime = time
        guard let orientation = state.orientation else {
            if let first = state.startUp.observe(field: field) {
                start(first, at: time)
                startHeading()
            }
            return
        }
        if !state.hasHeading {
            return takeFirstHeading(orientation.rotate(field))
        }
        if advanceWithoutGyroscope(to: time) { return useFieldInMotionModel(field, after: dt) }
        let ahead = LogTime.seconds(time - state.time)
        let omega = state.lastRate - state.bias
        let m = orientation.rotate(field + ahead * omega.cross(field))
        useHeading(of: m, rate: omega.length, after: dt)
    }

    public var estimate: OrientationEstimate? {
        guard let orientation = state.orientation else { return nil }
        let p = state.covariance.attitude
        let field = parameters.fieldSigma
        return OrientationEstimate(
            orientation: orientation, gyroscopeBias: state.bias,
            headingSigma: state.hasHeading ? (p.row2.z + field * field).squareRoot() : .nan,
            inclinationSigma: (0.5 * (p.row0.x + p.row1.y)).squareRoot(),
            rest: state.usesMotionModel ? .unknown : Flag(state.rest.isAtRest),
            disturbed: state.hasHeading ? state.magnetic.isUndisturbed.map { Flag(!$0) } ?? .unknown : .unknown)
    }
}

extension KalmanFilter {
    static let gravity = 9.80665

    /// Seconds since the last sample of a sensor, for the weight of this one.
    func interval(since last: Int64?, to time: Int64) -> Double {
        guard let last, time > last else { return 0.005 }
        return min(LogTime.seconds(time - last), 0.2)
    }

    mutating func start(_ orientation: Quaternion, at time: Int64) {
        state.orientation = orientation
        state.time = max(time, state.gyroscopeTime ?? time)
        state.covariance = ErrorCovariance()
        state.covariance.attitude = Matrix3(diagonal: Vector3(0.1, 0.1, 0.4))
        if state.gyroscopeTime == nil { enterMotionModel() } else { state.covariance.second = state.biasCovariance }
        if state.startUp.field != nil { startHeading() }
    }

    mutating func startHeading() { state.hasHeading = true }

    mutating func takeFirstHeading(_ m: Vector3) {
        guard m.x * m.x + m.y * m.y > 0, let q = state.orientation else { return }
        state.orientation = Quaternion.aboutVertical(Double.atan2(y: m.x, x: m.y)) * q
        startHeading()
    }

    @inline(__always)
    static func tiltInnovation(_ f: Vector3) -> Vector3 {
        var y = Vector3(f.y, -f.x, 0) / gravity
        let l = y.length
        if f.z < 0 || l > 1 { y *= l > 0 ? 1 / l : 0 }
        return y
    }

    @inline(__always)
    mutating func apply(_ correction: ErrorCovariance.Correction) {
        guard let orientation = state.orientation else { return }
        state.orientation = (Quaternion(rotationVector: correction.attitude) * orientation).renormalized
        if state.usesMotionModel { state.rate += correction.second } else { state.bias += correction.second }
    }

    @inline(__always)
    mutating func integrate(_ rate: Vector3, over dt: Double, to time: Int64) {
        guard let orientation = state.orientation else { return }
        let omega = rate - state.bias
        let middle = orientation.matrix
        state.orientation = (orientation * Quaternion(rotationVector: dt * omega)).renormalized
        state.time = time
        let p = parameters
        let density = p.gyroscopeNoise * p.gyroscopeNoise + p.gyroscopeScaleNoise * p.gyroscopeScaleNoise * omega.lengthSquared
        let bend = p.rateCurvature * dt * dt * dt / 12
        state.covariance.predict(
            transition: middle * -dt, attitudeNoise: density * dt + min(bend * bend, 3),
            secondNoise: p.biasWalk * p.biasWalk * dt)
    }

    mutating func learnBias(_ rate: Vector3, after dt: Double) {
        let variance = parameters.restNoise * parameters.restNoise / dt
        let y = rate - state.bias
        var correction = ErrorCovariance.Correction()
        for axis in 0..<3 {
            state.covariance.updateSecond(axis: axis, innovation: y[axis], variance: variance, correction: &correction)
        }
        apply(correction)
    }

    mutating func useHeading(of m: Vector3, rate: Double, after dt: Double) {
        let p = parameters
        state.magnetic.observe(
            m, after: dt, rate: rate, magnitudeTolerance: p.magnitudeTolerance, dipTolerance: p.dipTolerance,
            acceptance: p.newFieldTime)
        guard m.x * m.x + m.y * m.y > 1e-6 * m.lengthSquared else { return }
        let y = Double.atan2(y: m.x, x: m.y)
        var variance = p.magnetometerNoise * p.magnetometerNoise / dt
        let disturbed = state.magnetic.isUndisturbed == false
        if disturbed {
            if state.rejectedTime < p.recoveryTime {
                state.rejectedTime += dt
                return
            }
            variance *= 4
        } else {
            state.rejectedTime = max(0, state.rejectedTime - 2 * dt)
        }
        var correction = ErrorCovariance.Correction()
        state.covariance.update(
            along: Vector3(0, 0, 1), innovation: y, variance: variance, headingOnly: true, correction: &correction)
        apply(correction)
    }
}
