import RealModule

/// The radar of an app: the places around the observer from above, in a circle whose radius is a distance.
public struct Radar: Sendable, Hashable {
    /// What is at its top.
    public enum Top: String, Sendable, CaseIterable {
        /// North; the field of view turns with the device.
        case north
        /// The camera's direction; the places turn against the device.
        case turning
    }

    /// What is at its top.
    public var top: Top
    /// The distance at the rim, metres, > 0; `nil` for that of the farthest place.
    public var radius: Double?

    /// A radar; metres.
    public init(top: Top, radius: Double? = nil) { (self.top, self.radius) = (top, radius) }

    /// The azimuth at the top, radians; `nil` where it turns and the heading is undefined.
    /// - Parameter heading: of the camera, radians clockwise from north; `nil` where the camera looks within 5 degrees
    ///   of the vertical.
    public func azimuthAtTop(heading: Double?) -> Double? { top == .north ? 0 : heading }

    /// Where a direction is in the circle: to the right and downwards, 1 at the rim; `nil` beyond it.
    /// - Parameters:
    ///   - azimuth: radians clockwise from north.
    ///   - share: the distance over the radius.
    ///   - azimuthAtTop: as of `azimuthAtTop(heading:)`.
    public static func point(azimuth: Double, share: Double, azimuthAtTop: Double) -> (x: Double, y: Double)? {
        guard share <= 1 else { return nil }
        let angle = azimuth - azimuthAtTop
        return (share * Double.sin(angle), -share * Double.cos(angle))
    }
}
