import Geomagnetism
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The earth's magnetic field where a scenario takes place.
public enum EarthField {
    /// East, north (true) and up in microtesla, from the World Magnetic Model in force at the date.
    /// - Throws: `SensorLabError` (usage) for a place or date that no model covers.
    public static func vector(at place: Place, on date: CalendarDate) throws(SensorLabError) -> Vector3 {
        do {
            let day = try DecimalYear(year: date.year, month: date.month, day: date.day)
            let position = FieldPosition(
                latitudeDegrees: place.latitude, longitudeDegrees: place.longitude, heightMetres: place.altitude)
            // X north, Y east, Z down in nT.
            let elements = try GeomagneticModel.inForce(on: day).field(at: position, on: day).elements
            return Vector3(elements.y, elements.x, -elements.z) / 1000
        } catch {
            throw SensorLabError(
                .usage, code: .noMagneticField, place: "simulate", message: error.message,
                advice: "\(error.advice), or give the field itself")
        }
    }
}
