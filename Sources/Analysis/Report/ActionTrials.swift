import Calibration
import Evaluation
import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// What the commands of a report's actions print, found by running what they run.
struct ActionTrials: Sendable {
    /// The heading error of the recommended filter without and with an action, degrees RMS against the reference.
    struct Outcome: Sendable, Hashable {
        var beforeDegrees: Double
        var afterDegrees: Double
        /// Where the part that the command uses begins and ends, seconds of the log's clock with one decimal.
        var part: ClosedRange<Double>

        /// Whether the action is worth its effort.
        var isGain: Bool { ActionSection.isGain(from: beforeDegrees, to: afterDegrees) }
    }

    /// The longest undisturbed part, seconds of the log's clock with one decimal; `nil` without a disturbance.
    var calmPart: ClosedRange<Double>?
    /// That part alone, beside the whole log; `nil` if it was not run.
    var calm: Outcome?
    /// The second half of the log without and with the heading offset of the first; `nil` if it was not run.
    var offset: Outcome?
    /// Whether the compass, corrected on the second half of the log by the deviation curve of the first, has a smaller
    /// error there than the recommended filter.
    var improvesByDeviation = false
    /// Whether the scored samples suffice for an interval of the error (`ErrorBlocks`): errors of a shorter stretch are
    /// those of one motion.
    var isLongEnough = true

    /// No runs.
    init() {}
}

extension ActionTrials {
    /// A log whose parts are run by themselves, as commands with `--from` and `--to` run them.
    struct Subject {
        /// With its reference.
        let log: PreparedLog
        /// The options of the analysis.
        let options: AnalysisOptions
        /// The recommended filter.
        let filter: ResolvedFilter
        /// Path, format and checksum, for calibration files.
        let input: InputSection
    }

    /// - Parameters:
    ///   - subject: log and filter.
    ///   - report: with filters, recommendation, heading offset and disturbance.
    ///   - errors: of the recommended filter; `nil` without a reference.
    ///   - reference: and its scored samples.
    ///   - isLongEnough: whether these suffice for an interval of the error; nothing is run if not.
    init(
        _ subject: Subject, report: AnalysisReport, errors: HeadingErrors?, reference: ScoredReference,
        isLongEnough: Bool
    ) {
        let part = subject.calmPart
        calmPart = part
        self.isLongEnough = isLongEnough
        guard isLongEnough, let errors, let whole = report.recommendedFilter?.accuracy?.headingRMSEDegrees else {
            return
        }
        let split = subject.middle
        let isOffset = report.mayHaveHeadingOffset
        let outcomes = try? concurrently(
            jobs: subject.options.jobs,
            { part.flatMap { part in subject.error(in: part).map { (part, $0) } } },
            { isOffset ? split.flatMap { subject.offset(fittedBefore: $0) } : nil })
        calm = (outcomes?.0).map { part, after in
            Outcome(beforeDegrees: whole, afterDegrees: after, part: part)
        }
        offset = outcomes?.1
        if report.deviation?.accepted == true {
            improvesByDeviation = Self.isBetterWithDeviation(subject.log, errors, reference)
        }
    }

    /// Halves of the scored samples: the curve of the first corrects the compass on the second.
    private static func isBetterWithDeviation(
        _ log: PreparedLog, _ errors: HeadingErrors, _ reference: ScoredReference
    ) -> Bool {
        let half = reference.indices.count / 2
        func observations(_ indices: ArraySlice<Int>) -> [DeviationObservation] {
            CompassObservations(
                log,
                reference: ScoredReference(
                    stream: reference.stream, indices: Array(indices), isRelative: false, warnings: [])
            ).observations
        }
        let (first, second) = (
            observations(reference.indices.prefix(half)), observations(reference.indices.dropFirst(half))
        )
        guard half > 0, first.count >= DeviationAnalysis.fewestObservations, !second.isEmpty,
            let curve = try? DeviationCurve(first, correlated: true, robust: true)
        else { return false }
        let squares = second.map { observation in
            let left = Angle.wrapDegrees(
                observation.deviationDegrees
                    - curve.deviation(compassHeadingDegrees: observation.compassHeadingDegrees))
            return left * left
        }
        let compass = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
        let start = reference.stream.times[reference.indices[half]]
        return errors.headingRMSEDegrees { $0 >= start }.map { ActionSection.isGain(from: $0, to: compass) } ?? false
    }
}

extension ActionTrials.Subject {
    /// The options that make a part of a log another log than the same part of the whole.
    private static let wholeLogOptions: Set<String> = ["--correct-delays", "--resample"]

    /// Whether a part, cut from the log in memory, is what `--from` and `--to` read.
    private var isSeparable: Bool {
        let names = options.given.compactMap { $0.first?.split(separator: "=").first.map(String.init) }
        return Self.wholeLogOptions.isDisjoint(with: names) && options.scoring == nil
    }

