import Foundation
import Geodesy
import ProjectionCore
import Rotations
import Vocabulary

/// How far the approximations of apps are from the geodesic on WGS 84, the worst over all azimuths, as a function of
/// distance and latitude.
enum ApproximationErrors {
    /// An approximation.
    enum Method: String, Sendable, CaseIterable {
        /// Haversine on the mean sphere; its azimuth is that of the spherical triangle.
        case haversine
        /// The spherical law of cosines with an arc cosine, on the same sphere: rounding spoils small distances.
        case lawOfCosines = "law of cosines"
        /// Metres per degree at the place's latitude.
        case planar
        /// Offsets by haversine along meridian and parallel (the model `scene`).
        case sceneOffsets = "scene offsets"
        /// The destination with the constants of the model `scene`.
        case sceneDestination = "scene destination"
    }

    /// The worst of a method at a latitude and a distance.
    struct Entry {
        /// The worst error of the distance as a part of it; of a destination: how far off it is, as a part of the
        /// distance.
        let relativeError: Double
        /// The worst error of the azimuth, degrees.
        let azimuthError: Double
    }

    /// The azimuths that are tried, degrees.
    static let azimuths = stride(from: 0.0, to: 360, by: 5)

    /// The worst over the azimuths.
    static func entry(_ method: Method, latitude: Double, distance: Double) -> Entry {
        let start = GeodeticPosition(latitude: latitude, longitude: 0)
        var (worst, turned) = (0.0, 0.0)
        for azimuth in azimuths {
            let end = Geodesic.wgs84.direct(from: start, azimuth: azimuth, distance: distance).end
            let (error, angle) = errors(method, start, end, azimuth: azimuth, distance: distance)
            worst = max(worst, error)
            turned = max(turned, Angle.wrapDegrees(angle - azimuth).magnitude)
        }
        return Entry(relativeError: worst, azimuthError: turned)
    }

    private static func errors(
        _ method: Method, _ start: GeodeticPosition, _ end: GeodeticPosition, azimuth: Double, distance: Double
    ) -> (relative: Double, azimuth: Double) {
        func relative(_ found: Double) -> Double { (found / distance - 1).magnitude }
        switch method {
        case .haversine:
            return (
                relative(Haversine.distance(from: start, to: end)), SphericalTriangle.azimuth(from: start, to: end)
            )
        case .lawOfCosines:
            return (
                relative(LawOfCosines.distance(from: start, to: end)), SphericalTriangle.azimuth(from: start, to: end)
            )
        case .planar:
            return (
                relative(PlanarApproximation.distance(from: start, to: end)),
                PlanarApproximation.azimuth(from: start, to: end)
            )
        case .sceneOffsets:
            let offset = SceneOffset(from: start, to: end)
            return (
                relative(hypot(offset.east, offset.north)),
                Angle.degrees(atan2(offset.east, offset.north))
            )
        case .sceneDestination:
            let found = SceneDestination.destination(from: start, azimuth: azimuth, distance: distance)
            let line = Geodesic.wgs84.inverse(from: start, to: found)
            return (Geodesic.wgs84.inverse(from: end, to: found).distance / distance, line.startAzimuth)
        }
    }
}
