import Foundation
import Geomagnetism
import SensorModels
import Vocabulary

/// Points for which to compute the field: a CSV with latitude, longitude and optionally altitude and date; the result
/// keeps its lines.
///
/// With a header, columns are identified by name (`lat`, `lon`, `alt`, `date` and their long forms), and other columns
/// are allowed; without one they are latitude, longitude, altitude, date. Lines that begin with `#` and empty lines are
/// kept.
public struct FieldPointTable: Sendable {
    /// A line of the table.
    public enum Line: Sendable, Equatable {
        /// A comment or an empty line.
        case other(String)
        /// The line of a point, and its index in `requests`.
        case point(String, Int)
        /// A line without a valid point.
        case damaged(String)
    }

    /// The table's header, or generated column names.
    public private(set) var header = ""
    /// The lines after the header, and comments before it.
    public private(set) var lines: [Line] = []
    /// The points, in order of the lines.
    public private(set) var requests: [FieldRequest] = []
    /// Warnings about damaged lines.
    public private(set) var warnings: [Warning] = []

    private let source: String
    private let defaultDate: CalendarDate?
    private var columns: FieldPointColumns?

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - text: the whole table.
    ///   - source: its name in messages.
    ///   - date: for points without one.
    ///   - calculator: computes the fields later; points outside of its models are found here.
    ///   - strict: whether a line without a valid point is an error instead of a warning.
    /// - Throws: `SensorLabError`: bad data (no columns of places, no line with a point; with `strict`, any line
    ///   without one), usage (no date).
    public init(
        _ text: String, source: String, date: CalendarDate?, calculator: GeomagneticCalculator, strict: Bool = false
    ) throws {
        self.source = source
        defaultDate = date
        var damaged = 0
        let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        var all = body.split(omittingEmptySubsequences: false) { $0.isNewline }
        if all.last?.isEmpty == true { all.removeLast() }
        for (index, line) in all.enumerated() {
            let cells = CSVTable.cells(of: line)
            if cells == [""] || line.hasPrefix("#") {
                lines.append(.other(String(line)))
                continue
            }
            guard let columns else {
                let found = try FieldPointColumns(firstLine: cells, place: "\(source):\(index + 1)")
                if date == nil, found.date == nil { throw Self.missingDate(source) }
                columns = found
                header = found.isHeader ? String(line) : found.names.joined(separator: ",")
                if !found.isHeader { try read(line, cells, found, index + 1, calculator, strict, &damaged) }
                continue
            }
            try read(line, cells, columns, index + 1, calculator, strict, &damaged)
        }
        guard !requests.isEmpty else {
            let first = warnings.first.map { "; the first: \($0.text)" } ?? ""
            throw SensorLabError(
                .badData, code: .noPoints, place: source, message: "no line has a point\(first)",
                advice: "give lines LAT,LON[,ALTITUDE][,DATE]")
        }
        if damaged > Self.largestWarningCount {
            warnings.add(
                .badPoints, place: source, "\(damaged) lines in all hold no point; their fields are empty")
        }
    }

    /// Largest number of damaged lines with a warning each.
    private static let largestWarningCount = 5

    private mutating func read(
        _ line: Substring, _ cells: [String], _ columns: FieldPointColumns, _ number: Int,
        _ calculator: GeomagneticCalculator, _ strict: Bool, _ damaged: inout Int
    ) throws {
        do {
            let request = try columns.request(cells, defaultDate: defaultDate)
            try calculator.check(request)
            lines.append(.point(String(line), requests.count))
            requests.append(request)
        } catch {
            let place = "\(source):\(number)"
            if strict { throw GeomagneticCalculator.toolError(error, kind: .badData, place: place) }
            damaged += 1
            lines.append(.damaged(String(line)))
            if damaged <= Self.largestWarningCount {
                warnings.add(.badPoint, place: place, error.message, advice: .given(error.advice))
            }
        }
    }

    private static func missingDate(_ source: String) -> SensorLabError {
        SensorLabError(
            .usage, code: .noDate, place: source, message: "the points have no date, and there is no default date",
            advice: "give --date YYYY-MM-DD, or a column date")
    }
}

/// The meaning of the columns of a table of points.
struct FieldPointColumns {
    /// The names of the columns; `lat`, `lon`, `alt`, `date`, `column5`, ... without a header.
    let names: [String]
    /// Whether the line was a header.
    let isHeader: Bool
    private let latitude: Int
    private let longitude: Int
    private let altitude: Int?
    /// The column of the date.
    let date: Int?

    /// From the first line that is not a comment: a header if its first cell is not a number.
    /// - Throws: `SensorLabError` (bad data) for a header, or a line of numbers, without latitude and longitude.
    init(firstLine cells: [String], place: String) throws {
        isHeader = Double(cells[0]) == nil
        guard isHeader else {
            guard cells.count > 1 else {
                throw SensorLabError(
                    .badData, code: .noPlaceColumns, place: place,
                    message: "the line \"\(cells[0])\" has one number, expected latitude and longitude",
                    advice: "separate the numbers with commas: LAT,LON[,ALT][,DATE]")
            }
            let standard = ["lat", "lon", "alt", "date"]
            // A third column that is not a number is the date: altitudes may be missing.
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
    /// - Throws: `SensorLabError` that names the invalid cell.
    func request(_ cells: [String], defaultDate: CalendarDate?) throws(SensorLabError) -> FieldRequest {
        guard cells.count == names.count else {
            throw SensorLabError(
                .usage, code: .geomagnetismCountMismatch,
                message: "the line has \(cells.count) cells, expected \(names.count): \(names.joined(separator: ","))",
                advice: "give every line as many cells as the first line, including empty ones")
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
                advice: "give --date for lines without a date")
        }
        return FieldRequest(place: place, date: defaultDate)
    }
}
