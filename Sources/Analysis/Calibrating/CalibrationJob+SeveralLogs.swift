import Calibration
import LinearAlgebra
import Recordings
import Rotations
import SensorModels
import Vocabulary

extension CalibrationJob {
    /// Hard and soft iron from several logs of one device: the soft iron from all, the hard iron from the latest. A log
    /// with unusable readings is omitted with a warning (`log-left-out`), but not a log that merely covers few
    /// directions.
    /// - Throws: as `magnetometer(_:input:options:method:tool:)`; `SensorLabError` (bad data) if no log is usable.
    public static func magnetometer(
        _ logs: [(recording: Recording, input: InputSection)], options: AnalysisOptions, method: MagnetometerFitMethod,
        tool: String
    ) throws -> CalibrationFile {
        var fits: [(time: Double, fit: MagnetometerFit)] = []
        let (used, warnings) = try usable(logs) { log in
            guard !log.recording.vectors(of: log.recording.fieldSensor).isEmpty else {
                throw missing(.noMagnetometer, "magnetometer", log.input)
            }
            let fit = MagnetometerFit(
                samples: log.recording.magnetometerSamples,
                options: try fitOptions(log.recording, options: options, method: method))
            guard fit.isOfUse else { return fit.verdict }
            fits.append((log.time, fit))
            return nil
        }
        let (last, index) = (used[used.count - 1], used.count - 1)
        let fusion = try together { () throws(SensorLabError) in try LogFusion(fits) }
        let fit = try together { () throws(SensorLabError) in try fusion.applied(to: fits[index].fit, log: index) }
        let stream = last.recording.fieldSensor
        let (field, fieldWarnings) = try geomagnetism(last.recording, options)
        var file = CalibrationFile(
            magnetometer: MagnetometerCalibration(fit, stream: stream, source: last.input.path),
            provenance: provenance(last.recording, last.input, tool, field: field),
            warnings: LogWarnings.collected(named(used), named(last, fieldWarnings), warnings))
        finish(&file, used, jumps: fusion.jumps)
        return file
    }

    /// Gyroscope and magnetometer from several ordinary logs of one device: the soft iron from all, the rest from the
    /// latest. A log that determines nothing is omitted with a warning (`log-left-out`).
    /// - Throws: as `inUse(_:input:options:tool:)`; `SensorLabError` (bad data) if no log is usable.
    public static func inUse(
        _ logs: [(recording: Recording, input: InputSection)], options: AnalysisOptions, tool: String
    ) throws -> CalibrationFile {
        var fits: [(time: Double, fit: InUseFit)] = []
        var context: (field: GeomagnetismSection?, warnings: [Warning]) = (nil, [])
        let (used, warnings) = try usable(logs) { log in
            let (fit, field, warnings) = try inUseFit(log.recording, input: log.input, options: options)
            guard fit.verdict.accepted else { return fit.verdict }
            fits.append((log.time, fit))
            context = (field, warnings)
            return nil
        }
        let (last, index) = (used[used.count - 1], used.count - 1)
        let fusion = try together { () throws(SensorLabError) in try LogFusion(inUse: fits) }
        var file = inUseFile(
            fusion.applied(to: fits[index].fit, log: index), last.recording, last.input,
            provenance: provenance(last.recording, last.input, tool, field: context.field),
            warnings: LogWarnings.collected(named(used), named(last, context.warnings), warnings))
        finish(&file, used, jumps: fusion.jumps)
        return file
    }

    /// The usable logs in order of time, and a warning for each of the others.
    ///
    /// - Parameter fit: the reason why a log is unusable; nil if it is usable.
    private static func usable(
        _ logs: [(recording: Recording, input: InputSection)], fit: (TimedLog) throws -> CalibrationVerdict?
    ) throws -> (logs: [TimedLog], warnings: [Warning]) {
        var used: [TimedLog] = []
        var warnings: [Warning] = []
        for log in try inOrder(logs) {
            guard let refusal = try fit(log) else {
                used.append(log)
                continue
            }
            warnings.append(
                Warning(
                    .logLeftOut, "left out, since it determines no calibration: \(refusal.reason)",
                    advice: .given(refusal.advice), log: log.input.path))
        }
        guard used.isEmpty else { return (used, warnings) }
        throw SensorLabError(
            .badData, code: .noCalibration, place: "several logs",
            message:
                "none of the logs determines a calibration: \(warnings.first.map { "\($0.log ?? ""): \($0.message)" } ?? "there is no log")",
            advice: warnings.first?.advice ?? "give logs of one device")
    }

    /// The reader's warnings, each with the name of its log.
    private static func named(_ logs: [TimedLog]) -> [Warning] {
        logs.flatMap { named($0, $0.recording.warnings) }
    }

    private static func named(_ log: TimedLog, _ warnings: [Warning]) -> [Warning] {
        warnings.map { $0.named(log.input.path, path: log.input.path) }
    }

    private typealias TimedLog = (time: Double, recording: Recording, input: InputSection)

    /// Sorts by wall-clock time, which drift and jumps require. A log with only a date counts as recorded at noon; logs
    /// of one day keep the order in which they were given.
    private static func inOrder(_ logs: [(recording: Recording, input: InputSection)]) throws -> [TimedLog] {
        let devices = logs.compactMap { log in log.recording.metadata.device.map { ($0, log.input.path) } }
        if let first = devices.first, let other = devices.first(where: { $0.0 != first.0 }) {
            throw SensorLabError(
                .badData, code: .logsDisagree, place: "several logs",
                message:
                    "\(first.1) is of the device \(first.0), \(other.1) of \(other.0), expected logs of one device",
                advice: "calibrate each device with its own logs")
        }
        let timed: [TimedLog] = try logs.map { log in
            guard let time = wallClock(log.recording) else {
                throw SensorLabError(
                    .badData, code: .noWallClock, place: log.input.path,
                    message: "the date of the log is unknown, and a calibration from several logs needs it",
                    advice:
                        "calibrate with each log by itself, or add to the log the line `# start: YYYY-MM-DDThh:mm:ssZ`")
            }
            return (time, log.recording, log.input)
        }
        return timed.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// Start of a log in seconds since 1970: its declared start, else noon of its date.
    private static func wallClock(_ recording: Recording) -> Double? {
        let metadata = recording.metadata
        if let zero = metadata.unixSecondsAtZero {
            return zero + LogTime.seconds(recording.magnetometer.times.first ?? 0)
        }
        for text in [metadata.start, metadata.date.map { "\($0.text)T12:00:00Z" }] {
            if case .wall(let time)? = text.flatMap({ LogInstant($0) }) { return LogTime.seconds(time) }
        }
        return nil
    }

    private static func together<Value>(_ body: () throws(SensorLabError) -> Value) throws -> Value {
        do { return try body() } catch {
            throw SensorLabError(
                .badData, code: .logsDisagree, place: "several logs", message: error.message, advice: error.advice)
        }
    }

    private static func finish(_ file: inout CalibrationFile, _ logs: [TimedLog], jumps: [Int]) {
        file.provenance.logs = logs.map { CalibrationProvenance.Log(path: $0.input.path, sha256: $0.input.sha256) }
        if var section = file.magnetometer, section.accepted {
            section.head.reason = "\(logs.count) logs: the soft iron of all, the hard iron of the latest"
            file.magnetometer = section
        }
        for jump in jumps {
            file.warnings.add(
                .hardIronJumped,
                "the hard iron jumped between \(logs[jump - 1].input.path) and \(logs[jump].input.path)")
        }
    }
}
