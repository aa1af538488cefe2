import Geodesy
import ProjectionCore

/// Places all round an observer: what labels are measured with where no list of places is given.
public enum PlaceRing {
    /// `count` places in even steps of the azimuth from north, all at one distance in metres and `elevation` metres above the
    /// observer.
    public static func places(
        around observer: GeodeticPosition, distance: Double = 1000, elevation: Double = 0, count: Int = 24
    ) -> [PointOfInterest] {
        (0..<count).map { index in
            let azimuth = 360 * Double(index) / Double(count)
            var position = Geodesic.wgs84.direct(from: observer, azimuth: azimuth, distance: distance).end
            position.height += elevation
            return PointOfInterest(
                id: "\(Int(azimuth.rounded()))", name: "\(Int(azimuth.rounded()))\u{B0}", position: position)
        }
    }
}
