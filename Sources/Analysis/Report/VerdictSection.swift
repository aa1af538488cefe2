import Calibration
import Evaluation
import Foundation
import Rotations
import SensorModels
import Smoothing
import Vocabulary

/// Whether the headings of a log are usable, and why: the basis of a report's summary.
public struct VerdictSection: Codable, Sendable, Hashable {
    /// The grade of the headings.
    public enum Grade: String, Codable, Sendable, Hashable, CaseIterable {
        /// The heading error of the recommended filter is at most `goodDegrees`, without conditions.
        case good
        /// It is at most `usableDegrees`, under the conditions in `conditions`.
        case usableWith = "usable-with"
        /// Neither of them.
        case notUsable = "not-usable"
        /// The log does not determine the error.
        case unknown
    }

    /// A condition for usable headings.
    public enum Condition: String, Codable, Sendable, Hashable, CaseIterable {
        /// The magnetometer's calibration from this log: without it the headings are much worse.
        case calibration
        /// The recommended filter: the device's own heading is much worse.
        case filter
        /// A heading offset added to the headings.
        case constant
        /// Headings are defined for a part of the time only: holes, or an axis that points up or down.
        case partly
        /// A north from another source: the log has no magnetometer.
        case north
        /// An error that users notice.
        case error
    }

    /// A heading that apps would use without this analysis.
    public struct Before: Codable, Sendable, Hashable {
        /// `device`, or the name of a filter.
        public var source: String
        /// RMS against the reference, degrees.
        public var headingErrorDegrees: Double
    }

    /// The grade of the headings.
    public var grade: Grade
    /// The conditions, most important first; empty except for `usable-with`.
    public var conditions: [Condition]
    /// The reason, in one sentence.
    public var reason: String
    /// The heading error of the recommended filter, degrees. With a reference: RMS; if the heading offset is a
    /// condition, of the second half of the log with the offset of the first. Without: the larger of one predicted
    /// standard deviation and the RMS difference from the offline estimator (`RecommendationSection.offline`). Null if
    /// unknown.
    @Nullable public var headingErrorDegrees: Double?
    /// Whether the error was measured against a reference.
    public var isMeasured: Bool
    /// The heading before this analysis; null if unknown or no worse.
    @Nullable public var before: Before?
    /// Whether no filter's heading is meaningful.
    var isMeaningless: Bool { grade == .notUsable && headingErrorDegrees == nil }

    /// A label at 100 m is then at most 9 m off.
    public static let goodDegrees = 5.0
    /// The accuracy that phones state for their compasses.
    public static let usableDegrees = 15.0
}

/// Determines the verdict.
enum Verdict {
    /// The least ratio of errors for a "before".
    private static let clearlyWorse = 1.2

    /// - Parameters:
    ///   - report: complete except for verdict and actions.
    ///   - shift: RMS change of the compass by the calibration, degrees; `nil` without a calibration or without
    ///     gravity.
    ///   - trials: what the heading offset is worth, and whether the log is long enough for a measured error.
    static func section(
        of report: AnalysisReport, calibrationShift shift: Double?, trials: ActionTrials
    ) -> VerdictSection {
        guard let best = report.recommendedFilter else {
            let reason =
                report.filters.isEmpty
                ? "no filter could run on this log" : "no filter gives reliable headings for this log"
            return VerdictSection(grade: .notUsable, conditions: [], reason: reason, isMeasured: false)
        }
        let hasMagnetometer = report.recording.hasMagnetometer
        if hasMagnetometer, report.isFieldAbsurd {
            return VerdictSection(
                grade: .notUsable, conditions: [],
                reason: "the calibrated readings of the magnetometer do not fit the Earth's field", isMeasured: false)
        }
        let offset = trials.offset.flatMap { $0.isGain ? $0 : nil }
        let measured =
            report.isReferenceRelative
            ? nil : best.accuracy.flatMap { offset?.afterDegrees ?? $0.headingRMSEDegrees }
        let budget = predicted(report)
        // What remains without a constant is the least that the error can be.
        let least = max(report.distanceToYardstick ?? 0, best.accuracy?.headingRMSEDegrees ?? 0)
        let error = measured ?? budget.map { max($0, least) }
        let before = before(report, after: error)
        var conditions: [VerdictSection.Condition] = []
        if !hasMagnetometer { conditions.append(.north) }
        if isWorse(shift, than: error), report.calibration.magnetometer?.isFromLog == true {
            conditions.append(.calibration)
        }
        if let before, before.headingErrorDegrees > VerdictSection.goodDegrees { conditions.append(.filter) }
        if offset != nil { conditions.append(.constant) }
        if best.heading.definedShare < 0.5 { conditions.append(.partly) }
        let doubt = measured == nil ? doubt(report, error: budget) : trials.isLongEnough ? nil : short(report)
        guard let error, doubt == nil else {
            return VerdictSection(
                grade: .unknown, conditions: [],
                reason: "the error of the headings is unknown: " + (doubt ?? "the filter gives no sigma"),
                isMeasured: false, before: before)
        }
        let grade: VerdictSection.Grade
        if error > VerdictSection.usableDegrees {
            (grade, conditions) = (.notUsable, [])
        } else {
            if error > VerdictSection.goodDegrees { conditions.append(.error) }
            grade = conditions.isEmpty ? .good : .usableWith
        }
        return VerdictSection(
            grade: grade, conditions: conditions,
            reason: "the heading of \(best.name) "
                + reason(report, error, isMeasured: measured != nil, isPredicted: error == budget, offset: offset),
            headingErrorDegrees: error, isMeasured: measured != nil, before: before)
    }

