import Rotations

/// Waits for the first force and the first field, so that a track does not begin with a heading that is off by chance.
///
/// Sensors do not start at the same instant. Where no field has come one second after the first force, there is no
/// magnetometer, and the heading is relative (`TiltCompass.relativeOrientation`).
struct StartUp: Sendable, Codable, Equatable {
    /// How long the first force waits for a field, nanoseconds.
    static let patience: Int64 = 1_000_000_000

    private(set) var force: Vector3?
    private(set) var field: Vector3?
    private var forceTime: Int64 = 0

    /// A sample of the accelerometer; the latest counts. Gives the orientation as soon as it is defined.
    mutating func observe(force newForce: Vector3, at time: Int64) -> Quaternion? {
        if force == nil { forceTime = time }
        force = newForce
        if let field { return TiltCompass.orientation(force: newForce, field: field) }
        return time - forceTime >= Self.patience ? TiltCompass.relativeOrientation(force: newForce) : nil
    }

    /// A sample of the magnetometer.
    mutating func observe(field newField: Vector3) -> Quaternion? {
        field = newField
        guard let force else { return nil }
        return TiltCompass.orientation(force: force, field: newField)
    }
}
