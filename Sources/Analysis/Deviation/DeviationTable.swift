import Calibration
import Foundation
import SensorModels
import Vocabulary

/// A table of deviations: CSV with the columns `heading` (COMPASS heading) and `deviation`, degrees, and perhaps `weight`.
public enum DeviationTable {
    /// The rows of a table; `nil` for a file that is no such table, which the caller reads as a log.
    ///
    /// Only the beginning of a file that is no table is read.
    /// - Parameter path: a file that can be read twice.
    /// - Throws: `SensorLabError` (bad data) with the line of the first unreadable row.
    public static func read(path: String) throws -> [DeviationObservation]? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: headSize), header(of: CSVTable.lines(head)) != nil,
            let rest = try? file.readToEnd() ?? Data()
        else { return nil }
        return try observations(head + rest, name: path)
    }

    /// The rows of a table in memory; `nil` where the bytes are no such table.
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - name: what messages call it.
    /// - Throws: `SensorLabError` (bad data) with the line of the first unreadable row.
    public static func observations(_ bytes: Data, name: String) throws -> [DeviationObservation]? {
        guard header(of: CSVTable.lines(bytes.prefix(headSize))) != nil else { return nil }
        let lines = CSVTable.lines(bytes)
        guard let columns = header(of: lines) else { return nil }
        return try lines.dropFirst().map { row in
            DeviationObservation(
                compassHeadingDegrees: try row.number(columns.heading, "heading", -360...360, of: name),
                deviationDegrees: try row.number(columns.deviation, "deviation", -180...180, of: name),
                weight: try columns.weight.map { try row.number($0, "weight", 1e-9...1e9, of: name) } ?? 1)
        }
    }

    /// A table's header comes within this many bytes.
    private static let headSize = 1 << 16

    private static func header(
        of rows: [CSVTable.Row]
    ) -> (heading: Int, deviation: Int, weight: Int?)? {
        guard let names = rows.first?.cells.map({ $0.lowercased() }), let heading = names.firstIndex(of: "heading"),
            let deviation = names.firstIndex(of: "deviation")
        else { return nil }
        return (heading, deviation, names.firstIndex(of: "weight"))
    }
}
