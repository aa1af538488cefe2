import Foundation
import ProjectionCore
import Rotations
import Vocabulary

extension SceneOffset {
    /// The position at `distance` metres and `bearing` degrees clockwise from north, as published with the model
    /// `scene`: with d = distance / 6360500 and d' = distance / 5602900,
    /// lat2 = asin(sin lat1 cos d + cos lat1 sin d cos bearing),
    /// lon2 = lon1 + atan2(sin bearing sin d' cos lat1, cos d' - sin lat1 sin lat2).
    ///
    /// The second divisor makes 1000 m come out as 6378137 / 5602900 of it, about 1138 m.
    static func destination(from start: GeodeticPosition, bearing: Double, distance: Double) -> GeodeticPosition {
        let (phi, alpha) = (Angle.radians(start.latitude), Angle.radians(bearing))
        let d = distance / 6_360_500
        let dPrime = distance / 5_602_900
        let sine = sin(phi) * cos(d) + cos(phi) * sin(d) * cos(alpha)
        let latitude = asin(min(1, max(-1, sine)))
        let longitude = atan2(
            sin(alpha) * sin(dPrime) * cos(phi), cos(dPrime) - sin(phi) * sin(latitude))
        return GeodeticPosition(
            latitude: Angle.degrees(latitude),
            longitude: Angle.wrapDegrees(start.longitude + Angle.degrees(longitude)), height: start.height)
    }
}
