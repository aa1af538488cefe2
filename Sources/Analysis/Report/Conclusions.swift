import Calibration
import Evaluation
import Files
import Foundation
import OrientationFilters
import Rotations
import SensorModels
import Smoothing
import Vocabulary

/// The recommended filter.
public struct RecommendationSection: Codable, Sendable, Hashable {
    /// The filter's name.
    public var filter: String
    /// All parameters by name.
    public var parameters: [String: Double]
    /// The reason in plain words.
    public var why: String
    /// Filters whose total error on this log cannot be distinguished from the recommended one's: the 95 % interval of
    /// the difference (`ErrorBlocks`) contains zero, and the error is at most 50 % or 1 degree larger. Null without a
    /// reference.
    @Nullable public var indistinguishable: [String]?
    /// The most accurate offline estimator, which no app can run; null if none ran. Without a reference it is the
    /// yardstick of the headings (`AnalysisReport.agreement`).
    @Nullable public var offline: String?

    /// With a larger sigma there is effectively no heading, degrees: random headings have an RMS error of 104 degrees.
    public static let largestSigmaDegrees = 60.0
}

/// Selects the recommended filter.
enum Recommendation {
    /// Prefers filters that an app can run: an offline estimator is recommended only if no other filter ran.
    ///
    /// With a reference the filter with the smallest error; without one that from which the sensors' readings follow
    /// best (`TrackEvidence`); without that evidence the last of the catalogue, whose order follows the public
    /// benchmarks (docs/studies/estimators.md), of those that do not calibrate themselves where the log is too short
    /// for evidence.
    /// - Parameters:
    ///   - diverged: names of filters that contradict the sensors. These are never recommended, nor are filters that
    ///     found no heading although there is a magnetometer.
    ///   - doubted: names of estimators that doubt their heading, which are no yardstick without a reference.
    ///   - blocks: the errors of each scored filter.
    ///   - unmeasured: why no filter has an error, if none has.
    ///   - jobs: cores for the comparison.
    /// - Returns: `nil` if no filter is left.
    static func section(
        for filters: [FilterSection], blocks: [String: ErrorBlocks], input: FilterInput, diverged: Set<String>,
        doubted: Set<String> = [], unmeasured: String = "the log has no reference", jobs: Int = 1
    ) -> RecommendationSection? {
        let sound = filters.filter { filter in
            let isLost =
                (filter.heading.medianSigmaDegrees ?? 0) > RecommendationSection.largestSigmaDegrees
                && !input.magnetometer.isEmpty
            return !diverged.contains(filter.name) && !isLost
        }
        let causal = sound.filter { !$0.isOffline }
        let offline = sound.filter { $0.isOffline && ($0.accuracy != nil || !doubted.contains($0.name)) }
        var section = best(
            of: causal.isEmpty ? sound : causal, blocks: blocks, input: input, unmeasured: unmeasured, jobs: jobs)
        section?.offline = nearest(of: offline)?.0.name
        return section
    }

    /// The filter with the smallest error, or that which `section` chooses without a reference.
    private static func nearest(
        of filters: [FilterSection], isShort: Bool = false
    ) -> (FilterSection, error: Double?)? {
        let measured = filters.compactMap { filter in filter.accuracy.map { (filter, $0.rankedRMSEDegrees) } }
        if let best = measured.min(by: { $0.1 < $1.1 }) { return best }
        if let best = byEvidence(filters).first { return (best.filter, nil) }
        let order = EstimatorCatalogue.entries.map(\.information.name)
        let ready = isShort ? filters.filter { !$0.calibratesItself } : []
        return (ready.isEmpty ? filters : ready).max {
            (order.firstIndex(of: $0.name) ?? -1) < (order.firstIndex(of: $1.name) ?? -1)
        }.map {
            ($0, nil)
        }
    }

    /// Best first; empty where one of them has no evidence.
    private static func byEvidence(_ filters: [FilterSection]) -> [(filter: FilterSection, misfit: Double)] {
        let judged = filters.compactMap { filter in filter.evidence.map { (filter: filter, misfit: $0.misfit) } }
        return judged.count == filters.count ? judged.sorted { $0.misfit < $1.misfit } : []
    }

    private static func best(
        of filters: [FilterSection], blocks: [String: ErrorBlocks], input: FilterInput, unmeasured: String, jobs: Int
    ) -> RecommendationSection? {
        // With both sensors only a short log has no evidence.
        let isShort = !input.gyroscope.isEmpty && !input.magnetometer.isEmpty && byEvidence(filters).isEmpty
        guard let (best, error) = nearest(of: filters, isShort: isShort) else { return nil }
        guard let error else {
            return RecommendationSection(
                filter: best.name, parameters: best.parameters,
                why: reason(without: filters, best: best, input, unmeasured)
                    + (isShort ? "; the log is too short for one that calibrates itself" : ""))
        }
        let others = filters.compactMap { filter in
            filter.name == best.name ? nil : filter.accuracy.map { (filter.name, $0.rankedRMSEDegrees) }
        }
        // On a short log few differences are significant; but a filter with twice
        // the error must not count as equivalent.
        let close = others.filter { $0.1 <= max(1.5 * error, error + 1) }.map(\.0)
        let ties = concurrentMap(close, jobs: jobs) { isTie(blocks[$0], blocks[best.name]) }
        let equals = zip(close, ties).filter(\.1).map(\.0)
        let list = others.map { "\($0.0) \(degrees($0.1))" }.joined(separator: ", ")
        return RecommendationSection(
            filter: best.name, parameters: best.parameters,
            why:
                "the smallest \(best.accuracy?.rankedError ?? "error") against this log's reference: \(degrees(error)) RMSE"
                + (list.isEmpty ? "" : " (\(list))")
                + (equals.isEmpty
                    ? "" : "; \(equals.joined(separator: ", ")) do not differ from it significantly on this log"),
            indistinguishable: equals)
    }

