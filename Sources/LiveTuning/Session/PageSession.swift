import Analysis
import Evaluation
import Files
import Foundation
import ProjectionCore
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The state of the page: which logs are open, the latest runs of filters on them, a search. Everything slow happens
/// outside of the actor's isolation, on values.
actor PageSession {
    /// What the user asked for.
    nonisolated let options: PageOptions
    private var logs: [OpenLog] = []
    private var opened = 0
    /// The number of the log that was asked for last.
    private var shown: Int?
    private var cache = TrackCache()
    private var scores = ScoreCache()
    private var verdicts: [Int: Task<VerdictAnswer, any Error>] = [:]
    private var effects: [TrackKey: Task<EffectAnswer, any Error>] = [:]
    private var job: SearchJob?
    private var searches = 0

    /// Prepares the logs that are open at first.
    /// - Parameter recordings: with their paths; `-` is standard input.
    /// - Throws: `SensorLabError` where one of them or an option is unusable.
    init(_ recordings: [(path: String, recording: Recording)], options: PageOptions) throws {
        self.options = options
        // Checked before anything is served, so that unknown names are errors of the command line.
        for request in [options.tuned] + options.compared.map({ FilterRequest(name: $0) }) {
            _ = try request.resolved(causal: true)
        }
        let (analysis, monitor) = (options.analysis, options.analysis.monitor)
        monitor.begin("preparing", "logs", recordings.count)
        defer { monitor.end() }
        let prepared = concurrentMap(Array(recordings.enumerated()), jobs: analysis.jobs) { index, log in
            defer { monitor.advance() }
            let isFile = log.path != "-"
            return Result {
                try OpenLog(
                    log.recording, name: isFile ? log.path : "standard input", path: isFile ? log.path : nil,
                    number: index + 1, options: analysis)
            }
        }
        logs = try prepared.map { try $0.get() }
        opened = logs.count
        shown = logs.first?.number
    }

    /// What the page begins with.
    /// - Parameter number: the log to show; the one that was shown last where it is not open.
    func state(showing number: Int? = nil) -> SessionAnswer {
        if let number, logs.contains(where: { $0.number == number }) { shown = number }
        return SessionAnswer(logs.first { $0.number == shown }, among: logs, options: options)
    }

    /// Opens a log that was dropped on the page, beside those that are open.
    /// - Throws: `SensorLabError` as the reader.
    nonisolated func open(_ bytes: [UInt8], name: String) async throws -> SessionAnswer {
        if let rehearsal = options.rehearsal, try await !rehearsal(bytes) {
            throw SensorLabError(
                .badData, code: .unexpected, place: name,
                message: "the log was not opened: the program that read it crashed or took too long",
                advice: "report this as a defect of sensorlab, with the log")
        }
        let recording = try options.analysis.source.recording(in: bytes, name: name)
        let number = await nextNumber()
        return await show(
            try OpenLog(recording, name: name, path: nil, number: number, options: options.analysis))
    }

    /// Runs the filters that the page shows at first on the log that it shows at first, as the page will.
    func rehearse() async throws {
        guard let log = logs.first else { return }
        for request in [options.tuned] + options.compared.map({ FilterRequest(name: $0) }) {
            let track = try log.trial.prepared.track(try request.resolved(causal: true))
            _ = await TrialScores(track, in: log.trial)
            let window = TimeWindow(from: 0, to: nil, columns: 800)
            if let interval = window.interval(in: log.trial.interval) {
                _ = await TrackCurves(track, in: log.trial, interval: interval, columns: window.columns)
            }
        }
        _ = try? log.verdict(options: options.analysis, version: options.version)
    }

    private func nextNumber() -> Int {
        opened += 1
        return opened
    }

    private func show(_ new: OpenLog) -> SessionAnswer {
        logs.append(new)
        return state(showing: new.number)
    }

    /// Closes a log; another one is shown.
    /// - Throws: `SensorLabError` where it is not open.
    func close(_ request: LogRequest) throws -> SessionAnswer {
        guard let index = logs.firstIndex(where: { $0.number == request.log }) else { throw SensorLabError.notOpen }
        logs.remove(at: index)
        verdicts[request.log] = nil
        effects = effects.filter { $0.key.log != request.log }
        scores.forget(log: request.log)
        if shown == request.log { shown = (logs.indices.contains(index) ? logs[index] : logs.last)?.number }
        return state()
    }

    /// Runs a filter, unless it just ran with these parameters, and reduces its track to the window.
    /// - Throws: `SensorLabError`: as `PreparedLog.track`; usage for an invalid window; bad data for a log that is no
    ///   longer open.
    nonisolated func run(_ request: RunRequest) async throws -> RunAnswer {
        let clock = ContinuousClock()
        let begin = clock.now
        let log = try await openLog(request.log)
        let trial = log.trial
        let interval = try Self.interval(request.window, in: trial)
        let filter = try log.filter(request.filter, request.parameters)
        let key = TrackKey(log: request.log, filter: filter.name, parameters: filter.parameters)
        let known = await known(key)
        let track = try known?.track ?? trial.prepared.track(filter)
        let filterSeconds = known?.seconds ?? begin.duration(to: clock.now).inSeconds
        async let curves = TrackCurves(track, in: trial, interval: interval, columns: request.window.columns)
        let scores: TrialScores
        if let known {
            scores = known.scores
        } else {
            scores = await TrialScores(track, in: trial, parts: log.parts(of: filter))
            await keep(TrialRun(track: track, scores: scores, seconds: filterSeconds), key)
        }
        return RunAnswer(
            filter: key.filter, parameters: key.parameters, scores: scores, curves: await curves,
            filterSeconds: filterSeconds, seconds: begin.duration(to: clock.now).inSeconds)
    }

    private func known(_ key: TrackKey) -> TrialRun? { cache.run(key) }

    private func keep(_ run: TrialRun, _ key: TrackKey) {
        keep(run.scores, key)
        if key.log == shown { cache.insert(run, for: key) }
    }

    private func keep(_ entry: TrialScores, _ key: TrackKey) {
        if logs.contains(where: { $0.number == key.log }) { scores.insert(entry, for: key) }
    }

    private func knownScores(_ key: TrackKey) -> TrialScores? { scores[key] }

    /// The scores of a filter on a log, which need not be the one that is shown.
    /// - Throws: `SensorLabError` as `run`.
    nonisolated func score(_ request: ScoreRequest) async throws -> ScoreAnswer {
        let log = try await openLog(request.log)
        let filter = try log.filter(request.filter, request.parameters)
        let key = TrackKey(log: request.log, filter: filter.name, parameters: filter.parameters)
        if let known = await knownScores(key) { return ScoreAnswer(log: request.log, scores: known) }
        let scores = await TrialScores(
            try log.trial.prepared.track(filter), in: log.trial, parts: log.parts(of: filter))
        await keep(scores, key)
        return ScoreAnswer(log: request.log, scores: scores)
    }

    /// The orientations by filter, reference and device at one moment: the last of each, at most a second old.
    /// - Throws: `SensorLabError` as `run`.
    nonisolated func moment(_ request: MomentRequest) async throws -> MomentAnswer {
        let log = try await openLog(request.log)
        let filter = try log.filter(request.filter, request.parameters)
        let key = TrackKey(log: request.log, filter: filter.name, parameters: filter.parameters)
        let known = await known(key)
        let track = try known?.track ?? log.trial.prepared.track(filter)
        // Beyond two seconds after the end there is no orientation either.
        let seconds = min(max(0, request.seconds), log.duration + 2)
        let time = log.trial.interval.lowerBound + Int64(clamping: seconds * 1e9)
        func part(_ times: [Int64], _ orientation: (Int) -> Quaternion) -> [Double]? {
            let next = times.prefixLength { $0 <= time }
            guard next > 0, time - times[next - 1] <= 1_000_000_000 else { return nil }
            let q = log.screen?.turned(orientation(next - 1)) ?? orientation(next - 1)
            return [q.w, q.x, q.y, q.z]
        }
        let (reference, device) = (log.trial.reference, log.trial.device)
        return MomentAnswer(
            seconds: request.seconds, reference: part(reference.times) { reference.values[$0] },
            device: device.flatMap { device in part(device.times) { device.estimates[$0].orientation } },
            filter: part(track.times) { track.estimates[$0].orientation })
    }

    /// Which parameters of a filter matter on a log; found once, in the background.
    /// - Throws: `SensorLabError` as `run`.
    func effects(_ request: EffectRequest) async throws -> EffectAnswer {
        let log = try openLog(request.log)
        let filter = try log.filter(request.filter)
        let key = TrackKey(log: log.number, filter: filter.name, parameters: [:])
        let task =
            effects[key]
            ?? Task {
                try await Self.inBackground {
                    let found = try Tuning.effects(of: filter.entry, on: log.trial.prepared.input(for: filter.entry))
                    return EffectAnswer(
                        log: log.number, filter: filter.name,
                        seen: found.filter(\.isSeen).sorted { $0.rmsDegrees > $1.rmsDegrees }.map(\.name),
                        unseen: found.filter { !$0.isSeen }.map(\.name))
                }
            }
        effects[key] = task
        return try await task.value
    }

    /// Work that may take seconds, away from the threads that answer the page.
    private static func inBackground<Answer: Sendable>(
        _ work: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// Whether the headings of a log can be used; found once, in the background.
    /// - Throws: `SensorLabError` where no filter can run.
    func verdict(_ request: LogRequest) async throws -> VerdictAnswer {
        let log = try openLog(request.log)
        let (analysis, version) = (options.analysis, options.version)
        let task =
            verdicts[log.number]
            ?? Task { try await Self.inBackground { try log.verdict(options: analysis, version: version) } }
        verdicts[log.number] = task
        let answer = try await task.value
        if let index = logs.firstIndex(where: { $0.number == log.number }) { logs[index].source = nil }
        return answer
    }

    /// Begins to search the best parameters on all open logs with a reference; a search that is under way ends.
    /// - Throws: `SensorLabError`: usage for an unknown filter and for an objective that needs places; a log is
    ///   missing.
    func search(_ request: SearchRequest) throws -> SearchAnswer {
        let filter = try FilterRequest(name: request.filter, parameters: request.parameters).resolved(causal: true)
        try TrialTuning.check(request.objective)
        guard !logs.isEmpty else { throw Self.noLog }
        job?.cancel()
        searches += 1
        let scored = logs.map(\.trial).filter { !$0.reference.isEmpty }
        let job = SearchJob(searches, filter: filter, logs: scored, objective: request.objective)
        self.job = job
        return try job.answer()
    }

    /// The progress of the search.
    /// - Throws: `SensorLabError` where there is none, or it could not begin.
    func progress() throws -> SearchAnswer { try lastJob().answer() }

    /// Ends the search; its result is the best found so far.
    func cancel() throws -> SearchAnswer {
        let job = try lastJob()
        job.cancel()
        return try job.answer()
    }

    private func lastJob() throws -> SearchJob {
        guard let job else {
            throw SensorLabError(
                .criterion, code: .noSearch, message: "no search is running", advice: "press Optimise")
        }
        return job
    }

    /// Reference and device in a window.
    /// - Throws: `SensorLabError` as `run`.
    nonisolated func reference(_ request: WindowRequest) async throws -> ReferenceCurves {
        let trial = try await trial(request.log)
        let interval = try Self.interval(request.window, in: trial)
        return await ReferenceCurves(trial, interval: interval, columns: request.window.columns)
    }

    /// What the sensors measured in a window.
    /// - Throws: `SensorLabError` as `run`.
    nonisolated func signals(_ request: WindowRequest) async throws -> SignalCurves {
        let trial = try await trial(request.log)
        let interval = try Self.interval(request.window, in: trial)
        return SignalCurves(trial, interval: interval, columns: request.window.columns)
    }

    /// Writes the projection core's parameter file.
    /// - Throws: `SensorLabError`: usage for bad parameters; cannot create and input/output for the file.
    nonisolated func save(_ request: SaveRequest) async throws -> SaveAnswer {
        let trial = try await trial(request.log)
        let filter = try FilterRequest(name: request.filter, parameters: request.parameters).resolved(causal: true)
        let replaced = FileManager.default.fileExists(atPath: options.output)
        let file = try ParameterFileText.data(
            filter, of: options.app, trial: trial, search: await search(that: filter), version: options.version)
        try OutputFile.write(file, to: options.output, replacesInput: true)
        return SaveAnswer(path: options.output, replaced: replaced)
    }

    /// The search whose result these parameters are; `nil` where they were set by hand.
    private func search(that filter: ResolvedFilter) -> SearchJob? {
        guard let job, job.filter == filter.name, (try? job.answer())?.parameters == filter.parameters else {
            return nil
        }
        return job
    }

    private func trial(_ number: Int) throws -> TrialLog { try openLog(number).trial }

    private func openLog(_ number: Int) throws -> OpenLog {
        guard !logs.isEmpty else { throw Self.noLog }
        guard let log = logs.first(where: { $0.number == number }) else { throw SensorLabError.notOpen }
        return log
    }

    private static let noLog = SensorLabError(
        .noInput, code: .noLog, message: "no log is open", advice: "drop a file on the page")

    private static func interval(_ window: TimeWindow, in trial: TrialLog) throws -> ClosedRange<Int64> {
        guard let interval = window.interval(in: trial.interval) else {
            throw SensorLabError(
                .usage, code: .badWindow, place: "window",
                message: "from \(window.from), columns \(window.columns) is not a part of the log",
                advice:
                    "give seconds within the log, and \(TimeWindow.columnRange.lowerBound) to "
                    + "\(TimeWindow.columnRange.upperBound) columns")
        }
        return interval
    }
}

/// The projection core's parameter file of a filter that was tuned on the page.
enum ParameterFileText {
    /// The filter with its changed parameters; everything else as the app has it, else as the projection core has it by
    /// default.
    ///
    /// The default's heading offset is 0: it belongs to a device and its mount, and `sensorlab calibrate heading` fits
    /// it.
    /// - Parameters:
    ///   - app: its parameter file.
    ///   - search: which found the parameters; `nil` where they were set by eye.
    static func data(
        _ filter: ResolvedFilter, of app: ParameterFile?, trial: TrialLog, search: SearchJob?, version: String
    ) throws -> Data {
        var file = app ?? ParameterFile()
        (file.filter, file.parameters) = (filter.name, filter.entry.changes(in: filter.parameters))
        file.provenance = ["tool": "sensorlab \(version)", "method": "by eye", "logs": trial.prepared.name]
        if let search {
            file.provenance["method"] = "the search used all these logs; none was held out"
            file.provenance["objective"] = search.objective.rawValue
            file.provenance["logs"] = search.logs.joined(separator: ", ")
        }
        return try JSONText.data(file)
    }
}
