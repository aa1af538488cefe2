import Calibration
import Evaluation
import Foundation
import SensorModels
import Vocabulary

/// An action that reduces the heading errors of a log.
public struct ActionSection: Codable, Sendable, Hashable {
    /// The kind of action.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// Record a magnetometer.
        case recordMagnetometer = "record-magnetometer"
        /// Record a calibration: the magnetometer's was refused, or is missing.
        case recordCalibration = "record-calibration"
        /// Use the calibration from this log.
        case useCalibration = "use-calibration"
        /// Use the recommended filter instead of the device's own heading or a plain compass.
        case useFilter = "use-filter"
        /// Keep magnets and iron away, or omit the disturbed parts.
        case avoidMagnets = "avoid-magnets"
        /// Add the constant to every heading.
        case addConstant = "add-constant"
        /// Correct the compass by its deviation curve.
        case correctDeviation = "correct-deviation"
        /// Record a gyroscope.
        case recordGyroscope = "record-gyroscope"
        /// Give the place and date of the log.
        case givePlace = "give-place"
        /// Record a reference, so that errors can be measured.
        case recordReference = "record-reference"
    }

    /// The kind of action.
    public var kind: Kind
    /// The heading error before the action, degrees RMS; null if unknown.
    @Nullable public var beforeDegrees: Double?
    /// The heading error after the action, degrees RMS; null if unknown.
    @Nullable public var afterDegrees: Double?
    /// The command to type; the user replaces placeholders in capital letters.
    public var command: String
    /// The required file, which `analyze` writes beside the report; null without one.
    @Nullable public var file: String?
    /// The same as Swift code for an app; null if no code is involved.
    @Nullable public var swift: String?

    /// The largest number of actions shown.
    static let most = 3
    /// The least gain of an action: degrees, and share of the error.
    private static let leastGain = (degrees: 0.5, share: 0.1)

    /// Whether a change of the heading error, degrees, is a sufficient gain.
    static func isGain(from before: Double, to after: Double) -> Bool {
        before - after >= max(leastGain.degrees, leastGain.share * before)
    }

    /// The calibration file that `analyze` writes.
    public static let calibrationFile = "calibration.json"
    /// The parameter file that `analyze` writes for an app.
    public static let parameterFile = "projection-core.json"

    /// The gain, degrees; `nil` if unknown.
    var gain: Double? { beforeDegrees.flatMap { before in afterDegrees.map { before - $0 } } }
}

/// The actions of a report, greatest gain first.
struct Actions {
    let report: AnalysisReport
    let verdict: VerdictSection
    /// RMS change of the compass by the calibration, degrees.
    let calibrationShift: Double?
    /// The recommended filter's heading error outside of the disturbed parts, degrees.
    let calmError: Double?
    /// The longest undisturbed part of the log, seconds of its clock.
    let calmPart: ClosedRange<Double>?
    /// The options for reading this log, which each command repeats.
    var given: [[String]] = []

    /// At most three: first what headings require, then by gain, then what provides more information.
    var sections: [ActionSection] {
        let found = [
            recordMagnetometer, recordCalibration, useCalibration, useFilter, avoidMagnets, addConstant,
            correctDeviation, recordGyroscope, givePlace, recordReference,
        ].compactMap { $0 }
        let isGood = verdict.isMeasured && (verdict.headingErrorDegrees ?? .infinity) <= VerdictSection.goodDegrees
        let urgent = found.filter { $0.kind == .recordMagnetometer || ($0.kind == .recordCalibration && !isGood) }
        let others = found.filter { !urgent.contains($0) }
        let gains = others.filter { $0.gain != nil }.sorted { ($0.gain ?? 0) > ($1.gain ?? 0) }
        let rest = others.filter { $0.gain == nil }
        return Array((urgent + gains + rest).prefix(ActionSection.most))
    }

    private var log: String { log(without: []) }

    /// The log with its reading options, quoted for a shell.
    private func log(without names: Set<String>) -> String {
        let options = given.filter { words in
            !names.contains(words[0].split(separator: "=").first.map(String.init) ?? "")
        }
        return ([report.input.path] + options.joined()).map(Self.quoted).joined(separator: " ")
    }

    private var best: FilterSection? { report.recommendedFilter }
    private var magnetometer: MagnetometerCalibration? { report.calibration.magnetometer }

    /// The report's calibrations as options, for a command that uses none by default.
    private var calibrations: String {
        let heads = [
            report.calibration.magnetometer?.head, report.calibration.gyroscope?.head,
            report.calibration.accelerometer?.head,
        ]
        var options: [String] = []
        for case let head? in heads where head.applied == true {
            let option = " --calibration " + (head.source == "log" ? "auto" : Self.quoted(head.source))
            if !options.contains(option) { options.append(option) }
        }
        return options.joined()
    }

