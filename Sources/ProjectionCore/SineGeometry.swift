import Geodesy
import RealModule
import Rotations
import Vocabulary

/// `sine`, after an augmented reality framework of 2013; portrait only.
/// docs/reference/projection-sine.md lists its flaws.
///
/// Great-circle azimuth by the spherical triangle; with theta = azimuth - heading and the vision angle v (half of
/// the angle of view, 30 degrees): pixel x = W/2 + sin(theta) / sin(v) W/2, and the same in y with the tilt of the
/// camera: y = H/2 - sin(rho - 90 degrees) / sin(v) H/2, so that every place is on the horizon whatever its
/// altitude. As published, sin(180 degrees - theta) = sin(theta) shows a place behind the viewer in front; `sine`
/// hides it where cos(theta) <= 0.
struct SineGeometry: ProjectionGeometry {
    let camera: Camera
    /// Whether places behind are hidden: off in the published form.
    let hidesBehind: Bool
    /// sin v.
    let sineOfVision: Double

    init(camera: Camera, hidesBehind: Bool, visionAngle: Double) {
        (self.camera, self.hidesBehind) = (camera, hidesBehind)
        sineOfVision = Double.sin(Angle.radians(visionAngle))
    }

    /// The sight: sine and cosine of the azimuth.
    func sight(of place: PointOfInterest, from observer: GeodeticPosition) -> (sight: Vector3, distance: Double) {
        let distance = SphericalTriangle.distance(from: observer, to: place.position)
        guard distance > 0 else { return (noSight, 0) }
        let azimuth = Angle.radians(SphericalTriangle.azimuth(from: observer, to: place.position))
        return (Vector3(Double.sin(azimuth), Double.cos(azimuth), 0), distance)
    }

    func direction(of sight: Vector3) -> Vector3 { sight }

    /// Every place is on the horizon already.
    func raised(_ sight: Vector3, to elevation: Double) -> Vector3 { sight }

    /// Sine and cosine of the heading; the height of all places, pixels.
    typealias View = (sine: Double, cosine: Double, y: Double)

    func view(_ orientation: Quaternion) -> View? {
        guard let heading = orientation.heading(of: .camera), let rho = Rho.classic(down: orientation.down) else {
            return nil
        }
        let tilt = Double.sin(rho - Double.pi / 2) / sineOfVision
        return (Double.sin(heading), Double.cos(heading), camera.height / 2 * (1 - tilt))
    }

    func position(of sight: Vector3, in view: View) -> ScreenPosition {
        guard sight.x.isFinite else { return .none(.undefined) }
        let cosine = sight.y * view.cosine + sight.x * view.sine
        if hidesBehind && cosine <= 0 { return .none(.behind) }
        let sine = sight.x * view.cosine - sight.y * view.sine
        return ScreenPosition(
            x: camera.width / 2 * (1 + sine / sineOfVision), y: view.y, width: camera.width, height: camera.height)
    }
}
