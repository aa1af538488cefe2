import RealModule
import Rotations

/// The line on the screen on which level directions lie: what rolls with the device.
public struct Horizon: Sendable, Hashable {
    /// The point of the line that is nearest to the principal point, pixels.
    public let x: Double
    /// Pixels from the top edge.
    public let y: Double
    /// The direction of the line, radians from the screen's right towards its lower edge, (-pi, pi], with the sky on its
    /// left: a label turned by it stands upright in the world.
    public let angle: Double
}

extension Projector {
    /// The horizon of an orientation: of the pinhole, without the lens's distortion, which bends it. `nil` where the camera
    /// looks straight up or down (within 0.06 degrees).
    ///
    /// With u the direction up in device axes, level directions (x, y, -1) satisfy u.x x + u.y y = u.z.
    public func horizon(_ orientation: Quaternion) -> Horizon? {
        let up = orientation.unrotate(Vector3(0, 0, 1))
        let square = up.x * up.x + up.y * up.y
        guard square > 1e-6 else { return nil }
        let (x, y) = (up.x * up.z / square, up.y * up.z / square)
        let pixel = (x: camera.centreX + camera.focalX * x, y: camera.centreY - camera.focalY * y)
        // Along the line, the sky to the left: the device direction (up.y, -up.x); the screen's y points down.
        let along = (x: camera.focalX * up.y, y: camera.focalY * up.x)
        let turn: (x: Double, y: Double)
        switch options.screen {
        case .portrait: turn = along
        case .rightEdgeUp: turn = (along.y, -along.x)
        case .upsideDown: turn = (-along.x, -along.y)
        case .leftEdgeUp: turn = (-along.y, along.x)
        }
        let point = options.screen.turned(pixel.x, pixel.y, width: camera.width, height: camera.height)
        return Horizon(x: point.x, y: point.y, angle: Double.atan2(y: turn.y, x: turn.x))
    }
}
