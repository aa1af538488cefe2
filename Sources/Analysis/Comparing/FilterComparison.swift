import Evaluation
import Files
import OrientationFilters
import Recordings
import SensorModels
import Vocabulary

/// Compares filters on many logs, and with a baseline.
public struct FilterComparison: Sendable {
    /// The report.
    public private(set) var report: ComparisonReport
    /// Half widths of the bootstrap intervals, by recording, filter and principal metric.
    private let halfWidths: [String: [String: [String: Double]]]
    private let seed: UInt64

    /// Runs the comparison.
    ///
    /// - Parameters:
    ///   - logs: with unique names.
    ///   - filters: of the catalogue.
    ///   - options: calibration and error definition; the names of its filters, which may include `device` for the
    ///     device's own attitude, give the order of the tables.
    ///   - tool: the program, for the report.
    ///   - benchmark: the benchmark of the logs, for the report.
    ///   - excluded: recordings that a benchmark excludes, for the report.
    ///   - failures: logs that could not be read, for the report.
    ///   - warnings: from before the comparison.
    ///   - prepare: prepares a log; `LogComparison.prepared` by default.
    /// - Throws: `SensorLabError` if there is a single log and it cannot be compared. With several logs, failures are
    ///   listed in the report.
    init(
        _ logs: [ComparisonLog], filters: [ResolvedFilter], options: ComparisonOptions, tool: ToolSection,
        benchmark: Benchmark? = nil, excluded: [ExcludedRecording] = [], failures: [ComparisonFailure] = [],
        warnings: [Warning] = [],
        prepare: @Sendable (ComparisonLog, ComparisonOptions) throws -> PreparedLog = LogComparison.prepared
    ) throws {
        let names =
            options.analysis.filters.map { $0.name.lowercased() } + options.analysis.tracks.map(\.name)
        let outcomes = concurrentMap(
            logs, jobs: options.analysis.jobs, monitor: options.analysis.monitor, work: "comparing", unit: "logs"
        ) { log in
            Result {
                let prepared = try prepare(log, options)
                var comparison = try LogComparison(log, prepared, filters: filters, names: names, options: options)
                comparison.section.report = try options.report(of: log, prepared, tool: tool)
                if benchmark == nil { comparison.section.options = log.settings }
                return comparison
            }
        }
        var compared: [LogComparison] = []
        var failures = failures
        for (log, outcome) in zip(logs, outcomes) {
            switch outcome {
            case .success(var comparison):
                comparison.section.warnings = comparison.section.warnings.of(log, among: logs).ordered
                compared.append(comparison)
            case .failure(let error):
                let isOnly = logs.count == 1 && benchmark == nil && failures.isEmpty
                if isOnly, let known = error as? SensorLabError { throw known }
                failures.append(ComparisonFailure(name: log.name, path: log.path, error))
            }
        }
        let sections = compared.map(\.section)
        let summary = GroupSection(name: "all", sections, filters: names, seed: options.seed)
        let groups = Set(sections.compactMap(\.group)).sorted().map { name in
            GroupSection(name: name, sections.filter { $0.group == name }, filters: names, seed: options.seed)
        }
        report = ComparisonReport(
            tool: tool, preset: benchmark?.rawValue, definition: options.analysis.definition, filters: names,
            recordings: sections, overall: summary.filters, differences: summary.differences, ranking: summary.ranking,
            groups: groups, failures: failures, excluded: excluded, warnings: warnings)
        seed = options.seed
        halfWidths = Self.halfWidths(compared, options)
    }

    /// The filters of the catalogue: all but `device`.
    static func resolved(_ requests: [FilterRequest]) throws -> [ResolvedFilter] {
        try requests.filter { $0.name.lowercased() != PreparedLog.deviceName }.map { try $0.resolved() }
    }

    /// The metrics of the run as a baseline; recordings without a reference have none.
    public var baseline: Baseline {
        Baseline(
            definition: report.definition,
            recordings: report.recordings.compactMap { recording in
                let filters = recording.filters.compactMap { filter in
                    filter.errors.map { errors in
                        Baseline.Filter(
                            name: filter.name, parameters: filter.parameters,
                            metrics: Dictionary(
                                uniqueKeysWithValues: Metric.all.compactMap { metric in
                                    metric.value(of: errors).map { (metric.name, $0) }
                                }))
                    }
                }
                return filters.isEmpty ? nil : Baseline.Recording(name: recording.name, filters: filters)
            })
    }

    /// Compares the run with a baseline and stores the outcome in the report.
    /// - Throws: `SensorLabError` (usage) for a baseline with another error definition.
    public mutating func check(against baseline: Baseline, tolerance: BaselineTolerance, place: String) throws {
        guard baseline.definition == report.definition else {
            throw SensorLabError(
                .usage, code: .baselineDefinition, place: place,
                message: "the baseline has errors by the definition \(baseline.definition.rawValue), this run by "
                    + report.definition.rawValue,
                advice: "give --metrics \(baseline.definition.rawValue), or make a new one with --update-baseline")
        }
        let widths = halfWidths
        report.baseline = BaselineComparison(
            run: self.baseline, baseline: baseline, tolerance: tolerance,
            halfWidths: { widths[$0]?[$1]?[$2] }, seed: seed)
    }

    private static func halfWidths(
        _ compared: [LogComparison], _ options: ComparisonOptions
    ) -> [String: [String: [String: Double]]] {
        var result: [String: [String: [String: Double]]] = [:]
        for log in compared {
            for measured in log.measured {
                guard let widths = measured.blocks.halfWidths(seed: options.seed) else { continue }
                result[log.section.name, default: [:]][measured.filter] = Dictionary(
                    uniqueKeysWithValues: zip(Metric.principal.map(\.name), widths))
            }
        }
        return result
    }
}

extension ComparisonOptions {
    /// Writes the report of a compared log, with the same calibration, north and filters.
    fileprivate func report(of log: ComparisonLog, _ prepared: PreparedLog, tool: ToolSection) throws -> String? {
        guard let writeReport else { return nil }
        var options = log.options(over: analysis)
        options.filters.removeAll { $0.name.lowercased() == PreparedLog.deviceName }
        options.jobs = 1
        options.monitor = .none
        let input = InputSection(
            path: log.path, format: prepared.recording.metadata.format,
            sha256: try FileChecksum.hexadecimal(path: log.path))
        return try writeReport(try Analyzer(options: options).analyze(prepared, input: input, tool: tool), log.name)
    }
}
