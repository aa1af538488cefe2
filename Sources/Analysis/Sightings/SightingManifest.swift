import Foundation
import Vocabulary

/// A manifest of sheets: a CSV with the column `sightings`, a sheet per row, and optionally `device` and `site`, which
/// fill in the sheet's `device` and `place` where these are empty.
extension SightingSheet {
    /// Whether a table is a manifest, by its header.
    static func isManifest(_ lines: [CSVTable.Row]) -> Bool {
        lines.first?.cells.contains { $0.lowercased() == "sightings" } == true
    }

    /// All rows of all sheets, in their order.
    /// - Parameter path: the manifest's, to whose folder the paths of the sheets are relative.
    /// - Throws: `SensorLabError`: bad data with the manifest's line for a row without a sheet, for a sheet that is a
    ///   manifest or that another row has, and where a sheet cannot be read; otherwise as `init(path:)` of each sheet.
    init(manifest lines: [CSVTable.Row], path: String) throws {
        let header = lines[0].cells.map { $0.lowercased() }
        let columns = Dictionary(header.enumerated().map { ($1, $0) }) { first, _ in first }
        let unknown = header.filter { !Self.manifestColumns.contains($0) && !$0.isEmpty }
        let warnings = Warning.unknown(unknown, "columns", of: Self.manifestColumns, place: path)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var rows: [Row] = []
        var places: [String: Int] = [:]
        for line in lines.dropFirst() where !line.cells.allSatisfy(\.isEmpty) {
            func text(_ name: String) -> String { columns[name].map(line.cell) ?? "" }
            let here = "\(path):\(line.line)"
            func refused(_ message: String) -> SensorLabError {
                SensorLabError(
                    .badData, code: .badTable, place: here, message: message,
                    advice: "name another sheet of sightings in each row")
            }
            let name = text("sightings")
            guard !name.isEmpty else { throw refused("found no sheet in the column sightings") }
            let sheet = name.hasPrefix("/") ? name : folder + name
            // Attempts that count twice would make the intervals too narrow.
            let file = URL(fileURLWithPath: sheet).resolvingSymlinksInPath().path
            if let other = places.updateValue(line.line, forKey: file) {
                throw refused("line \(other) has the sheet \(name) too")
            }
            let data: Data
            do {
                data = try Self.read(sheet)
            } catch var error as SensorLabError {
                (error.place, error.message) = (here, "\(sheet): \(error.message)")
                throw error
            }
            guard !Self.isManifest(CSVTable.lines(data)) else { throw refused("\(name) is a manifest itself") }
            rows += try SightingSheet(data, path: sheet).rows.map { row in
                var row = row
                if row.device.isEmpty { row.device = text("device") }
                if row.place.isEmpty { row.place = text("site") }
                return row
            }
        }
        guard !rows.isEmpty else {
            throw SensorLabError(
                .badData, code: .emptyTable, place: path, message: "the manifest names no sheet",
                advice: "give one sheet per row")
        }
        self.init(rows: rows, warnings: warnings)
    }

    private static let manifestColumns = ["sightings", "device", "site"]
}