    /// The longest undisturbed part, as it is written in a command; `nil` without a disturbance.
    var calmPart: ClosedRange<Double>? {
        guard let disturbance = log.disturbance, !disturbance.episodes.isEmpty,
            let interval = log.recording.interval,
            let calm = disturbance.longestCalmPart(of: log.recording.duration)
        else { return nil }
        let origin = LogTime.seconds(interval.lowerBound)
        let (start, end) = (Self.written(origin + calm.lowerBound), Self.written(origin + calm.upperBound))
        return start < end ? start...end : nil
    }

    /// The middle of the log, as it is written in a command.
    var middle: Double? {
        log.recording.interval.map { interval in
            Self.written(0.5 * (LogTime.seconds(interval.lowerBound) + LogTime.seconds(interval.upperBound)))
        }
    }

    /// Seconds with the one decimal that commands have.
    private static func written(_ seconds: Double) -> Double { (10 * seconds).rounded() / 10 }

    /// The heading error that `compare --from --to` prints, degrees RMS; `nil` if the part cannot be scored.
    func error(in part: ClosedRange<Double>) -> Double? {
        guard let start = LogTime.nanoseconds(seconds: part.lowerBound),
            let end = LogTime.nanoseconds(seconds: part.upperBound), start <= end
        else { return nil }
        return error(between: start...end, calibration: options.calibration)
    }

    /// The errors after an instant, without the heading offset and with the one that the log before it gives.
    func offset(fittedBefore split: Double) -> ActionTrials.Outcome? {
        guard isSeparable, options.reference != .deviceAttitude, let time = LogTime.nanoseconds(seconds: split),
            let interval = log.recording.interval, interval.contains(time)
        else { return nil }
        let job = try? HeadingCalibrationJob(
            part(interval.lowerBound...time), input: input, options: options(options.calibration),
            source: .reference, tool: "")
        guard let file = job?.file, file.heading != nil,
            let calibration = options.calibration.adding(
                FittedCalibration(name: ActionSection.headingFile, file: file)),
            let before = error(between: time...interval.upperBound, calibration: options.calibration),
            let after = error(between: time...interval.upperBound, calibration: calibration)
        else { return nil }
        return ActionTrials.Outcome(
            beforeDegrees: before, afterDegrees: after, part: split...max(split, LogTime.seconds(interval.upperBound)))
    }

    private func error(between part: ClosedRange<Int64>, calibration: CalibrationChoice) -> Double? {
        guard isSeparable,
            let log = try? PreparedLog(
                self.part(part), name: log.name, options: options(calibration), frame: .northOfReference),
            let track = try? log.track(filter)
        else { return nil }
        let reference = log.reference(options.definition)
        return TrackErrors(
            track: track, reference: reference,
            angles: ReferenceAngles(reference.stream, indices: reference.indices, axis: log.headingAxis),
            axis: log.headingAxis
        ).accuracy?.headingRMSEDegrees
    }

    /// The log between two stamps; a reference from another file stays whole.
    private func part(_ interval: ClosedRange<Int64>) -> Recording {
        var part = log.recording.clipped(to: interval)
        if case .file = options.reference {
            (part.reference, part.moving) = (log.recording.reference, log.recording.moving)
        }
        return part
    }

    private func options(_ calibration: CalibrationChoice) -> AnalysisOptions {
        var result = options
        result.calibration = calibration
        result.filters = [FilterRequest(name: filter.name, parameters: filter.parameters)]
        if case .file = options.reference { result.reference = .log }
        result.isReferencePlaced = options.reference != .deviceAttitude
        result.monitor = .none
        return result
    }
}

extension CalibrationChoice {
    /// The same with one calibration more; `nil` if a file cannot be read.
    func adding(_ calibration: FittedCalibration) -> CalibrationChoice? {
        switch self {
        case .auto: return .fitted([calibration], refined: true)
        case .none: return .fitted([calibration])
        case .fitted(let others, let refined): return .fitted(others + [calibration], refined: refined)
        case .files(let paths):
            let given = paths.filter { $0.lowercased() != "auto" }
            let files = try? given.map { FittedCalibration(name: $0, file: try CalibrationFile.read(path: $0)) }
            return files.map { .fitted($0 + [calibration], refined: given.count < paths.count) }
        }
    }

    /// The words that choose it on a command line; empty for `auto`, which is the default. Calibrations fitted in this
    /// run have no file: their names are of no use to a command.
    /// - Parameter files: more files to apply.
    func words(adding files: [String] = []) -> [String] {
        let own: [String] =
            switch self {
            case .auto: files.isEmpty ? [] : ["auto"]
            case .none: files.isEmpty ? ["none"] : []
            case .files(let paths): paths
            case .fitted: []
            }
        return (own + files).flatMap { ["--calibration", $0] }
    }
}
