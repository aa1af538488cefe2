import Rotations
import SensorModels

/// The tilt-compensated compass: no filter at all, the orientation of the latest force and the latest field.
///
/// The floor of every comparison: it is right at rest in a clean field and wrong by every acceleration and every magnet.
/// It cannot say how wrong, so its sigmas and flags are unknown. The gyroscope is not used.
public struct CompassFilter: OrientationFilter {
    /// It has no parameters.
    public struct Parameters: FilterParameters {
        /// No parameters.
        public init() {}
        /// Empty.
        public static var descriptors: [ParameterDescriptor<Parameters>] { [] }
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "compass",
        summary: "tilt-compensated compass from the latest accelerometer and magnetometer samples, no filter",
        reference: "M. J. Caruso, Applications of magnetic sensors for low cost compass systems, IEEE PLANS 2000",
        withoutGyroscope: "no motion: every sample stands for itself", worksWithoutMagnetometer: true)

    /// The parameters (none).
    public let parameters: Parameters
    /// The latest force and field.
    public var state = TwoVectorState()

    /// A filter that has seen nothing.
    public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Ignored.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {}

    /// Takes the force (m/s^2) as the direction up.
    public mutating func update(accelerometer force: Vector3, at time: Int64) { state.setForce(force, at: time) }

    /// Takes the horizontal part of the field (microtesla) as the direction north.
    public mutating func update(magnetometer field: Vector3, at time: Int64) { state.setField(field) }

    /// The orientation; sigmas are NaN and flags unknown.
    public var estimate: OrientationEstimate? { state.orientation.map { OrientationEstimate(orientation: $0) } }
}
