import Analysis
import ArgumentParser
import Evaluation
import Files
import Foundation
import ProjectionCore
import Recordings
import Reporting
import Vocabulary

struct ProjectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "project",
        abstract: "Project places of interest onto the screen over time, and measure the error in pixels.",
        discussion: """
            Prints one CSV row per frame and place in front of the camera. If the log has a reference, it also prints a table of \
            errors: the distance on the screen to the place as `geodesic` draws it with the reference orientation. \
            --filters and --projection accept several names.
            Models: \(ProjectionModel.allCases.map(\.rawValue).joined(separator: ", ")).
            """,
        examples: [
            "sensorlab project log.csv --places places.csv --out labels.csv",
            "sensorlab project log.csv --places places.csv --projection planar,geodesic",
            "sensorlab project log.csv --places places.csv --parameters tuned.json",
        ])

    @OptionGroup var input: InputOptions
    @Option(help: "Places: CSV (id,name,lat,lon,alt,category,tags,priority,floor) or GeoJSON.", completion: .file())
    var places: InputPath
    @Option(help: "Id of a place to show (repeatable; default: all places).") var placeId: [String] = []
    @Option(
        help: ArgumentHelp(
            "Height of places without an altitude, or within 2 m of the observer's: own (default), road-marker (1 m below "
                + "the observer), sign (1 m above) or tall-sign (2 m above)."))
    var heightRule: HeightRule = .own
    @Option(
        help: "Projection models, separated by commas (default: the one of --parameters, else geodesic).",
        completion: .projection)
    var projection: [String] = []
    @Option(
        name: .filters, help: "Filters, separated by commas (default: the one of --parameters, else sensorlab).",
        completion: .filter)
    var filter: [String] = []
    @OptionGroup var track: TrackOptions
    @OptionGroup var settings: ParameterOptions
    @OptionGroup var parameterFile: ParameterFileOption
    @OptionGroup var projectionOptions: ProjectionOptionGroup
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var terrain: TerrainOptions
    @OptionGroup var reference: ReferenceOptions
    @Option(parsing: .unconditional, help: "Frames per second, such as 10 or 20 (default: every sample).") var rate:
        Double?
    @Option(
        parsing: .unconditional,
        help: "Ignore fixes with an accuracy worse than this and keep the last good one, metres (default: 100).")
    var worstAccuracy: Double?
    @Option(
        parsing: .unconditional,
        help: "Use a fix only if it is this far from the last one that was used, metres (default: 0).")
    var fixDistance: Double?
    @Option(
        parsing: .unconditional,
        help: "Use a fix only if it is this long after the last one that was used, seconds (default: 0).")
    var fixInterval: Double?
    @Flag(
        help: ArgumentHelp(
            "Place the observer by AR poses and fixes together: the path of the poses, turned to north as by align, where "
                + "all fixes have it."))
    var fusePosition = false
    @Option(
        parsing: .unconditional, help: "Time constant of the low-pass of the drawn orientation, seconds (default: 0).")
    var smoothing: Double?
    @Option(parsing: .unconditional, help: "Constant to add to the estimated heading, degrees (default: 0).")
    var headingOffset: Double?
    @Option(help: "Picture (SVG) of the screen at the time --at.") var picture: OutputPath?
    @Option(parsing: .unconditional, help: "Time of the picture: seconds in the log's clock, or wall-clock time.")
    var at: LogInstant?
    @OptionGroup var radar: RadarOptions
    @Flag(
        help: ArgumentHelp(
            "Also write rows of places behind the camera and at the observer, and columns of arrow, azimuth, opacity, "
                + "label and observer; draw arrows in the picture."))
    var details = false
    @Flag(help: "Split the errors by the distance of the places and by cause: heading, tilt, position, model, lag.")
    var causes = false
    @Option(help: "Picture (SVG) of the errors by distance and cause, with their table.") var causesPicture: OutputPath?
    @Option(
        help: ArgumentHelp(
            "Print instead how long fixes and frames take with so many places, those of the list repeated, on one core.",
            valueName: "count,count,..."))
    var times: String?
    @Option(help: "CSV file to write (default: standard output).") var out: OutputPath?
    @Flag(help: "Print the errors as JSON; the CSV is written with --out only.") var json = false
    @Flag(help: "Print neither table nor progress nor warnings.") var quiet = false
    @OptionGroup var parallel: JobsOption

    func validate() throws {
        if let rate, !(rate >= 0.1 && rate <= 1000) {
            throw ValidationError("--rate \(rate): expected 0.1 to 1000 frames per second")
        }
        if let worstAccuracy, !(worstAccuracy > 0) {
            throw ValidationError("--worst-accuracy \(worstAccuracy): expected metres above 0")
        }
        for (option, value) in [("--fix-distance", fixDistance), ("--fix-interval", fixInterval)] {
            if let value, !(value >= 0 && value.isFinite) {
                throw ValidationError("\(option) \(value): expected 0 or more")
            }
        }
        if let smoothing, !(smoothing >= 0 && smoothing <= 60) {
            throw ValidationError("--smoothing \(smoothing): expected 0 to 60 seconds")
        }
        if let headingOffset, !(headingOffset.magnitude <= 360) {
            throw ValidationError("--heading-offset \(headingOffset): expected -360 to 360 degrees")
        }
        if fusePosition, geomagnetic.site.place != nil {
            throw ValidationError("--fuse-position needs the log's fixes: leave --place out")
        }
        if times != nil {
            _ = try counts()
            guard picture == nil, causesPicture == nil, out == nil else {
                throw ValidationError("--times prints a table alone: leave --picture, --causes-picture and --out out")
            }
        }
        if picture == nil, radar.radar != nil { throw ValidationError("--radar needs --picture and --at: give all") }
        if (picture == nil) != (at == nil) { throw ValidationError("--picture and --at need each other: give both") }
    }

    func run() throws {
        let (request, filters) = try request()
        let monitor = request.analysis.monitor
        let log = try monitor.during("reading") { try ReadLog(input, site: geomagnetic.site, checksum: json) }
        let analysis = try ProjectionAnalysis(
            log.recording, filters: filters, request: request, input: log.section,
            tool: ToolSection(version: SensorLabTool.version))
        Terminal.warn(analysis.warnings, quiet: quiet)
        if times != nil {
            return try ProjectionTimesText.print(
                ProjectionTimes(
                    request, camera: analysis.report.camera, observer: analysis.report.observer, counts: counts()),
                asJSON: json)
        }
        // Nothing is written where something cannot be.
        let drawnCauses = try causesPicture.map { try causesSVG(of: analysis.report, path: $0.path) }
        if let picture, let at {
            let moment = try ScreenMoment(analysis, at: try at.nanoseconds(in: log.recording.metadata))
            try OutputFile.write(ScreenPicture.svg(moment, arrows: details, radar: radar.found).utf8, to: picture.path)
        }
        if let causesPicture, let drawnCauses { try OutputFile.write(drawnCauses.utf8, to: causesPicture.path) }
        if !json || out != nil {
            let file = try OutputFile(path: out?.path ?? "-")
            try monitor.shares(of: "writing") { tell in
                try ProjectionCSVWriter.write(analysis, details: details, progress: tell) {
                    try file.write(out == nil ? Terminal.shown($0) : $0)
                }
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

    /// - Throws: `SensorLabError` (bad data) where no error was measured.
    private func causesSVG(of report: ProjectionReport, path: String) throws -> String {
        guard let svg = CausesPicture.svg(report) else {
            throw SensorLabError(
                .badData, code: .noReference, place: "--causes-picture \(path)",
                message: "no error was measured: the log has no reference, or it sees none of the places",
                advice: "give --reference FILE or --device-attitude, and places that the camera sees")
        }
        return svg
    }

    /// The numbers of places of `--times`.
    private func counts() throws -> [Int] {
        let words = (times ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let counts = words.compactMap { Int($0) }.filter { (1...1_000_000).contains($0) }
        guard !counts.isEmpty, counts.count == words.count else {
            throw ValidationError("--times \(times ?? ""): expected numbers of places, such as 50,150,300,10000")
        }
        return counts
    }

    /// The places of `--place-id`, in the order of the file.
    private func chosenPlaces() throws -> [PointOfInterest] {
        let all = try geomagnetic.site.places(places)
        if let unknown = placeId.first(where: { id in !all.contains { $0.id == id } }) {
            let nearest = NearestName.of(unknown, in: all.map(\.id)).map { "; did you mean \($0)?" } ?? ""
            throw ValidationError("--place-id \(unknown): no place of \(places.path) has this id\(nearest)")
        }
        return placeId.isEmpty ? all : all.filter { placeId.contains($0.id) }
    }

    private func request() throws -> (request: ProjectionRequest, filters: [ResolvedFilter]) {
        let file = try parameterFile.file()
        let names = filter.isEmpty ? [file?.filter ?? "sensorlab"] : try NameList.names(filter, option: "--filters")
        var options = AnalysisOptions(geomagnetic)
        options.filters = try settings.applied(to: names).merging(file)
        options.calibration = try calibration.choice()
        options.jobs = parallel.jobs
        options.monitor = Progress.monitor(quiet: quiet)
        reference.apply(to: &options)
        options.tracks = try track.tracks()
        options.terrain = try terrain.found()
        let filters = try options.filters.map { try $0.resolved() }
        var request = ProjectionRequest(places: try chosenPlaces(), analysis: options)
        if let file { request.parameters = file }
        request.models =
            projection.isEmpty ? [request.parameters.model] : try NameList.models(projection)
        request.options = try projectionOptions.applied(to: request.parameters.options, places: request.places)
        request.splitsCauses = causes || causesPicture != nil
        request.heightRule = heightRule
        request.fusesPosition = fusePosition
        request.gate = FixGate(minimumDistance: fixDistance ?? 0, minimumInterval: fixInterval ?? 0)
        for model in request.models { try request.options.validate(for: model) }
        request.camera = projectionOptions.camera?.text
        request.rate = rate
        request.worstAccuracy = worstAccuracy ?? request.parameters.worstAccuracyMetres
        request.parameters.smoothingSeconds = smoothing ?? request.parameters.smoothingSeconds
        request.parameters.headingOffsetDegrees = headingOffset ?? request.parameters.headingOffsetDegrees
        request.parameters.floorHeightMetres = projectionOptions.floorHeight ?? request.parameters.floorHeightMetres
        return (request, filters)
    }
}

extension HeightRule: NameArgument {}

/// The table of `project --times`.
enum ProjectionTimesText {
    private struct Answer: Encodable {
        let schema = "sensorlab.projection-times/1"
        let times: [ProjectionTimes.Row]
    }

    static func print(_ times: ProjectionTimes, asJSON: Bool) throws {
        let head =
            TextCell.left("projection", 20) + TextCell.right("places", 10) + TextCell.right("fix, us", 14)
            + TextCell.right("frame, us", 14)
        let rows = times.rows.map { row in
            TextCell.left(row.projection, 20) + TextCell.right("\(row.places)", 10)
                + TextCell.right(String(format: "%.1f", row.fixMicroseconds), 14)
                + TextCell.right(String(format: "%.1f", row.frameMicroseconds), 14)
        }
        try Terminal.output(Answer(times: times.rows), asJSON: asJSON, ([head] + rows).joined(separator: "\n") + "\n")
    }
}
