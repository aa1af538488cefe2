import Analysis
import ArgumentParser
import Fleet
import Foundation
import Reporting
import Vocabulary

struct AnalyzeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Analyze a log: calibration, filters, heading errors, report.",
        discussion: """
            Writes report.html, report.json, report.md and tracks.csv into --out, with calibration.json and \
            projection-core.json if the log allows it, and prints verdict, filters and actions. Gyroscope bias and \
            magnetometer calibration are fitted to the log itself if possible; --calibration overrides this.
            """,
        examples: [
            "sensorlab analyze log.csv",
            "sensorlab analyze recording-folder --place 48.137,11.575 --date 2026-06-01",
            "sensorlab analyze log.csv --calibration day.json --filters kalman,vqf",
        ])

    @OptionGroup var input: InputOptions
    @Option(help: "Folder of the report (default: LOG-report in the current folder).") var out: OutputPath?
    @Option(help: "Form of the tracks: csv, csv.gz, 1hz (a row per second) or none (default: csv; in chapters, 1hz).")
    var tracks: ReportWriter.Tracks?
    @OptionGroup var chapters: ChapterOption
    @OptionGroup var filters: FilterListOptions
    @OptionGroup var track: TrackOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var terrain: TerrainOptions
    @OptionGroup var heading: HeadingOptions
    @Option(
        help: "Places to show in the report's replay: CSV (id,name,lat,lon,alt,category) or GeoJSON.",
        completion: .file()) var places: InputPath?
    @OptionGroup var radar: RadarOptions
    @Option(
        help: "Camera used to convert angles to pixels: a name or a file (default: the log's device).",
        completion: .camera) var camera: CameraArgument?
    @OptionGroup var reference: ReferenceOptions
    @OptionGroup var parallel: JobsOption
    @OptionGroup var history: HistoryOption
    @Flag(help: "Print the report as JSON instead of the summary.") var json = false
    @Flag(help: "Print streams, calibrations, all filters and all warnings too.") var verbose = false
    @Flag(help: "Print neither summary nor warnings.") var quiet = false

    func validate() throws {
        try radar.require(places)
        if case .seconds = chapters.every, let obstacle = ofWholeLog {
            throw ValidationError("--every: not with \(obstacle), which belongs to the whole log")
        }
    }

    /// The option that forbids chapters.
    private var ofWholeLog: String? {
        if reference.reference != nil { return "--reference" }
        if !track.track.isEmpty { return "--track" }
        return geomagnetic.site.heightAbove == .ellipsoid ? nil : "--height-above"
    }

    func run() throws {
        var options = AnalysisOptions(geomagnetic, heading)
        options.filters = try filters.requests()
        options.calibration = try calibration.choice(refining: true)
        reference.apply(to: &options)
        options.tracks = try track.tracks()
        options.given = GivenOptions(of: input.part.reading, geomagnetic, heading).words
        options.jobs = parallel.jobs
        options.monitor = Progress.monitor(quiet: quiet)
        options.camera = camera?.text
        options.places = try geomagnetic.site.places(places)
        options.terrain = try terrain.found()
        options.radar = radar.found
        // Names and parameters are checked before the log is read.
        let analyzer = try Analyzer(options: options)
        let history = try history.opened()
        let monitor = options.monitor
        let folder = out?.path ?? ReadLog.reportFolder(for: input.log)
        if ofWholeLog == nil {
            options.source = try input.part.readOptions(at: geomagnetic.site, checksum: false)
            if let chapters = try options.source.chapters(at: input.log, chapters.every) {
                return try analyze(chapters, options, into: folder, history)
            }
        }
        let log = try monitor.during("reading") { try ReadLog(input, site: geomagnetic.site, checksum: true) }
        let result = try analyzer.analyze(
            log.recording, input: log.section, tool: ToolSection(version: SensorLabTool.version),
            readSeconds: log.seconds)
        let written = try monitor.during("writing the report") {
            try ReportWriter.write(result, to: folder, tracks: tracks ?? .csv)
        }
        var settings = options.settings.merging(try input.part.readOptions(checksum: false).settings) { $1 }
        if chapters.every != .automatic { settings["every"] = chapters.every.text }
        try history?.add(
            History.entries(of: written.report), verb: "analyze", version: SensorLabTool.version, options: settings)
        let style = Terminal.outputStyle
        try Terminal.output(
            written.report, asJSON: json, quiet: quiet,
            (verbose ? TerminalSummary.verbose(written.report, folder: folder, style: style) + "\n" : "")
                + TerminalSummary.text(written.report, folder: folder, style: style))
        // A refused result ends with exit code 1.
        if input.strict, let error = written.report.warnings.first(where: \.code.isRefusal)?.error(.criterion) {
            throw error
        }
    }
}

extension ReportWriter.Tracks: NameArgument {}
