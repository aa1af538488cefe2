import Foundation
import Geomagnetism
import SensorModels
import Vocabulary

/// Points at which the field is wanted: a CSV with latitude, longitude and perhaps altitude and date, whose lines are
/// kept in the result.
///
/// With a header, the columns are found by name (`lat`, `lon`, `alt`, `date` and their long forms) and there may be any
/// others; without one they are latitude, longitude, altitude, date. Lines that begin with `#` and empty lines are
/// kept.
public struct FieldPointTable: Sendable {
    /// A line of the table.
    public enum Line: Sendable, Equatable {
        /// A comment or an empty line.
        case other(String)
        /// The line of a point, and its place among the requests.
        case point(String, Int)
        /// A line that holds no point.
        case damaged(String)
    }

    /// The header: the table's own, or names for its columns.
    public private(set) var header = ""
    /// The lines after the header, and the comments before it.
    public private(set) var lines: [Line] = []
    /// The points, in the order of the lines.
    public private(set) var requests: [FieldRequest] = []
    /// What was wrong with which line.
    public private(set) var warnings: [Warning] = []

    private let source: String
    private let defaultDate: CalendarDate?
    private var columns: FieldPointColumns?

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - text: the whole table.
    ///   - source: what messages call it.
    ///   - date: the date of points that have none.
    ///   - calculator: what will compute the fields, so that points it has no field for are found here.
    ///   - strict: whether a line that holds no point is an error instead of a warning.
    /// - Throws: `SensorLabError`: bad data (no columns of places, no line that holds a point; under `strict`, any line that
    ///   holds none), usage (no date).
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
            let first = warnings.first.map { "; the first: \($0.message)" } ?? ""
            throw SensorLabError(
                .badData, code: .noPoints, place: source, message: "no line holds a point\(first)",
                advice: "give lines LAT,LON[,ALTITUDE][,DATE]")
        }
        if damaged > Self.largestWarningCount {
            warnings.add(
                .badPoints, "\(source): \(damaged) lines in all hold no point; their fields are empty",
                advice: "correct them, or make them an error with --strict")
        }
    }

    /// Lines that hold no point are named one by one up to this number.
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
                warnings.append(Warning(code: .badPoint, message: "\(place): \(error.message)", advice: error.advice))
            }
        }
    }

    private static func missingDate(_ source: String) -> SensorLabError {
        SensorLabError(
            .usage, code: .noDate, place: source, message: "the points have no date and there is no default one",
            advice: "give --date YYYY-MM-DD, or a column date")
    }
}
