import Rotations
import SensorModels
import Vocabulary

/// The most accurate causal estimator of this project: one error-state filter for all states that a
/// moving device can observe.
///
/// Attitude, velocity, the gyroscope's bias and 3 x 3 scale, hard iron, the local field and the accelerometer's bias
/// share one covariance. The gyroscope is integrated sample by sample; ten times a second the filter is corrected with
/// what the samples since then add up to, so the cost per sample is small. The formulas are in
/// docs/reference/filters-sensorlab.md.
///
/// A running filter takes 5 KiB, the covariance's array included; 1 KiB of that is the motion model's own state.
public struct SensorLabFilter: OrientationFilter {
    /// The state after the samples so far.
    public struct State: FilterState {
        /// Corrections of the heading (rad) and of the bias (rad/s) by the latest blocks, for the rollback.
        var recentCorrections = SIMD4<Float>.zero
        var steadiness = FieldSteadiness()
        /// For how long the learnt field has contradicted the heading, s.
        var divergedTime: Float = 0
        /// Seconds of corrections so far.
        var age: Float = 0
        /// The variance of each axis of the hard iron at its start, microtesla^2; 0 before the first field.
        var hardIronPrior: Float = 0
        /// The effect of the hypotheses about the hard iron on the answer: the sine of half the angle by which it is
        /// turned about the vertical, and the change of the heading's variance, rad^2.
        var answerSine: Float = 0
        var answerVariance: Float = 0

        var startUp = StartUp()
        /// Device to earth at `time`.
        var orientation: Quaternion?
        var hasHeading = false
        /// Whether the horizon has become known.
        var isLevel = false
        /// Whether sensors' errors and field are known from before a hole: then the heading waits for the horizon.
        var isResumed = false
        /// Variance per axis of the turn between readings that their mean rate misses (`UnseenTurn`), since
        /// the last correction, rad^2.
        var unseenTurn: Float = 0
        var time: Int64 = 0
        /// The smallest number without a gyroscope: an optional would be twice as large.
        private var lastGyroscopeTime = Int64.min
        /// Stamp of the latest sample of the gyroscope; `nil` without one.
        var gyroscopeTime: Int64? {
            get { lastGyroscopeTime == .min ? nil : lastGyroscopeTime }
            set { lastGyroscopeTime = newValue ?? .min }
        }
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
        var rest = CausalRestDetector()
        /// Mean force of a second, earth frame, m/s^2.
        var meanForce = Vector3(0, 0, Levelling.gravity)

        var magnetic = MagneticReference()
        var block = FieldBlock()
        var isNearMagnet = false
        /// Whether there is no gyroscope at present: attitude and its covariance are then those of `motion`. No
        /// optional, which would be copied whole wherever it is tested.
        var usesMotionModel = false
        /// Mean square of the field's heading about the filter's, used or not, rad^2.
        var scatter: Float = 0
        var motion = MotionModel(attitude: .zero)
        /// By how much the horizon was turned until it became known, rad.
        var levelled = SIMD2<Float>.zero
        /// For how long the magnetometer has been rejected, s.
        var rejectedTime: Float = 0
        /// For how long the magnetometer has agreed with the heading, s, by its weight.
        var confirmedTime: Float = 0
    }

