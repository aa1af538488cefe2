import Analysis
import Database
import Files
import Foundation
import Recordings
import Vocabulary

/// The results of a folder as an SQLite database with the views of `FleetQueries`.
struct FleetDatabase {
    /// The connection to it.
    let database: Database

    /// Reads every `results*.jsonl` of a folder.
    /// - Parameters:
    ///   - folder: of the results.
    ///   - path: of the database, which must not exist yet.
    /// - Throws: `SensorLabError`: no input (66) for a folder without results; bad data (65) for a damaged file and for
    ///   a log that is in two files.
    init(results folder: String, at path: String) throws {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix("results") && $0.hasSuffix(".jsonl") }.sorted()
        guard !names.isEmpty else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: folder, message: "found no results.jsonl",
                advice: "make it with `sensorlab batch MANIFEST --out \(folder)`")
        }
        database = try Database(path)
        for function in FleetStatistics.functions { try database.add(function) }
        try database.transaction {
            try database.execute(Self.tables)
            for name in names {
                try ResultLines.read(folder + "/" + name) { line, place in
                    try insert(line, place: place)
                }
            }
            for view in FleetQueries.views {
                try database.execute("CREATE VIEW \(view.name) AS \(view.query)")
            }
        }
    }

    /// Writes the database as a file, whole or not at all.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    func save(to path: String) throws {
        try OutputFile.copy(database.path, to: path)
    }

    private static let tables = """
        CREATE TABLE logs (
            id TEXT PRIMARY KEY NOT NULL, path TEXT NOT NULL, device TEXT, log_group TEXT, date TEXT, day REAL,
            app TEXT, version TEXT NOT NULL, options TEXT NOT NULL, sha256 TEXT, code TEXT, message TEXT,
            format TEXT, duration REAL, reference TEXT, declination REAL, grade TEXT, recommendation TEXT,
            report TEXT);
        CREATE TABLE errors (
            id TEXT NOT NULL, filter TEXT NOT NULL, metric TEXT NOT NULL, value REAL NOT NULL,
            PRIMARY KEY (id, filter, metric)) WITHOUT ROWID;
        CREATE TABLE calibrations (
            id TEXT NOT NULL, sensor TEXT NOT NULL, stream TEXT NOT NULL,
            x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
            xx REAL, xy REAL, xz REAL, yx REAL, yy REAL, yz REAL, zx REAL, zy REAL, zz REAL,
            field REAL, dip REAL, remaining_sigma REAL, accepted INTEGER NOT NULL, applied INTEGER NOT NULL, \
        source TEXT NOT NULL,
            PRIMARY KEY (id, sensor));
        CREATE TABLE claims (
            id TEXT NOT NULL, source TEXT NOT NULL, kind TEXT NOT NULL, samples INTEGER NOT NULL,
            within_claim INTEGER NOT NULL, claimed REAL NOT NULL, rms_error REAL NOT NULL,
            p95_error REAL NOT NULL, PRIMARY KEY (id, source));
        CREATE TABLE warnings (id TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (id, code));
        CREATE INDEX logs_by_device ON logs (device);
        CREATE INDEX errors_by_metric ON errors (metric, filter);
        """

    private func insert(_ line: LogResult, place: String) throws {
        let numbers = line.result
        let options = String(decoding: try JSONText.line(line.options), as: UTF8.self)
        do {
            try database.insert(
                into: "logs",
                [
                    line.id, line.path, line.device, line.group, line.date,
                    line.date.flatMap { CalendarDate($0) }?.dayNumber, line.app, line.tool.version, options,
                    line.sha256, line.failure?.code.rawValue, line.failure?.message, numbers?.format,
                    numbers?.durationSeconds, numbers?.reference, numbers?.declinationDegrees,
                    numbers?.grade?.rawValue, numbers?.recommendation, line.report,
                ])
        } catch let error as DatabaseError where error.code == .constraint {
            throw SensorLabError(
                .badData, code: .badResults, place: place, message: "the log \(line.id) is in the results twice",
                advice: "remove the results file of the other --shard division, then sum up again")
        }
        guard let numbers else { return }
        for filter in numbers.filters {
            for (metric, value) in filter.metrics.sorted(by: { $0.key < $1.key }) {
                try database.insert(into: "errors", [line.id, filter.name, metric, value])
            }
        }
        for section in numbers.calibrations {
            let matrix: [Double?] = section.matrix ?? [Double?](repeating: nil, count: 9)
            var values: [any Storable] = [line.id, section.sensor, section.stream ?? section.sensor]
            values += section.offset + matrix
            values += [section.fieldMicrotesla, section.dipDegrees, section.remainingSigma]
            values += [section.accepted, section.applied, section.source]
            try database.insert(into: "calibrations", values)
        }
        for claim in numbers.claims {
            try database.insert(
                into: "claims",
                [
                    line.id, claim.source, claim.kind.rawValue, claim.samples, claim.within, claim.claimedDegrees,
                    claim.rmsErrorDegrees, claim.p95ErrorDegrees,
                ])
        }
        for code in numbers.warnings { try database.insert(into: "warnings", [line.id, code]) }
    }
}

extension CalendarDate {
    /// Days since 1970-01-01.
    var dayNumber: Double { Double(LogInstant.daysSince1970(self)) }
}
