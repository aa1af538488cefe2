import RealModule
import Rotations
import SensorModels

/// VQF, the Versatile Quaternion-based Filter: gyroscope, inclination and heading apart, bias estimation at rest and in
/// motion, rejection of magnetic disturbances.
///
/// The specific force is low-passed in the nearly inertial frame of the integrated gyroscope, where motion averages
/// to zero; the heading is a first-order filter on one angle. At regular sampling it agrees with the authors'
/// package to rounding; at irregular stamps each sample covers the interval before it (`SamplingInterval`). Where it
/// fails: a bias above `biasClip`, a constant deviation of the field below its tolerances, a magnet that turns
/// along. It gives no sigma.
public struct VQFFilter: OrientationFilter {
    /// The state after the samples so far.
    public struct State: FilterState {
        var start = VQFStart()
        var orientation = VQFOrientation()
        package var bias: VQFBias
        package var rest = VQFRest()
        package var field: VQFField
        var headingGain = StartGain()
        var force = ButterworthLowPass()

        init(_ parameters: Parameters) {
            bias = VQFBias(variance: Coefficients(parameters).biasVariance)
            field = VQFField(rejectedTime: parameters.magMaxRejectionTime)
        }
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "vqf",
        summary: "force filtered in the inertial frame, bias, magnetic disturbance rejection",
        reference: "D. Laidig, T. Seel, VQF, Information Fusion 91, 2023",
        withoutGyroscope: nil, worksWithoutMagnetometer: true)

    /// Time constants, deviations and limits.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state: State
    private let coefficients: Coefficients
    private var gyroscopeStep: GyroscopeStep
    private var accelerometerStep: AccelerometerStep
    private var magnetometerStep: MagnetometerStep

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        coefficients = Coefficients(parameters)
        state = State(parameters)
        gyroscopeStep = GyroscopeStep(parameters, interval: 1)
        accelerometerStep = AccelerometerStep(parameters, coefficients, interval: 1)
        magnetometerStep = MagnetometerStep(parameters, interval: 1)
    }

    /// Integrates the rate (rad/s) less its bias over the interval before it.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        let isFirst = !state.start.gyroscope.hasStarted
        state.start.rateTime = time
        guard let interval = interval(state.start.gyroscope.step(to: time), isFirst) else {
            if isFirst { state.start.rate = rate }
            return
        }
        integrate(rate, interval)
    }

    /// Corrects the inclination by the specific force (m/s^2), and learns the bias from that.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        guard force != .zero else { return }
        let isFirst = !state.start.accelerometer.hasStarted
        if isFirst { state.start.forceTime = time }
        guard let interval = interval(state.start.accelerometer.step(to: time), isFirst) else {
            if isFirst { state.start.force = force }
            return
        }
        level(state.start.carried(force, from: time), interval)
        if !state.start.hasHeading && state.start.hasTimedOut(at: time) {
            state.orientation.setRelativeHeading()
            state.start.hasHeading = true
        }
    }

    /// Corrects the heading by the field (microtesla), unless it is disturbed.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        guard field != .zero else { return }
        let isFirst = !state.start.magnetometer.hasStarted
        guard let interval = interval(state.start.magnetometer.step(to: time), isFirst) else {
            if isFirst { state.start.field = field }
            return
        }
        head(state.start.carried(field, from: time), interval)
    }

    /// The orientation, bias and flags; sigmas are NaN. `nil` as long as there is no gyroscope.
    public var estimate: OrientationEstimate? {
        guard state.start.gyroscope.hasStarted else { return nil }
        guard state.start.interval > 0 else { return state.start.orientation.map { described($0) } }
        return state.start.hasHeading ? described(state.orientation.whole) : nil
    }

    private func described(_ orientation: Quaternion) -> OrientationEstimate {
        OrientationEstimate(
            orientation: orientation, gyroscopeBias: state.bias.value, rest: Flag(state.rest.isAtRest),
            disturbed: state.start.magnetometer.hasStarted ? Flag(state.field.isDisturbed) : .unknown)
    }

    // MARK: Steps

    /// The interval to process a sample with; `nil` for a first sample that has to wait and for
    /// one without an interval.
    @inline(__always)
    private mutating func interval(_ step: Int64, _ isFirst: Bool) -> Int64? {
        guard step > 0 else { return isFirst && state.start.interval > 0 ? state.start.interval : nil }
        if state.start.interval == 0 { release(step) }
        return step
    }

    private mutating func integrate(_ rate: Vector3, _ interval: Int64) {
        if interval != gyroscopeStep.interval { gyroscopeStep = GyroscopeStep(parameters, interval: interval) }
        state.rest.observe(rate: rate, gyroscopeStep, coefficients)
        state.start.latestRate = rate - state.bias.value
        state.orientation.integrate(state.start.latestRate, gyroscopeStep.seconds)
    }

    private mutating func level(_ force: Vector3, _ interval: Int64) {
        if interval != accelerometerStep.interval {
            accelerometerStep = AccelerometerStep(parameters, coefficients, interval: interval)
        }
        state.rest.observe(force: force, accelerometerStep, coefficients, minimum: parameters.restMinT)
        let smooth = state.force.filter(state.orientation.strapdown.rotate(force), accelerometerStep.inclination)
        guard let vertical = state.orientation.inclination.rotate(smooth).normalized else { return }
        state.orientation.level(vertical)
        state.start.hasLevel = true
        state.bias.update(
            rotation: state.orientation.withoutHeading.matrix, vertical: vertical,
            restRate: state.rest.isAtRest ? state.rest.rate : nil, accelerometerStep, coefficients)
    }

    private mutating func head(_ field: Vector3, _ interval: Int64) {
        guard state.start.hasLevel else { return }
        if interval != magnetometerStep.interval { magnetometerStep = MagnetometerStep(parameters, interval: interval) }
        let level = state.orientation.withoutHeading.rotate(field)
        state.field.observe(level, rate: state.rest.rate.length, magnetometerStep, coefficients, parameters)
        let seconds = magnetometerStep.seconds
        let gain = state.headingGain.atLeast(
            state.field.gain(magnetometerStep.heading, seconds, parameters), time: parameters.tauMag, seconds: seconds)
        state.orientation.turn(by: gain * state.orientation.disagreement(of: level))
        state.start.hasHeading = true
    }

    /// The samples that waited for the first known interval are processed with it.
    private mutating func release(_ interval: Int64) {
        state.start.interval = interval
        if let rate = state.start.rate { integrate(rate, interval) }
        if let force = state.start.force { level(force, interval) }
        if let field = state.start.field { head(field, interval) }
    }
}

