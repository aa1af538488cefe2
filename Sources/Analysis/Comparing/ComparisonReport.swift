import Evaluation
import SensorModels
import Vocabulary

/// The result of `compare`, written as `comparison.json`. Every key is always there, null where unknown.
public struct ComparisonReport: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.comparison/1"

    /// Name and version of the schema.
    public var schema = Self.schema
    /// The program.
    public var tool: ToolSection
    /// The benchmark, where it was one.
    @Nullable public var preset: String?
    /// Which samples were scored, and which number comes first.
    public var definition: ErrorDefinition
    /// The filters, in the order of the tables.
    public var filters: [String]
    /// The logs that could be compared, in their order.
    public var recordings: [ComparedRecording]
    /// Means over all recordings with a reference.
    public var overall: [FilterSummary]
    /// Differences of those means.
    public var differences: [FilterDifference]
    /// Ranks by the principal metrics.
    public var ranking: [FilterRanking]
    /// The same per group, in the order of their names.
    public var groups: [GroupSection]
    /// The logs that could not.
    public var failures: [ComparisonFailure]
    /// Recordings that the benchmark leaves out, and why.
    public var excluded: [ExcludedRecording]
    /// The run compared with its baseline; null without one.
    @Nullable public var baseline: BaselineComparison?
    /// What concerns the comparison as a whole.
    public var warnings: [Warning]
}

/// One log of a comparison.
public struct ComparedRecording: Codable, Sendable {
    /// Its name.
    public var name: String
    /// What it is averaged with; null without a group.
    @Nullable public var group: String?
    /// Where it was read.
    public var path: String
    /// What recorded it: the manifest's word, else the log's own; null where neither says it.
    @Nullable public var device: String?
    /// From the first to the last stamp.
    public var durationSeconds: Double
    /// What errors are measured against: `log`, `device attitude` or a path; null without a reference.
    @Nullable public var reference: String?
    /// The options that a manifest's row gave, by name; empty where it gave none, and of a benchmark, which has its own.
    public var options: [String: String]
    /// One entry per filter that ran.
    public var filters: [FilterSection]
    /// Differences of every two filters in the total RMSE, by a block bootstrap over this recording.
    public var differences: [FilterDifference]
    /// How heading sources agree, where there is no reference (or with `--agreement`).
    public var agreement: [HeadingAgreement]
    /// The warnings about this log.
    public var warnings: [Warning]
    /// The page of its report, relative to the comparison's; null without reports.
    @Nullable public var report: String?
}

/// One filter over several recordings.
public struct FilterSummary: Codable, Sendable, Hashable {
    /// A plain mean over recordings.
    public struct Mean: Codable, Sendable, Hashable {
        /// In the metric's unit.
        public var mean: Double
        /// Recordings that have the metric.
        public var recordings: Int
    }

    /// The filter.
    public var name: String
    /// Means by the metric's name.
    public var metrics: [String: Mean]

    /// Recordings on which the filter was measured.
    public var recordings: Int { metrics[Metric.totalRMSE.name]?.recordings ?? 0 }

    /// The mean of a metric; `nil` where no recording has it.
    public func mean(of metric: Metric) -> Double? { metrics[metric.name]?.mean }
}

/// The recordings of one group.
public struct GroupSection: Codable, Sendable {
    /// The group.
    public var name: String
    /// Recordings with a reference.
    public var recordings: Int
    /// Means over them.
    public var filters: [FilterSummary]
    /// Differences of those means.
    public var differences: [FilterDifference]
    /// Ranks by the principal metrics.
    public var ranking: [FilterRanking]
}

/// A log that could not be compared.
public struct ComparisonFailure: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its path.
    public var path: String
    /// A stable name of the reason.
    public var code: ErrorCode
    /// What was found and expected.
    public var message: String
    /// What to do.
    public var advice: String
}

extension ComparisonFailure {
    /// What became of a log.
    init(name: String, path: String, _ error: any Error) {
        let known = error as? SensorLabError
        self.init(
            name: name, path: path, code: known?.code ?? .unexpected, message: known?.message ?? "\(error)",
            advice: known?.advice ?? "")
    }
}

/// A recording that a benchmark leaves out.
public struct ExcludedRecording: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Why.
    public var reason: String
}

extension GroupSection {
    /// Means, differences and ranks over a set of recordings.
    /// - Parameter names: the filters, in the order of the tables.
    init(name: String, _ sections: [ComparedRecording], filters names: [String], seed: UInt64) {
        let measured = sections.filter { section in section.filters.contains { $0.errors != nil } }
        let profiles = measured.map { section in
            Dictionary(uniqueKeysWithValues: section.filters.compactMap { f in f.errors.map { (f.name, $0) } })
        }
        func values(_ metric: Metric, _ name: String) -> [Double?] {
            profiles.map { $0[name].flatMap(metric.value) }
        }
        self.name = name
        recordings = measured.count
        let names = names.filter { name in profiles.contains { $0[name] != nil } }
        filters = names.map { name in
            var means: [String: FilterSummary.Mean] = [:]
            for metric in Metric.all {
                let known = values(metric, name).compactMap { $0 }
                guard !known.isEmpty else { continue }
                means[metric.name] = FilterSummary.Mean(
                    mean: known.reduce(0, +) / Double(known.count), recordings: known.count)
            }
            return FilterSummary(name: name, metrics: means)
        }
        // Nothing to compare with.
        guard names.count > 1 else {
            (differences, ranking) = ([], [])
            return
        }
        // Draws are made once per number of recordings.
        var bootstraps: [Int: PairedBootstrap] = [:]
        func interval(_ pairs: [Double]) -> BootstrapInterval? {
            let bootstrap = bootstraps[pairs.count] ?? PairedBootstrap(units: pairs.count, seed: seed)
            bootstraps[pairs.count] = bootstrap
            return bootstrap.interval(ofMean: pairs)
        }
        differences = names.indices.flatMap { a in
            names.indices.dropFirst(a + 1).flatMap { b in
                Metric.principal.compactMap { metric in
                    let pairs = zip(values(metric, names[a]), values(metric, names[b])).compactMap { x, y in
                        x.flatMap { x in y.map { x - $0 } }
                    }
                    guard !pairs.isEmpty else { return nil }
                    return FilterDifference(
                        first: names[a], second: names[b], metric: metric.name,
                        difference: pairs.reduce(0, +) / Double(pairs.count), interval: interval(pairs))
                }
            }
        }
        ranking = Metric.principal.map { metric in
            let columns = names.map { values(metric, $0) }
            return FilterRanking(
                metric: metric, filters: names, values: profiles.indices.map { row in columns.map { $0[row] } })
        }
    }
}
