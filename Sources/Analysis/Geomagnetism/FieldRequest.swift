import Geomagnetism
import Recordings

/// A place and a date at which the field is wanted.
public struct FieldRequest: Sendable, Hashable {
    /// The place; what its altitude is counted from, the calculator knows.
    public var place: Place
    /// The date.
    public var date: DecimalYear
    /// The date as it was written: `YYYY-MM-DD` or a decimal year.
    public var dateText: String

    /// A place and a decimal year, with the text it was written in.
    public init(place: Place, date: DecimalYear, dateText: String) {
        self.place = place
        self.date = date
        self.dateText = dateText
    }

    /// A place on a calendar day.
    /// - Throws: `GeomagnetismError`, never for a valid day.
    public init(place: Place, date: CalendarDate) throws(GeomagnetismError) {
        self.init(
            place: place, date: try DecimalYear(year: date.year, month: date.month, day: date.day), dateText: date.text)
    }

    /// Reads a date as a table has it: `YYYY-MM-DD`, perhaps with a time behind it, or a decimal year.
    /// - Throws: `GeomagnetismError` for any other text.
    public init(place: Place, dateText: String) throws(GeomagnetismError) {
        let text = String(dateText.prefix { $0 != "T" && $0 != " " })
        self.init(place: place, date: try DecimalYear(parsing: text), dateText: text)
    }
}
