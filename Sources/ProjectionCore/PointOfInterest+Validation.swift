import Geodesy
import SensorModels
import Vocabulary

extension PointOfInterest {
    /// Checks a list: coordinates on the earth, finite heights, ids that are unique.
    /// - Throws: `SensorLabError` (bad data) that names the first place that breaks a rule.
    public static func validate(_ places: [PointOfInterest]) throws(SensorLabError) {
        var seen: Set<String> = []
        for (index, place) in places.enumerated() {
            let name = "place \(index + 1) (id \(place.id))"
            guard place.position.latitude.magnitude <= 90 else {
                throw bad(name, "latitude \(place.position.latitude), expected degrees in [-90, 90]")
            }
            guard place.position.longitude.magnitude <= 360 else {
                throw bad(name, "longitude \(place.position.longitude), expected degrees in [-360, 360]")
            }
            guard place.position.height.isFinite else {
                throw bad(name, "altitude \(place.position.height), expected metres above the ellipsoid")
            }
            guard seen.insert(place.id).inserted else { throw bad(name, "the id occurs twice, expected unique ids") }
        }
    }

    private static func bad(_ place: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badPlace, place: place, message: message, advice: "correct the list of places")
    }
}
