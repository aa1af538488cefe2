import Calibration
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Tables of known directions: CSV with a header; `time` in seconds of the log's clock, or as wall-clock time with its
/// offset from UTC.
public enum HeadingTables {
    /// `time,latitude,longitude` of the landmark in the centre of the picture, optionally `sigma`, degrees.
    /// - Throws: `SensorLabError` with the line of the error.
    public static func sightings(path: String, metadata: RecordingMetadata) throws -> [Sighting] {
        let table = try DirectionTable(path: path, columns: [["latitude", "lat"], ["longitude", "lon"]])
        return try table.rows.map { row in
            Sighting(
                time: try table.time(row, metadata),
                target: .landmark(
                    GeodeticPosition(
                        latitude: try table.number(row, 0, -90...90), longitude: try table.number(row, 1, -180...360))),
                sigmaDegrees: try table.sigma(row) ?? 1)
        }
    }

    /// `time` at which the sun was in the centre of the picture, optionally `sigma`, degrees.
    /// - Throws: `SensorLabError` with the line of the error; also if the log does not declare the start of its clock.
    public static func suns(path: String, metadata: RecordingMetadata) throws -> [Sighting] {
        guard let zero = metadata.unixSecondsAtZero else {
            throw SensorLabError(
                .badData, code: .noWallClock, place: path,
                message:
                    "the wall-clock time of the log's zero is unknown, and the sun moves by a degree in four minutes",
                advice: "add the line `# unix-seconds-at-zero: SECONDS` to the log, or give --bearings")
        }
        let table = try DirectionTable(path: path, columns: [])
        return try table.rows.map { row in
            let time = try table.time(row, metadata)
            return Sighting(
                time: time, target: .sun(unixSeconds: zero + LogTime.seconds(time)),
                sigmaDegrees: try table.sigma(row) ?? 1)
        }
    }

    /// `time,bearing` (degrees, of the compared axis), optionally `sigma`, degrees.
    /// - Throws: `SensorLabError` with the line of the error.
    public static func bearings(path: String, metadata: RecordingMetadata) throws -> [HeadingReference] {
        let table = try DirectionTable(path: path, columns: [["bearing", "azimuth"]])
        return try table.rows.map { row in
            let time = try table.time(row, metadata)
            return HeadingReference(
                interval: (time - halfWidth)...(time + halfWidth),
                heading: Angle.radians(try table.number(row, 0, -360...360)),
                sigma: Angle.radians(try table.sigma(row) ?? 1))
        }
    }

    /// `time,heading,accuracy`: headings of a device with their stated accuracy, degrees; the caller knows their axis.
    /// Rows with a negative accuracy are invalid headings (Core Location) and are omitted.
    /// - Throws: `SensorLabError` with the line of the error.
    public static func claims(path: String, metadata: RecordingMetadata) throws -> [ClaimedHeading] {
        let table = try DirectionTable(path: path, columns: [["heading"], ["accuracy", "headingaccuracy"]])
        return try table.rows.compactMap { row in
            let accuracy = try table.number(row, 1, -360...360)
            guard accuracy >= 0 else { return nil }
            return ClaimedHeading(
                time: try table.time(row, metadata), heading: Angle.radians(try table.number(row, 0, -360...360)),
                accuracy: Angle.radians(accuracy))
        }.sorted { $0.time < $1.time }
    }

    /// Half the length of the interval whose estimates are averaged, nanoseconds.
    static let halfWidth: Int64 = 250_000_000
}

/// A CSV with the column `time`, some numeric columns, and optionally `sigma`.
private struct DirectionTable {
    typealias Row = CSVTable.Row

    let rows: [Row]
    private let path: String
    private let names: [String]
    private let timeColumn: Int
    private let columns: [Int]
    private let sigmaColumn: Int?

    init(path: String, columns wanted: [[String]]) throws {
        let data = try InputFile.read(path, missing: "the table cannot be read", advice: "check the path")
        let lines = CSVTable.lines(data)
        let header = lines.first?.cells.map { $0.lowercased() } ?? []
        let found = wanted.map { aliases in header.firstIndex { aliases.contains($0) } }
        guard let time = header.firstIndex(where: { ["time", "t"].contains($0) }), !found.contains(nil) else {
            let expected = (["time"] + wanted.map { $0[0] }).joined(separator: ",")
            throw SensorLabError(
                .badData, code: .badTable, place: path,
                message: "found the header \"\(header.joined(separator: ","))\", expected the columns \(expected)",
                advice: "name the columns in the first line")
        }
        guard lines.count > 1 else {
            throw SensorLabError(
                .badData, code: .emptyTable, place: path, message: "the table has no row",
                advice: "give one row per direction")
        }
        self.path = path
        rows = Array(lines.dropFirst())
        names = header
        timeColumn = time
        columns = found.compactMap { $0 }
        sigmaColumn = header.firstIndex(of: "sigma")
    }

    func time(_ row: Row, _ metadata: RecordingMetadata) throws -> Int64 {
        guard let instant = LogInstant(row.cell(timeColumn)) else {
            let expected = "seconds of the log's clock or a wall-clock time such as 2016-06-03T11:34:15Z"
            throw row.bad(timeColumn, names[timeColumn], expected, of: path)
        }
        return try instant.nanoseconds(in: metadata)
    }

    func number(_ row: Row, _ index: Int, _ valid: ClosedRange<Double>) throws -> Double {
        try row.number(columns[index], names[columns[index]], valid, of: path)
    }

    /// Degrees; `nil` if the table or the row has none.
    func sigma(_ row: Row) throws -> Double? {
        guard let sigmaColumn, !row.cell(sigmaColumn).isEmpty else { return nil }
        return try row.number(sigmaColumn, names[sigmaColumn], 0.01...90, of: path)
    }
}
