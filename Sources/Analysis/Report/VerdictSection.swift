import Calibration
import Evaluation
import Foundation
import Rotations
import SensorModels
import Vocabulary

/// Whether the headings of a log can be used, and why: everything that a report says first follows from it.
public struct VerdictSection: Codable, Sendable, Hashable {
    /// The answer.
    public enum Grade: String, Codable, Sendable, Hashable, CaseIterable {
        /// The heading of the recommended filter errs by at most `goodDegrees`, and nothing has to be done for it.
        case good
        /// It errs by at most `usableDegrees`, with what `conditions` names.
        case usableWith = "usable-with"
        /// Neither.
        case notUsable = "not-usable"
        /// Nothing in the log determines by how much it errs.
        case unknown
    }

    /// What the headings are usable with.
    public enum Condition: String, Codable, Sendable, Hashable, CaseIterable {
        /// The magnetometer's calibration that the log determined: without it they are much worse.
        case calibration
        /// The recommended filter: the device's own heading is much worse.
        case filter
        /// A constant that is added to them.
        case constant
        /// Headings for a part of the time only: holes, or an axis that points up or down.
        case partly
        /// A north from elsewhere: the log has no magnetometer.
        case north
        /// An error that users notice.
        case error
    }

    /// A heading that apps use without this analysis.
    public struct Before: Codable, Sendable, Hashable {
        /// `device`, `uncalibrated` (a compass of the readings as they came), or the name of a filter.
        public var source: String
        /// RMS, degrees: against the reference; of `uncalibrated` against the calibrated compass.
        public var headingErrorDegrees: Double
    }

    /// The answer.
    public var grade: Grade
    /// What it takes, the most important first; empty but for `usable-with`.
    public var conditions: [Condition]
    /// Why, in one sentence.
    public var reason: String
    /// The heading error of the recommended filter, degrees: RMS against the reference, after the constant where that is a
    /// condition; else the larger of one predicted standard deviation and the RMS difference from the estimator of the whole
    /// recording (`RecommendationSection.offline`); null where nothing is known of it.
    @Nullable public var headingErrorDegrees: Double?
    /// Whether that error was measured against a reference.
    public var isMeasured: Bool
    /// What it was before; null where it is unknown, or no worse.
    @Nullable public var before: Before?

    /// Whether no filter's heading means anything.
    var isMeaningless: Bool { grade == .notUsable && headingErrorDegrees == nil }

    /// A label at 100 m is then at most 9 m beside its place.
    public static let goodDegrees = 5.0
    /// What phones claim of their compasses.
    public static let usableDegrees = 15.0
}

/// Comes to the verdict.
enum Verdict {
    /// Smaller improvements are no "before and after".
    private static let clearlyWorse = 1.2

