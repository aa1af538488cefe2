import Rotations
import SensorModels

/// The basic form of VQF: the three factors of the orientation without bias estimation, rests
/// and disturbance rejection.
///
/// It is the readable core of `VQFFilter` and shows what the rest is worth. Where it fails: every bias turns the
/// heading, every magnet drags it. Irregular stamps are treated as there. It gives neither sigma nor flags.
public struct BasicVQFFilter: OrientationFilter {
    /// The two time constants.
    public struct Parameters: FilterParameters {
        /// s: low-pass of the specific force in the inertial frame.
        public var tauAcc = 3.0
        /// s: correction of the heading by the magnetometer.
        public var tauMag = 9.0

        /// The paper's defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                .tauAcc { $1(&$0.tauAcc) },
                .tauMag { $1(&$0.tauMag) },
            ]
        }
    }

    /// The state after the samples so far.
    public struct State: FilterState {
        var start = VQFStart()
        var orientation = VQFOrientation()
        var headingGain = StartGain()
        var force = ButterworthLowPass()
    }

    /// What follows from the parameters and the intervals.
    struct Coefficients: Sendable {
        var accelerometerInterval: Int64 = 0
        var inclination: ButterworthLowPass.Coefficients
        var magnetometerInterval: Int64 = 0
        var heading = 0.0
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "vqf-basic", summary: "VQF without bias, rest detection and magnetic disturbance rejection",
        reference: "D. Laidig, T. Seel, VQF, Information Fusion 91, 2023, section 3.2",
        withoutGyroscope: nil, worksWithoutMagnetometer: true)

    /// The two time constants.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state = State()
    private var coefficients: Coefficients

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        coefficients = Coefficients(
            inclination: ButterworthLowPass.Coefficients(time: parameters.tauAcc, interval: 1))
    }

    /// Integrates the rate (rad/s) over the interval before it.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        let isFirst = !state.start.gyroscope.hasStarted
        state.start.rateTime = time
        guard let interval = interval(state.start.gyroscope.step(to: time), isFirst) else {
            if isFirst { state.start.rate = rate }
            return
        }
        state.orientation.integrate(rate, interval.asSeconds)
        state.start.latestRate = rate
    }

    /// Corrects the inclination by the specific force (m/s^2).
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

    /// Corrects the heading by the field (microtesla).
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        guard field != .zero else { return }
        let isFirst = !state.start.magnetometer.hasStarted
        guard let interval = interval(state.start.magnetometer.step(to: time), isFirst) else {
            if isFirst { state.start.field = field }
            return
        }
        head(state.start.carried(field, from: time), interval)
    }

    /// The orientation; sigmas are NaN, flags unknown. `nil` as long as there is no gyroscope.
    public var estimate: OrientationEstimate? {
        guard state.start.gyroscope.hasStarted else { return nil }
        guard state.start.interval > 0 else {
            return state.start.orientation.map { OrientationEstimate(orientation: $0) }
        }
        return state.start.hasHeading ? OrientationEstimate(orientation: state.orientation.whole) : nil
    }

    // MARK: Steps

    /// The interval to process a sample with; `nil` for a first sample that has to wait and for
    /// one without an interval.
    private mutating func interval(_ step: Int64, _ isFirst: Bool) -> Int64? {
        guard step > 0 else { return isFirst && state.start.interval > 0 ? state.start.interval : nil }
        if state.start.interval == 0 { release(step) }
        return step
    }

    private mutating func level(_ force: Vector3, _ interval: Int64) {
        if interval != coefficients.accelerometerInterval {
            coefficients.accelerometerInterval = interval
            coefficients.inclination = ButterworthLowPass.Coefficients(time: parameters.tauAcc, interval: interval)
        }
        let smooth = state.force.filter(state.orientation.strapdown.rotate(force), coefficients.inclination)
        guard let vertical = state.orientation.inclination.rotate(smooth).normalized else { return }
        state.orientation.level(vertical)
        state.start.hasLevel = true
    }

    private mutating func head(_ field: Vector3, _ interval: Int64) {
        guard state.start.hasLevel else { return }
        let seconds = interval.asSeconds
        if interval != coefficients.magnetometerInterval {
            coefficients.magnetometerInterval = interval
            coefficients.heading = FirstOrder.gain(time: parameters.tauMag, seconds: seconds)
        }
        let level = state.orientation.withoutHeading.rotate(field)
        let gain = state.headingGain.atLeast(coefficients.heading, time: parameters.tauMag, seconds: seconds)
        state.orientation.turn(by: gain * state.orientation.disagreement(of: level))
        state.start.hasHeading = true
    }

    /// The samples that waited for the first known interval are processed with it.
    private mutating func release(_ interval: Int64) {
        state.start.interval = interval
        if let rate = state.start.rate { state.orientation.integrate(rate, interval.asSeconds) }
        if let force = state.start.force { level(force, interval) }
        if let field = state.start.field { head(field, interval) }
    }
}
