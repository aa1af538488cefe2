import ProjectionCore
import RealModule
import Rotations

/// The screen as it is held: a phone on its side shows a wide picture, with the sky at its top.
///
/// It is the device turned about the camera's axis by whole quarters, so that picture and script need to know of an upright
/// screen only: orientations and camera are turned before either gets them.
package struct ReplayScreen: Sendable {
    /// Which edge is up most of the time.
    let orientation: ScreenOrientation
    /// The device's camera in the axes of the turned screen.
    package let camera: Camera
    /// The focal length across the screen, pixels of the device.
    package let focal: Double

    /// - Parameters:
    ///   - camera: of the upright device.
    ///   - orientations: of the log; the circular mean of their roll decides.
    ///   - side: the shorter side of the screen, units of the picture.
    /// - Throws: `SensorLabError` for a camera without extent.
    package init(_ camera: Camera, orientations: some Sequence<Quaternion>, side: Double = 300) throws {
        var (x, y) = (0.0, 0.0)
        for roll in orientations.lazy.compactMap(\.roll) {
            x += Double.cos(roll)
            y += Double.sin(roll)
        }
        orientation = ScreenOrientation(roll: x == 0 && y == 0 ? 0 : Double.atan2(y: y, x: x))
        let upright = try camera.scaled(toWidth: side * max(1, camera.width / camera.height))
        let centre = orientation.turned(
            upright.centreX, upright.centreY, width: upright.width, height: upright.height)
        let isSideways = orientation.isSideways
        self.camera = try Camera(
            name: upright.name, width: isSideways ? upright.height : upright.width,
            height: isSideways ? upright.width : upright.height,
            focalX: isSideways ? upright.focalY : upright.focalX, focalY: isSideways ? upright.focalX : upright.focalY,
            centreX: centre.x, centreY: centre.y, distortion: upright.distortion)
        focal = self.camera.focalX * camera.width / (isSideways ? self.camera.height : self.camera.width)
    }

    /// An orientation of the device as one of the turned screen.
    package func turned(_ q: Quaternion) -> Quaternion {
        switch orientation {
        case .portrait: q
        case .rightEdgeUp: q * Quaternion(angle: -Double.pi / 2, axis: Vector3(0, 0, 1))
        case .leftEdgeUp: q * Quaternion(angle: Double.pi / 2, axis: Vector3(0, 0, 1))
        case .upsideDown: q * Quaternion(angle: Double.pi, axis: Vector3(0, 0, 1))
        }
    }
}
