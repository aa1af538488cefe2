import Analysis
import CSensorLab
import Geomagnetism
import SensorModels
import Vocabulary

/// Parses `YYYY-MM-DD`, optionally followed by a time, or a decimal year; returns the decimal year.
@_cdecl("sensorlab_decimal_year")
public func decimalYear(
    _ date: UnsafePointer<CChar>?, _ year: UnsafeMutablePointer<Double>?, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let text = try Argument.text(date, "date").prefix { $0 != "T" && $0 != " " }
        let value = try DecimalYear(parsing: String(text)).value
        try Argument.needed(year, "year").pointee = value
    }
}

/// The field at `count` places and decimal years.
@_cdecl("sensorlab_field")
public func field(
    _ places: UnsafePointer<sensorlab_place>?, _ years: UnsafePointer<Double>?, _ count: Int,
    _ model: UnsafePointer<CChar>?, _ values: UnsafeMutablePointer<sensorlab_field_value>?, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let places = try Argument.elements(places, count: count, "places")
        let years = try Argument.elements(years, count: count, "years")
        let values = try Argument.room(values, count: count, "values")
        let calculator = try GeomagneticCalculator(model: try Argument.optionalText(model, "model"))
        let requests = try zip(places, years).map { place, year in
            FieldRequest(place: GeodeticPosition(place), date: try DecimalYear(year), dateText: "\(year)")
        }
        for (index, answer) in try calculator.answers(requests).enumerated() {
            values[index] = sensorlab_field_value(answer)
        }
    }
}

extension GeodeticPosition {
    /// A place of the C interface; not checked.
    init(_ place: sensorlab_place) {
        self.init(latitude: place.latitude_degrees, longitude: place.longitude_degrees, height: place.height)
    }
}

extension sensorlab_field_value {
    fileprivate init(_ answer: FieldAnswer) {
        let (elements, sigmas) = (answer.field.elements, answer.field.uncertainty)
        self.init(
            declination_degrees: elements.declinationDegrees,
            declination_sigma_degrees: sigmas?.declinationDegrees ?? .nan,
            inclination_degrees: elements.inclinationDegrees,
            inclination_sigma_degrees: sigmas?.inclinationDegrees ?? .nan,
            north: elements.x, east: elements.y, down: elements.z, horizontal: elements.h, intensity: elements.f,
            intensity_sigma: sigmas?.f ?? .nan, valid: answer.isValid ? 1 : 0, reserved: 0)
    }
}
