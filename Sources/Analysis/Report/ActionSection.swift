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
        /// Add the heading offset to every heading.
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
    /// The heading error before the action, degrees RMS against the reference; null unless the command was run.
    @Nullable public var beforeDegrees: Double?
    /// The heading error after the action, as the command prints it; null unless the command was run.
    @Nullable public var afterDegrees: Double?
    /// Whether the command was run, which gave both errors.
    @Nullable public var executed: Bool? = false
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
    /// The file of the heading offset that a command writes.
    static let headingFile = "heading.json"
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
    /// What the commands with a number gave.
    let trials: ActionTrials
    /// The choices of the analysis that each command for the same log repeats.
    var choices = CommandChoices()

    /// At most three: first what headings require, then by gain, then what provides more information.
    var sections: [ActionSection] {
        let found = [
            recordMagnetometer, recordCalibration, useCalibration, useFilter, avoidMagnets, addOffset,
            correctDeviation, recordGyroscope, givePlace, recordReference,
        ].compactMap { $0 }
        let isGood = verdict.isMeasured && (verdict.headingErrorDegrees ?? .infinity) <= VerdictSection.goodDegrees
        let urgent = found.filter { $0.kind == .recordMagnetometer || ($0.kind == .recordCalibration && !isGood) }
        let others = found.filter { !urgent.contains($0) }
        let gains = others.filter { $0.gain != nil }.sorted { ($0.gain ?? 0) > ($1.gain ?? 0) }
        let rest = others.filter { $0.gain == nil }
        return Array((urgent + gains + rest).prefix(ActionSection.most))
    }

    private var best: FilterSection? { report.recommendedFilter }
    private var magnetometer: MagnetometerCalibration? { report.calibration.magnetometer }
    private var commands: ActionCommands { ActionCommands(path: report.input.path, choices: choices) }

    /// An action whose command was run; `nil` if the gain is too small.
    private func executed(
        _ kind: ActionSection.Kind, from before: Double?, to after: Double?, command: String, file: String? = nil,
        swift: String? = nil
    ) -> ActionSection? {
        guard let before, let after, ActionSection.isGain(from: before, to: after) else { return nil }
        return ActionSection(
            kind: kind, beforeDegrees: before, afterDegrees: after, executed: true, command: command, file: file,
            swift: swift)
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
                + "\(commands.analyze()) --calibration magnetometer.json", file: "magnetometer.json")
    }

    private var recordGyroscope: ActionSection? {
        report.recording.has(.gyroscope) || report.recording.has(.gyroscopeCorrected)
            ? nil : ActionSection(kind: .recordGyroscope, command: "sensorlab analyze NEW-LOG")
    }

    private var givePlace: ActionSection? {
        guard report.geomagnetism == nil, report.recording.hasMagnetometer else { return nil }
        let missing = report.missingSite.options
        return ActionSection(
            kind: .givePlace,
            command: ([commands.analyze(without: Set(missing))] + missing).joined(separator: " "))
    }

    private var recordReference: ActionSection? {
        // A reference that is too short for errors is there, and the verdict says why it does not count.
        guard !report.filters.isEmpty, !report.hasReference else { return nil }
        return ActionSection(
            kind: .recordReference,
            command: commands.sightings(
                isPlaceKnown: report.recording.place != nil, isDateKnown: report.recording.date != nil))
    }

    // MARK: What is gained

    /// Without a number: the command is for another log, and this log's own readings without a calibration are shown
    /// by no app.
    private var useCalibration: ActionSection? {
        guard magnetometer?.isFromLog == true, let shift = calibrationShift, let after = verdict.headingErrorDegrees,
            ActionSection.isGain(from: (shift * shift + after * after).squareRoot(), to: after)
        else { return nil }
        return ActionSection(
            kind: .useCalibration,
            command: "sensorlab analyze NEXT-LOG --calibration \(ActionSection.calibrationFile)",
            file: ActionSection.calibrationFile,
            swift: """
                let calibration = try CalibrationFile.read(path: "\(ActionSection.calibrationFile)")
                let field = calibration.magnetometer?.model.apply(raw) ?? raw
                """)
    }

    /// The command runs what the analysis ran: both filters on this log.
    private var useFilter: ActionSection? {
        guard let best, let before = verdict.before, trials.isLongEnough else { return nil }
        return executed(
            .useFilter, from: before.headingErrorDegrees, to: best.accuracy?.headingRMSEDegrees,
            command: commands.compare([before.source, best.name], best), file: ActionSection.parameterFile,
            swift: """
                var core = try ProjectionCore.load(path: "\(ActionSection.parameterFile)", places: places, camera: camera)
                """)
    }

    private var avoidMagnets: ActionSection? {
        guard let best, report.disturbance?.episodes.isEmpty == false else { return nil }
        guard best.accuracy != nil else {
            return ActionSection(kind: .avoidMagnets, command: commands.analyze(part: trials.calmPart))
        }
        guard let calm = trials.calm else { return nil }
        return executed(
            .avoidMagnets, from: calm.beforeDegrees, to: calm.afterDegrees,
            command: commands.compare([best.name], best, from: calm.part.lowerBound, to: calm.part.upperBound))
    }

    private var addOffset: ActionSection? {
        guard let offset = report.headingOffset, let best, let trial = trials.offset else { return nil }
        return executed(
            .addConstant, from: trial.beforeDegrees, to: trial.afterDegrees,
            command: commands.headingOffset(of: best, split: trial.part.lowerBound),
            file: ActionSection.headingFile,
            swift: String(format: "let trueHeading = heading + %.2f  // degrees, clockwise", offset.offsetDegrees))
    }

    private var correctDeviation: ActionSection? {
        // The command measures against the log's own reference alone.
        trials.improvesByDeviation && choices.reference == .log
            ? ActionSection(kind: .correctDeviation, command: commands.deviation()) : nil
    }
}