    /// A path, quoted for a shell.
    private static func quoted(_ path: String) -> String {
        let plain = path.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+,:@%=".unicodeScalars.contains($0)
        }
        guard !plain || path.isEmpty else { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// An action with a gain; `nil` if the gain is too small.
    private func action(
        _ kind: ActionSection.Kind, from before: Double?, to after: Double?, command: String, file: String? = nil,
        swift: String? = nil
    ) -> ActionSection? {
        guard let before, let after, ActionSection.isGain(from: before, to: after) else { return nil }
        return ActionSection(
            kind: kind, beforeDegrees: before, afterDegrees: after, command: command, file: file, swift: swift)
    }

    // MARK: What is missing

    private var recordMagnetometer: ActionSection? {
        // A magnetometer may be among the columns that are not read.
        report.recording.hasMagnetometer || report.warnings.contains { $0.code == .incompleteColumns }
            ? nil : ActionSection(kind: .recordMagnetometer, command: "sensorlab analyze NEW-LOG")
    }

    private var recordCalibration: ActionSection? {
        guard report.recording.hasMagnetometer, magnetometer?.accepted != true else { return nil }
        return ActionSection(
            kind: .recordCalibration,
            command: "sensorlab calibrate magnetometer NEW-LOG --out magnetometer.json && "
                + "sensorlab analyze \(log) --calibration magnetometer.json", file: "magnetometer.json")
    }

    private var recordGyroscope: ActionSection? {
        report.recording.has(.gyroscope) || report.recording.has(.gyroscopeCorrected)
            ? nil : ActionSection(kind: .recordGyroscope, command: "sensorlab analyze NEW-LOG")
    }

    private var givePlace: ActionSection? {
        report.geomagnetism == nil && report.recording.hasMagnetometer
            ? ActionSection(
                kind: .givePlace,
                command: "sensorlab analyze \(log(without: ["--place", "--date"])) --place LAT,LON --date YYYY-MM-DD")
            : nil
    }

    private var recordReference: ActionSection? {
        report.filters.isEmpty || report.filters.contains { $0.accuracy != nil }
            ? nil
            : ActionSection(
                kind: .recordReference,
                command: "sensorlab calibrate heading \(log)\(calibrations) --sightings SIGHTINGS.csv")
    }

    // MARK: What is gained

    private var useCalibration: ActionSection? {
        guard magnetometer?.isFromLog == true, let shift = calibrationShift, let after = verdict.headingErrorDegrees
        else { return nil }
        // The change by the calibration and the remaining error are independent.
        return action(
            .useCalibration, from: (shift * shift + after * after).squareRoot(), to: after,
            command: "sensorlab analyze NEXT-LOG --calibration \(ActionSection.calibrationFile)",
            file: ActionSection.calibrationFile,
            swift: """
                let calibration = try CalibrationFile.read(path: "\(ActionSection.calibrationFile)")
                let field = calibration.magnetometer?.model.apply(raw) ?? raw
                """)
    }

    private var useFilter: ActionSection? {
        guard let best, let before = verdict.before, before.source != VerdictSection.uncalibrated else { return nil }
        return action(
            .useFilter, from: before.headingErrorDegrees, to: best.accuracy?.headingRMSEDegrees,
            command: "sensorlab fuse \(log) --filter \(best.name)\(calibrations)", file: ActionSection.parameterFile,
            swift: """
                var core = try ProjectionCore.load(path: "\(ActionSection.parameterFile)", places: places, camera: camera)
                """)
    }

    private var avoidMagnets: ActionSection? {
        guard let best, report.disturbance?.episodes.isEmpty == false else { return nil }
        let part = calmPart.map {
            String(format: " --from %.1f --to %.1f", $0.lowerBound, $0.upperBound)
        }
        let command = "sensorlab analyze " + (part.map { log(without: ["--from", "--to"]) + $0 } ?? log)
        guard let before = best.accuracy?.headingRMSEDegrees else {
            return ActionSection(kind: .avoidMagnets, command: command)
        }
        return action(.avoidMagnets, from: before, to: calmError, command: command)
    }

    private var addConstant: ActionSection? {
        guard report.isConstantWorthwhile, let offset = report.headingOffset, let accuracy = best?.accuracy else {
            return nil
        }
        return action(
            .addConstant, from: accuracy.headingRMSEDegrees, to: accuracy.headingRMSEAfterOffsetDegrees,
            command: "sensorlab calibrate heading \(log) --filter \(offset.filter)\(calibrations) --out heading.json",
            file: "heading.json",
            swift: String(format: "let trueHeading = heading + %.2f  // degrees, clockwise", offset.offsetDegrees))
    }

    private var correctDeviation: ActionSection? {
        guard let deviation = report.deviation, deviation.accepted,
            let curve = HeadingBudget.spread(of: deviation.curve)
        else { return nil }
        let left = deviation.residualRMSDegrees
        return action(
            .correctDeviation, from: (curve * curve + left * left).squareRoot(), to: left,
            command: "sensorlab deviation \(log)\(calibrations) --card card.svg")
    }
}
