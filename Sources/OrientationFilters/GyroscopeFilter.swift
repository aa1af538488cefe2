import Rotations
import SensorModels

/// Strapdown integration of the gyroscope alone, from the orientation of the first force and the first field.
///
/// It shows what the gyroscope is worth: after a minute with a bias of 0.1 deg/s it is 6 degrees off. The rate between
/// two samples is their mean, which is exact for a constant rate whatever the stamps, and of second order otherwise.
public struct GyroscopeFilter: OrientationFilter {
    /// How gaps are treated.
    public struct Parameters: FilterParameters {
        /// Seconds; default 0.5. Over a longer step between two gyroscope samples nothing is integrated.
        public var longestStep = 0.5

        /// The defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "longestStep", unit: "s", in: 0.001...10,
                    "longest step between gyroscope samples that is integrated; over a longer one the orientation is held",
                    small: "slow logs lose motion", large: "stale rates are integrated over gaps", at: \.longestStep)
            ]
        }
    }

    /// What the samples left behind.
    public struct State: Codable, Sendable, Equatable {
        var startUp = StartUp()
        var orientation: Quaternion?
        var rate: Vector3?
        var time: Int64 = 0
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "gyro",
        summary: "strapdown integration of the gyroscope from the first accelerometer and magnetometer samples",
        reference: "D. Titterton, J. Weston, Strapdown Inertial Navigation Technology, 2nd ed. 2004, ch. 11",
        withoutGyroscope: nil, worksWithoutMagnetometer: true)

    /// The parameters.
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
        let step = time - state.time
        if let orientation = state.orientation, let last = state.rate, step > 0, step <= longestStep {
            let turn = (0.5 * LogTime.seconds(step)) * (last + rate)
            state.orientation = (orientation * Quaternion(rotationVector: turn)).renormalized
        }
        state.rate = rate
        state.time = time
    }

    /// Used for the start alone.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        guard state.orientation == nil else { return }
        state.orientation = state.startUp.observe(force: force, at: time)
    }

    /// Used for the start alone.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        guard state.orientation == nil else { return }
        state.orientation = state.startUp.observe(field: field)
    }

    /// The orientation; sigmas are NaN and flags unknown. `nil` as long as there is no gyroscope.
    public var estimate: OrientationEstimate? {
        guard state.rate != nil else { return nil }
        return state.orientation.map { OrientationEstimate(orientation: $0) }
    }
}
