import Geodesy
import ProjectionCore
import Recordings
import RealModule
import Rotations
import SensorModels

/// Something that the replay of the screen shows: a direction with a name.
public struct Landmark: Sendable, Hashable {
    /// What the label says.
    public var name: String
    /// Unit vector in the frame of the tracks: east, north, up of their north.
    public var direction: Vector3

    /// A landmark by its parts.
    public init(name: String, direction: Vector3) {
        self.name = name
        self.direction = direction
    }

    /// The eight points of the compass on the horizon: what a replay shows where no places are given.
    public static let compass: [Landmark] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].enumerated().map {
        index, name in
        let heading = Double(index) * Double.pi / 4
        return Landmark(name: name, direction: Vector3(Double.sin(heading), Double.cos(heading), 0))
    }

    /// Places as they are seen from one point; a place at that point has no direction and is left out.
    ///
    /// - Parameter declination: degrees by which the tracks' north lies east of true north; 0 for true north.
    static func of(_ places: [PointOfInterest], from observer: GeodeticPosition, declination: Double) -> [Landmark] {
        let frame = LocalFrame(origin: observer)
        let turn = Quaternion.aboutVertical(Angle.radians(declination))
        return places.compactMap { place in
            frame.local(place.position).normalized.map { Landmark(name: place.name, direction: turn.rotate($0)) }
        }
    }
}
