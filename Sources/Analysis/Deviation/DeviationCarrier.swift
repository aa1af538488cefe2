import Calibration
import Foundation
import Geomagnetism
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Transfers a deviation curve to another place, if the tables determine it.
public enum DeviationCarrier {
    /// A table and where it was measured.
    public struct Measured: Sendable {
        /// The rows of the table.
        public var observations: [DeviationObservation]
        /// The place of the measurement.
        public var place: GeodeticPosition

        /// A table with its place.
        public init(observations: [DeviationObservation], place: GeodeticPosition) {
            (self.observations, self.place) = (observations, place)
        }
    }

    /// The curve at another place. With a single table B and C are refused, because their two parts cannot be
    /// separated.
    ///
    /// - Parameters:
    ///   - first: the measured deviation, with its place.
    ///   - second: the same compass at a place with another field; `nil` if there is none.
    ///   - place: the place of the curve.
    ///   - date: one date for all three fields, since the field changes slowly.
    ///   - options: for the geomagnetic model.
    ///   - robust: whether outliers get smaller weights.
    /// - Throws: `SensorLabError` (usage) for a place and date outside of all models, (bad data) for an empty table.
    public static func carried(
        _ first: Measured, _ second: Measured?, to place: GeodeticPosition, date: CalendarDate,
        options: AnalysisOptions,
        robust: Bool
    ) throws -> DeviationAtPlace {
        func field(_ place: GeodeticPosition) throws -> DeviationTransfer.Field {
            let found = try GeomagnetismLookup.section(
                place: place, date: date, model: options.model, coefficients: options.coefficients, source: "--place"
            ).section
            let dip = Angle.radians(found.inclinationDegrees)
            return DeviationTransfer.Field(dip: dip, horizontal: found.intensityMicrotesla * Double.cos(dip))
        }
        func measured(_ table: Measured) throws -> (DeviationTransfer.Measured, CalibrationVerdict) {
            let curve = try DeviationAnalysis.curve(table: table.observations, robust: robust)
            return (DeviationTransfer.Measured(curve, field: try field(table.place)), curve.verdict)
        }
        let target = try field(place)
        let (one, verdict) = try measured(first)
        guard let second else {
            let refusal = CalibrationVerdict.refused(
                "B and C hold only where they were measured: one place does not separate the part that grows with the dip from "
                    + "the part that grows with 1 / horizontal field",
                advice: "give a table of the same compass from a place with another dip: --second TABLE --second-place "
                    + "LAT,LON")
            return DeviationAtPlace(one.exact, one.sigmas, place: place, field: target, verdict: refusal)
        }
        let (two, other) = try measured(second)
        let transfer = DeviationTransfer(one, two, to: target)
        let refused = [verdict, other].first { !$0.accepted } ?? transfer.verdict
        return DeviationAtPlace(transfer.exact, transfer.sigmas, place: place, field: target, verdict: refused)
    }
}

/// A table of deviations: CSV with the columns `heading` (COMPASS heading) and `deviation`, optionally `weight`;
/// degrees.
public enum DeviationTable {
    /// The rows of a table; `nil` for a file that is no such table, which the caller reads as a log.
    ///
    /// Of other files only the beginning is read.
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

    /// The rows of a table in memory; `nil` if the bytes are no such table.
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - name: its name in messages.
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

    /// The header lies within this many bytes.
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
