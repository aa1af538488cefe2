import Rotations

/// East, north, up as the camera sees them: one frame's rotation, lens and screen.
struct PinholeView {
    let camera: Camera
    let screen: ScreenOrientation
    let width: Double
    let height: Double
    /// Earth to device.
    let rotation: Matrix3

    init(camera: Camera, screen: ScreenOrientation, orientation: Quaternion) {
        self.camera = camera
        self.screen = screen
        (width, height) = screen.isSideways ? (camera.height, camera.width) : (camera.width, camera.height)
        rotation = orientation.matrix.transpose
    }

    /// The position of a direction east, north, up (any length).
    @inline(__always)
    func position(of direction: Vector3) -> ScreenPosition {
        guard direction.x.isFinite else { return .none(.undefined) }
        guard let pixel = camera.pixel(ofDevice: rotation * direction) else { return .none(.behind) }
        let turned = screen.turned(pixel.x, pixel.y, width: camera.width, height: camera.height)
        return ScreenPosition(x: turned.x, y: turned.y, width: width, height: height)
    }
}
