import Calibration
import Foundation
import SensorModels

/// A table of deviations: CSV with the columns `heading` (COMPASS heading) and `deviation`, degrees, and perhaps `weight`.
public enum DeviationTable {
    /// The rows of a table; `nil` for a path that is no such table (a folder, a log), which the caller reads as a log.
    /// - Throws: `SensorLabError` (no input, bad data) with the line of the first unreadable row.
    public static func read(path: String) throws -> [DeviationObservation]? {
        var isFolder: ObjCBool = false
        if path != "-" {
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw SensorLabError(
                    .noInput, code: "no-such-file", place: path, message: "no such file or folder",
                    advice: "check the path")
            }
        }
        guard path != "-", !isFolder.boolValue, let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            return nil
        }
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
            .map { (number: $0.offset + 1, cells: cells(of: $0.element)) }
            .filter { !($0.cells == [""]) && !$0.cells[0].hasPrefix("#") }
        guard let header = lines.first?.cells.map({ $0.lowercased() }),
            let heading = header.firstIndex(of: "heading"), let deviation = header.firstIndex(of: "deviation")
        else { return nil }
        let weight = header.firstIndex(of: "weight")
        return try lines.dropFirst().map { line in
            func number(_ column: Int, _ name: String) throws -> Double {
                let cell = column < line.cells.count ? line.cells[column] : ""
                guard let value = Double(cell), value.isFinite else {
                    throw SensorLabError(
                        .badData, code: "bad-table", place: "\(path):\(line.number)",
                        message: "\(name): found \"\(cell)\", expected a number of degrees",
                        advice: "correct or remove the row")
                }
                return value
            }
            return DeviationObservation(
                compassHeadingDegrees: try number(heading, "heading"),
                deviationDegrees: try number(deviation, "deviation"),
                weight: try weight.map { try number($0, "weight") } ?? 1)
        }
    }

    private static func cells(of line: Substring) -> [String] {
        line.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