    /// Why a filter is recommended without a reference.
    private static func reason(
        without filters: [FilterSection], best: FilterSection, _ input: FilterInput, _ unmeasured: String
    ) -> String {
        let judged = byEvidence(filters)
        guard judged.count > 1 else {
            return "\(unmeasured); of the filters that ran, \(best.name) does best on the public benchmarks"
                + (input.gyroscope.isEmpty ? " without a gyroscope" : "")
        }
        let list = judged.map { "\($0.filter.name) \(String(format: "%.1f", $0.misfit))" }.joined(separator: ", ")
        return
            "\(unmeasured); the readings of gyroscope and magnetometer follow best from its track (misfit: \(list))"
    }

    /// Whether the 95 % interval of the difference of two total errors contains zero, or the log is too short for one.
    private static func isTie(_ a: ErrorBlocks?, _ b: ErrorBlocks?) -> Bool {
        guard let a, let b else { return false }
        return a.interval(ofDifferenceTo: b, metric: 0, seed: 1)?.excludesZero != true
    }

    private static func degrees(_ value: Double) -> String { String(format: "%.1f\u{B0}", value) }
}

extension FilterSection {
    /// Whether it needs the whole recording, so that no app can run it.
    public var isOffline: Bool { EstimatorCatalogue.entry(named: name)?.information.isOffline == true }
    /// Whether it calibrates the readings itself.
    var calibratesItself: Bool { EstimatorCatalogue.entry(named: name)?.information.calibratesItself == true }
}

/// The constant between estimated and true heading.
public struct HeadingOffsetSection: Codable, Sendable, Hashable {
    /// True heading = estimated heading + offset, clockwise positive.
    public var offsetDegrees: Double
    /// Accounts for correlated residuals; null with too few of them.
    @Nullable public var sigmaDegrees: Double?
    /// Drift of the difference; null if not fitted.
    @Nullable public var driftDegreesPerMinute: Double?
    /// Standard deviation of the drift.
    @Nullable public var driftSigmaDegreesPerMinute: Double?
    /// Whether the data determine the result.
    public var accepted: Bool
    /// The reason for a refusal; empty if accepted.
    public var reason: String
    /// The method of the fit.
    public var method: String
    /// The filter whose heading it corrects.
    public var filter: String
}

/// The constant between a track's heading and the reference's.
enum HeadingOffsetAnalysis {
    /// Weighted least squares over at most ten samples per second, two in long logs (`ThinnedSamples`), at which both
    /// headings are defined. Weights are the inverse variances of the track's headings, equal without sigmas. `nil`
    /// without a reference.
    /// - Parameters:
    ///   - track: of a filter.
    ///   - scored: the reference and its scored samples.
    static func fit(
        _ track: OrientationTrack, reference scored: ScoredReference, log: PreparedLog
    ) -> HeadingOffset? {
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
        return HeadingOffset(
            estimated: estimated, reference: expected, weights: weights, times: times, robust: true,
            systematicSigma: log.systematicSigma(of: log.recording.metadata.referenceNorth ?? .magnetic))
    }
}

extension HeadingOffsetSection {
    /// A fit as the report shows it.
    init(_ fit: HeadingOffset, filter: String) {
        self.init(
            offsetDegrees: fit.offsetDegrees, sigmaDegrees: fit.sigmaDegrees,
            driftDegreesPerMinute: fit.drift.map { 60 * Angle.degrees($0) },
            driftSigmaDegreesPerMinute: fit.driftSigma.map { 60 * Angle.degrees($0) },
            accepted: fit.verdict.accepted, reason: fit.verdict.reason, method: fit.method.rawValue, filter: filter)
    }
}

/// One source of heading error.
public struct BudgetEntry: Codable, Sendable, Hashable {
    /// The source of the error.
    public var source: String
    /// One standard deviation; null if unknown.
    @Nullable public var sigmaDegrees: Double?
}

/// The known sources of the heading error: one standard deviation per source, degrees.
///
/// The entries do not overlap, so that they may be added in quadrature. The residual error of the calibration is
/// measured if the log has a reference (the deviation curve without its constant), else predicted from the fit. The
/// filter's entry is the rest of its error after constant and curve, else its own sigma.
public enum HeadingBudget {
    static func entries(for report: AnalysisReport) -> [BudgetEntry] {
        let filter = report.recommendedFilter
        let curve = report.deviation.flatMap { $0.accepted ? spread(of: $0.curve) : nil }
        let calibration =
            curve.map { BudgetEntry(source: "compass deviation (measured)", sigmaDegrees: $0) }
            ?? BudgetEntry(
                source: "magnetometer calibration (predicted)",
                sigmaDegrees: report.calibration.magnetometer?.headingSigmaDegrees)
        // The sigma of a filter without a valid field is meaningless.
        let stated = filter?.heading.rmsSigmaDegrees ?? filter?.heading.medianSigmaDegrees
        let claimed = report.isFieldAbsurd ? nil : stated
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
