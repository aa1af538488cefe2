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
            if let defect = place.position.defect { throw bad(name, defect) }
            guard seen.insert(place.id).inserted else { throw bad(name, "the id occurs twice, expected unique ids") }
        }
    }

    private static func bad(_ place: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badPlace, place: place, message: message, advice: "correct the list of places")
    }
}

extension GeodeticPosition {
    /// The first coordinate out of range, for messages; `nil` where all are valid.
    var defect: String? {
        if !(latitude.magnitude <= 90) { return "latitude \(latitude), expected degrees in [-90, 90]" }
        if !(longitude.magnitude <= 360) { return "longitude \(longitude), expected degrees in [-360, 360]" }
        return height.isFinite ? nil : "altitude \(height), expected metres above the ellipsoid"
    }
}
