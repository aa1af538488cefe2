import Evaluation
import Files
import OrientationFilters
import ProjectionCore
import Rotations
import SensorModels
import Vocabulary

/// The input of `tune`.
public struct TuningRequest: Sendable {
    /// The recordings, with their groups, places, dates, calibrations and references.
    public var logs: [ComparisonLog]
    /// The common options of all logs; only the first filter is tuned, its given parameters stay fixed.
    public var analysis: AnalysisOptions
    /// The parameters to tune; if empty, all that change an orientation.
    public var parameters: [String] = []
    /// The objective to minimise.
    public var objective = TuningObjective.total
    /// The weights of `pixels+jitter+lag`.
    public var weights = ObjectiveWeights()
    /// The search method; `nil` selects it by the number of parameters.
    public var method: SearchMethod?
    /// Number of values that each search may compute; `nil` selects it by the number of parameters.
    public var budget: Int?
    /// The seed of search and bootstrap.
    public var seed: UInt64 = 1
    /// The places; if empty, a ring of 24 places at 1 km distance and eye level.
    public var places: [PointOfInterest] = []
    /// The model whose labels are scored.
    public var model = ProjectionModel.geodesic
    /// The options of the model.
    public var options = ProjectionOptions()
    /// A name of the catalogue or a file; `nil` takes each log's device.
    public var camera: String?
    /// The time constant of the drawn orientation if it is not tuned, seconds.
    public var smoothing = 0.0
    /// true heading = estimated heading + offset, degrees; for the labels and the written file.
    public var headingOffset = 0.0
    /// The observer's height if unknown or 0, metres above the ellipsoid; for the labels and the written file.
    public var floorHeight: Double?
    /// The program.
    public var tool: ToolSection

    /// Tunes all parameters for the total error.
    public init(logs: [ComparisonLog], analysis: AnalysisOptions, tool: ToolSection) {
        (self.logs, self.analysis, self.tool) = (logs, analysis, tool)
    }

    /// Reads the logs, searches, and decides on acceptance.
    ///
    /// - Parameter progress: called with lines of progress.
    /// - Throws: `SensorLabError` for unknown names, unreadable logs and logs without a reference.
    public func run(progress: (String) -> Void = { _ in }) throws -> TuningOutcome {
        guard let filter = try analysis.filters.first?.resolved(causal: true) else {
            throw SensorLabError(
                .usage, code: .noFilter, place: "--filter", message: "no filter was given",
                advice: "`sensorlab filters` lists them")
        }
        let fixed = analysis.filters[0].parameters
        // Errors in names show before the logs are read.
        _ = try SearchSpace(parameters, of: filter.entry)
        if parameters.contains(where: { fixed.keys.map { $0.lowercased() }.contains($0.lowercased()) }) {
            throw SensorLabError(
                .usage, code: .setAndTuned, place: "--set", message: "a parameter is both fixed and tuned",
                advice: "give it only in --set or only in --parameters")
        }
        let results = concurrentMap(
            logs, jobs: analysis.jobs, monitor: analysis.monitor, work: "reading", unit: "logs"
        ) { log in Result { try trial(log, filter) } }
        let (trials, leftOut) = try scorable(try results.map { try $0.get() }, filter)
        guard let first = trials.first else {
            throw SensorLabError(
                .usage, code: .noLogs, place: "tune", message: "no log was given",
                advice: "give logs, or --manifest FILE")
        }
        let names =
            parameters.isEmpty
            ? try Tuning.effectiveParameters(of: filter.entry, on: first.trial, fixed: fixed) : parameters
        let space = try SearchSpace(names, of: filter.entry)
        let search = Search.suiting(space, method: method, budget: budget, seed: seed)
        let tuning = Tuning(
            filter: filter.entry, fixed: fixed, smoothing: smoothing, space: space, objective: objective,
            weights: weights, search: search)
        let (jobs, monitor) = (analysis.jobs, analysis.monitor)
        monitor.begin("searching", "runs", tuning.runsAtMost(over: trials.map(\.trial)))
        let report = tuning.crossValidated(
            trials.map(\.trial),
            map: { work, score in
                concurrentMap(work, jobs: jobs) { item in
                    defer { monitor.advance() }
                    return score(item)
                }
            }, progress: progress)
        monitor.end()
        return TuningOutcome(
            report: report, file: file(report, fixed: fixed, cameras: trials.compactMap(\.camera)),
            warnings: trials.flatMap { $0.warnings.of($0.log, among: logs) }.ordered + leftOut)
    }

