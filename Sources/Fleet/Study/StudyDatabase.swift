import Analysis
import Database
import Files
import Foundation
import Vocabulary

extension StudyReport {
    /// Makes the report of a study from the results of its batch, and writes `study.sqlite` into the folder.
    /// - Parameters:
    ///   - folder: of the results.
    ///   - trials: of the study, each with its runs.
    ///   - offline: the estimators that use the whole recording, which no app can run.
    ///   - options: those that differ from their defaults, for the report.
    ///   - tool: the program, for the report.
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
        for function in StudyStatistics.functions { try database.add(function) }
        try database.transaction {
            try database.execute(StudyQueries.tables)
            for run in trials.runs {
                let rank = trials.calibrations.firstIndex(of: run.calibration) ?? 0
                try database.insert(
                    into: "trials",
                    [run.row.id, run.trial, run.calibration.rawValue, rank, run.row.site, run.row.motion])
            }
            try ResultLines.read(folder + "/" + Shard.whole.fileName) { line, _ in
                for entry in line.result?.sinceStart ?? [] {
                    try database.insert(
                        into: "since_start",
                        [
                            line.id, entry.source, entry.fromSeconds, entry.samples, entry.meanSquare, entry.stated,
                            entry.statedDegrees, entry.within,
                        ])
                }
                for warning in line.result?.rowWarnings ?? [] {
                    try database.insert(
                        into: "row_warnings", [line.id, warning.code, warning.message, warning.advice])
                }
            }
            for row in try database.rows("SELECT DISTINCT filter FROM errors ORDER BY filter") {
                let filter: String = try row["filter"]
                let kind =
                    filter == PreparedLog.deviceName ? "device" : offline.contains(filter) ? "offline" : "causal"
                try database.insert(into: "estimators", [filter, kind])
            }
            for view in StudyQueries.views {
                try database.execute("CREATE VIEW \(view.name) AS \(view.query)")
            }
        }
    }

    /// Queries every table of the report.
    func study(_ trials: StudyTrials, options: [String: String], tool: ToolSection) throws -> StudyReport {
        // Columns are named as the members.
        try database.transaction(immediate: false) {
            StudyReport(
                tool: tool, options: options, calibrations: trials.calibrations.map(\.rawValue),
                totals: try (database.records(StudyQueries.totals) as [StudyTotals]).first ?? StudyTotals(),
                best: try (database.records("SELECT filter, calibration FROM best") as [StudyChoice]).first,
                errors: try database.records(StudyQueries.errors),
                differences: try database.records(StudyQueries.differences),
                wins: try database.records(StudyQueries.wins), stated: try database.records(StudyQueries.stated),
                sinceStart: try database.records(StudyQueries.sinceStart),
                trials: try database.records(StudyQueries.trials),
                failures: try database.records(StudyQueries.failures),
                warnings: try database.records(StudyQueries.rowWarnings))
        }
    }
}

/// Aggregates of a study that SQL lacks: `ratio_low(a, n)` and `ratio_high(a, n)`, the ends of the 95 % interval of
/// sum(a) / sum(n) by cluster bootstrap: whole trials are resampled, since the samples of one trial are correlated.
/// NULL for fewer than five trials.
enum StudyStatistics {
    static let functions = [
        FleetStatistics.ofPairs("ratio_low") { FleetStatistics.interval(ofRatio: $0)?.low },
        FleetStatistics.ofPairs("ratio_high") { FleetStatistics.interval(ofRatio: $0)?.high },
    ]
}
