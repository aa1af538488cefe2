import Analysis
import ArgumentParser
import Foundation
import ProjectionCore
import Recordings
import Reporting
import SensorModels

struct ProjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Places of interest on the screen over time, and how many pixels they are off.",
        discussion: """
            One CSV row per frame and place in front of the camera. Where the log has a reference, a table of errors: the \
            distance on the screen to where `geodesic` draws the place with the reference orientation. \
            --filter and --projection take several names.
            Models: \(ProjectionModel.allCases.map(\.rawValue).joined(separator: ", ")).
            """)

    @OptionGroup var input: InputOptions
    @Option(help: "The places: CSV (id,name,lat,lon,alt,category) or GeoJSON.", completion: .file()) var places: String
    @Option(help: "Projection models, separated by commas; geodesic, or the parameter file's.", completion: .projection)
    var projection: [String] = []
    @Option(help: "Filters, separated by commas; sensorlab, or the parameter file's.", completion: .filter) var filter:
        [String] = []
    @OptionGroup var settings: ParameterOptions
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var projectionOptions: ProjectionOptionGroup
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var reference: ReferenceOptions
    @Option(parsing: .unconditional, help: "Frames per second, such as 10 or 20; every sample by default.") var rate:
        Double?
    @Option(
        parsing: .unconditional, help: "Fixes worse than this, metres, are ignored and the last good one held (100).")
    var worstAccuracy: Double?
    @Option(parsing: .unconditional, help: "Time constant of the drawn orientation's low-pass, seconds (0).")
    var smoothing: Double?
    @Option(parsing: .unconditional, help: "true heading = estimated heading + this, degrees (0).") var headingOffset:
        Double?
    @Option(help: "A picture of the screen (SVG) at the time --at.") var picture: OutputPath?
    @Option(parsing: .unconditional, help: "The picture's time: seconds in the log's clock, or wall-clock time.")
    var at: LogInstant?
    @Option(help: "Write the CSV to this file instead of standard output.") var out: OutputPath?
    @Flag(help: "The errors as JSON on standard output (the CSV only with --out).") var json = false
    @Flag(help: "No table, no progress and no warnings.") var quiet = false
    @Option(parsing: .unconditional, help: "Filters that run at once.") var jobs = max(
        1, ProcessInfo.processInfo.activeProcessorCount)

    func validate() throws {
        guard jobs >= 1 else { throw ValidationError("--jobs \(jobs): expected 1 or more") }
        if let rate, !(rate >= 0.1 && rate <= 1000) {
            throw ValidationError("--rate \(rate): expected 0.1 to 1000 frames per second")
        }
        if let worstAccuracy, !(worstAccuracy > 0) {
            throw ValidationError("--worst-accuracy \(worstAccuracy): expected metres above 0")
        }
        if let smoothing, !(smoothing >= 0 && smoothing <= 60) {
            throw ValidationError("--smoothing \(smoothing): expected 0 to 60 seconds")
        }
        if let headingOffset, !(headingOffset.magnitude <= 360) {
            throw ValidationError("--heading-offset \(headingOffset): expected -360 to 360 degrees")
        }
        if (picture == nil) != (at == nil) { throw ValidationError("--picture and --at go together") }
    }

    func run() throws {
        let (request, filters) = try request()
        let monitor = request.analysis.monitor
        let log = try monitor.during("reading") { try ReadLog(input, place: geomagnetic.place, checksum: json) }
        let analysis = try ProjectionAnalysis(
            log.recording, filters: filters, request: request, input: log.section,
            tool: ToolSection(version: SensorLabTool.version))
        Terminal.warn(analysis.warnings, quiet: quiet)
        if let picture, let at {
            let moment = try ScreenMoment(analysis, at: try at.nanoseconds(in: log.recording.metadata))
            try OutputFile.write(ScreenPicture.svg(moment).utf8, to: picture.path)
        }
        if !json || out != nil {
            let file = try OutputFile(path: out?.path ?? "-")
            try monitor.shares(of: "writing") { tell in
                try ProjectionCSVWriter.write(analysis, progress: tell) { try file.write($0) }
            }
            try file.close()
        }
        if json {
            Terminal.output(try JSONText.data(analysis.report))
        } else {
            let table = ProjectionText.table(analysis.report)
            if !table.isEmpty { Terminal.say(table, quiet: quiet) }
        }
    }

    private func request() throws -> (request: ProjectionRequest, filters: [ResolvedFilter]) {
        let file = try parameterFile.file()
        let names = filter.isEmpty ? [file?.filter ?? "sensorlab"] : try NameList.names(filter, option: "--filter")
        var options = AnalysisOptions()
        options.filters = try settings.applied(to: names).merging(file)
        options.calibration = try calibration.choice(default: .none)
        options.apply(geomagnetic)
        options.jobs = jobs
        options.monitor = Progress.monitor(quiet: quiet)
        options.reference = reference.choice
        let filters = try options.filters.map { try $0.resolved() }
        var request = ProjectionRequest(places: try PlacesFile.read(path: places), analysis: options)
        if let file { request.parameters = file }
        request.models =
            projection.isEmpty ? [request.parameters.model] : try NameList.models(projection)
        request.options = projectionOptions.applied(to: request.parameters.options)
        for model in request.models { try request.options.validate(for: model) }
        request.camera = projectionOptions.camera
        request.rate = rate
        request.worstAccuracy = worstAccuracy ?? request.parameters.worstAccuracyMetres
        request.parameters.smoothingSeconds = smoothing ?? request.parameters.smoothingSeconds
        request.parameters.headingOffsetDegrees = headingOffset ?? request.parameters.headingOffsetDegrees
        return (request, filters)
    }
}
