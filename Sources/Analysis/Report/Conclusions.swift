import Calibration
import Evaluation
import Files
import Foundation
import OrientationFilters
import Rotations
import SensorModels
import Smoothing
import Vocabulary

/// Which filter to use.
public struct RecommendationSection: Codable, Sendable, Hashable {
    /// The filter's name.
    public var filter: String
    /// All parameters by name.
    public var parameters: [String: Double]
    /// The reason in plain words.
    public var why: String
    /// Filters whose total error on this log cannot be told from the recommended one's: the 95 % interval of the difference
    /// (`ErrorBlocks`) holds zero, and it is at most half larger, or a degree; null without a reference.
    @Nullable public var indistinguishable: [String]?
    /// The estimator of the whole recording that comes nearest to the truth, which no app can run; null where none ran. Where
    /// the log has no reference it is the yardstick of the headings (`AnalysisReport.agreement`).
    @Nullable public var offline: String?

    /// A larger sigma of a heading says that there is none, degrees: even headings at random are only 104 degrees off.
    public static let largestSigmaDegrees = 60.0
}

/// Which of the filters that ran to use, and why.
enum Recommendation {
    /// What an app can run comes first: an estimator that needs the whole recording is recommended only where no other ran.
    /// - Parameters:
    ///   - diverged: the names of filters that contradict the sensors; these, and filters that found no heading where
    ///     there is a magnetometer, are never recommended.
    ///   - doubted: the names of estimators that doubt their heading: no yardstick where no reference confirms them.
    ///   - blocks: the errors of each filter that was scored.
    ///   - jobs: cores for the comparison.
    ///   - distances: how far the others' headings are from a yardstick's, degrees RMS by name; asked where there is no reference.
    /// - Returns: `nil` where no filter is left.
    static func section(
        for filters: [FilterSection], blocks: [String: ErrorBlocks], input: FilterInput, diverged: Set<String>,
        doubted: Set<String> = [], jobs: Int = 1, distances: (_ yardstick: String) -> [String: Double] = { _ in [:] }
    ) -> RecommendationSection? {
        let sound = filters.filter { filter in
            let isLost =
                (filter.heading.medianSigmaDegrees ?? 0) > RecommendationSection.largestSigmaDegrees
                && !input.magnetometer.isEmpty
            return !diverged.contains(filter.name) && !isLost
        }
        let causal = sound.filter { !$0.isOffline }
        let offline = sound.filter { $0.isOffline && ($0.accuracy != nil || !doubted.contains($0.name)) }
        let filters = causal.isEmpty ? sound : causal
        var section = best(of: filters, blocks: blocks, input: input, jobs: jobs)
        let yardstick = nearest(of: offline)?.0.name
        section?.offline = yardstick
        guard let found = section, let yardstick, !causal.isEmpty, causal.allSatisfy({ $0.accuracy == nil }) else {
            return section
        }
        return nearer(than: found, of: causal, to: yardstick, distances(yardstick)) ?? section
    }

    /// A heading further than this from the yardstick's, degrees RMS, and more than `times` as far as another one's, is not
    /// recommended. On the phone trials with their references withheld this changes eight recommendations of 126, seven for the
    /// better, those of both persons on the mean (docs/studies/filters.md).
    private static let far = (degrees: 5.0, times: 2.0)

    /// The filter that comes much nearer to the yardstick than the usual one; `nil` where none does.
    private static func nearer(
        than usual: RecommendationSection, of filters: [FilterSection], to yardstick: String,
        _ distances: [String: Double]
    ) -> RecommendationSection? {
        guard let distance = distances[usual.filter], distance > far.degrees,
            let (best, least) = filters.compactMap({ filter in distances[filter.name].map { (filter, $0) } })
                .min(by: { $0.1 < $1.1 }), distance > far.times * least
        else { return nil }
        var section = usual
        (section.filter, section.parameters) = (best.name, best.parameters)
        section.why =
            "the log has no reference; its heading is \(degrees(least)) (RMS) from that of \(yardstick), which sees the whole "
            + "recording, \(usual.filter)'s \(degrees(distance))"
        return section
    }

