import Evaluation
import Files
import Foundation
import JSON
import SensorModels
import Vocabulary

/// The input of `compare`: logs by path, by manifest or by benchmark, and perhaps a baseline.
public struct ComparisonRequest: Sendable {
    /// Logs by path; of a benchmark its folder alone.
    public var paths: [String]
    /// A manifest with more logs.
    public var manifest: String?
    /// A benchmark with its own rules.
    public var benchmark: Benchmark?
    /// What holds for all logs.
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

    /// Compares, also with a baseline where one is named.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - given: the baseline itself, where it is not the file at the path.
    ///   - tolerance: by how much a figure may be worse than the baseline's.
    ///   - update: writes the run there; a baseline that is there already is compared with first.
    /// - Throws: `SensorLabError` as `FilterComparison.init`, `Benchmark.plan`, `Manifest.init` and `BaselineFile`; criterion
    ///   (1) for an update of a run of which logs failed.
    public func run(
        baseline path: String? = nil, given: Baseline? = nil, tolerance: BaselineTolerance = BaselineTolerance(),
        update: Bool = false
    ) throws -> ComparisonReport {
        // Names, parameters and the baseline are checked before minutes may be spent on reading.
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
                        ?? "no recording has a reference, so there are no errors",
                    advice: "the baseline stays as it was; correct that first")
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
    /// Whether every log could be compared and nothing is worse than the baseline.
    public var isPassed: Bool { failures.isEmpty && (baseline?.isPassed ?? true) }
}

/// What a comparison of filters does, for all of its logs.
public struct ComparisonOptions: Sendable {
    /// Filters, calibration, place, date, axis, north, reference, definition and the number of cores.
    public var analysis: AnalysisOptions
    /// The seed of the bootstraps.
    public var seed: UInt64 = 1
    /// Whether the agreement of heading sources is measured on logs with a reference too.
    public var agreement = false

    /// Writes the report of a log, by its name, and returns its page, relative to the comparison's; `nil` for no reports.
    public var writeReport: (@Sendable (_ result: AnalysisResult, _ name: String) throws -> String)?

    /// Readings as they are, no calibration; the filters that `analyze` runs.
    public init() {
        analysis = AnalysisOptions()
        analysis.calibration = .none
    }
}

/// Baselines as files.
public enum BaselineFile {
    /// - Throws: `SensorLabError`: no input (66) for a missing file, bad data (65) for one that is no JSON or of another schema.
    public static func read(path: String) throws -> Baseline {
        let data = try InputFile.read(
            path, missing: "there is no such baseline", advice: "make it with --update-baseline")
        // What is no JSON says so with line and column.
        _ = try JSONValue(parsing: Array(data), name: path)
        let schema = (try? JSONDecoder().decode(Head.self, from: data))?.schema
        guard schema == Baseline.schema else {
            throw SensorLabError(
                .badData, code: .baselineSchema, place: path,
                message:
                    "found \(schema.map { "the schema \"\($0)\"" } ?? "no schema"), expected \"\(Baseline.schema)\"",
                advice: "make it anew with --update-baseline")
        }
        do {
            return try JSONText.value(Baseline.self, from: data)
        } catch {
            throw SensorLabError(
                .badData, code: .badBaseline, place: path,
                message: "found a damaged baseline, expected what --update-baseline writes",
                advice: "restore it, or make it anew with --update-baseline")
        }
    }

    /// Writes a baseline; where one of this schema and definition is there, its lines stay as they are as far as the
    /// numbers differ by rounding alone.
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
