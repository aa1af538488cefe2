/// Where a place stands on the screen.
public struct ScreenPosition: Sendable, Hashable {
    /// What the projection model says of a place.
    public enum State: UInt8, Sendable {
        /// On the screen.
        case visible
        /// In front of the camera, outside of the screen; the coordinates say where.
        case outside
        /// Behind the camera; no coordinates.
        case behind
        /// Left out: too far away, not among the nearest, or of another category; no coordinates.
        case filtered
        /// No direction: the place is where the observer is, or the heading is undefined; no coordinates.
        case undefined
    }

    /// Pixels from the left edge; NaN where there is none.
    public var x: Double
    /// Pixels from the top edge, downwards; NaN where there is none.
    public var y: Double
    /// Whether it is seen, and why not.
    public var state: State

    /// A position by its parts.
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
