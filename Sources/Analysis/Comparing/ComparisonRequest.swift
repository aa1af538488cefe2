import Evaluation
import Files
import Foundation
import JSON
import SensorModels
import Vocabulary

/// The input of `compare`: logs by path, manifest or benchmark, optionally with a baseline.
public struct ComparisonRequest: Sendable {
    /// Paths of logs; for a benchmark only its folder.
    public var paths: [String]
    /// A manifest with more logs.
    public var manifest: String?
    /// A benchmark with its own rules.
    public var benchmark: Benchmark?
    /// The common options of all logs.
    public var options: ComparisonOptions
    /// The program.
    public var tool: ToolSection

    /// Logs by path and by manifest, or a benchmark's folder.
    public init(
        paths: [String], manifest: String? = nil, benchmark: Benchmark? = nil, options: ComparisonOptions,
        tool: ToolSection
    ) {
        (self.paths, self.manifest, self.benchmark) = (paths, manifest, benchmark)
        (self.options, self.tool) = (options, tool)
    }

    /// Runs the comparison, and compares it with a baseline if one is given.
    ///
    /// - Parameters:
    ///   - path: path of the baseline.
    ///   - given: the baseline itself, if it is not the file at the path.
    ///   - tolerance: the allowed deterioration.
    ///   - update: whether to write the run to the path; an existing baseline there is compared first.
    /// - Throws: `SensorLabError` as `FilterComparison.init`, `Benchmark.plan`, `Manifest.init` and `BaselineFile`;
    ///   criterion (1) for an update by a run with failed logs.
    public func run(
        baseline path: String? = nil, given: Baseline? = nil, tolerance: BaselineTolerance = BaselineTolerance(),
        update: Bool = false
    ) throws -> ComparisonReport {
        // Errors in names, parameters and baseline show before the logs are read.
        let filters = try FilterComparison.resolved(options.analysis.filters)
        let known =
            try given
            ?? path.flatMap { path in
                update ? try? BaselineFile.read(path: path) : try BaselineFile.read(path: path)
            }
        var comparison = try compared(filters)
        if let path, update {
            let run = comparison.baseline
            guard comparison.report.failures.isEmpty, !run.recordings.isEmpty else {
                throw SensorLabError(
                    .criterion, code: .baselineNotWritten, place: path,
                    message: comparison.report.failures.first.map { "\($0.path): \($0.message)" }
                        ?? "no recording has a reference, so there are no errors for a baseline",
                    advice: "the baseline is unchanged; correct this first")
            }
            try BaselineFile.write(run, to: path)
        }
        if let known, let path, !update || known.definition == comparison.report.definition {
            try comparison.check(against: known, tolerance: tolerance, place: path)
        }
        return comparison.report
    }

    private func compared(_ filters: [ResolvedFilter]) throws -> FilterComparison {
        if let benchmark {
            let plan = try benchmark.plan(
                folder: paths.first ?? "", options: options.analysis, tool: tool.version)
            return try FilterComparison(
                plan.logs, filters: filters, options: options, tool: tool, benchmark: benchmark,
                excluded: plan.excluded, failures: plan.failures)
        }
        let (logs, warnings) = try ComparisonLog.list(paths: paths, manifest: manifest)
        return try FilterComparison(logs, filters: filters, options: options, tool: tool, warnings: warnings)
    }
}

extension ComparisonReport {
    /// Whether all logs could be compared and nothing is worse than the baseline.
    public var isPassed: Bool { failures.isEmpty && (baseline?.isPassed ?? true) }
}

/// Options of a comparison, common to all logs.
public struct ComparisonOptions: Sendable {
    /// Filters, calibration, place, date, axis, north, reference, definition and the number of cores.
    public var analysis: AnalysisOptions
    /// The seed of the bootstraps.
    public var seed: UInt64 = 1
    /// Whether to measure the agreement of heading sources also on logs with a reference.
    public var agreement = false

    /// Writes the report of a log, by its name, and returns its page, relative to the comparison's page; `nil` for no
    /// reports.
    public var writeReport: (@Sendable (_ result: AnalysisResult, _ name: String) throws -> String)?

    /// Each log calibrated by itself; the default filters of `analyze`.
    public init() { analysis = AnalysisOptions() }
}

/// Reads and writes baselines.
public enum BaselineFile {
    /// - Throws: `SensorLabError`: no input (66) for a missing file, bad data (65) for invalid JSON or another schema.
    public static func read(path: String) throws -> Baseline {
        let data = try InputFile.read(
            path, missing: "there is no such baseline", advice: "make it with --update-baseline")
        // The parser reports invalid JSON with line and column.
        _ = try JSONValue(parsing: Array(data), name: path)
        let schema = (try? JSONDecoder().decode(Head.self, from: data))?.schema
        guard schema == Baseline.schema else {
            throw SensorLabError(
                .badData, code: .baselineSchema, place: path,
                message:
                    "found \(schema.map { "the schema \"\($0)\"" } ?? "no schema"), expected \"\(Baseline.schema)\"",
                advice: "give another file, or remove it and make it with --update-baseline")
        }
        do {
            return try JSONText.value(Baseline.self, from: data)
        } catch {
            throw SensorLabError(
                .badData, code: .badBaseline, place: path,
                message: "the baseline is damaged, expected a file that --update-baseline wrote",
                advice: "restore it, or remove it and make it with --update-baseline")
        }
    }

    /// Writes a baseline. Lines of an existing baseline with the same schema and definition stay unchanged if their
    /// numbers differ by rounding only.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ baseline: Baseline, to path: String) throws {
        let old = try? read(path: path)
        let settled = old.map { $0.definition == baseline.definition ? baseline.settled(on: $0) : baseline }
        try OutputFile.write(try JSONText.data(settled ?? baseline), to: path, replacesInput: true)
    }

    private struct Head: Decodable {
        var schema: String
    }
}
