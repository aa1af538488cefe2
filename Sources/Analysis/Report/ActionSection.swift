import Calibration
import Evaluation
import Foundation
import SensorModels
import Vocabulary

/// Something to do about the errors of a log's headings.
public struct ActionSection: Codable, Sendable, Hashable {
    /// What to do.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// Record a magnetometer.
        case recordMagnetometer = "record-magnetometer"
        /// Record a calibration: the magnetometer's was refused, or there is none.
        case recordCalibration = "record-calibration"
        /// Use the calibration that the log determined.
        case useCalibration = "use-calibration"
        /// Run the recommended filter in place of the device's own heading or a plain compass.
        case useFilter = "use-filter"
        /// Keep magnets and iron away, or leave those parts out.
        case avoidMagnets = "avoid-magnets"
        /// Add the constant to every heading.
        case addConstant = "add-constant"
        /// Correct the compass by its deviation curve.
        case correctDeviation = "correct-deviation"
        /// Record a gyroscope.
        case recordGyroscope = "record-gyroscope"
        /// Say where and when the log was recorded.
        case givePlace = "give-place"
        /// Record a reference, so that errors can be measured.
        case recordReference = "record-reference"
    }

    /// What to do.
    public var kind: Kind
    /// The heading error without and with it, degrees RMS; null where they are unknown.
    @Nullable public var beforeDegrees: Double?
    /// The heading error with it.
    @Nullable public var afterDegrees: Double?
    /// What to type; placeholders in capital letters are the user's.
    public var command: String
    /// The file that is needed, as `analyze` writes it beside the report; null where there is none.
    @Nullable public var file: String?
    /// The same in an app; null where it is no matter of code.
    @Nullable public var swift: String?

    /// How many are shown.
    static let most = 3
    /// A smaller gain is not worth a line, degrees, and a share of the error.
    private static let leastGain = (degrees: 0.5, share: 0.1)

    /// Whether a change of the heading error, degrees, is worth something to do.
    static func isGain(from before: Double, to after: Double) -> Bool {
        before - after >= max(leastGain.degrees, leastGain.share * before)
    }

    /// The calibrations that `analyze` writes.
    public static let calibrationFile = "calibration.json"
    /// The parameters that `analyze` writes for an app.
    public static let parameterFile = "projection-core.json"

    /// The gain, degrees; `nil` where it is unknown.
    var gain: Double? { beforeDegrees.flatMap { before in afterDegrees.map { before - $0 } } }
}

/// What to do, the greatest gain first.
struct Actions {
    let report: AnalysisReport
    let verdict: VerdictSection
    /// RMS by which the calibration moves the compass, degrees.
    let calibrationShift: Double?
    /// The recommended filter's heading error outside of the disturbed parts, degrees.
    let calmError: Double?
    /// The longest undisturbed part of the log, seconds of its clock.
    let calmPart: ClosedRange<Double>?
    /// The options that read this log, repeated in every command for it.
    var given: [[String]] = []

    /// At most three: first what is missing so that headings mean something, then by gain, then what would tell more.
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

    /// The log with the options that read it, as a shell reads them.
    private func log(without names: Set<String>) -> String {
        let options = given.filter { words in
            !names.contains(words[0].split(separator: "=").first.map(String.init) ?? "")
        }
        return ([report.input.path] + options.joined()).map(Self.quoted).joined(separator: " ")
    }

    private var best: FilterSection? { report.recommendedFilter }
    private var magnetometer: MagnetometerCalibration? { report.calibration.magnetometer }

    /// The calibrations of the report as options of a verb that by default uses none.
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

    /// A path as a shell reads it.
    private static func quoted(_ path: String) -> String {
        let plain = path.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+,:@%=".unicodeScalars.contains($0)
        }
        guard !plain || path.isEmpty else { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// An action with a gain; `nil` where that is too small.
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
        report.recording.hasMagnetometer
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
        // What the calibration moves and what it leaves are independent.
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
