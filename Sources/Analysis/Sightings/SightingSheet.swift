import Foundation
import Geodesy
import Rotations
import SensorModels
import Vocabulary

/// A sheet of the field: at known places a landmark is held in the centre of the camera's picture, and what the phone
/// shows is written down. A CSV; one row per attempt.
///
/// `at` is where the observer is, `landmark_at` where the landmark is (`LAT LON`), or `bearing` is the true azimuth of
/// the landmark, degrees; with all three the places count, and `bearing` must agree with them. `shown` is the heading
/// that the phone shows, `claimed` the accuracy that it claims, degrees (-1: none). `place`, `landmark`, `device` and
/// `attempt` are names.
public struct SightingSheet: Sendable {
    /// One attempt.
    public struct Row: Sendable {
        /// The sheet's path.
        public var sheet: String
        /// The line in the sheet, from 1.
        public var line: Int
        /// Names; empty where the sheet has none.
        public var place, landmark, device, attempt: String
        /// Where the observer is.
        public var at: GeodeticPosition?
        /// Where the landmark is.
        public var landmarkAt: GeodeticPosition?
        /// Azimuth of the landmark, degrees clockwise from true north, [0, 360).
        public var bearing: Double
        /// As the phone shows it, degrees; `nil` where it is not filled in.
        public var shown: Double?
        /// Accuracy that the phone claims, degrees; `nil` where it claims none.
        public var claimed: Double?

        /// The place in results: its name, else its coordinates, else the landmark.
        var placeName: String { place.isEmpty ? at.map(SightingSheet.text) ?? landmark : place }

        /// Whether the bearing follows from the places.
        fileprivate var hasPlaces: Bool { at != nil && landmarkAt != nil }

        /// What an attempt is of.
        fileprivate var target: [String] {
            [place, landmark, device, "\(bearing)"] + [at, landmarkAt].map { $0?.text ?? "" }
        }
    }

    /// The rows in their order.
    public private(set) var rows: [Row] = []
    /// Of unknown columns of a manifest.
    public private(set) var warnings: [Warning] = []

    private static let columns = [
        "place", "at", "landmark", "landmark_at", "bearing", "device", "attempt", "shown", "claimed",
    ]

    /// Largest difference between `bearing` and the azimuth of the places, degrees: what maps and compasses leave.
    private static let agreement = 1.0

    /// Reads a sheet, or all sheets of a manifest with the column `sightings`.
    /// - Throws: `SensorLabError`: no input for a missing file; bad data as `init(_:path:)`.
    public init(path: String) throws {
        let data = try Self.read(path)
        let lines = CSVTable.lines(data)
        if Self.isManifest(lines) {
            try self.init(manifest: lines, path: path)
        } else {
            try self.init(data, path: path)
        }
    }

    init(rows: [Row], warnings: [Warning]) { (self.rows, self.warnings) = (rows, warnings) }

    static func read(_ path: String) throws -> Data {
        try InputFile.read(
            path, missing: "there is no such sheet", advice: "give a CSV with the columns place,at,landmark_at,shown")
    }

    /// - Parameter path: the sheet's name in messages.
    /// - Throws: `SensorLabError` (bad data), with the line, for a row without a place, with an invalid cell, or with
    ///   columns that contradict each other.
    public init(_ data: Data, path: String) throws {
        let lines = CSVTable.lines(data)
        let header = lines.first?.cells.map { $0.lowercased() } ?? []
        guard header.count > 1 || !header.joined().contains(";") else {
            throw SensorLabError(
                .badData, code: .badTable, place: path,
                message: "found columns separated by semicolons, expected commas",
                advice: "save it with commas between the columns and points in the numbers")
        }
        guard header.contains("bearing") || (header.contains("at") && header.contains("landmark_at")) else {
            throw SensorLabError(
                .badData, code: .badTable, place: path,
                message:
                    "found the header \"\(header.prefix(20).joined(separator: ","))\", expected the columns at and "
                    + "landmark_at, or bearing; of \(Self.columns.joined(separator: ","))",
                advice: "name the columns in the first line")
        }
        let places = Dictionary(header.enumerated().map { ($1, $0) }) { first, _ in first }
        for line in lines.dropFirst() where !line.cells.allSatisfy(\.isEmpty) {
            rows.append(try Self.row(line, places, path))
        }
        guard !rows.isEmpty else {
            throw SensorLabError(
                .badData, code: .emptyTable, place: path, message: "the sheet has no row",
                advice: "give one row per attempt")
        }
    }

