import Rotations
import SensorModels

/// What a filter of the classic kind sees at once: one rate, and the force and the field of the same instant.
public struct SensorRow: Sendable {
    /// rad/s, device axes; zero where there is no gyroscope.
    public let rate: Vector3
    /// m/s^2, device axes, nonzero: the latest sample, turned with the gyroscope since.
    public let force: Vector3
    /// Microtesla, device axes, nonzero: the latest sample, turned likewise; `nil` before the first.
    public let field: Vector3?
    /// Whether the force came with this row; `false` where it is held.
    public let hasNewForce: Bool
    /// Whether the field came with this row; `false` where it is held.
    public let hasNewField: Bool
    /// Seconds since the last row, > 0.
    public let seconds: Double
    /// Whether a gyroscope measured the rate.
    public let hasRate: Bool
}

/// The step of a filter that was published for rows of all three sensors; `RowFilter` makes an `OrientationFilter` of it.
public protocol RowAlgorithm: Sendable {
    associatedtype Parameters: FilterParameters
    /// What a row leaves behind.
    associatedtype Core: Codable & Sendable & Equatable

    /// Name, summary and reference for the catalogue.
    static var information: FilterInformation { get }

    /// The start from an orientation (device to east-north-up) and the first force (m/s^2) and field (microtesla).
    static func start(_ orientation: Quaternion, force: Vector3, field: Vector3?, _ parameters: Parameters) -> Core
    /// One row.
    static func step(_ core: inout Core, _ row: SensorRow, _ parameters: Parameters)
    /// The answer after a row: device to east-north-up.
    static func estimate(_ core: Core, _ parameters: Parameters) -> OrientationEstimate
}
