import RealModule
import Rotations

/// The great-circle distance by the haversine (R. W. Sinnott, Sky and Telescope 68(2), 1984): well conditioned but for nearly
/// antipodal places.
public enum Haversine {
    /// Metres along a sphere of `radius` metres; geodetic latitudes are taken for those of the sphere.
    public static func distance(
        from start: GeodeticPosition, to end: GeodeticPosition, radius: Double = Sphere.meanRadius
    ) -> Double {
        let halfLatitude = SineCosine(degrees: (end.latitude - start.latitude) / 2).sine
        let halfLongitude = SineCosine(degrees: Angle.wrapDegrees(end.longitude - start.longitude) / 2).sine
        let cosines = SineCosine(degrees: start.latitude).cosine * SineCosine(degrees: end.latitude).cosine
        let haversine = halfLatitude * halfLatitude + cosines * halfLongitude * halfLongitude
        return 2 * radius * Double.asin(min(1, haversine.squareRoot()))
    }
}
