import Rotations

/// How the screen's picture is turned against the device: which edge of the device is up for the one who looks at it.
public enum ScreenOrientation: String, Sendable, Codable, CaseIterable {
    /// The top edge up; roll 0.
    case portrait
    /// The right edge up; roll +90 degrees.
    case rightEdgeUp = "right-edge-up"
    /// The bottom edge up; roll 180 degrees.
    case upsideDown = "upside-down"
    /// The left edge up; roll -90 degrees.
    case leftEdgeUp = "left-edge-up"

    /// The orientation of a roll, radians, to the nearest quarter turn.
    public init(roll: Double) {
        let quarter = Int((Angle.wrap(roll) / (Double.pi / 2)).rounded())
        switch quarter {
        case 0: self = .portrait
        case 1: self = .rightEdgeUp
        case -1: self = .leftEdgeUp
        default: self = .upsideDown
        }
    }

    /// Whether width and height change places.
    @inlinable public var isSideways: Bool { self == .rightEdgeUp || self == .leftEdgeUp }

    /// A pixel of the upright picture on the screen as it is turned; both count from their own upper left corner.
    @inlinable
    public func turned(_ x: Double, _ y: Double, width: Double, height: Double) -> (x: Double, y: Double) {
        switch self {
        case .portrait: return (x, y)
        case .rightEdgeUp: return (y, width - x)
        case .upsideDown: return (width - x, height - y)
        case .leftEdgeUp: return (height - y, x)
        }
    }
}
