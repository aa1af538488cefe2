import Analysis
import ArgumentParser
import Evaluation
import Foundation
import ProjectionCore
import Recordings
import Reporting
import SensorModels
import Vocabulary

struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "The best parameters of a filter, cross-validated, as the projection core's parameter file.",
        discussion: """
            Every recording, or every group of the manifest, is left out once: the search sees the others, and its answer is \
            scored beside the default on what it has not seen. An improvement inside the noise is refused: the file then \
            holds the defaults. Names joined by = share one value (accelerometerWeight=magnetometerWeight), name:low:high \
            keeps a search between two values, `smoothing` is the time constant of the drawn orientation.
            """)

    @Argument(help: "Logs with a reference: files or folders of per-sensor files.", completion: .file()) var logs:
        [String] = []
    @Option(
        help: "Logs from a CSV with the column path and optionally id, place, date, group, calibration, reference.",
        completion: .file())
    var manifest: String?
    @Option(help: "The filter that is tuned.", completion: .filter) var filter: String
    @Option(help: "What moves, separated by commas; every parameter that changes an orientation by default.")
    var parameters: [String] = []
    @Option(help: "What is made small: total, heading, pixels or pixels+jitter+lag.") var objective: TuningObjective =
        .total
    @Option(help: "Weights of pixels+jitter+lag: per pixel, per pixel of jitter, per millisecond.")
    var weights: Triple?
    @Option(help: "nelder-mead, cma-es or grid; by the number of parameters.") var method: SearchMethod?
    @Option(parsing: .unconditional, help: "Values of the objective that each search may ask for.") var budget: Int?
    @Option(help: "The seed of search and bootstrap.") var seed: UInt64 = 1
    @OptionGroup var settings: ParameterOptions
    @Option(
        help: "The places of the pixel objectives: CSV or GeoJSON; a ring of 24 places 1 km away by default.",
        completion: .file())
    var places: String?
    @Option(help: "The projection model.", completion: .projection) var projection = ProjectionModel.geodesic.rawValue
    @OptionGroup var projectionOptions: ProjectionOptionGroup
    @Option(parsing: .unconditional, help: "Time constant of the drawn orientation where it is not tuned, seconds (0).")
    var smoothing = 0.0
    @Option(parsing: .unconditional, help: "true heading = estimated heading + this, degrees (0).") var headingOffset =
        0.0
    @OptionGroup var part: PartOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var reference: ReferenceOptions
    @Option(help: "Where the parameter file is written.") var out = OutputPath.parameterFile
    @Option(help: "A picture (SVG) of jitter against lag along a grid of one parameter.") var curve: OutputPath?
    @Flag(help: "The report as JSON on standard output instead of tables.") var json = false
    @Flag(help: "No trail, no tables and no warnings.") var quiet = false
    @Option(parsing: .unconditional, help: "Runs of the filter at once.") var jobs = max(
        1, ProcessInfo.processInfo.activeProcessorCount)

    func validate() throws {
        guard jobs >= 1 else { throw ValidationError("--jobs \(jobs): expected 1 or more") }
        if logs.isEmpty && manifest == nil {
            throw ValidationError("nothing to tune on: give logs, or --manifest FILE")
        }
        if logs.contains("-") { throw ValidationError("tune does not read standard input: give files or folders") }
        if curve != nil,
            method != .grid || parameters.flatMap({ $0.split(separator: ",") }).count != 1
                || objective != .pixelsJitterLag && objective != .pixels
        {
            throw ValidationError(
                "--curve: expected --method grid, one name in --parameters, and the objective pixels or pixels+jitter+lag"
            )
        }
        if let budget, budget < 1 { throw ValidationError("--budget \(budget): expected 1 or more") }
        if let weights, weights.vector.x < 0 || weights.vector.y < 0 || weights.vector.z < 0 {
            throw ValidationError("--weights: expected three numbers of 0 or more")
        }
        guard smoothing >= 0, smoothing <= 60 else {
            throw ValidationError("--smoothing \(smoothing): expected 0 to 60 seconds")
        }
        guard headingOffset.magnitude <= 360 else {
            throw ValidationError("--heading-offset \(headingOffset): expected -360 to 360 degrees")
        }
    }

    func run() throws {
        let outcome = try request().run { line in Terminal.say(line, quiet: quiet) }
        try OutputFile.write(try JSONText.data(outcome.file), to: out.path)
        if let curve, let picture = TradeOffFigure.svg(outcome.report) {
            try OutputFile.write(picture.utf8, to: curve.path)
        }
        Terminal.warn(outcome.warnings, quiet: quiet)
        if json {
            Terminal.output(try JSONText.data(outcome.report))
        } else if !quiet {
            Terminal.output(TuningText.text(outcome.report) + "parameter file: \(out.path)\n")
        }
        if part.strict && !outcome.report.accepted {
            throw SensorLabError(
                .criterion, code: .tuningRefused, message: outcome.report.reason,
                advice: "keep the defaults, or tune on more recordings")
        }
    }

    private func request() throws -> TuningRequest {
        let logs = try ComparisonLog.list(paths: logs, manifest: manifest).logs
        var options = AnalysisOptions()
        options.filters = try settings.applied(to: [filter])
        options.calibration = try calibration.choice(default: .none)
        options.apply(geomagnetic)
        options.reference = reference.choice
        options.jobs = jobs
        options.monitor = Progress.monitor(quiet: quiet)
        var request = TuningRequest(logs: logs, analysis: options, tool: ToolSection(version: SensorLabTool.version))
        request.read = try part.readOptions(checksum: false)
        request.parameters = try NameList.names(parameters, option: "--parameters")
        request.objective = objective
        if let weights {
            request.weights = ObjectiveWeights(
                pixels: weights.vector.x, jitter: weights.vector.y, lag: weights.vector.z)
        }
        request.method = method
        request.budget = budget
        request.seed = seed
        request.places = try places.map { try PlacesFile.read(path: $0) } ?? []
        request.model = try NameList.models([projection]).first ?? .geodesic
        request.options = projectionOptions.applied(to: ProjectionOptions())
        try request.options.validate(for: request.model)
        request.camera = projectionOptions.camera
        request.smoothing = smoothing
        request.headingOffset = headingOffset
        return request
    }
}

extension OutputPath {
    /// Where `tune` writes unless told otherwise.
    static let parameterFile = OutputPath(path: "projection-core.json")
}

extension TuningObjective: ExpressibleByArgument {
    /// By its name, without case.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension SearchMethod: ExpressibleByArgument {
    /// By its name, without case.
    public init?(argument: String) { self.init(named: argument) }
}
