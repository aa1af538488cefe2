import Foundation
import Geomagnetism
import SensorModels
import Vocabulary

/// Which columns of a table of points hold what.
struct FieldPointColumns {
    /// The columns' names; `lat`, `lon`, `alt`, `date`, `column5`, ... where the table has no header.
    let names: [String]
    /// Whether the line was a header and no point.
    let isHeader: Bool
    private let latitude: Int
    private let longitude: Int
    private let altitude: Int?
    /// The date's column.
    let date: Int?

    /// From the first line that is no comment: a header if its first cell is no number.
    /// - Throws: `SensorLabError` (bad data) for a header, or a line of numbers, without latitude and longitude.
    init(firstLine cells: [String], place: String) throws {
        isHeader = Double(cells[0]) == nil
        guard isHeader else {
            guard cells.count > 1 else {
                throw SensorLabError(
                    .badData, code: .noPlaceColumns, place: place,
                    message: "the line \"\(cells[0])\" is one number, expected latitude and longitude",
                    advice: "separate the numbers with commas: LAT,LON[,ALT][,DATE]")
            }
            let standard = ["lat", "lon", "alt", "date"]
            // The third column is a date where it is no number: altitudes may be left out.
            let skipsAltitude = cells.count > 2 && Double(cells[2]) == nil && !cells[2].isEmpty
            let known = skipsAltitude ? ["lat", "lon", "date"] : standard
            names = cells.indices.map { $0 < known.count ? known[$0] : "column\($0 + 1)" }
            (latitude, longitude) = (0, 1)
            altitude = cells.count > 2 && !skipsAltitude ? 2 : nil
            date = skipsAltitude ? 2 : cells.count > 3 ? 3 : nil
            return
        }
        names = cells
        func column(_ accepted: String...) -> Int? { cells.firstIndex { accepted.contains($0.lowercased()) } }
        guard let latitude = column("lat", "latitude"), let longitude = column("lon", "lng", "long", "longitude") else {
            throw SensorLabError(
                .badData, code: .noPlaceColumns, place: place,
                message: "the header \"\(cells.joined(separator: ","))\" has no columns lat and lon",
                advice: "name the columns lat,lon[,alt][,date], or leave the header out")
        }
        self.latitude = latitude
        self.longitude = longitude
        altitude = column("alt", "altitude", "height")
        date = column("date", "day", "time")
    }

    /// The point of a line.
    /// - Throws: `SensorLabError` that names the cell.
    func request(_ cells: [String], defaultDate: CalendarDate?) throws(SensorLabError) -> FieldRequest {
        guard cells.count == names.count else {
            throw SensorLabError(
                .usage, code: .geomagnetismCountMismatch,
                message: "the line has \(cells.count) cells, expected \(names.count): \(names.joined(separator: ","))",
                advice: "give every line the cells of the first one, empty ones too")
        }
        func cell(_ column: Int?) -> String { column.map { cells[$0] } ?? "" }
        func number(_ column: Int, _ name: String, _ code: ErrorCode) throws(SensorLabError) -> Double {
            guard let value = Double(cell(column)) else {
                throw SensorLabError(
                    .usage, code: code, message: "\(name): found \"\(cell(column))\", expected a number",
                    advice: "correct or remove the line")
            }
            return value
        }
        let place = GeodeticPosition(
            latitude: try number(latitude, "latitude", .geomagnetismLatitudeOutOfRange),
            longitude: try number(longitude, "longitude", .geomagnetismLongitudeOutOfRange),
            height: cell(altitude).isEmpty ? 0 : try number(altitude ?? 0, "altitude", .geomagnetismHeightOutOfRange))
        let text = cell(date)
        if !text.isEmpty { return try FieldRequest(place: place, dateText: text) }
        guard let defaultDate else {
            throw SensorLabError(
                .usage, code: .geomagnetismInvalidDate, message: "the line has no date",
                advice: "give --date for such lines")
        }
        return FieldRequest(place: place, date: defaultDate)
    }
}