    /// - Parameters:
    ///   - report: complete but for verdict and actions.
    ///   - shift: RMS by which the calibration moves the compass, degrees; `nil` without a calibration or without gravity.
    static func section(of report: AnalysisReport, calibrationShift shift: Double?) -> VerdictSection {
        guard let best = report.recommendedFilter else {
            let reason =
                report.filters.isEmpty
                ? "no filter could run on this log" : "no filter gives headings of this log that can be trusted"
            return VerdictSection(grade: .notUsable, conditions: [], reason: reason, isMeasured: false)
        }
        let hasMagnetometer = report.recording.hasMagnetometer
        if hasMagnetometer, report.warnings.contains(where: { $0.code == .magnetometerImplausible }) {
            return VerdictSection(
                grade: .notUsable, conditions: [],
                reason: "the magnetometer, as calibrated, does not measure the Earth's field", isMeasured: false)
        }
        let constant = report.isConstantWorthwhile
        let measured = best.accuracy.map {
            constant ? $0.headingRMSEAfterOffsetDegrees : $0.headingRMSEDegrees
        }
        let budget = predicted(report)
        let error = measured ?? budget.map { max($0, distance(report) ?? 0) }
        let before = before(report, best: best, after: error, shift: shift)
        var conditions: [VerdictSection.Condition] = []
        if !hasMagnetometer { conditions.append(.north) }
        if isWorse(shift, than: error), report.calibration.magnetometer?.isFromLog == true {
            conditions.append(.calibration)
        }
        if let before, before.source != VerdictSection.uncalibrated,
            before.headingErrorDegrees > VerdictSection.goodDegrees
        {
            conditions.append(.filter)
        }
        if constant { conditions.append(.constant) }
        if best.heading.definedShare < 0.5 { conditions.append(.partly) }
        let doubt = measured == nil ? doubt(report, error: budget) : nil
        guard let error, doubt == nil else {
            return VerdictSection(
                grade: .unknown, conditions: [],
                reason: "how far off the headings are is unknown: " + (doubt ?? "the filter states no error"),
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
                + reason(report, error, isMeasured: measured != nil, isPredicted: error == budget, constant),
            headingErrorDegrees: error, isMeasured: measured != nil, before: before)
    }

    private static func reason(
        _ report: AnalysisReport, _ error: Double, isMeasured: Bool, isPredicted: Bool, _ constant: Bool
    ) -> String {
        if isMeasured {
            return "is \(degrees(error)) off (RMS against the reference\(constant ? ", after its constant" : ""))"
        }
        if isPredicted { return "is predicted to be \(degrees(error)) off (one standard deviation)" }
        let yardstick = report.recommendation?.offline ?? "the yardstick"
        return "lies \(degrees(error)) (RMS) from that of \(yardstick), which sees the whole recording"
    }

    private static func degrees(_ value: Double) -> String { String(format: "%.1f\u{B0}", value) }

    /// What the known sources add up to; `nil` where the calibration was refused or the filter gives no sigma: then the
    /// largest part is unknown.
    private static func predicted(_ report: AnalysisReport) -> Double? {
        guard let filter = report.budget.last, filter.sigmaDegrees != nil else { return nil }
        if let magnetometer = report.calibration.magnetometer, !magnetometer.accepted { return nil }
        return HeadingBudget.total(of: report.budget)
    }

    /// Why nothing tells how far off the headings of a log without a reference are; `nil` where something does.
    private static func doubt(_ report: AnalysisReport, error: Double?) -> String? {
        if let dip = report.disturbance?.dipDegrees, let earth = report.geomagnetism?.inclinationDegrees,
            (dip - earth).magnitude > DisturbanceSection.largestDipError
        {
            return String(format: "the field dips by %.0f\u{B0} there, the Earth's by %.0f\u{B0}", dip, earth)
        }
        let apart = disagreement(report) ?? 0
        if apart > max(VerdictSection.usableDegrees, 2 * (error ?? 0)) {
            return String(format: "those of the filters lie %.0f\u{B0} apart", apart)
        }
        guard error == nil else { return nil }
        if !report.recording.hasMagnetometer { return "the log has neither a magnetometer nor a reference" }
        return "the log has no reference, and "
            + (report.calibration.magnetometer?.accepted == false
                ? "its magnetometer's calibration is not determined" : "the filter states no error")
    }

    /// The heading that the app has today, where it is clearly worse: the device's own; else that of a plain compass, where
    /// there is a reference; else what the calibration changes.
    private static func before(
        _ report: AnalysisReport, best: FilterSection, after: Double?, shift: Double?
    ) -> VerdictSection.Before? {
        let plain = report.filters.first { ["compass", "lowpass"].contains($0.name) && $0.name != best.name }
        let found: VerdictSection.Before?
        if let device = report.device?.attitudeAccuracy {
            found = .init(source: PreparedLog.deviceName, headingErrorDegrees: device.headingRMSEDegrees)
        } else if let plain, let accuracy = plain.accuracy {
            found = .init(source: plain.name, headingErrorDegrees: accuracy.headingRMSEDegrees)
        } else if best.accuracy == nil, let shift, report.calibration.magnetometer?.isFromLog == true {
            found = .init(source: VerdictSection.uncalibrated, headingErrorDegrees: shift)
        } else {
            found = nil
        }
        return found.flatMap { isWorse($0.headingErrorDegrees, than: after) ? $0 : nil }
    }

    /// By how much the recommended filter's heading differs from the yardstick's, degrees RMS; `nil` without one.
    private static func distance(_ report: AnalysisReport) -> Double? {
        report.agreement.first { $0.second == report.recommendation?.filter }?.rmsDegrees
    }

    /// The same, else the median of the other headings from the recommended filter's.
    private static func disagreement(_ report: AnalysisReport) -> Double? {
        distance(report) ?? Percentile.median(report.agreement.map(\.rmsDegrees))
    }

    private static func isWorse(_ before: Double?, than after: Double?) -> Bool {
        guard let before, let after else { return false }
        return before > clearlyWorse * after
    }
}

extension VerdictSection {
    /// The compass of the readings as they came.
    public static let uncalibrated = "uncalibrated"
}

extension HeadingOffsetSection {
    /// Whether the constant was found and is more than two standard deviations.
    public var isSignificant: Bool {
        accepted && sigmaDegrees.map { offsetDegrees.magnitude > 2 * $0 } ?? false
    }
}

extension AnalysisReport {
    /// Whether adding the constant to the headings is worth it. Without a magnetometer it is where the log began, and says nothing
    /// about the next one.
    var isConstantWorthwhile: Bool {
        guard let offset = headingOffset, offset.isSignificant, recording.hasMagnetometer,
            let accuracy = recommendedFilter?.accuracy
        else { return false }
        return ActionSection.isGain(
            from: accuracy.headingRMSEDegrees, to: accuracy.headingRMSEAfterOffsetDegrees)
    }
}

extension MagnetometerCalibration {
    /// Whether the log itself determined it.
    public var isFromLog: Bool { accepted && source == "log" }
}

extension RecordingSection {
    /// Whether the log holds a magnetometer, raw or corrected.
    public var hasMagnetometer: Bool { has(.magnetometer) || has(.magnetometerCorrected) }

    /// Whether a stream has samples.
    public func has(_ sensor: SensorKind) -> Bool {
        streams.contains { $0.sensor == sensor.rawValue && $0.samples > 0 }
    }
}

extension HeadingBudget {
    /// The root of the sum of squares of the known entries, degrees; `nil` where none is known.
    public static func total(of budget: [BudgetEntry]) -> Double? {
        let known = budget.compactMap(\.sigmaDegrees)
        return known.isEmpty ? nil : known.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
}

/// What a magnetometer's calibration changes.
enum CalibrationEffect {
    private static let most = 2000

    /// RMS of the angle between the horizontal parts of the field as it was read and as it was calibrated, degrees, at up to
    /// some thousand undisturbed readings: by so much a compass of the readings as they came is off. `nil` without a
    /// calibration, and without gravity or an accelerometer.
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
            // The horizontal parts, both turned by a right angle.
            let angle = up.cross(reading).angle(to: up.cross(field))
            guard angle.isFinite else { continue }
            sum += angle * angle
            count += 1
        }
        return count > 0 ? Angle.degrees((sum / Double(count)).squareRoot()) : nil
    }
}
