import RealModule
import Rotations

/// Where to turn for a place: for the arrow at the edge of the screen and the text beside it.
public struct PlaceBearing: Sendable, Hashable {
    /// Degrees clockwise from true north, [0, 360): of the direction in which the model draws the place.
    public let azimuth: Double
    /// The azimuth against that of the camera, degrees, (-180, 180], positive to the right; NaN where the camera looks
    /// within 5 degrees of the vertical.
    public let relative: Double
    /// The arrow from the screen's middle to the place, radians from the screen's right towards
    /// its lower edge, (-pi, pi].
    public let angle: Double
    /// Where the arrow leaves the screen, pixels from the left edge.
    public let x: Double
    /// Pixels from the top edge.
    public let y: Double
}

extension Projector {
    /// Where to turn for a place; `nil` for one that is left out, on top of the observer or without a direction.
    ///
    /// A place with coordinates is in their direction. For one behind the camera the arrow shows the shortest turn:
    /// with d the direction in device axes, (f_x d.x, -f_y d.y), which is also the limit of the coordinates at the
    /// camera's plane, so that the arrow does not jump there. Exactly behind, all turns are equal: to the right. Models
    /// that ignore the roll use the full orientation for the arrow, too.
    ///
    /// - Parameters:
    ///   - index: of the place.
    ///   - orientation: the frame's.
    ///   - position: the place's position in that frame.
    public func bearing(of index: Int, orientation: Quaternion, position: ScreenPosition) -> PlaceBearing? {
        guard sights.indices.contains(index), sights[index].isFinite, orientation.isFinite else { return nil }
        switch position.state {
        case .filtered, .undefined, .near: return nil
        case .visible, .outside, .behind: break
        }
        let direction = geometry.direction(of: sights[index])
        let (halfWidth, halfHeight) = (screenWidth / 2, screenHeight / 2)
        var arrow: (x: Double, y: Double)
        if position.isDefined {
            arrow = (position.x - halfWidth, position.y - halfHeight)
        } else {
            let device = orientation.unrotate(direction)
            let along = (x: camera.focalX * device.x, y: -camera.focalY * device.y)
            switch options.screen {
            case .portrait: arrow = along
            case .rightEdgeUp: arrow = (along.y, -along.x)
            case .upsideDown: arrow = (-along.x, -along.y)
            case .leftEdgeUp: arrow = (-along.y, along.x)
            }
        }
        if arrow.x == 0 && arrow.y == 0 { arrow = (1, 0) }
        // Where the ray crosses the nearer border.
        let steps = max(arrow.x.magnitude / halfWidth, arrow.y.magnitude / halfHeight)
        let azimuth = Angle.degrees(Double.atan2(y: direction.x, x: direction.y))
        let heading = orientation.heading(of: .camera).map { Angle.degrees($0) }
        return PlaceBearing(
            azimuth: azimuth < 0 ? azimuth + 360 : azimuth,
            relative: heading.map { Angle.wrapDegrees(azimuth - $0) } ?? .nan,
            angle: Double.atan2(y: arrow.y, x: arrow.x), x: halfWidth + arrow.x / steps, y: halfHeight + arrow.y / steps
        )
    }
}
