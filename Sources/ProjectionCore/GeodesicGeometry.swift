import Geodesy
import RealModule
import Rotations
import Vocabulary

/// `geodesic`, this project's own: distance by the geodesic on WGS 84, direction by the straight line of sight in the
/// local east-north-up frame, full orientation, pinhole with radial distortion. docs/reference/projection-geodesic.md.
///
/// The line of sight contains the earth's curvature; refraction lifts it by k s / (2 R). Without curvature the
/// direction is the geodesic's azimuth and the elevation atan2(difference of altitudes, distance). The two azimuths
/// differ by less than 1e-7 radians up to 100 km.
struct GeodesicGeometry: PinholeGeometry {
    let camera: Camera
    let screen: ScreenOrientation
    let curvature: Bool
    let refraction: Double

    init(camera: Camera, options: ProjectionOptions) {
        (self.camera, screen) = (camera, options.screen)
        (curvature, refraction) = (options.curvature, options.refraction)
    }

    func origin(at observer: GeodeticPosition) -> LocalFrame { LocalFrame(origin: observer) }

    /// The sight: metres east, north and up.
    func sight(of place: PointOfInterest, from frame: LocalFrame) -> (sight: Vector3, distance: Double) {
        let position = place.position(seenFrom: frame.origin)
        let line = Geodesic.wgs84.inverse(from: frame.origin, to: position)
        guard curvature else {
            let azimuth = Angle.radians(line.startAzimuth)
            let up = position.height - frame.origin.height
            guard line.distance > 0 || up != 0 else { return (noSight, 0) }
            return (
                Vector3(line.distance * Double.sin(azimuth), line.distance * Double.cos(azimuth), up), line.distance
            )
        }
        let straight = frame.local(position)
        // Less than a micrometre away: rounding, not a direction.
        guard straight.lengthSquared > 1e-12 else { return (noSight, line.distance) }
        guard refraction != 0 else { return (straight, line.distance) }
        return (Self.lifted(straight, by: refraction * line.distance / (2 * Sphere.meanRadius)), line.distance)
    }

    /// The direction turned up by an angle in radians, in its own vertical plane.
    private static func lifted(_ v: Vector3, by angle: Double) -> Vector3 {
        let level = Double.hypot(v.x, v.y)
        guard level > 0 else { return v }
        let (s, c) = (Double.sin(angle), Double.cos(angle))
        let shrunk = (c * level - s * v.z) / level
        return Vector3(v.x * shrunk, v.y * shrunk, s * level + c * v.z)
    }
}
