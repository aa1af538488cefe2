import Geodesy
import RealModule
import Rotations
import Vocabulary

/// `scene`, after a library for navigation in augmented reality of 2018. docs/reference/projection-scene.md has its flaws.
///
/// A place's offset north is the haversine distance along the observer's meridian, its offset east that along the observer's
/// parallel, on a sphere of 6378.137 km; the height is the difference of the altitudes. The scene may be turned by hand. A
/// pinhole camera without distortion looks at it. Places of the category `road` are shown up to 50 m.
struct SceneGeometry: ProjectionGeometry {
    let camera: Camera
    let screen: ScreenOrientation
    /// Earth to the turned scene: about the vertical, clockwise.
    let turn: Quaternion
    let roadLimit: Double

    init(camera: Camera, options: ProjectionOptions) throws {
        self.camera = try Camera(
            name: camera.name, width: camera.width, height: camera.height, focalX: camera.focalX,
            focalY: camera.focalY, centreX: camera.centreX, centreY: camera.centreY)
        screen = options.screen
        turn = Quaternion.aboutVertical(-Angle.radians(options.sceneRotation))
        roadLimit = options.roadLimit
    }

    func origin(at observer: GeodeticPosition) -> GeodeticPosition { observer }

    /// The sight: metres east, north and up in the turned scene.
    func sight(of place: PointOfInterest, from observer: GeodeticPosition) -> (sight: Vector3, distance: Double) {
        let offset = SceneOffset(from: observer, to: place.position)
        let distance = Double.hypot(offset.east, offset.north)
        let up = place.position.height - observer.height
        guard distance > 0 || up != 0 else { return (noSight, 0) }
        return (turn.rotate(Vector3(offset.east, offset.north, up)), distance)
    }

    func view(_ orientation: Quaternion) -> PinholeView? {
        PinholeView(camera: camera, screen: screen, orientation: orientation)
    }

    func position(of sight: Vector3, in view: PinholeView) -> ScreenPosition { view.position(of: sight) }
}