    /// The filter with the smallest error; without a reference the last of the catalogue, whose order follows the public
    /// benchmarks (docs/studies/filters.md).
    private static func nearest(of filters: [FilterSection]) -> (FilterSection, error: Double?)? {
        let measured = filters.compactMap { filter in filter.accuracy.map { (filter, $0.totalRMSEDegrees) } }
        if let best = measured.min(by: { $0.1 < $1.1 }) { return best }
        let order = EstimatorCatalogue.entries.map(\.information.name)
        return filters.max { (order.firstIndex(of: $0.name) ?? -1) < (order.firstIndex(of: $1.name) ?? -1) }.map {
            ($0, nil)
        }
    }

    private static func best(
        of filters: [FilterSection], blocks: [String: ErrorBlocks], input: FilterInput, jobs: Int
    ) -> RecommendationSection? {
        guard let (best, error) = nearest(of: filters) else { return nil }
        guard let error else {
            return RecommendationSection(
                filter: best.name, parameters: best.parameters,
                why:
                    "the log has no reference; of the filters that ran, \(best.name) does best on the public benchmarks"
                    + (input.gyroscope.isEmpty ? " without a gyroscope" : ""))
        }
        let others = filters.compactMap { filter in
            filter.name == best.name ? nil : filter.accuracy.map { (filter.name, $0.totalRMSEDegrees) }
        }
        // A short log tells little apart; who reads "the same" of a filter with twice the error is misled all the same.
        let close = others.filter { $0.1 <= max(1.5 * error, error + 1) }.map(\.0)
        let ties = concurrentMap(close, jobs: jobs) { isTie(blocks[$0], blocks[best.name]) }
        let equals = zip(close, ties).filter(\.1).map(\.0)
        let list = others.map { "\($0.0) \(degrees($0.1))" }.joined(separator: ", ")
        return RecommendationSection(
            filter: best.name, parameters: best.parameters,
            why: "the smallest total error against this log's reference: \(degrees(error)) RMSE"
                + (list.isEmpty ? "" : " (\(list))")
                + (equals.isEmpty ? "" : "; \(equals.joined(separator: ", ")) cannot be told from it on this log"),
            indistinguishable: equals)
    }

    /// Whether the 95 % interval of the difference of two total errors holds zero; too short a log tells nothing apart.
    private static func isTie(_ a: ErrorBlocks?, _ b: ErrorBlocks?) -> Bool {
        guard let a, let b else { return false }
        return a.interval(ofDifferenceTo: b, metric: 0, seed: 1)?.excludesZero != true
    }

    private static func degrees(_ value: Double) -> String { String(format: "%.1f\u{B0}", value) }
}

extension FilterSection {
    /// Whether it needs the whole recording, so that no app can run it.
    public var isOffline: Bool { EstimatorCatalogue.entry(named: name)?.information.isOffline == true }
}

/// The constant between estimated and true heading.
public struct HeadingOffsetSection: Codable, Sendable, Hashable {
    /// True heading = estimated heading + offset, clockwise positive.
    public var offsetDegrees: Double
    /// With correlated residuals taken into account; null where there are too few of them.
    @Nullable public var sigmaDegrees: Double?
    /// How fast the difference grows; null where it is not fitted.
    @Nullable public var driftDegreesPerMinute: Double?
    /// Standard deviation of the drift.
    @Nullable public var driftSigmaDegreesPerMinute: Double?
    /// Whether the data determine the result.
    public var accepted: Bool
    /// Why it was refused; empty where it was accepted.
    public var reason: String
    /// How it was found.
    public var method: String
    /// The filter whose heading it corrects.
    public var filter: String
}