    private static func reason(
        _ report: AnalysisReport, _ error: Double, isMeasured: Bool, isPredicted: Bool, offset: ActionTrials.Outcome?
    ) -> String {
        if isMeasured {
            let how = offset == nil ? "" : ", on the second half of the log with the heading offset of the first"
            return "has an error of \(degrees(error)) (RMS against the reference\(how))"
        }
        if isPredicted { return "has a predicted error of \(degrees(error)) (one sigma)" }
        if report.isReferenceRelative, error != report.distanceToYardstick {
            return "has an error of at least \(degrees(error)) (RMS against the reference without the constant: the "
                + "reference's north is arbitrary)"
        }
        let yardstick = report.recommendation?.offline ?? "the yardstick"
        return "differs by \(degrees(error)) (RMS) from that of \(yardstick), which uses the whole recording"
    }

    private static func degrees(_ value: Double) -> String { String(format: "%.1f\u{B0}", value) }

    /// The doubt about errors that were measured on too short a log.
    private static func short(_ report: AnalysisReport) -> String {
        String(
            format: "the log's %.0f s show one motion alone; an error with its interval needs %.0f s of the reference",
            report.recording.durationSeconds, ErrorBlocks.shortestSeconds)
    }

    /// The sum of the known sources; `nil` if the calibration was refused or the filter gives no sigma, since the
    /// largest part is unknown then.
    private static func predicted(_ report: AnalysisReport) -> Double? {
        guard let filter = report.budget.last, filter.sigmaDegrees != nil else { return nil }
        if let magnetometer = report.calibration.magnetometer, !magnetometer.accepted, !report.recommendsSelfCalibration
        {
            return nil
        }
        return HeadingBudget.total(of: report.budget)
    }

    /// The reason why the heading error of a log without a reference is unknown; `nil` if it is known.
    private static func doubt(_ report: AnalysisReport, error: Double?) -> String? {
        if let dip = report.disturbance?.dipDegrees, let earth = report.geomagnetism?.inclinationDegrees,
            (dip - earth).magnitude > DisturbanceSection.largestDipError
        {
            return String(format: "the dip of the field is %.0f\u{B0}, the Earth's there is %.0f\u{B0}", dip, earth)
        }
        let apart = disagreement(report) ?? 0
        if apart > max(VerdictSection.usableDegrees, 2 * (error ?? 0)) {
            return String(format: "the headings of the filters differ by %.0f\u{B0}", apart)
        }
        guard error == nil else { return nil }
        if !report.recording.hasMagnetometer {
            return report.hasReference
                ? "the log has no magnetometer, and \(report.whyUnmeasured)"
                : "the log has neither a magnetometer nor a reference"
        }
        return "\(report.whyUnmeasured), and "
            + (report.calibration.magnetometer?.accepted == false
                ? "its magnetometer's calibration is not determined" : "the filter gives no sigma")
    }

    /// The present heading of the app, if clearly worse and measured.
    private static func before(_ report: AnalysisReport, after: Double?) -> VerdictSection.Before? {
        guard !report.isReferenceRelative, let today = report.today, let error = today.accuracy?.headingRMSEDegrees,
            isWorse(error, than: after)
        else { return nil }
        return VerdictSection.Before(source: today.name, headingErrorDegrees: error)
    }

    /// That difference, else the median RMS difference of the other headings from the recommended filter's. A heading
    /// that the readings refute says nothing of it.
    private static func disagreement(_ report: AnalysisReport) -> Double? {
        report.distanceToYardstick
            ?? Percentile.median(report.agreement.filter { !report.isRefuted($0.second) }.map(\.rmsDegrees))
    }

    private static func isWorse(_ before: Double?, than after: Double?) -> Bool {
        guard let before, let after else { return false }
        return before > clearlyWorse * after
    }
}

extension HeadingOffsetSection {
    /// Whether the offset was accepted and exceeds two standard deviations.
    public var isSignificant: Bool {
        accepted && sigmaDegrees.map { offsetDegrees.magnitude > 2 * $0 } ?? false
    }
}

extension AnalysisReport {
    /// The heading that an app shows today: the device's own, else that of a plain compass, where it is not the
    /// recommended filter; `nil` without both.
    public var today: FilterSection? {
        if let attitude = device?.attitude { return attitude }
        // Without a magnetometer there is no compass.
        guard recording.hasMagnetometer else { return nil }
        return filters.first { ["compass", "lowpass"].contains($0.name) && $0.name != recommendation?.filter }
    }

