import Geodesy
import RealModule
import Rotations
import Vocabulary

/// One projection model: what it keeps of a place when the observer is known, and how it draws
/// that with an orientation.
///
/// A sight is three numbers whose meaning is the model's own, so that all models share one contiguous array.
protocol ProjectionGeometry {
    /// Values that depend on the observer's position alone.
    associatedtype Origin
    /// Values that depend on the orientation alone.
    associatedtype View

    /// Computed once per position of the observer.
    func origin(at observer: GeodeticPosition) -> Origin
    /// The sight of a place and its distance, metres; a sight that is not finite has no direction.
    func sight(of place: PointOfInterest, from origin: Origin) -> (sight: Vector3, distance: Double)
    /// Computed once per frame; `nil` where the model has no answer for the orientation.
    func view(_ orientation: Quaternion) -> View?
    /// Pixels on the screen. No allocation.
    func position(of sight: Vector3, in view: View) -> ScreenPosition
    /// The direction of a sight, east, north and up, of any length.
    func direction(of sight: Vector3) -> Vector3
    /// The sight in the same direction on the ground, at an elevation in radians.
    func raised(_ sight: Vector3, to elevation: Double) -> Vector3
}

extension ProjectionGeometry where Origin == GeodeticPosition {
    func origin(at observer: GeodeticPosition) -> GeodeticPosition { observer }
}

/// A model whose sights are directions east, north, up before a pinhole camera.
protocol PinholeGeometry: ProjectionGeometry where View == PinholeView {
    var camera: Camera { get }
    var screen: ScreenOrientation { get }
}

extension PinholeGeometry {
    func view(_ orientation: Quaternion) -> PinholeView? {
        PinholeView(camera: camera, screen: screen, orientation: orientation)
    }

    func position(of sight: Vector3, in view: PinholeView) -> ScreenPosition { view.position(of: sight) }

    func direction(of sight: Vector3) -> Vector3 { sight }

    func raised(_ sight: Vector3, to elevation: Double) -> Vector3 {
        Vector3(sight.x, sight.y, Double.hypot(sight.x, sight.y) * Double.tan(elevation))
    }
}

/// The sight of a place without a direction.
let noSight = Vector3(.nan, .nan, .nan)

/// One of the models; the choice is made once per call, outside of the loops over places, which
/// are specialised for each.
enum AnyGeometry: Sendable {
    case planar(PlanarGeometry)
    case sine(SineGeometry)
    case scene(SceneGeometry)
    case frustum(FrustumGeometry)
    case geodesic(GeodesicGeometry)

    init(_ model: ProjectionModel, camera: Camera, options: ProjectionOptions) throws(SensorLabError) {
        switch model {
        case .planar, .planarPublished:
            self = .planar(PlanarGeometry(camera: camera, wraps: model == .planar))
        case .sine, .sinePublished:
            self = .sine(
                SineGeometry(camera: camera, hidesBehind: model == .sine, visionAngle: options.visionAngle))
        case .scene: self = .scene(try SceneGeometry(camera: camera, options: options))
        case .frustum: self = .frustum(try FrustumGeometry(camera: camera, options: options))
        case .geodesic: self = .geodesic(GeodesicGeometry(camera: camera, options: options))
        }
    }

    func prepare(
        _ places: [PointOfInterest], observer: GeodeticPosition, sights: inout [Vector3], distances: inout [Double]
    ) {
        switch self {
        case .planar(let geometry): Self.prepare(geometry, places, observer, &sights, &distances)
        case .sine(let geometry): Self.prepare(geometry, places, observer, &sights, &distances)
        case .scene(let geometry): Self.prepare(geometry, places, observer, &sights, &distances)
        case .frustum(let geometry): Self.prepare(geometry, places, observer, &sights, &distances)
        case .geodesic(let geometry): Self.prepare(geometry, places, observer, &sights, &distances)
        }
    }

    func project(
        _ orientation: Quaternion, sights: [Vector3], marks: [ScreenPosition.State],
        into positions: UnsafeMutableBufferPointer<ScreenPosition>
    ) {
        switch self {
        case .planar(let geometry): Self.project(geometry, orientation, sights, marks, positions)
        case .sine(let geometry): Self.project(geometry, orientation, sights, marks, positions)
        case .scene(let geometry): Self.project(geometry, orientation, sights, marks, positions)
        case .frustum(let geometry): Self.project(geometry, orientation, sights, marks, positions)
        case .geodesic(let geometry): Self.project(geometry, orientation, sights, marks, positions)
        }
    }

    func direction(of sight: Vector3) -> Vector3 {
        switch self {
        case .planar(let geometry): return geometry.direction(of: sight)
        case .sine(let geometry): return geometry.direction(of: sight)
        case .scene(let geometry): return geometry.direction(of: sight)
        case .frustum(let geometry): return geometry.direction(of: sight)
        case .geodesic(let geometry): return geometry.direction(of: sight)
        }
    }

    func raised(_ sight: Vector3, to elevation: Double) -> Vector3 {
        switch self {
        case .planar(let geometry): return geometry.raised(sight, to: elevation)
        case .sine(let geometry): return geometry.raised(sight, to: elevation)
        case .scene(let geometry): return geometry.raised(sight, to: elevation)
        case .frustum(let geometry): return geometry.raised(sight, to: elevation)
        case .geodesic(let geometry): return geometry.raised(sight, to: elevation)
        }
    }

    private static func prepare<Geometry: ProjectionGeometry>(
        _ geometry: Geometry, _ places: [PointOfInterest], _ observer: GeodeticPosition, _ sights: inout [Vector3],
        _ distances: inout [Double]
    ) {
        let origin = geometry.origin(at: observer)
        sights.removeAll(keepingCapacity: true)
        distances.removeAll(keepingCapacity: true)
        sights.reserveCapacity(places.count)
        distances.reserveCapacity(places.count)
        for place in places {
            let (sight, distance) = geometry.sight(of: place, from: origin)
            sights.append(sight)
            distances.append(distance)
        }
    }

    private static func project<Geometry: ProjectionGeometry>(
        _ geometry: Geometry, _ orientation: Quaternion, _ sights: [Vector3], _ marks: [ScreenPosition.State],
        _ positions: UnsafeMutableBufferPointer<ScreenPosition>
    ) {
        let count = min(sights.count, positions.count)
        guard orientation.isFinite, let view = geometry.view(orientation) else {
            for index in 0..<count { positions[index] = .none(marks[index] == .visible ? .undefined : marks[index]) }
            return
        }
        for index in 0..<count {
            positions[index] =
                marks[index] == .visible ? geometry.position(of: sights[index], in: view) : .none(marks[index])
        }
    }
}

/// East, north, up as the camera sees them: one frame's rotation, lens and screen.
struct PinholeView {
    let camera: Camera
    let screen: ScreenOrientation
    let width: Double
    let height: Double
    /// Earth to device.
    let rotation: Matrix3

    init(camera: Camera, screen: ScreenOrientation, orientation: Quaternion) {
        (self.camera, self.screen) = (camera, screen)
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
