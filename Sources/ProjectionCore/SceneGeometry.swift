import Geodesy
import RealModule
import Rotations
import Vocabulary

/// `scene`, after a library for navigation in augmented reality of 2018.
/// docs/reference/projection-scene.md lists its flaws.
///
/// A place's offset north is the haversine distance along the observer's meridian, its offset east that along the
/// observer's parallel, on a sphere of 6378.137 km; the height is the difference of the altitudes. The scene may be
/// turned by hand. A pinhole camera without distortion looks at it. Places of the category `road` are shown up to 50 m.
struct SceneGeometry: PinholeGeometry {
    let camera: Camera
    let screen: ScreenOrientation
    /// Earth to the turned scene: about the vertical, clockwise.
    let turn: Quaternion

    init(camera: Camera, options: ProjectionOptions) throws(SensorLabError) {
        self.camera = try camera.undistorted()
        screen = options.screen
        turn = Quaternion.aboutVertical(-Angle.radians(options.sceneRotation))
    }

    /// The sight: metres east, north and up in the turned scene.
    func sight(of place: PointOfInterest, from observer: GeodeticPosition) -> (sight: Vector3, distance: Double) {
        let offset = SceneOffset(from: observer, to: place.position)
        let distance = Double.hypot(offset.east, offset.north)
        let up = place.position(seenFrom: observer).height - observer.height
        guard distance > 0 || up != 0 else { return (noSight, 0) }
        return (turn.rotate(Vector3(offset.east, offset.north, up)), distance)
    }
}

/// The geometry of the model `scene`: offsets along the axes.
public struct SceneOffset: Sendable, Hashable {
    /// Metres.
    public let east, north: Double

    /// By haversine on a sphere of 6378.137 km: north along the observer's meridian, east along
    /// the observer's parallel.
    public init(from observer: GeodeticPosition, to place: GeodeticPosition) {
        let corner = GeodeticPosition(latitude: observer.latitude, longitude: place.longitude)
        let along = GeodeticPosition(latitude: place.latitude, longitude: observer.longitude)
        let eastward = Angle.wrapDegrees(place.longitude - observer.longitude)
        let parallel = Haversine.distance(from: observer, to: corner, radius: Sphere.equatorialRadius)
        let meridian = Haversine.distance(from: observer, to: along, radius: Sphere.equatorialRadius)
        east = eastward < 0 ? -parallel : parallel
        north = place.latitude < observer.latitude ? -meridian : meridian
    }
}