    /// The positions of the error states in the covariance.
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
        summary: "attitude, bias, scale, hard iron and local field in one robust error-state filter",
        reference: "docs/reference/filters-sensorlab.md; S. F. Schmidt 1966",
        withoutGyroscope: "attitude, rate and bounded acceleration, their sizes learnt from field and force",
        worksWithoutMagnetometer: true)

    /// Noise, limits and times of sensors, motion and field.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state = State()

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Integrates the mean of the last and this rate (rad/s); ten times a second, the corrections follow.
    public mutating func update(gyroscope reading: Vector3, at time: Int64) {
        guard Self.isPossible(reading) else { return }
        let previous = state.gyroscopeTime
        let mean = 0.5 * (state.reading + reading)
        let change = reading - state.reading
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
        state.unseenTurn += Float(UnseenTurn.variance(change: change, step: step))
        state.span.add(mean, orientation: turned, for: step)
        if state.span.duration >= Self.correctionStep { correct() }
    }

    /// Gathers the force, m/s^2, in the earth frame.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        guard Self.isPossible(force) else { return }
        let dt = state.forceClock.step(to: time)
        guard let orientation = state.orientation else {
            let force = force - state.accelerometerBias
            if let first = state.startUp.observe(force: force, at: time) { start(first, at: time) }
            return
        }
        state.rest.observe(force: force, after: dt)
        if entersMotionModel(at: time) { return useInMotionModel(force: force, after: dt, at: time) }
        let f = orientation.rotate(carried(force - state.accelerometerBias, to: time))
        state.span.force += dt * f
        state.span.forceDuration += dt
    }

    /// Gathers the field, microtesla, in the earth frame, and compares it with the learnt one.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        guard Self.isPossible(field) else { return }
        let dt = state.fieldClock.step(to: time)
        state.rest.observe(field: field, after: dt)
        guard let orientation = state.orientation else {
            if let first = state.startUp.observe(field: field - state.hardIron) { start(first, at: time) }
            return
        }
        if entersMotionModel(at: time) { return useInMotionModel(field: field, after: dt, at: time) }
        let m = orientation.rotate(carried(field - state.hardIron, to: time))
        if state.hasHeading { gather(m, for: dt) } else { takeFirstHeading(m) }
    }

    /// Re-initialises the attitude, unless the other sensors carried the motion model through the hole. The sensors'
    /// errors and the local field stay as they were learnt, with their covariance.
    public mutating func resume(at time: Int64) {
        guard state.orientation != nil, time &- state.time > Hole.shortest else { return }
        let before = state
        state = State()
        (state.bias, state.scale, state.accelerometerBias) = (before.bias, before.scale, before.accelerometerBias)
        (state.hardIron, state.hardIronPrior) = (before.hardIron, before.hardIronPrior)
        (state.fieldNorth, state.fieldUp, state.magnetic) = (before.fieldNorth, before.fieldUp, before.magnetic)
        (state.covariance, state.age, state.scatter) = (before.covariance, before.age, before.scatter)
        state.isResumed = before.fieldNorth > 0
    }

    /// The orientation with its sigmas, `latency` seconds after the last sample's stamp. The heading's sigma is NaN as
    /// long as there was no field.
    public var estimate: OrientationEstimate? {
        guard let orientation = state.orientation else { return nil }
        if state.usesMotionModel { return estimateOfMotionModel(orientation) }
        let p = parameters
        let v = state.covariance
        let tilt = 0.5 * (v[0, 0] + v[1, 1]) + p.levelSigma * p.levelSigma
        let known = v[2, 2] + Double(state.answerVariance)
        let rejected = Double(state.rejectedTime) / (Double(state.rejectedTime) + Self.rejectedSpan)
        let heading =
            p.headingShare * p.headingShare * known + p.fieldSigma * p.fieldSigma
            + rejected * p.disturbedSigma * p.disturbedSigma + p.scatterShare * p.scatterShare * Double(state.scatter)
        let ahead = Quaternion(rotationVector: p.latency * rate(of: state.reading))
        var estimate = OrientationEstimate(
            orientation: (answerTurn * orientation * ahead).renormalized, gyroscopeBias: state.bias,
            headingSigma: state.hasHeading ? AngleVariance.sigma(heading) : .nan,
            inclinationSigma: AngleVariance.sigma(tilt), rest: Flag(state.rest.isAtRest),
            disturbed: state.hasHeading ? state.magnetic.isUndisturbed.map { Flag(!$0) } ?? .unknown : .unknown)
        estimate.setGyroscopeBias(
            variances: Vector3(
                v[Index.bias, Index.bias], v[Index.bias + 1, Index.bias + 1], v[Index.bias + 2, Index.bias + 2])
        )
        return estimate
    }

    /// Readings of this magnitude (rad/s, m/s^2 or microtesla: a tesla) are skipped: no sensor measures them, and
    /// products of their squares overflow in the covariance.
    private static let largestReading = 1e6

    @inline(never)
    private static func isPossible(_ reading: Vector3) -> Bool {
        reading.lengthSquared < largestReading * largestReading
    }

    /// The rate of a reading, without bias and scale error, rad/s.
    @inline(__always)
    func rate(of reading: Vector3) -> Vector3 { reading - state.bias - state.scale * reading }

    /// A device vector at `time` in the device axes of the state's time, to first order.
    @inline(__always)
    private func carried(_ v: Vector3, to time: Int64) -> Vector3 {
        v.carried(back: LogTime.seconds(time - state.time), rate: rate(of: state.reading))
    }
}
