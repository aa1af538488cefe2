import Geodesy
import RealModule
import Rotations
import Vocabulary

/// `planar`, after an iPhone app of 2015; portrait only. docs/reference/projection-planar.md derives it and
/// shows where it is wrong.
///
/// With metres per degree at the place's latitude (`PlanarApproximation`), x metres north and y metres west, the angle
/// atan2(y, x) counter-clockwise from north in [0, 360) and the zenith angle 90 - atan2(h, d) (h the relative
/// altitude): horizontal ratio (angle - (360 - heading)) / (hFOV / 2), vertical ratio (rho - zenith
/// angle) / (vFOV / 2), pixel W/2 - ratio W/2 and H/2 - ratio H/2; visible where both ratios lie in [-1, 1]. Heading
/// and rho (`Rho.classic`) are those of the camera; lateral tilt is ignored. As published, the difference of the angles
/// is not wrapped at north.
struct PlanarGeometry: ProjectionGeometry {
    let camera: Camera
    /// Whether angles are wrapped: off in the published form.
    let wraps: Bool

    /// The sight: angle counter-clockwise from north and zenith angle, degrees.
    func sight(of place: PointOfInterest, from observer: GeodeticPosition) -> (sight: Vector3, distance: Double) {
        let scale = PlanarApproximation.metresPerDegree(latitude: place.position.latitude)
        let x = (place.position.latitude - observer.latitude) * scale.latitude
        var west = observer.longitude - place.position.longitude
        if wraps { west = Angle.wrapDegrees(west) }
        let y = west * scale.longitude
        let height = place.position(seenFrom: observer).height - observer.height
        let distance = Double.hypot(x, y)
        if wraps && distance == 0 && height == 0 { return (noSight, 0) }
        let turn = Angle.degrees(Double.atan2(y: y, x: x))
        let angle = x == 0 ? (y > 0 ? 90 : 270) : turn < 0 ? turn + 360 : turn
        let zenith = distance == 0 ? (height > 0 ? 0 : 180) : 90 - Angle.degrees(Double.atan2(y: height, x: distance))
        return (Vector3(angle, zenith, 0), distance)
    }

    func direction(of sight: Vector3) -> Vector3 {
        let (angle, zenith) = (Angle.radians(sight.x), Angle.radians(sight.y))
        return Vector3(
            -Double.sin(angle) * Double.sin(zenith), Double.cos(angle) * Double.sin(zenith), Double.cos(zenith))
    }

    func raised(_ sight: Vector3, to elevation: Double) -> Vector3 {
        Vector3(sight.x, 90 - Angle.degrees(elevation), sight.z)
    }

    struct View {
        /// Degrees clockwise from north.
        let heading: Double
        /// Degrees.
        let rho: Double
        /// Degrees.
        let halfWidth: Double
        /// Degrees.
        let halfHeight: Double
    }

    func view(_ orientation: Quaternion) -> View? {
        guard let heading = orientation.heading(of: .camera), let rho = Rho.classic(down: orientation.down) else {
            return nil
        }
        return View(
            heading: Angle.degrees(heading), rho: Angle.degrees(rho), halfWidth: camera.horizontalFieldOfView / 2,
            halfHeight: camera.verticalFieldOfView / 2)
    }

    func position(of sight: Vector3, in view: View) -> ScreenPosition {
        guard sight.x.isFinite else { return .none(.undefined) }
        let difference = sight.x - (360 - view.heading)
        let horizontal = (wraps ? Angle.wrapDegrees(difference) : difference) / view.halfWidth
        let vertical = (view.rho - sight.y) / view.halfHeight
        return ScreenPosition(
            x: camera.width / 2 * (1 - horizontal), y: camera.height / 2 * (1 - vertical), width: camera.width,
            height: camera.height)
    }
}
