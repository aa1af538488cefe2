import Rotations
import SensorModels

/// A causal estimator of orientation: one update per sensor, each at its own rate, with its own time stamp.
///
/// A filter is a value of three plain structs: parameters (what the user chooses), coefficients (what follows from
/// them) and state (what the samples did); the state is `Codable`, so a filter can be saved and resumed to the bit.
/// Updates do not allocate. Samples come in the order of their stamps and, where stamps are equal, in the order
/// gyroscope, accelerometer, gravity, magnetometer. Stamps are nanoseconds of one clock. Values that are not finite
/// must not be passed in.
public protocol OrientationFilter: Sendable {
    associatedtype Parameters: FilterParameters
    associatedtype State: Codable & Sendable & Equatable

    /// The name and the description that the catalogue shows.
    static var information: FilterInformation { get }

    init(parameters: Parameters)

    var parameters: Parameters { get }

    /// Everything that past samples left behind; assigning resumes a saved filter.
    var state: State { get set }

    /// Angular rate, rad/s, device axes.
    mutating func update(gyroscope rate: Vector3, at time: Int64)
    /// Specific force, m/s^2, device axes.
    mutating func update(accelerometer force: Vector3, at time: Int64)
    /// Gravity as the device computed it, m/s^2, the accelerometer's sign. Only called where there is no accelerometer.
    mutating func update(gravity: Vector3, at time: Int64)
    /// Magnetic field, microtesla, device axes, calibrated.
    mutating func update(magnetometer field: Vector3, at time: Int64)

    /// What the filter knows now; `nil` until the orientation is defined.
    var estimate: OrientationEstimate? { get }
}

extension OrientationFilter {
    /// Gravity is a force without the accelerations, m/s^2: taken as the accelerometer would be.
    @inlinable
    public mutating func update(gravity: Vector3, at time: Int64) { update(accelerometer: gravity, at: time) }
}