/// The constant between a track's heading and the reference's.
enum HeadingOffsetAnalysis {
    /// Weighted least squares over at most ten samples a second, two of many (`ThinnedSamples`), where both headings are defined;
    /// the weights are the inverse variances of the track's headings, equal where it has none. `nil` without a reference.
    /// - Parameters:
    ///   - track: a filter's.
    ///   - scored: the reference and its samples that count.
    static func section(
        of track: OrientationTrack, reference scored: ScoredReference, log: PreparedLog
    ) -> HeadingOffsetSection? {
        let axis = log.headingAxis
        var estimated: [Double] = []
        var expected: [Double] = []
        var weights: [Double] = []
        var times: [Double] = []
        var last = Int64.min / 2
        var row = 0
        let interval = ThinnedSamples.offsetInterval(of: scored.indices.count)
        for index in scored.indices where scored.stream.times[index] - last >= interval {
            let time = scored.stream.times[index]
            guard let reference = scored.stream.values[index].heading(of: axis),
                let estimate = Comparison.estimate(of: track, at: time, row: &row)?.heading(of: axis)
            else { continue }
            last = time
            let sigma = track.estimates[row].headingSigma
            estimated.append(estimate)
            expected.append(reference)
            times.append(LogTime.seconds(time))
            weights.append(sigma.isFinite && sigma > 0 ? 1 / (sigma * sigma) : 1)
        }
        guard estimated.count >= 2 else { return nil }
        let fit = HeadingOffset(
            estimated: estimated, reference: expected, weights: weights, times: times, robust: true,
            systematicSigma: log.systematicSigma(of: log.recording.metadata.referenceNorth ?? .magnetic))
        return HeadingOffsetSection(
            offsetDegrees: fit.offsetDegrees, sigmaDegrees: fit.sigmaDegrees,
            driftDegreesPerMinute: fit.drift.map { 60 * Angle.degrees($0) },
            driftSigmaDegreesPerMinute: fit.driftSigma.map { 60 * Angle.degrees($0) },
            accepted: fit.verdict.accepted, reason: fit.verdict.reason, method: fit.method.rawValue, filter: track.name)
    }
}

/// One source of heading error.
public struct BudgetEntry: Codable, Sendable, Hashable {
    /// What the error comes from.
    public var source: String
    /// One standard deviation; null where it is unknown.
    @Nullable public var sigmaDegrees: Double?
}

/// Where the heading's error comes from, as far as it is known: one standard deviation per source, degrees.
///
/// The entries do not overlap, so that they may be added in quadrature. What the calibration leaves is measured where the log
/// has a reference (the deviation curve without its constant), else predicted from the fit; the filter's share is what is left
/// of its error after constant and curve, else its own sigma.
public enum HeadingBudget {
    static func entries(for report: AnalysisReport) -> [BudgetEntry] {
        let filter = report.recommendedFilter
        let curve = report.deviation.flatMap { $0.accepted ? spread(of: $0.curve) : nil }
        let calibration =
            curve.map { BudgetEntry(source: "compass deviation (measured)", sigmaDegrees: $0) }
            ?? BudgetEntry(
                source: "magnetometer calibration (predicted)",
                sigmaDegrees: report.calibration.magnetometer?.headingSigmaDegrees)
        // The sigma of a filter that got no valid field is meaningless.
        let isAbsurd = report.warnings.contains { $0.code == .magnetometerImplausible }
        let claimed = isAbsurd ? nil : filter?.heading.medianSigmaDegrees
        let measured = filter?.accuracy?.headingRMSEAfterOffsetDegrees
        let rest = measured.map { max(0, $0 * $0 - (curve ?? 0) * (curve ?? 0)).squareRoot() }
        return [
            BudgetEntry(
                source: "declination model", sigmaDegrees: report.geomagnetism?.declinationSigmaDegrees),
            calibration,
            BudgetEntry(
                source: "filter (\(filter?.name ?? "none"))", sigmaDegrees: rest ?? claimed),
        ]
    }

    /// The RMS of a curve about its mean.
    static func spread(of curve: [DeviationPoint]) -> Double? {
        // The last point repeats the first.
        let values = curve.dropLast().map(\.deviation)
        guard !values.isEmpty else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }
}
