import Analysis
import ArgumentParser
import Evaluation
import Files
import Foundation
import ProjectionCore
import Reporting
import Vocabulary

struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract:
            "Find the best parameters of a filter, cross-validated, and write the projection core's parameter file.",
        discussion: """
            Cross-validation leaves each recording (or group of the manifest) out once, tunes on the others and compares the \
            result with the defaults on the one left out. An improvement within the noise is refused: the file then has \
            the defaults. In --parameters, names joined by = share one value (accelerometerWeight=magnetometerWeight), \
            name:low:high limits the search, and `smoothing` is the time constant of the drawn orientation.
            """,
        examples: [
            "sensorlab tune walk.csv drive.csv --filter kalman",
            "sensorlab tune --manifest logs.csv --filter lowpass --objective heading",
            "sensorlab tune walk.csv --filter vqf --rates 5,10,20,50,100",
        ])

    @Argument(help: "Logs with a reference: files or folders of per-sensor files.", completion: .file()) var logs:
        [String] = []
    @Option(
        help: "CSV of logs with the column path and optionally id, place, date, group, calibration, reference.",
        completion: .file())
    var manifest: InputPath?
    @Option(name: .filter, help: "Filter to tune.", completion: .filter) var filter: [String]
    @Option(
        help: ArgumentHelp(
            "Print errors, jitter, lag, time and power with the sensors at these rates, separated by commas; tunes nothing.",
            valueName: "hertz"))
    var rates: RateList?
    @Option(help: "Parameters to tune, separated by commas (default: every parameter that affects the orientation).")
    var parameters: [String] = []
    @Option(help: "Objective to minimise: total, heading, pixels or pixels+jitter+lag.") var objective:
        TuningObjective =
            .total
    @Option(help: "Weights of pixels+jitter+lag: per pixel, per pixel of jitter, per millisecond.")
    var weights: Triple?
    @Option(help: "Method of the search: nelder-mead, cma-es or grid (default: by the number of parameters).")
    var method: SearchMethod?
    @Option(parsing: .unconditional, help: "Limit of evaluations of the objective per search.") var budget: Int?
    @Option(help: "Seed of search and bootstrap.") var seed: UInt64 = 1
    @OptionGroup var settings: ParameterOptions
    @Option(
        help: "Places for the pixel objectives: CSV or GeoJSON (default: a ring of 24 places 1 km away).",
        completion: .file())
    var places: InputPath?
    @Option(help: "Projection model.", completion: .projection) var projection = ProjectionModel.geodesic.rawValue
    @OptionGroup var projectionOptions: ProjectionOptionGroup
    @Option(parsing: .unconditional, help: "Time constant of the drawn orientation, seconds, if it is not tuned.")
    var smoothing = 0.0
    @Option(parsing: .unconditional, help: "Constant to add to the estimated heading, degrees.") var headingOffset =
        0.0
    @OptionGroup var part: PartOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var reference: ReferenceOptions
    @Option(help: "Parameter file to write.") var out = OutputPath.parameterFile
    @Option(help: "Picture (SVG) of jitter against lag along a grid of one parameter.") var curve: OutputPath?
    @Flag(help: "Print the report as JSON instead of tables.") var json = false
    @Flag(help: "Print neither progress nor tables nor warnings.") var quiet = false
    @OptionGroup var parallel: JobsOption

    func validate() throws {
        _ = try NameList.filter(filter)
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
        if let budget, !(1...1_000_000).contains(budget) {
            throw ValidationError("--budget \(budget): expected 1 to 1000000")
        }
        if let weights, weights.vector.x < 0 || weights.vector.y < 0 || weights.vector.z < 0 {
            throw ValidationError("--weights: expected three numbers of 0 or more")
        }
        if let rates {
            guard !rates.values.isEmpty else {
                throw ValidationError(
                    "--rates \(rates.text): expected rates of 0.1 to 100000 Hz, separated by commas")
            }
            let given = GivenOptions(of: self).names.first(where: Self.ofSearch.contains)
            if let option = given ?? GivenOptions(of: projectionOptions).names.first {
                throw ValidationError("\(option): --rates tunes nothing; leave one of the two out")
            }
        }
        guard smoothing >= 0, smoothing <= 60 else {
            throw ValidationError("--smoothing \(smoothing): expected 0 to 60 seconds")
        }
        guard headingOffset.magnitude <= 360 else {
            throw ValidationError("--heading-offset \(headingOffset): expected -360 to 360 degrees")
        }
    }

    /// Options without an effect beside `--rates`, besides those of the projection.
    private static let ofSearch: Set = [
        "--parameters", "--objective", "--weights", "--method", "--budget", "--seed", "--places", "--projection",
        "--smoothing", "--heading-offset", "--out", "--curve", "--resample", "--jobs",
    ]

    func run() throws {
        if let rates { return try measure(rates.values) }
        let outcome = try request().run { line in Terminal.say(line, quiet: quiet) }
        try OutputFile.write(try JSONText.data(outcome.file), to: out.path)
        if let curve, let picture = TradeOffFigure.svg(outcome.report) {
            try OutputFile.write(picture.utf8, to: curve.path)
        }
        Terminal.warn(outcome.warnings, quiet: quiet)
        try Terminal.output(
            outcome.report, asJSON: json, quiet: quiet,
            TuningText.text(outcome.report) + "parameter file: \(out.path)\n")
        if part.strict && !outcome.report.accepted {
            throw SensorLabError(
                .criterion, code: .tuningRefused, message: outcome.report.reason,
                advice: "keep the defaults, or tune on more recordings")
        }
    }

    /// Prints what the filter gains from faster sensors.
    private func measure(_ rates: [Double]) throws {
        let request = try request()
        let read = try part.readOptions(checksum: false)
        let study = RateStudy(logs: request.logs, options: request.analysis) { rate in
            var source = read
            source.resampleHz = rate
            return source
        }
        let (report, warnings) = try study.report(rates: rates)
        Terminal.warn(warnings, quiet: quiet)
        try Terminal.output(report, asJSON: json, quiet: quiet, RatesText.text(report))
    }

    private func request() throws -> TuningRequest {
        let logs = try ComparisonLog.list(paths: logs, manifest: manifest?.path).logs
        var options = AnalysisOptions(geomagnetic)
        options.filters = try settings.applied(to: [NameList.filter(filter) ?? ""])
        options.calibration = try calibration.choice()
        reference.apply(to: &options)
        options.jobs = parallel.jobs
        options.monitor = Progress.monitor(quiet: quiet)
        var request = TuningRequest(logs: logs, analysis: options, tool: ToolSection(version: SensorLabTool.version))
        request.analysis.source = try part.readOptions(checksum: false)
        request.parameters = try NameList.names(parameters, option: "--parameters")
        request.objective = objective
        if let weights {
            request.weights = ObjectiveWeights(
                pixels: weights.vector.x, jitter: weights.vector.y, lag: weights.vector.z)
        }
        request.method = method
        request.budget = budget
        request.seed = seed
        request.places = try geomagnetic.site.places(places)
        request.model = try NameList.models([projection]).first ?? .geodesic
        request.options = try projectionOptions.applied(to: ProjectionOptions(), places: request.places)
        try request.options.validate(for: request.model)
        request.camera = projectionOptions.camera?.text
        request.floorHeight = projectionOptions.floorHeight
        request.smoothing = smoothing
        request.headingOffset = headingOffset
        return request
    }
}

extension OutputPath {
    /// The default of `tune --out`.
    static let parameterFile = OutputPath(path: "projection-core.json")
}

/// Rates in hertz, separated by commas.
struct RateList: ExpressibleByArgument {
    /// As it was given.
    let text: String
    /// Empty for a text that is no such list, or has rates outside of 0.1 to 100000 Hz.
    let values: [Double]

    init(argument: String) {
        text = argument
        let cells = argument.split(separator: ",", omittingEmptySubsequences: false)
        let rates = cells.compactMap { Double($0.filter { !$0.isWhitespace }) }.filter { $0 >= 0.1 && $0 <= 100_000 }
        values = rates.count == cells.count ? rates : []
    }
}

extension TuningObjective: NameArgument {}

extension SearchMethod: ExpressibleByArgument {
    /// By its name, without case.
    public init?(argument: String) { self.init(named: argument) }
}