    /// The tracks of the user's own filters (`--track`): what the catalogue does not have.
    public var ownTracks: [FilterSection] { filters.filter { EstimatorCatalogue.entry(named: $0.name) == nil } }

    /// A misfit per second that is so much larger is a likelihood ratio of 150 within 20 s.
    private static let refutingMisfit = 0.5

    /// Whether the readings follow so much worse from a filter's track than from the recommended one's that the filter
    /// is wrong.
    fileprivate func isRefuted(_ name: String) -> Bool {
        guard let best = recommendedFilter?.evidence?.misfit,
            let other = filters.first(where: { $0.name == name })?.evidence?.misfit
        else { return false }
        return other > best + Self.refutingMisfit
    }

    /// Whether the recommended filter calibrates the readings itself, so that theirs does not matter.
    var recommendsSelfCalibration: Bool { recommendedFilter?.calibratesItself == true }

    /// Whether the readings that the recommended filter got cannot be the Earth's field.
    public var isFieldAbsurd: Bool {
        !recommendsSelfCalibration && warnings.contains { $0.code == .magnetometerImplausible }
    }

    /// Whether the heading offset of the whole log is significant and reduces the error there, so that it is worth a
    /// trial on its halves. Without a magnetometer it depends on the start of the log and does not apply to others.
    var mayHaveHeadingOffset: Bool {
        guard let offset = headingOffset, offset.isSignificant, recording.hasMagnetometer,
            let accuracy = recommendedFilter?.accuracy, let before = accuracy.headingRMSEDegrees,
            let after = accuracy.headingRMSEAfterOffsetDegrees
        else { return false }
        return ActionSection.isGain(from: before, to: after)
    }

    /// RMS difference of the recommended filter's heading from the yardstick's, degrees; `nil` without one.
    var distanceToYardstick: Double? { agreement.first { $0.second == recommendation?.filter }?.rmsDegrees }

    /// Whether the verdict's error is that difference, and not a prediction.
    public var isErrorTheDistance: Bool {
        verdict.map { !$0.isMeasured && $0.headingErrorDegrees == distanceToYardstick } == true
            && distanceToYardstick != nil
    }

    /// Whether the log has a reference, scored or not.
    public var hasReference: Bool { recording.has(.reference) }

    /// Whether the reference shows headings except for a constant.
    public var isReferenceRelative: Bool { recording.referenceNorth == .arbitrary }

    /// Why no heading has an error, without a full stop.
    public var whyUnmeasured: String {
        let measured = filters.compactMap(\.accuracy)
        if isReferenceRelative, let accuracy = measured.first {
            return accuracy.headingRMSEDegrees == nil
                ? "the log's reference has no headings" : "the north of the log's reference is arbitrary"
        }
        return hasReference
            ? "no filter covers a scored sample of the log's reference (they count from "
                + "\(ScoringWindow.startUp / 1_000_000_000) s after its start on, or where the log marks movement)"
            : "the log has no reference"
    }
}

extension MagnetometerCalibration {
    /// Whether this log determined it.
    public var isFromLog: Bool { accepted && source == "log" }
}

extension RecordingSection {
    /// Whether the log has a magnetometer, raw or corrected.
    public var hasMagnetometer: Bool { has(.magnetometer) || has(.magnetometerCorrected) }

    /// Whether a stream has samples.
    public func has(_ sensor: SensorKind) -> Bool {
        streams.contains { $0.sensor == sensor.rawValue && $0.samples > 0 }
    }
}

extension HeadingBudget {
    /// The root of the sum of squares of the known entries, degrees; `nil` if none is known.
    public static func total(of budget: [BudgetEntry]) -> Double? {
        let known = budget.compactMap(\.sigmaDegrees)
        return known.isEmpty ? nil : known.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
}

/// The effect of a magnetometer's calibration.
enum CalibrationEffect {
    private static let most = 2000

    /// RMS angle between the horizontal parts of the raw and the calibrated field, degrees, at up to some thousand
    /// undisturbed readings: the error of a compass of raw readings. `nil` without a calibration, or without gravity
    /// and accelerometer.
    static func headingShift(of log: PreparedLog) -> Double? {
        guard let model = log.calibration.magnetometerModel else { return nil }
        let force = log.streams.force
        let raw = log.recording.vectors(of: log.recording.fieldSensor)
        guard !force.isEmpty else { return nil }
        var (sum, count) = (0.0, 0)
        for index in stride(from: 0, to: raw.count, by: max(1, raw.count / most)) {
            let (reading, time) = (raw.values[index], raw.times[index])
            let field = model.apply(reading)
            guard let up = force.value(near: time)?.normalized, log.disturbance?.isCalm(field.length) ?? true
            else { continue }
            // The horizontal parts, both rotated by 90 degrees.
            let angle = up.cross(reading).angle(to: up.cross(field))
            guard angle.isFinite else { continue }
            sum += angle * angle
            count += 1
        }
        return count > 0 ? Angle.degrees((sum / Double(count)).squareRoot()) : nil
    }
}
