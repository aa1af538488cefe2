import Analysis
import Foundation
import ProjectionCore
import Recordings
import SensorModels
import Vocabulary

/// The state of the page: which log is open, and the latest runs of filters on it. Everything slow happens outside of the
/// actor's isolation, on values.
actor PageSession {
    /// What the user asked for.
    nonisolated let options: PageOptions
    private var log: OpenLog?
    private var opened = 0
    private var cache = TrackCache()

    /// - Parameter recording: the log that is open at first.
    /// - Throws: `SensorLabError` where that log or an option is unusable.
    init(_ recording: Recording?, name: String, options: PageOptions) throws {
        self.options = options
        // Before anything is served: unknown names are errors of the command line.
        for request in [options.tuned] + options.compared.map({ FilterRequest(name: $0) }) {
            _ = try request.resolved(causal: true)
        }
        if let recording {
            log = try OpenLog(recording, name: name, number: 1, options: options.analysis)
            opened = 1
        }
    }

    /// What the page begins with.
    func state() -> SessionAnswer { SessionAnswer(log, options: options) }

    /// Opens a log that was dropped on the page. The one that is open stays where the new one is unusable.
    /// - Throws: `SensorLabError` as the reader.
    nonisolated func open(_ bytes: [UInt8], name: String) async throws -> SessionAnswer {
        if let rehearsal = options.rehearsal, await !rehearsal(bytes) {
            throw SensorLabError(
                .badData, code: .unexpected, place: name,
                message: "reading it ended the program that tried it, or took too long: it was not opened",
                advice: "report it with the log as a defect of sensorlab")
        }
        let recording = try RecordingReader.read(bytes: bytes, name: name, options: options.reading)
        let number = await nextNumber()
        return await show(try OpenLog(recording, name: name, number: number, options: options.analysis))
    }

    /// Runs the filters that the page shows at first on the open log.
    func rehearse() async throws {
        guard let log else { return }
        for request in [options.tuned] + options.compared.map({ FilterRequest(name: $0) }) {
            let track = try log.trial.prepared.track(try request.resolved(causal: true))
            _ = await TrialScores(track, in: log.trial)
            let window = TimeWindow(from: 0, to: nil, columns: 800)
            if let interval = window.interval(in: log.trial.interval) {
                _ = await TrackCurves(track, in: log.trial, interval: interval, columns: window.columns)
            }
        }
    }

    private func nextNumber() -> Int {
        opened += 1
        return opened
    }

    private func show(_ new: OpenLog) -> SessionAnswer {
        // Of two that were dropped, the later one stays.
        if new.number > log?.number ?? 0 { log = new }
        return state()
    }

    /// Runs a filter, unless it just ran with these parameters, and reduces its track to the window.
    /// - Throws: `SensorLabError`: as `PreparedLog.track`; usage for a window that is none; bad data for a log that is no
    ///   longer open.
    nonisolated func run(_ request: RunRequest) async throws -> RunAnswer {
        let clock = ContinuousClock()
        let begin = clock.now
        let trial = try await trial(request.log)
        let interval = try Self.interval(request.window, in: trial)
        let filter = try FilterRequest(name: request.filter, parameters: request.parameters).resolved(causal: true)
        let key = TrackKey(log: request.log, filter: filter.name, parameters: filter.parameters)
        let known = await known(key)
        let track = try known?.track ?? trial.prepared.track(filter)
        let filterSeconds = known?.seconds ?? begin.duration(to: clock.now).inSeconds
        async let curves = TrackCurves(track, in: trial, interval: interval, columns: request.window.columns)
        let scores: TrialScores
        if let known {
            scores = known.scores
        } else {
            scores = await TrialScores(track, in: trial)
            await keep(TrialRun(track: track, scores: scores, seconds: filterSeconds), key)
        }
        return RunAnswer(
            filter: key.filter, parameters: key.parameters, scores: scores, curves: await curves,
            filterSeconds: filterSeconds, seconds: begin.duration(to: clock.now).inSeconds)
    }

    private func known(_ key: TrackKey) -> TrialRun? { cache.run(key) }

    private func keep(_ run: TrialRun, _ key: TrackKey) {
        if key.log == log?.number { cache.insert(run, for: key) }
    }

    /// The reference in a window.
    /// - Throws: `SensorLabError` as `run`.
    nonisolated func reference(_ request: ReferenceRequest) async throws -> ReferenceCurves {
        let trial = try await trial(request.log)
        let interval = try Self.interval(request.window, in: trial)
        return ReferenceCurves(trial, interval: interval, columns: request.window.columns)
    }

    /// Writes the projection core's parameter file.
    /// - Throws: `SensorLabError`: usage for bad parameters; cannot create and input/output for the file.
    nonisolated func save(_ request: SaveRequest) async throws -> SaveAnswer {
        let trial = try await trial(request.log)
        let filter = try FilterRequest(name: request.filter, parameters: request.parameters).resolved(causal: true)
        let replaced = FileManager.default.fileExists(atPath: options.output)
        let file = try ParameterFileText.data(filter, trial: trial, version: options.version)
        try OutputFile.write(file, to: options.output)
        return SaveAnswer(path: options.output, replaced: replaced)
    }

    private func trial(_ number: Int) throws -> TrialLog {
        guard let log else {
            throw SensorLabError(
                .noInput, code: .noLog, message: "no log is open", advice: "drop a file on the page")
        }
        guard log.number == number else {
            throw SensorLabError(
                .criterion, code: .anotherLog, message: "another log has been opened since",
                advice: "reload the page to see it")
        }
        return log.trial
    }

    private static func interval(_ window: TimeWindow, in trial: TrialLog) throws -> ClosedRange<Int64> {
        guard let interval = window.interval(in: trial.interval) else {
            throw SensorLabError(
                .usage, code: .badWindow, place: "window",
                message: "from \(window.from), columns \(window.columns) is no part of the log",
                advice:
                    "give seconds within the log, and \(TimeWindow.columnRange.lowerBound) to "
                    + "\(TimeWindow.columnRange.upperBound) columns")
        }
        return interval
    }
}

/// The log that the page shows.
struct OpenLog: Sendable {
    /// Counts the logs that were opened, so that an answer about an earlier one is not taken for one about this.
    let number: Int
    /// Everything that does not depend on the filter.
    let trial: TrialLog
    /// The recognised format.
    let format: String
    /// The sensors with at least one sample.
    let sensors: [SensorKind]

    /// - Throws: `SensorLabError` where nothing usable is in the log.
    init(_ recording: Recording, name: String, number: Int, options: AnalysisOptions) throws {
        trial = try TrialLog(recording, options: options, name: name)
        format = recording.metadata.format
        sensors = recording.sensors
        self.number = number
    }
}

/// The projection core's parameter file of a filter that was tuned by eye.
enum ParameterFileText {
    /// The filter with its changed parameters; everything else as the projection core has it by default.
    ///
    /// The heading offset stays 0: it belongs to a device and its mount, and `sensorlab calibrate heading` fits it.
    static func data(_ filter: ResolvedFilter, trial: TrialLog, version: String) throws -> Data {
        var file = ParameterFile(filter: filter.name, parameters: filter.entry.changes(in: filter.parameters))
        file.provenance = ["tool": "sensorlab \(version)", "method": "by eye", "logs": trial.prepared.name]
        return try JSONText.data(file)
    }
}
