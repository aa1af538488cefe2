import Evaluation
import Recordings
import SensorModels
import Vocabulary

/// The result of `compare`, written as `comparison.json`. All keys are always present, null if unknown.
public struct ComparisonReport: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.comparison/1"

    /// Name and version of the schema.
    public var schema = Self.schema
    /// The program.
    public var tool: ToolSection
    /// The benchmark, if the logs are one.
    @Nullable public var preset: String?
    /// The error definition: which samples are scored, and the headline metric.
    public var definition: ErrorDefinition
    /// The filters, in the order of the tables.
    public var filters: [String]
    /// The logs that were compared, in order.
    public var recordings: [ComparedRecording]
    /// Means over all recordings with a reference.
    public var overall: [FilterSummary]
    /// Differences of those means.
    public var differences: [FilterDifference]
    /// Ranks by the principal metrics.
    public var ranking: [FilterRanking]
    /// Means, differences and ranks per group, in order of their names.
    public var groups: [GroupSection]
    /// The logs that could not be compared.
    public var failures: [ComparisonFailure]
    /// Recordings that the benchmark excludes, with the reason.
    public var excluded: [ExcludedRecording]
    /// The run compared with its baseline; null without one.
    @Nullable public var baseline: BaselineComparison?
    /// Warnings about the comparison as a whole.
    public var warnings: [Warning]
}

/// One log of a comparison.
public struct ComparedRecording: Codable, Sendable {
    /// Its name.
    public var name: String
    /// The group that it is averaged with; null without a group.
    @Nullable public var group: String?
    /// The path of the log.
    public var path: String
    /// The device from the manifest, else from the log; null if unknown.
    @Nullable public var device: String?
    /// From the first to the last stamp, seconds.
    public var durationSeconds: Double
    /// The reference: `log`, `device attitude` or a path; null without one.
    @Nullable public var reference: String?
    /// The north of the reference; null without one.
    @Nullable public var referenceNorth: ReferenceNorth?
    /// Options from the row of a manifest, by name; empty without any, and for a benchmark, which has its own.
    public var options: [String: String]
    /// One entry per filter that ran.
    public var filters: [FilterSection]
    /// Differences in the total RMSE for each pair of filters, by a block bootstrap over this recording.
    public var differences: [FilterDifference]
    /// Agreement of heading sources, without a reference (or with `--agreement`).
    public var agreement: [HeadingAgreement]
    /// The warnings about this log.
    public var warnings: [Warning]
    /// The page of its report, relative to the comparison's page; null without reports.
    @Nullable public var report: String?
}

/// One filter over several recordings.
public struct FilterSummary: Codable, Sendable, Hashable {
    /// Mean over recordings.
    public struct Mean: Codable, Sendable, Hashable {
        /// In the metric's unit.
        public var mean: Double
        /// Number of recordings that have the metric.
        public var recordings: Int
    }

    /// The filter.
    public var name: String
    /// Means by the metric's name.
    public var metrics: [String: Mean]

    /// Number of recordings on which the filter was measured.
    public var recordings: Int { Metric.principal.compactMap { metrics[$0.name]?.recordings }.max() ?? 0 }

    /// The mean of a metric; `nil` if no recording has it.
    public func mean(of metric: Metric) -> Double? { metrics[metric.name]?.mean }
}

/// The recordings of one group.
public struct GroupSection: Codable, Sendable {
    /// The group.
    public var name: String
    /// Number of recordings with a reference.
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
    /// The stable code of the error.
    public var code: ErrorCode
    /// The message: what was found and expected.
    public var message: String
    /// Advice to the user.
    public var advice: String
}

extension ComparisonFailure {
    /// The failure of a log.
    init(name: String, path: String, _ error: any Error) {
        let known = error as? SensorLabError
        self.init(
            name: name, path: path, code: known?.code ?? .unexpected, message: known?.message ?? "\(error)",
            advice: known?.advice ?? "")
    }
}

/// A recording that a benchmark excludes.
public struct ExcludedRecording: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The reason.
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
        // A single filter has nothing to be compared with.
        guard names.count > 1 else {
            (differences, ranking) = ([], [])
            return
        }
        // Resamples are drawn once per number of recordings.
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
        // A reference of headings alone has no total error.
        .filter { $0.recordings > 0 }
    }
}
