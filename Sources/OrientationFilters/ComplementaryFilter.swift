import RealModule
import Rotations
import SensorModels

/// Complementary filter.
public struct ComplementaryFilter: OrientationFilter {
    public struct Parameters: FilterParameters {
        public var accelerometerTime = 2.0
        public var magnetometerTime = 8.0
        public var longestStep = 0.5
        public var motionAccelerometerTime = 0.06
        public var motionMagnetometerTime = 0.02
        public var rateGain = 0.0
        public init() {}
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor("accelerometerTime", in: 0...100, "", small: "", large: "", at: \.accelerometerTime),
                ParameterDescriptor("magnetometerTime", in: 0...100, "", small: "", large: "", at: \.magnetometerTime),
                ParameterDescriptor("longestStep", in: 0...100, "", small: "", large: "", at: \.longestStep),
                ParameterDescriptor("motionAccelerometerTime", in: 0...100, "", small: "", large: "", at: \.motionAccelerometerTime),
                ParameterDescriptor("motionMagnetometerTime", in: 0...100, "", small: "", large: "", at: \.motionMagnetometerTime),
                ParameterDescriptor("rateGain", in: 0...100, "", small: "", large: "", at: \.rateGain),
            ]
        }
    }

    public struct State: Codable, Sendable, Equatable {
        var startUp = StartUp()
        var orientation: Quaternion?
        var rate: Vector3?
        var time: Int64 = 0
        var forceTime: Int64?
        var fieldTime: Int64?
        var forceAge = 0.0
        var fieldAge = 0.0
        var dip = 0.0
    }

    public static let information = FilterInformation(
        name: "complementary", summary: "", reference: "", withoutGyroscope: "", worksWithoutMagnetometer: true)

    public let parameters: Parameters
    public var state = State()
    let longestStep: Int64

    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        longestStep = Int64(parameters.longestStep * 1e9)
    }

    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        let step = time - state.time
        if let orientation = state.orientation, let last = state.rate, step > 0, step <= longestStep {
            let turn = (0.5 * LogTime.seconds(step)) * (last + rate)
            state.orientation = (orientation * Quaternion(rotationVector: turn)).renormalized
        }
        state.rate = rate
        state.time = time
    }

    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        let dt = interval(since: state.forceTime, to: time)
        state.forceTime = time
        guard let q = state.orientation else {
            state.orientation = state.startUp.observe(force: force, at: time)
            return
        }
        state.forceAge += dt
        guard let rate = state.rate, time - state.time <= longestStep else {
            let f = q.rotate(force)
            let gain = max(1 - Double.exp(-dt / parameters.motionAccelerometerTime), dt / state.forceAge)
            state.orientation = (Quaternion(rotationVector: gain * KalmanFilter.tiltInnovation(f)) * q).renormalized
            return
        }
        let ahead = LogTime.seconds(time - state.time)
        let f = q.rotate(force + ahead * rate.cross(force))
        let gain = max(1 - Double.exp(-dt / parameters.accelerometerTime), dt / state.forceAge)
        state.orientation = (Quaternion(rotationVector: gain * KalmanFilter.tiltInnovation(f)) * q).renormalized
    }

    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        let dt = interval(since: state.fieldTime, to: time)
        state.fieldTime = time
        guard let q = state.orientation else {
            state.orientation = state.startUp.observe(field: field)
            return
        }
        state.fieldAge += dt
        guard let rate = state.rate, time - state.time <= longestStep else {
            let m = q.rotate(field)
            guard let n = m.normalized else { return }
            state.dip += max(dt / (20 + dt), dt / state.fieldAge) * (-n.z - state.dip)
            let s = max(-0.99, min(0.99, state.dip))
            let d = Vector3(0, (1 - s * s).squareRoot(), -s)
            let gain = max(1 - Double.exp(-dt / parameters.motionMagnetometerTime), dt / state.fieldAge)
            let turn = Quaternion(from: n, to: d).rotationVector
            state.orientation = (Quaternion(rotationVector: gain * turn) * q).renormalized
            return
        }
        let ahead = LogTime.seconds(time - state.time)
        let m = q.rotate(field + ahead * rate.cross(field))
        let gain = max(1 - Double.exp(-dt / parameters.magnetometerTime), dt / state.fieldAge)
        state.orientation = (Quaternion.aboutVertical(gain * Double.atan2(y: m.x, x: m.y)) * q).renormalized
    }

    func interval(since last: Int64?, to time: Int64) -> Double {
        guard let last, time > last else { return 0.005 }
        return min(LogTime.seconds(time - last), 0.2)
    }

    public var estimate: OrientationEstimate? { state.orientation.map { OrientationEstimate(orientation: $0) } }
}