extension VQFFilter {
    /// What follows from the parameters alone, in radians and nanoseconds.
    struct Coefficients: Sendable {
        static let radians = Double.pi / 180

        /// rad/s.
        let biasClip: Double
        /// (rad/s)^2, at the start and the most that the covariance grows to.
        let biasVariance: Double
        /// (rad/s)^2 per second.
        let biasGrowth: Double
        /// (rad/s)^2: the settled variances of motion and of rest.
        let motionVariance: Double
        let restVariance: Double
        /// (rad/s)^2 and (m/s^2)^2.
        let restGyroscope: Double
        let restAccelerometer: Double
        /// rad and rad/s.
        let dipTolerance: Double
        let newFieldRate: Double

        init(_ p: Parameters) {
            func square(_ x: Double) -> Double { x * x }
            biasClip = p.biasClip * Self.radians
            biasVariance = square(p.biasSigmaInit * Self.radians)
            biasGrowth = square(0.1 * Self.radians) / p.biasForgettingTime
            motionVariance = square(p.biasSigmaMotion * Self.radians)
            restVariance = square(p.biasSigmaRest * Self.radians)
            restGyroscope = square(p.restThGyr * Self.radians)
            restAccelerometer = square(p.restThAcc)
            dipTolerance = p.magDipTh * Self.radians
            newFieldRate = p.magNewMinGyr * Self.radians
        }
    }

    /// For the gyroscope's interval.
    struct GyroscopeStep: Sendable {
        let interval: Int64
        let seconds: Double
        let rest: ButterworthLowPass.Coefficients

        init(_ p: Parameters, interval: Int64) {
            self.interval = interval
            seconds = interval.asSeconds
            rest = ButterworthLowPass.Coefficients(time: p.restFilterTau, interval: interval)
        }
    }

    /// For the accelerometer's interval.
    struct AccelerometerStep: Sendable {
        let interval: Int64
        let seconds: Double
        let inclination: ButterworthLowPass.Coefficients
        let rest: ButterworthLowPass.Coefficients
        /// (rad/s)^2 by which the bias's variance grows.
        let growth: Double
        /// (rad/s)^2: noise that leaves the settled variance P, with growth V per step: P^2 / V + P.
        let motionNoise: Double
        let verticalNoise: Double
        let restNoise: Double

        init(_ p: Parameters, _ c: Coefficients, interval: Int64) {
            self.interval = interval
            seconds = interval.asSeconds
            inclination = ButterworthLowPass.Coefficients(time: p.tauAcc, interval: interval)
            rest = ButterworthLowPass.Coefficients(time: p.restFilterTau, interval: interval)
            growth = c.biasGrowth * seconds
            motionNoise = c.motionVariance * c.motionVariance / growth + c.motionVariance
            verticalNoise = motionNoise / max(p.biasVerticalForgettingFactor, 1e-10)
            restNoise = c.restVariance * c.restVariance / growth + c.restVariance
        }
    }

    /// For the magnetometer's interval.
    struct MagnetometerStep: Sendable {
        let interval: Int64
        let seconds: Double
        /// Parts of a disagreement that one sample corrects.
        let heading: Double
        let reference: Double
        let field: ButterworthLowPass.Coefficients

        init(_ p: Parameters, interval: Int64) {
            self.interval = interval
            seconds = interval.asSeconds
            heading = FirstOrder.gain(time: p.tauMag, seconds: seconds)
            reference = FirstOrder.gain(time: p.magRefTau, seconds: seconds)
            field = ButterworthLowPass.Coefficients(time: p.magCurrentTau, interval: interval)
        }
    }
}
