import Geodesy
import RealModule
import Rotations
import Vocabulary

/// `frustum`, after markers relative to the observer of 2014: all places at the observer's height, within
/// 1000 m, visible inside the camera's frustum, labels smaller with distance.
/// docs/reference/projection-frustum.md lists its flaws.
///
/// Azimuth and distance are those of the great circle; the camera is a pinhole without distortion.
struct FrustumGeometry: PinholeGeometry {
    let camera: Camera
    let screen: ScreenOrientation

    init(camera: Camera, options: ProjectionOptions) throws(SensorLabError) {
        self.camera = try camera.undistorted()
        screen = options.screen
    }

    /// The sight: metres east and north, at the observer's height.
    func sight(of place: PointOfInterest, from observer: GeodeticPosition) -> (sight: Vector3, distance: Double) {
        let distance = SphericalTriangle.distance(from: observer, to: place.position)
        guard distance > 0 else { return (noSight, 0) }
        let azimuth = Angle.radians(SphericalTriangle.azimuth(from: observer, to: place.position))
        return (Vector3(distance * Double.sin(azimuth), distance * Double.cos(azimuth), 0), distance)
    }
}
