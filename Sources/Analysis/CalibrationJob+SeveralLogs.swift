import Calibration
import LinearAlgebra
import Recordings
import Rotations
import SensorModels

extension CalibrationJob {
    /// Hard and soft iron from several logs of one device: the soft iron of all, the hard iron of the latest.
    /// - Throws: as `magnetometer(_:input:options:method:tool:)`; `SensorLabError` (bad data) where a log determines
    ///   nothing.
    public static func magnetometer(
        _ logs: [(recording: Recording, input: InputSection)], options: AnalysisOptions, method: MagnetometerFitMethod,
        tool: String
    ) throws -> CalibrationFile {
        let ordered = try inOrder(logs)
        var fits: [(time: Double, fit: MagnetometerFit)] = []
        for log in ordered {
            let stream = CalibrationSet.stream(
                of: log.recording, raw: .magnetometer, corrected: .magnetometerCorrected)
            guard !log.recording.vectors(of: stream).isEmpty else { throw missing("magnetometer", log.input) }
            let samples = MagnetometerSamples(
                magnetometer: log.recording.vectors(of: stream), accelerometer: log.recording.accelerometer,
                gravity: log.recording.gravity)
            let fit = MagnetometerFit(
                samples: samples, options: try fitOptions(log.recording, options: options, method: method))
            guard fit.covariance != nil else { throw undetermined(fit.verdict, log.input) }
            fits.append((log.time, fit))
        }
        let last = ordered.count - 1
        let fusion = try together { () throws(LinearAlgebraError) in try LogFusion(fits) }
        let fit = try together { () throws(LinearAlgebraError) in try fusion.applied(to: fits[last].fit, log: last) }
        var file = try magnetometer(
            ordered[last].recording, input: ordered[last].input, options: options, method: method, tool: tool)
        let stream = CalibrationSet.stream(
            of: ordered[last].recording, raw: .magnetometer, corrected: .magnetometerCorrected)
        file.magnetometer = MagnetometerCalibration(fit, stream: stream, source: ordered[last].input.path)
        finish(&file, ordered, jumps: fusion.jumps)
        return file
    }

    /// Gyroscope and magnetometer from several ordinary logs of one device: the soft iron of all, the rest of the latest.
    /// - Throws: as `inUse(_:input:options:tool:)`; `SensorLabError` (bad data) where a log determines nothing.
    public static func inUse(
        _ logs: [(recording: Recording, input: InputSection)], options: AnalysisOptions, tool: String
    ) throws -> CalibrationFile {
        let ordered = try inOrder(logs)
        var fits: [(time: Double, fit: InUseFit)] = []
        for log in ordered {
            let fit = try inUseFit(log.recording, input: log.input, options: options).fit
            guard fit.verdict.accepted else { throw undetermined(fit.verdict, log.input) }
            fits.append((log.time, fit))
        }
        let last = ordered.count - 1
        let fusion = try together { () throws(LinearAlgebraError) in try LogFusion(inUse: fits) }
        let fit = fusion.applied(to: fits[last].fit, log: last)
        var file = try inUse(ordered[last].recording, input: ordered[last].input, options: options, tool: tool)
        let stream = CalibrationSet.stream(
            of: ordered[last].recording, raw: .magnetometer, corrected: .magnetometerCorrected)
        file.magnetometer = MagnetometerCalibration(fit, stream: stream, source: ordered[last].input.path)
        finish(&file, ordered, jumps: fusion.jumps)
        return file
    }

    private typealias TimedLog = (time: Double, recording: Recording, input: InputSection)

    /// By wall-clock time, which drift and jumps need.
    private static func inOrder(_ logs: [(recording: Recording, input: InputSection)]) throws -> [TimedLog] {
        try logs.map { log in
            guard let zero = log.recording.metadata.unixSecondsAtZero else {
                throw SensorLabError(
                    .badData, code: "no-wall-clock", place: log.input.path,
                    message: "the log does not say when it was recorded, which several logs together need",
                    advice: "calibrate from each log by itself, or state its start")
            }
            let middle = LogTime.seconds(log.recording.magnetometer.times.first ?? 0)
            return (zero + middle, log.recording, log.input)
        }.sorted { $0.time < $1.time }
    }

    private static func together<Value>(_ body: () throws(LinearAlgebraError) -> Value) throws -> Value {
        do { return try body() } catch {
            throw SensorLabError(
                .badData, code: "logs-disagree", place: "several logs", message: error.message, advice: error.advice)
        }
    }

    private static func undetermined(_ verdict: CalibrationVerdict, _ input: InputSection) -> SensorLabError {
        SensorLabError(
            .badData, code: "no-calibration", place: input.path,
            message: "the log determines no calibration: \(verdict.reason)", advice: "leave it out")
    }

    private static func finish(_ file: inout CalibrationFile, _ logs: [TimedLog], jumps: [Int]) {
        file.provenance.logs = logs.map { CalibrationSource(path: $0.input.path, sha256: $0.input.sha256) }
        if var section = file.magnetometer, section.accepted {
            section.reason = "\(logs.count) logs: the soft iron of all, the hard iron of the latest"
            file.magnetometer = section
        }
        for jump in jumps {
            file.warnings.append(
                Warning(
                    code: "hard-iron-jumped",
                    message: "the hard iron jumped between \(logs[jump - 1].input.path) and \(logs[jump].input.path)",
                    advice: "a case, a holder or a magnet came or went: use the calibration for the later state alone"))
        }
    }
}
