import SensorModels
import Vocabulary

/// The outcome for one metric.
public enum BaselineVerdict: String, Codable, Sendable, CaseIterable {
    /// Farther from the ideal by more than the tolerance.
    case worse
    /// In the baseline, but not in this run.
    case missing
    /// Nearer to the ideal by more than the tolerance.
    case improved
    /// Within the tolerance.
    case same
    /// In this run, but not in the baseline.
    case new

    /// Whether the check fails.
    public var isFailure: Bool { self == .worse || self == .missing }
}

/// One metric of one filter on one recording, compared with its baseline.
public struct BaselineChange: Codable, Sendable, Hashable {
    /// The recording.
    public var recording: String
    /// The filter; empty if the change concerns the whole recording.
    public var filter = ""
    /// The metric's name; empty if the change concerns the whole filter or recording.
    public var metric = ""
    /// The committed value.
    @Nullable public var baseline: Double?
    /// The value of this run.
    @Nullable public var value: Double?
    /// The allowed change.
    @Nullable public var tolerance: Double?
    /// The outcome.
    public var verdict: BaselineVerdict
}

/// A run compared with a baseline.
public struct BaselineComparison: Codable, Sendable, Hashable {
    /// The tolerance that was applied.
    public var tolerance: BaselineTolerance
    /// The number of metrics per verdict.
    public var counts: [String: Int]
    /// All changes except `same`, in the order of the baseline.
    public var changes: [BaselineChange]
    /// Filters whose parameters differ from the baseline's, by recording: `name (recording)`.
    public var parameterChanges: [String]
    /// Per filter over all recordings: run minus baseline of the principal metrics, by paired bootstrap over
    /// recordings.
    public var overall: [FilterDifference]

    /// Whether nothing is worse or missing. With the bootstrap tolerance, small regressions that are significant only
    /// over all recordings also fail.
    public var isPassed: Bool {
        !changes.contains { $0.verdict.isFailure } && overallRegressions.isEmpty
    }

    /// What is significantly worse over all recordings; empty unless the tolerance uses the bootstrap.
    public var overallRegressions: [FilterDifference] {
        guard tolerance.bootstrap else { return [] }
        return overall.filter { $0.isClear && $0.difference > tolerance.absolute }
    }

    /// - Parameters:
    ///   - run: the metrics of this run.
    ///   - baseline: the committed metrics.
    ///   - tolerance: the change that is allowed.
    ///   - halfWidths: half widths of the bootstrap intervals, by recording, filter and metric.
    ///   - seed: of the bootstrap.
    public init(
        run: Baseline, baseline: Baseline, tolerance: BaselineTolerance,
        halfWidths: (_ recording: String, _ filter: String, _ metric: String) -> Double? = { _, _, _ in nil },
        seed: UInt64 = 1
    ) {
        self.tolerance = tolerance
        var all: [BaselineChange] = []
        var parameterChanges: [String] = []
        var pairs = PairedValues()
        let known = Dictionary(baseline.recordings.map { ($0.name, $0) }) { first, _ in first }
        let found = Dictionary(run.recordings.map { ($0.name, $0) }) { first, _ in first }
        for name in Set(known.keys).union(found.keys).sorted() {
            guard let before = known[name], let after = found[name] else {
                all.append(BaselineChange(recording: name, verdict: known[name] == nil ? .new : .missing))
                continue
            }
            let old = Dictionary(before.filters.map { ($0.name, $0) }) { first, _ in first }
            let new = Dictionary(after.filters.map { ($0.name, $0) }) { first, _ in first }
            for filter in Set(old.keys).union(new.keys).sorted() {
                guard let a = old[filter], let b = new[filter] else {
                    all.append(
                        BaselineChange(recording: name, filter: filter, verdict: old[filter] == nil ? .new : .missing))
                    continue
                }
                if a.parameters != b.parameters { parameterChanges.append("\(filter) (\(name))") }
                pairs.add(filter: filter, old: a.metrics, new: b.metrics)
                all += Metric.all.compactMap { metric in
                    BaselineChange(
                        recording: name, filter: filter, metric: metric, old: a.metrics[metric.name],
                        new: b.metrics[metric.name], rule: tolerance,
                        halfWidth: halfWidths(name, filter, metric.name))
                }
            }
        }
        counts = Dictionary(all.map { ($0.verdict.rawValue, 1) }, uniquingKeysWith: +)
        changes = all.filter { $0.verdict != .same }
        self.parameterChanges = parameterChanges
        overall = pairs.differences(seed: seed)
    }

    /// Values of run and baseline on the same recordings.
    private struct PairedValues {
        private var differences: [String: [String: [Double]]] = [:]

        mutating func add(filter: String, old: [String: Double], new: [String: Double]) {
            for metric in Metric.principal {
                guard let a = old[metric.name], let b = new[metric.name] else { continue }
                differences[filter, default: [:]][metric.name, default: []].append(b - a)
            }
        }

        func differences(seed: UInt64) -> [FilterDifference] {
            differences.sorted { $0.key < $1.key }.flatMap { filter, byMetric in
                Metric.principal.compactMap { metric in
                    guard let values = byMetric[metric.name], !values.isEmpty else { return nil }
                    return FilterDifference(
                        first: filter, second: "baseline", metric: metric.name,
                        difference: values.reduce(0, +) / Double(values.count),
                        interval: PairedBootstrap(units: values.count, seed: seed).interval(ofMean: values))
                }
            }
        }
    }
}

extension BaselineChange {
    /// One metric of both runs; `nil` where neither has it.
    fileprivate init?(
        recording: String, filter: String, metric: Metric, old: Double?, new: Double?, rule: BaselineTolerance,
        halfWidth: Double?
    ) {
        guard old != nil || new != nil else { return nil }
        self.init(
            recording: recording, filter: filter, metric: metric.name, baseline: old, value: new,
            verdict: old == nil ? .new : .missing)
        guard let old, let new else { return }
        let (before, after) = (metric.distance(old), metric.distance(new))
        let allowed = rule.allowed(metric, distance: before, halfWidth: halfWidth)
        tolerance = allowed
        verdict = after > before + allowed ? .worse : after < before - allowed ? .improved : .same
    }
}
