import Geodesy
import RealModule
import Rotations
import Vocabulary

/// `frustum`, after markers relative to the observer of 2014: all places at the observer's height, within 1000 m, visible
/// inside the camera's frustum, labels smaller with distance. docs/reference/projection-frustum.md has its flaws.
///
/// Azimuth and distance are those of the great circle; the camera is a pinhole without distortion.
struct FrustumGeometry: ProjectionGeometry {
    let camera: Camera
    let screen: ScreenOrientation

    init(camera: Camera, options: ProjectionOptions) throws(SensorLabError) {
        self.camera = try Camera(
            name: camera.name, width: camera.width, height: camera.height, focalX: camera.focalX,
            focalY: camera.focalY, centreX: camera.centreX, centreY: camera.centreY)
        screen = options.screen
    }

    func origin(at observer: GeodeticPosition) -> GeodeticPosition { observer }

    /// The sight: metres east and north, at the observer's height.
    func sight(of place: PointOfInterest, from observer: GeodeticPosition) -> (sight: Vector3, distance: Double) {
        let distance = SphericalTriangle.distance(from: observer, to: place.position)
        guard distance > 0 else { return (noSight, 0) }
        let azimuth = Angle.radians(SphericalTriangle.azimuth(from: observer, to: place.position))
        return (Vector3(distance * Double.sin(azimuth), distance * Double.cos(azimuth), 0), distance)
    }

    func view(_ orientation: Quaternion) -> PinholeView? {
        PinholeView(camera: camera, screen: screen, orientation: orientation)
    }

    func position(of sight: Vector3, in view: PinholeView) -> ScreenPosition { view.position(of: sight) }

    /// Falls linearly to 0 at the largest distance.
    func labelScale(distance: Double, maximumDistance: Double?) -> Double {
        guard let maximumDistance else { return 1 }
        return max(0, 1 - distance / maximumDistance)
    }
}
