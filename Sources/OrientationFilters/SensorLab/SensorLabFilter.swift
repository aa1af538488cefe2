import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The best causal estimator of this project: one error-state filter for all that a moving device can learn about itself.
///
/// Attitude, velocity, the gyroscope's bias and 3 x 3 scale, hard iron, the local field and the accelerometer's bias share
/// one covariance. The gyroscope is integrated sample by sample; ten times a second the filter is corrected with what the
/// samples since then add up to, so the cost per sample is small. See docs/reference/filters-sensorlab.md for all formulas.
public struct SensorLabFilter: OrientationFilter {
    /// What the samples left behind.
    public struct State: Codable, Sendable, Equatable {
        // Widest alignment first: the filter and its covariance stay below 4 KiB.
        /// What the latest blocks have done to the heading (rad) and the bias (rad/s).
        var influence = SIMD4<Float>.zero
        var steadiness = FieldSteadiness()
        /// For how long the learnt field has contradicted the heading, s.
        var astrayTime: Float = 0
        /// Seconds of corrections so far.
        var age: Float = 0

        var startUp = StartUp()
        /// Device to earth at `time`.
        var orientation: Quaternion?
        var time: Int64 = 0
        var gyroscopeTime: Int64?
        /// The latest reading of the gyroscope, rad/s.
        var reading = Vector3.zero

        /// The gyroscope: rate = reading - bias - scale reading; rad/s and without unit, device axes.
        var bias = Vector3.zero
        var scale = Matrix3.zero
        /// m/s, earth frame.
        var velocity = Vector3.zero
        /// m/s^2, device axes.
        var accelerometerBias = Vector3.zero
        /// Microtesla, device axes.
        var hardIron = Vector3.zero
        /// The local field's horizontal and upward component, microtesla.
        var fieldNorth = 0.0
        var fieldUp = 0.0
        var covariance = PackedCovariance(count: Index.count)

        var span = StrapdownSpan()
        var forceClock = SampleClock()
        var fieldClock = SampleClock()
        var rest = RestDetector()
        /// Mean force of a second, earth frame, m/s^2.
        var meanForce = Vector3(0, 0, Levelling.gravity)

        var magnetic = MagneticReference()
        var block = FieldBlock()
        var usesMotionModel = false
        var hasHeading = false
        var isNearMagnet = false
        /// Whether the horizon has become known, and what it had been turned by until then, rad.
        var isLevel = false
        var levelled = SIMD2<Float>.zero
        /// For how long the magnetometer has been rejected, s.
        var rejectedTime = 0.0
        /// For how long the magnetometer has agreed with the heading, s, by its weight.
        var confirmedTime = 0.0
    }

    /// Where the error states stand in the covariance.
    enum Index {
        /// Rotation vector, earth frame.
        static let attitude = 0
        static let velocity = 3
        static let bias = 6
        /// The scale's columns, one after the other.
        static let scale = 9
        static let hardIron = 18
        /// North, up.
        static let field = 21
        static let force = 23
        static let count = 26
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "sensorlab",
        summary: "attitude, gyroscope bias and scale, hard iron and local field in one robust error-state filter",
        reference: "docs/reference/filters-sensorlab.md; after Lefferts, Markley, Shuster 1982; Schmidt 1966",
        withoutGyroscope: "attitude, rate and bounded acceleration, their sizes learnt from field and force",
        worksWithoutMagnetometer: true)

    /// What is believed about sensors, motion and field.
    public let parameters: Parameters
    /// What the samples left behind.
    public var state = State()

    /// A filter that has seen nothing.
    public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Integrates the mean of the last and this rate (rad/s); ten times a second, the corrections follow.
    public mutating func update(gyroscope reading: Vector3, at time: Int64) {
        let previous = state.gyroscopeTime
        let mean = 0.5 * (state.reading + reading)
        state.gyroscopeTime = time
        state.reading = reading
        guard let previous, time > previous, !isGap(from: previous, to: time) else {
            return leaveMotionModel(at: time)
        }
        state.rest.observe(rate: reading, after: LogTime.seconds(time - previous))
        guard let orientation = state.orientation else { return }
        if state.usesMotionModel { leaveMotionModel(at: time) }
        guard time > state.time else { return }
        let step = LogTime.seconds(time - state.time)
        let turned = (orientation * Quaternion(rotationVector: step * rate(of: mean))).renormalized
        state.orientation = turned
        state.time = time
        state.span.add(mean, orientation: turned, for: step)
        if state.span.duration >= Self.correctionStep { correct() }
    }

    /// Gathers the force, m/s^2, in the earth frame.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        let dt = state.forceClock.step(to: time)
        guard let orientation = state.orientation else {
            if let first = state.startUp.observe(force: force, at: time) { start(first, at: time) }
            return
        }
        state.rest.observe(force: force, after: dt)
        if entersMotionModel(at: time) { return useInMotionModel(force: force, after: dt, at: time) }
        let f = orientation.rotate(carried(force - state.accelerometerBias, to: time))
        state.span.force += dt * f
        state.span.forceDuration += dt
    }

    /// Gathers the field, microtesla, in the earth frame, and judges whether it is the learnt one.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        let dt = state.fieldClock.step(to: time)
        guard let orientation = state.orientation else {
            if let first = state.startUp.observe(field: field) { start(first, at: time) }
            return
        }
        if entersMotionModel(at: time) { return useInMotionModel(field: field, after: dt, at: time) }
        let m = orientation.rotate(carried(field - state.hardIron, to: time))
        if state.hasHeading { gather(m, for: dt) } else { takeFirstHeading(m) }
    }

    /// The orientation with its sigmas, `latency` seconds after the last sample's stamp. The heading's sigma is NaN as long
    /// as there was no field.
    public var estimate: OrientationEstimate? {
        guard let orientation = state.orientation else { return nil }
        if state.usesMotionModel { return estimateOfMotionModel }
        let p = parameters
        let v = state.covariance
        let tilt = 0.5 * (v[0, 0] + v[1, 1]) + p.levelSigma * p.levelSigma
        let rejected = state.rejectedTime / (state.rejectedTime + Self.rejectedSpan)
        let heading =
            p.headingShare * p.headingShare * v[2, 2] + p.fieldSigma * p.fieldSigma
            + rejected * p.disturbedSigma * p.disturbedSigma
        let ahead = Quaternion(rotationVector: p.latency * rate(of: state.reading))
        return OrientationEstimate(
            orientation: (orientation * ahead).renormalized, gyroscopeBias: state.bias,
            headingSigma: state.hasHeading ? AngleVariance.sigma(heading) : .nan,
            inclinationSigma: AngleVariance.sigma(tilt), rest: Flag(state.rest.isAtRest),
            disturbed: state.hasHeading ? state.magnetic.isUndisturbed.map { Flag(!$0) } ?? .unknown : .unknown)
    }

    /// The rate that a reading stands for, rad/s.
    @inline(__always)
    func rate(of reading: Vector3) -> Vector3 { reading - state.bias - state.scale * reading }

    /// A device vector at `time` in the device axes of the state's time, to first order.
    @inline(__always)
    private func carried(_ v: Vector3, to time: Int64) -> Vector3 {
        let ahead = min(LogTime.seconds(time - state.time), KalmanFilter.longestCarry)
        return v + ahead * rate(of: state.reading).cross(v)
    }
}
