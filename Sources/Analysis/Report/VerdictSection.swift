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
        /// An error that nothing in the log determines.
        case unknownError = "unknown-error"
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
    /// condition; else one predicted standard deviation; null where nothing is known of it.
    @Nullable public var headingErrorDegrees: Double?
    /// Whether that error was measured against a reference.
    public var isMeasured: Bool
    /// What it was before; null where it is unknown, or no worse.
    @Nullable public var before: Before?

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
        let constant = report.headingOffset?.isSignificant == true
        let measured = best.accuracy.map {
            constant ? $0.headingRMSEAfterOffsetDegrees : $0.headingRMSEDegrees
        }
        let error = measured ?? predicted(report)
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
        let apart = measured == nil ? disagreement(report) ?? 0 : 0
        let areApart = apart > max(VerdictSection.usableDegrees, 2 * (error ?? 0))
        guard let error, !areApart else {
            let reason =
                areApart
                ? String(format: "those of the filters lie %.0f\u{B0} apart", apart)
                : "the log has no reference, and "
                    + (report.calibration.magnetometer?.accepted == false
                        ? "its magnetometer's calibration is not determined" : "the filter states no error")
            return VerdictSection(
                grade: .usableWith, conditions: conditions + [.unknownError],
                reason: "how far off the headings are is unknown: " + reason, isMeasured: false, before: before)
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
            reason: reason(best.name, error, isMeasured: measured != nil, constant), headingErrorDegrees: error,
            isMeasured: measured != nil, before: before)
    }

    private static func reason(_ name: String, _ error: Double, isMeasured: Bool, _ constant: Bool) -> String {
        let value = String(format: "%.1f\u{B0}", error)
        return isMeasured
            ? "the heading of \(name) is \(value) off (RMS against the reference\(constant ? ", after its constant" : ""))"
            : "the heading of \(name) is predicted to be \(value) off (one standard deviation)"
    }

    /// What the known sources add up to; `nil` where the calibration was refused or the filter gives no sigma: then the
    /// largest part is unknown.
    private static func predicted(_ report: AnalysisReport) -> Double? {
        guard let filter = report.budget.last, filter.sigmaDegrees != nil else { return nil }
        if let magnetometer = report.calibration.magnetometer, !magnetometer.accepted { return nil }
        return HeadingBudget.total(of: report.budget)
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

    /// By how much the recommended filter's heading differs from the yardstick's, where there is one, else the median of the
    /// other headings from it, degrees RMS; `nil` where there is no other.
    private static func disagreement(_ report: AnalysisReport) -> Double? {
        report.agreement.first { $0.second == report.recommendation?.filter }?.rmsDegrees
            ?? Percentile.median(report.agreement.map(\.rmsDegrees))
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
