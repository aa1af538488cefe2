import Analysis
import Files
import Foundation
import GRDB
import Vocabulary

// Columns are named as the members.
extension StudyTotals: FetchableRecord {}
extension StudyChoice: FetchableRecord {}
extension StudyErrors: FetchableRecord {}
extension StudyDifference: FetchableRecord {}
extension StudyWins: FetchableRecord {}
extension StudyStated: FetchableRecord {}
extension StudySinceStart: FetchableRecord {}
extension StudyTrial: FetchableRecord {}
extension StudyFailure: FetchableRecord {}
extension StudyWarning: FetchableRecord {}

extension StudyReport {
    /// The tables of a study from the results of its batch; writes `study.sqlite` into the folder.
    /// - Parameters:
    ///   - folder: of the results.
    ///   - trials: what the lines of the results are trials of.
    ///   - offline: the estimators that see the whole recording, which no app can run.
    ///   - options: those that differ from their defaults, for the report.
    ///   - tool: the program, likewise.
    /// - Throws: `SensorLabError` for damaged results (65); cannot create (73).
    public static func make(
        of folder: String, trials: StudyTrials, offline: Set<String>, options: [String: String], tool: ToolSection
    ) throws -> StudyReport {
        let scratch = try ScratchFolder()
        let database = try FleetDatabase(results: folder, at: scratch.path + "/study.sqlite")
        try database.addStudy(trials, results: folder, offline: offline)
        let report = try database.study(trials, options: options, tool: tool)
        try database.save(to: folder + "/study.sqlite")
        return report
    }
}

extension FleetDatabase {
    /// Adds the tables and views of a study.
    func addStudy(_ trials: StudyTrials, results folder: String, offline: Set<String>) throws {
        try queue.write { database in
            for function in StudyStatistics.functions { database.add(function: function) }
            try database.execute(sql: StudyQueries.tables)
            for run in trials.runs {
                let rank = trials.calibrations.firstIndex(of: run.calibration) ?? 0
                try database.execute(
                    literal: """
                        INSERT INTO trials VALUES (\(run.row.id), \(run.trial), \(run.calibration.rawValue), \(rank),
                            \(run.row.site), \(run.row.motion))
                        """)
            }
            try ResultLines.read(folder + "/" + Shard.whole.fileName) { line, _ in
                for entry in line.result?.sinceStart ?? [] {
                    try database.execute(
                        literal: """
                            INSERT INTO since_start VALUES (\(line.id), \(entry.source), \(entry.fromSeconds),
                                \(entry.samples), \(entry.meanSquare), \(entry.stated), \(entry.statedDegrees),
                                \(entry.within))
                            """)
                }
                for warning in line.result?.rowWarnings ?? [] {
                    try database.execute(
                        literal: """
                            INSERT INTO row_warnings VALUES (\(line.id), \(warning.code), \(warning.message),
                                \(warning.advice))
                            """)
                }
            }
            for filter in try String.fetchAll(database, sql: "SELECT DISTINCT filter FROM errors ORDER BY filter") {
                let kind =
                    filter == PreparedLog.deviceName ? "device" : offline.contains(filter) ? "offline" : "causal"
                try database.execute(literal: "INSERT INTO estimators VALUES (\(filter), \(kind))")
            }
            for view in StudyQueries.views {
                try database.execute(sql: "CREATE VIEW \(view.name) AS \(view.query)")
            }
        }
    }

    /// Every table of the report, by queries.
    func study(_ trials: StudyTrials, options: [String: String], tool: ToolSection) throws -> StudyReport {
        try queue.read { database in
            StudyReport(
                tool: tool, options: options, calibrations: trials.calibrations.map(\.rawValue),
                totals: try StudyTotals.fetchOne(database, sql: StudyQueries.totals) ?? StudyTotals(),
                best: try StudyChoice.fetchOne(database, sql: "SELECT filter, calibration FROM best"),
                errors: try StudyErrors.fetchAll(database, sql: StudyQueries.errors),
                differences: try StudyDifference.fetchAll(database, sql: StudyQueries.differences),
                wins: try StudyWins.fetchAll(database, sql: StudyQueries.wins),
                stated: try StudyStated.fetchAll(database, sql: StudyQueries.stated),
                sinceStart: try StudySinceStart.fetchAll(database, sql: StudyQueries.sinceStart),
                trials: try StudyTrial.fetchAll(database, sql: StudyQueries.trials),
                failures: try StudyFailure.fetchAll(database, sql: StudyQueries.failures),
                warnings: try StudyWarning.fetchAll(database, sql: StudyQueries.rowWarnings))
        }
    }
}