    private static func row(_ line: CSVTable.Row, _ columns: [String: Int], _ path: String) throws -> Row {
        func text(_ name: String) -> String { columns[name].map(line.cell) ?? "" }
        func number(_ name: String, _ valid: ClosedRange<Double>) throws -> Double? {
            guard let column = columns[name], !line.cell(column).isEmpty else { return nil }
            return try line.number(column, name, valid, of: path)
        }
        func position(_ name: String) throws -> GeodeticPosition? {
            guard let column = columns[name], !line.cell(column).isEmpty else { return nil }
            let parts = line.cell(column).split(whereSeparator: { $0 == "," || $0 == ";" || $0 == " " })
            guard let position = GeodeticPosition(parts.joined(separator: ",")) else {
                throw line.bad(column, name, "LAT LON in degrees", of: path)
            }
            return position
        }
        let (at, landmark) = (try position("at"), try position("landmark_at"))
        func refused(_ message: String, _ advice: String) -> SensorLabError {
            SensorLabError(
                .badData, code: .badTable, place: "\(path):\(line.line)", message: message, advice: advice)
        }
        let given = try number("bearing", -360...360)
        var azimuth: Double?
        if let at, let landmark {
            let line = Geodesic.wgs84.inverse(from: at, to: landmark)
            guard line.distance > 0 else {
                throw refused("at and landmark_at are the same place", "correct one of them")
            }
            azimuth = line.startAzimuth
        }
        if let given, let azimuth, Angle.wrapDegrees(given - azimuth).magnitude > agreement {
            let (stated, found) = (String(format: "%.1f", given), String(format: "%.1f", azimuth))
            throw refused(
                "bearing is \(stated) degrees, from at to landmark_at it is \(found)",
                "correct one of them, or leave bearing empty")
        }
        guard let bearing = azimuth ?? given else {
            throw refused(
                "found no place: expected at and landmark_at (LAT LON), or bearing (degrees)",
                "fill it in, or remove the row")
        }
        // Core Location's accuracy where it knows none.
        let claimed = Double(text("claimed")) == -1 ? nil : try number("claimed", 0...360)
        return Row(
            sheet: path, line: line.line, place: text("place"), landmark: text("landmark"), device: text("device"),
            attempt: text("attempt"), at: at, landmarkAt: landmark, bearing: Angle.wrapHeadingDegrees(bearing),
            shown: try number("shown", -360...360), claimed: claimed)
    }

    /// The sheet to be filled in: every place and landmark as often as there are attempts, without results.
    public func blank(attempts: Int) -> SightingSheet {
        var result = self
        result.rows = []
        var known: Set<[String]> = []
        for row in rows where known.insert(row.target).inserted {
            for attempt in 1...max(1, attempts) {
                var copy = row
                (copy.attempt, copy.shown, copy.claimed) = ("\(attempt)", nil, nil)
                result.rows.append(copy)
            }
        }
        return result
    }

    /// `LAT LON`, degrees, to a metre.
    public static func text(_ place: GeodeticPosition) -> String {
        String(format: "%.5f %.5f", place.latitude, place.longitude)
    }

    /// As CSV, to be filled in on a computer and read again.
    public var csv: String {
        func quoted(_ text: String) -> String {
            text.contains(where: { ",\"\n".contains($0) })
                ? "\"" + text.replacingOccurrences(of: "\"", with: "'") + "\"" : text
        }
        func position(_ place: GeodeticPosition?) -> String { place.map { "\($0.latitude) \($0.longitude)" } ?? "" }
        func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
        return rows.reduce(into: Self.columns.joined(separator: ",") + "\n") { text, row in
            text +=
                [
                    quoted(row.place), position(row.at), quoted(row.landmark), position(row.landmarkAt),
                    row.hasPlaces ? "" : String(format: "%.3f", row.bearing), quoted(row.device), quoted(row.attempt),
                    number(row.shown),
                    number(row.claimed),
                ].joined(separator: ",") + "\n"
        }
    }
}
