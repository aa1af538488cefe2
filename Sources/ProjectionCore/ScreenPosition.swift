import Rotations
import Vocabulary

/// The position of a place on the screen.
public struct ScreenPosition: Sendable, Hashable {
    /// Whether a place is visible, and why not.
    public enum State: UInt8, Sendable {
        /// On the screen.
        case visible
        /// In front of the camera, outside of the screen; the coordinates are those outside.
        case outside
        /// Behind the camera; no coordinates.
        case behind
        /// Left out: too far away, not among the nearest, of another category, or not yet asked for; no coordinates.
        case filtered
        /// No direction: the place is where the observer is, or the heading is undefined; no coordinates.
        case undefined
        /// Nearer than the least distance: the observer is on top of it, and its direction is noise; no coordinates.
        case near
    }

    /// Pixels from the left edge; NaN where there is none.
    public var x: Double
    /// Pixels from the top edge, downwards; NaN where there is none.
    public var y: Double
    /// Whether it is seen, and why not.
    public var state: State

    /// A position with coordinates and state.
    @inlinable
    public init(x: Double, y: Double, state: State) {
        (self.x, self.y, self.state) = (x, y, state)
    }

    /// No coordinates.
    @inlinable
    public static func none(_ state: State) -> ScreenPosition { ScreenPosition(x: .nan, y: .nan, state: state) }

    /// On the screen, or outside of it: closed intervals.
    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        let inside = x >= 0 && x <= width && y >= 0 && y <= height
        self.init(x: x, y: y, state: inside ? .visible : .outside)
    }

    /// Whether it is on the screen.
    @inlinable public var isVisible: Bool { state == .visible }
    /// Whether it has coordinates.
    @inlinable public var isDefined: Bool { state == .visible || state == .outside }
}

/// The rotation of the screen's picture against the device: the edge of the device that is up for the viewer.
public enum ScreenOrientation: String, Sendable, CaseIterable {
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
        let quarter = Int(clamping: (Angle.wrap(roll) / (Double.pi / 2)).rounded())
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

#if !hasFeature(Embedded)
    extension ScreenOrientation: Codable {}
#endif
