import Rotations
import SensorModels

/// The axes of a frame by its name (REP 103, REP 105), and how they become the device's: x right, y forward (the top edge), z
/// up.
enum ROSAxes: String {
    /// Every body: x forward, y left, z up; attitudes against east, north, up.
    case forwardLeftUp = "forward, left, up"
    /// `..._ned`: x forward, y right, z down; attitudes against north, east, down.
    case forwardRightDown = "forward, right, down"
    /// `..._optical`, `..._optical_frame`, of cameras: x right, y down, z forward.
    case rightDownForward = "right, down, forward"

    init(frame: String) {
        let name = frame.lowercased()
        if name.hasSuffix("_ned") {
            self = .forwardRightDown
        } else if name.hasSuffix("_optical") || name.hasSuffix("_optical_frame") {
            self = .rightDownForward
        } else {
            self = .forwardLeftUp
        }
    }

    /// Exact: components change places and signs.
    func device(_ v: Vector3) -> Vector3 {
        switch self {
        case .forwardLeftUp: Vector3(-v.y, v.x, v.z)
        case .forwardRightDown: ForwardRightDown.device(v)
        case .rightDownForward: Vector3(v.x, v.z, -v.y)
        }
    }

    /// Device to east-north-up: the frame's attitude after the turn from the device's axes to the frame's.
    func attitude(_ q: Quaternion) -> Quaternion {
        let half = 0.5.squareRoot()
        return switch self {
        case .forwardLeftUp: q * Quaternion(half, 0, 0, -half)
        case .forwardRightDown: ForwardRightDown.attitude(q)
        case .rightDownForward: q * Quaternion(half, half, 0, 0)
        }
    }

    /// What a stream's provenance says of it.
    func note(_ frame: String) -> String {
        (frame.isEmpty ? "" : "axes of \(frame): ") + "\(rawValue) (turned here)"
    }
}
