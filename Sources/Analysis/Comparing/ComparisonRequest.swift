import Evaluation
import SensorModels
import Vocabulary

/// A comparison as it is asked for: logs by path, by manifest or by benchmark, and perhaps a baseline.
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

    /// From its parts.
    public init(
        paths: [String], manifest: String? = nil, benchmark: Benchmark? = nil, options: ComparisonOptions,
        tool: ToolSection
    ) {
        self.paths = paths
        self.manifest = manifest
        self.benchmark = benchmark
        self.options = options
        self.tool = tool
    }

    /// Compares, and holds the run against a baseline where one is named.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - tolerance: by how much a figure may be worse than the baseline's.
    ///   - update: writes the run there; a baseline that is there already is compared with first.
    /// - Throws: `SensorLabError` as `FilterComparison.init`, `Benchmark.plan`, `Manifest.init` and `BaselineFile`; criterion
    ///   (1) for an update of a run of which logs failed.
    public func run(
        baseline path: String? = nil, tolerance: BaselineTolerance = BaselineTolerance(), update: Bool = false
    ) throws -> ComparisonReport {
        // Names, parameters and the baseline are checked before minutes may be spent on reading.
        _ = try FilterRuns.resolve(FilterComparison.ofTheCatalogue(options.analysis.filters))
        let known = try path.flatMap { path in
            update ? try? BaselineFile.read(path: path) : try BaselineFile.read(path: path)
        }
        var comparison = try compared()
        if let path, update {
            let run = comparison.baseline
            guard comparison.report.failures.isEmpty, !run.recordings.isEmpty else {
                throw SensorLabError(
                    .criterion, code: "baseline-not-written", place: path,
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

    private func compared() throws -> FilterComparison {
        if let benchmark {
            let plan = try benchmark.plan(
                folder: paths.first ?? "", jobs: options.analysis.jobs, tool: tool.version,
                monitor: options.analysis.monitor)
            return try FilterComparison(
                plan.logs, options: options, tool: tool, benchmark: benchmark, excluded: plan.excluded,
                failures: plan.failures)
        }
        let manifest = try manifest.map { try Manifest(path: $0) }
        let logs = ComparisonLog.named(after: paths) + (manifest?.logs ?? [])
        var seen: Set<String> = []
        for log in logs where !seen.insert(log.name).inserted {
            throw SensorLabError(
                .usage, code: "same-name", place: log.path, message: "two logs are called \(log.name)",
                advice: "name each once, or give ids in a manifest")
        }
        return try FilterComparison(
            logs, options: options, tool: tool, warnings: manifest?.warnings ?? [])
    }
}

extension ComparisonReport {
    /// Whether every log could be compared and nothing is worse than the baseline.
    public var isPassed: Bool { failures.isEmpty && (baseline?.isPassed ?? true) }
}
