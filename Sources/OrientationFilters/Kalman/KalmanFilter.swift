import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Multiplicative extended Kalman filter: attitude error (three components, earth frame) and gyroscope bias.
///
/// The attitude is a quaternion; its error is a small rotation about the axes of the earth, q_true = exp(error) q. Then
/// the accelerometer measures the errors about east and north and the magnetometer the one about the vertical, each by a
/// constant scalar row, and the covariance stays that of a rotation. A magnet cannot tilt the horizon, because the
/// magnetometer corrects the heading (and the bias) alone. See docs/reference/filters-kalman.md for all formulas.
public struct KalmanFilter: OrientationFilter {
    /// What the samples left behind.
    public struct State: Codable, Sendable, Equatable {
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
        var rest = RestDetector()
        var magnetic = MagneticReference()
        var hasHeading = false
        /// For how long the magnetometer has been rejected, s.
        var rejectedTime = 0.0
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "kalman",
        summary: "multiplicative Kalman filter: attitude and gyroscope bias, heading-only magnetometer with gate",
        reference: "E. J. Lefferts, F. L. Markley, M. D. Shuster, J. Guidance 5(5), 1982; J. Sola 2017, chapter 7",
        withoutGyroscope: "attitude with an angular rate that is forgotten within rateDecay and driven by rateNoise",
        worksWithoutMagnetometer: true)

    /// What is believed about sensors, motion and field.
    public let parameters: Parameters
    /// What the samples left behind.
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
            longestStep = Int64(p.longestStep * 1e9)
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

    /// A filter that has seen nothing.
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
        if state.rest.isAtRest { learnBias(rate, after: dt) }
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
        return OrientationEstimate(
            orientation: orientation, gyroscopeBias: state.bias,
            headingSigma: state.hasHeading ? AngleVariance.sigma(heading) : .nan,
            inclinationSigma: AngleVariance.sigma(tilt),
            rest: state.usesMotionModel ? .unknown : Flag(state.rest.isAtRest),
            disturbed: knowsField ? state.magnetic.isUndisturbed.map { Flag(!$0) } ?? .unknown : .unknown)
    }
}
