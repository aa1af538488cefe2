import RealModule
import Rotations
import SensorModels

/// Complementary filter on quaternions: the gyroscope for what is fast, accelerometer and magnetometer for what is slow.
///
/// Each sample turns the orientation by a part of its disagreement: 1 - exp(-dt / T), which is exact for every step, and
/// the plain mean during the first T. The accelerometer turns about horizontal axes alone, the magnetometer about the
/// vertical alone. No bias is estimated and no field is rejected: it shows what the constant gains are worth.
public struct ComplementaryFilter: OrientationFilter {
    /// What the samples left behind.
    public struct State: Codable, Sendable, Equatable {
        var startUp = StartUp()
        var orientation: Quaternion?
        /// The latest gyroscope reading, rad/s, and its stamp.
        var gyroscope: Vector3?
        var gyroscopeTime: Int64 = 0
        var forceClock = SampleClock()
        var fieldClock = SampleClock()
        var hasHeading = false
        /// Without a gyroscope: the rate, rad/s, earth frame, the stamp it was advanced to, and the local field.
        var motionRate = Vector3.zero
        var motionTime: Int64 = 0
        var learntField = LearntField()
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "complementary",
        summary: "gyroscope corrected by accelerometer (tilt) and magnetometer (heading) with constant gains",
        reference: "R. Mahony, T. Hamel, J.-M. Pflimlin, IEEE Trans. Automatic Control 53(5), 2008, without its bias",
        withoutGyroscope: "a rate that is forgotten within rateDecay, corrected with rateGain: an alpha-beta filter",
        worksWithoutMagnetometer: true)

    /// Time constants and gains.
    public let parameters: Parameters
    /// What the samples left behind.
    public var state = State()
    private let longestStep: Int64

    /// A filter that has seen nothing.
    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        longestStep = Int64(parameters.longestStep * 1e9)
    }

    /// Integrates the mean of the last and this rate, rad/s.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        if let orientation = state.orientation, let last = state.gyroscope, time > state.gyroscopeTime {
            if time - state.gyroscopeTime <= longestStep {
                let turn = (0.5 * LogTime.seconds(time - state.gyroscopeTime)) * (last + rate)
                state.orientation = (orientation * Quaternion(rotationVector: turn)).renormalized
            }
        }
        state.gyroscope = rate
        state.gyroscopeTime = time
    }

    /// Turns the measured vertical (m/s^2) towards the true one.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        let dt = state.forceClock.step(to: time)
        guard let orientation = advanced(to: time) else {
            state.orientation = state.startUp.observe(force: force, at: time)
            state.motionTime = time
            state.hasHeading = state.startUp.field != nil
            return
        }
        let isMotion = usesMotionModel(at: time)
        let f = orientation.rotate(isMotion ? force : carried(force, to: time))
        let span = isMotion ? parameters.motionAccelerometerTime : parameters.accelerometerTime
        turn(orientation, by: Levelling.boundedCorrection(f), span, dt, state.forceClock.age, isMotion)
    }

    /// Turns the measured north (microtesla) towards the true one; without a gyroscope, the whole field direction.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        let dt = state.fieldClock.step(to: time)
        guard let orientation = advanced(to: time) else {
            state.orientation = state.startUp.observe(field: field)
            state.motionTime = time
            state.hasHeading = state.orientation != nil
            return
        }
        let isMotion = usesMotionModel(at: time)
        let m = orientation.rotate(isMotion ? field : carried(field, to: time))
        guard m.x * m.x + m.y * m.y > 1e-12 * m.lengthSquared else { return }
        let heading = Vector3(0, 0, Double.atan2(y: m.x, x: m.y))
        guard state.hasHeading else {
            state.orientation = Quaternion.aboutVertical(heading.z) * orientation
            state.hasHeading = true
            return
        }
        let span = isMotion ? parameters.motionMagnetometerTime : parameters.magnetometerTime
        let correction = isMotion ? directionCorrection(m, heading: heading, after: dt) : heading
        turn(orientation, by: correction, span, dt, state.fieldClock.age, isMotion)
    }

    /// The orientation; sigmas are NaN and flags unknown.
    public var estimate: OrientationEstimate? { state.orientation.map { OrientationEstimate(orientation: $0) } }

    // MARK: Steps

    private func usesMotionModel(at time: Int64) -> Bool {
        state.gyroscope == nil || time - state.gyroscopeTime > longestStep
    }

    /// A device vector at `time` in the device axes of the last gyroscope sample, to first order.
    private func carried(_ v: Vector3, to time: Int64) -> Vector3 {
        guard let rate = state.gyroscope else { return v }
        return v + min(LogTime.seconds(time - state.gyroscopeTime), KalmanFilter.longestCarry) * rate.cross(v)
    }

    /// The orientation, advanced to `time` by the motion model where there is no gyroscope.
    private mutating func advanced(to time: Int64) -> Quaternion? {
        guard let orientation = state.orientation else { return nil }
        guard usesMotionModel(at: time) else {
            state.motionRate = .zero
            state.motionTime = time
            return orientation
        }
        guard time > state.motionTime else { return orientation }
        let decay = Double.exp(-LogTime.seconds(time - state.motionTime) / parameters.rateDecay)
        let step = (parameters.rateDecay * (1 - decay)) * state.motionRate
        state.motionTime = time
        state.motionRate *= decay
        return (Quaternion(rotationVector: step) * orientation).renormalized
    }

    /// The rotation towards the learnt field direction; where the magnitude strays from the learnt one, towards north
    /// alone, so that a magnet does not tilt the horizon.
    private mutating func directionCorrection(_ m: Vector3, heading: Vector3, after dt: Double) -> Vector3 {
        let trust = state.learntField.learn(
            m, magnitude: m.length, after: dt, tolerance: parameters.fieldTolerance)
        let whole = Quaternion(from: m, to: state.learntField.direction).rotationVector
        return trust * whole + (1 - trust) * heading
    }

    private mutating func turn(
        _ orientation: Quaternion, by correction: Vector3, _ span: Double, _ dt: Double, _ age: Double, _ isMotion: Bool
    ) {
        let gain = 1 - Double.exp(-dt / span)
        if isMotion { state.motionRate += (parameters.rateGain * gain / span) * correction }
        let step = max(gain, dt / age) * correction
        state.orientation = (Quaternion(rotationVector: step) * orientation).renormalized
    }
}
