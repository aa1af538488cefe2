/// The axis of the device whose direction over the ground is the heading.
public enum HeadingAxis: String, Sendable, Codable, CaseIterable {
    /// The top edge, +y: the heading of a phone that lies flat like a map.
    case top
    /// The back camera, -z: the heading of a phone that is held up.
    case camera

    /// The unit vector of the axis in device coordinates.
    @inlinable public var direction: Vector3 {
        switch self {
        case .top: return Vector3(0, 1, 0)
        case .camera: return Vector3(0, 0, -1)
        }
    }
}