    /// The trials with a value of the objective for the filter's own parameters: others would make each mean infinite.
    private func scorable(
        _ trials: [ReadTrial], _ filter: ResolvedFilter
    ) throws -> (trials: [ReadTrial], leftOut: [Warning]) {
        let values = concurrentMap(trials, jobs: analysis.jobs) { read in
            read.trial.score(
                filter: filter.entry, parameters: filter.parameters, smoothing: smoothing, objective: objective,
                weights: weights
            ).value
        }
        let leftOut = zip(trials, values).filter { !$0.1.isFinite }.map { read, _ in
            Warning(
                .logLeftOut, place: read.log.path,
                (objective.needsPlaces ? "no place is ever in the picture" : "no sample can be scored")
                    + ", so that the objective \(objective.rawValue) has no value: left out",
                advice: objective.needsPlaces ? .placesInView : .coveringReference)
        }
        if let first = leftOut.first, leftOut.count == trials.count {
            throw SensorLabError(
                .badData, code: .noTrials, place: first.place, message: first.message, advice: first.advice)
        }
        return (zip(trials, values).filter { $0.1.isFinite }.map(\.0), leftOut)
    }

    private struct ReadTrial: Sendable {
        let log: ComparisonLog
        let trial: TuningTrial
        let camera: Camera?
        let warnings: [Warning]
    }

    private func trial(_ log: ComparisonLog, _ filter: ResolvedFilter) throws -> ReadTrial {
        let prepared = try PreparedLog(log, options: analysis, frame: .drawn)
        guard !prepared.recording.reference.isEmpty else {
            throw SensorLabError(
                .badData, code: .noReference, place: log.path,
                message: "the log has no reference orientation to tune against",
                advice: "leave the log out, or give --reference FILE or --device-attitude")
        }
        _ = try prepared.runnable([filter])
        let reference = prepared.reference()
        var setup: ProjectionSetup?
        var screen: LabelScreen?
        if objective.needsPlaces {
            var request = ProjectionRequest(places: places, analysis: log.options(over: analysis))
            request.camera = camera
            request.parameters.headingOffsetDegrees = headingOffset
            request.parameters.floorHeightMetres = floorHeight
            let made = try ProjectionSetup(prepared, request: request)
            screen = try LabelScreen(
                model: model, camera: made.camera,
                places: places.isEmpty ? PlaceRing.places(around: made.observers.positions[0]) : made.places,
                options: options, observers: made.observers)
            setup = made
        }
        var trial = TuningTrial(
            name: log.name, group: log.group ?? log.name, input: prepared.input(for: filter.entry),
            declination: (prepared.geomagnetism?.declinationDegrees ?? 0) + headingOffset, reference: reference.stream,
            indices: reference.indices, axis: prepared.headingAxis, screen: screen)
        (trial.isRelative, trial.parts) = (reference.isRelative, reference.parts)
        return ReadTrial(
            log: log, trial: trial, camera: setup?.camera,
            warnings: LogWarnings.collected(prepared.warnings, reference.warnings, setup?.warnings ?? []))
    }

    /// The parameter file for the app: the tuned parameters if they are accepted, else the defaults.
    private func file(_ report: TuningReport, fixed: [String: Double], cameras: [Camera]) -> ParameterFile {
        var tuned: [String: Double] = [:]
        for parameter in report.parameters { for name in parameter.names { tuned[name] = parameter.tuned } }
        let time = tuned.removeValue(forKey: SearchSpace.smoothing)
        var file = ParameterFile(
            filter: report.filter, parameters: report.accepted ? fixed.merging(tuned) { $1 } : fixed)
        file.smoothingSeconds = report.accepted ? time ?? smoothing : smoothing
        file.model = model
        file.options = options
        file.headingOffsetDegrees = headingOffset
        file.floorHeightMetres = floorHeight
        // If all logs have the same camera, it is the app's; otherwise the file gets none.
        if let camera = cameras.first, cameras.allSatisfy({ $0 == camera }) { file.camera = camera }
        let found = report.parameters.map { "\($0.names.joined(separator: "=")) \($0.tuned)" }
        file.provenance = [
            "tool": "sensorlab \(tool.version)", "objective": objective.rawValue, "method": report.method.rawValue,
            "budget": String(report.budget), "seed": String(seed), "accepted": report.accepted ? "true" : "false",
            "reason": report.reason, "found": found.joined(separator: ", "),
            "logs": logs.map(\.name).joined(separator: ", "),
            "heldOut": "default \(report.defaultMean), tuned \(report.tunedMean)",
        ]
        return file
    }
}

/// The result of `tune`.
public struct TuningOutcome: Sendable {
    /// The parameters found and the improvement on left-out recordings.
    public let report: TuningReport
    /// The file for the app.
    public let file: ParameterFile
    /// The warnings of all logs, most severe first, each with its log.
    public let warnings: [Warning]
}
