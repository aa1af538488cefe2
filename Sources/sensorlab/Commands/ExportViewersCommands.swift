import Analysis
import ArgumentParser
import Reporting
import Vocabulary

/// The options of every export of a log, which is analysed first.
struct ExportOptions: ParsableArguments {
    @OptionGroup var input: InputOptions
    @OptionGroup var filters: FilterListOptions
    @OptionGroup var estimate: EstimateOptions
    @OptionGroup var reference: ReferenceOptions
    @OptionGroup var parallel: JobsOption
    @Flag(help: "Print neither progress nor warnings.") var quiet = false

    /// - Parameter change: what an export adds to the options of the analysis.
    func analyzed(_ change: (inout AnalysisOptions) throws -> Void = { _ in }) throws -> AnalysisResult {
        var options = try estimate.options(filters.requests(), refining: true)
        reference.apply(to: &options)
        options.jobs = parallel.jobs
        let monitor = Progress.monitor(quiet: quiet)
        options.monitor = monitor
        try change(&options)
        let analyzer = try Analyzer(options: options)
        let log = try monitor.during("reading") { try ReadLog(input, site: estimate.site, checksum: true) }
        let result = try analyzer.analyze(
            log.recording, input: log.section, tool: ToolSection(version: SensorLabTool.version))
        Terminal.warn(result.report.warnings, quiet: quiet)
        return result
    }

    /// `<log>.<ending>` in the current folder where no name is given.
    func path(_ out: OutputPath?, ending: String) -> String {
        out?.path ?? ReadLog.stem(of: input.log) + "." + ending
    }
}

struct ExportMCAPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcap",
        abstract: "Write a log with its tracks as MCAP, for Foxglove and PlotJuggler.",
        discussion: """
            Poses and transforms of every filter, of the device and of the reference, heading, sensors, fixes and events as JSON \
            messages with the schemas of Foxglove, at the stamps of the log.
            """,
        examples: [
            "sensorlab export mcap log.csv",
            "sensorlab export mcap log.csv --filters vqf,sensorlab --out log.mcap",
            "sensorlab export mcap log.csv --rate 200 --calibration day.json",
        ])

    @OptionGroup var options: ExportOptions
    @Option(help: "File to write (default: the log's name with .mcap, in the current folder).") var out: OutputPath?
    @Option(parsing: .unconditional, help: "Poses per second and track, at most.") var rate = 50.0

    func validate() throws {
        guard rate > 0, rate <= 1e5 else {
            throw ValidationError("--rate \(rate): expected more than 0 and at most 100000")
        }
    }

    func run() throws {
        let path = options.path(out, ending: "mcap")
        let count = try MCAPExport(try options.analyzed(), poseRate: rate).write(to: path)
        Terminal.say("mcap: \(path), \(count) messages", quiet: options.quiet)
    }
}

struct ExportRerunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rerun",
        abstract: "Write a log with its tracks for rerun (.rrd), by the Python package rerun-sdk.",
        examples: [
            "sensorlab export rerun log.csv",
            "sensorlab export rerun log.csv --filters vqf,sensorlab --out log.rrd",
            "sensorlab export rerun log.csv --python venv/bin/python",
        ])

    @OptionGroup var options: ExportOptions
    @Option(help: "File to write (default: the log's name with .rrd, in the current folder).") var out: OutputPath?
    @Option(help: "Python interpreter that has rerun-sdk.") var python = "python3"

    func run() throws {
        let path = options.path(out, ending: "rrd")
        try RerunExport.write(try options.analyzed(), python: python, to: path)
        Terminal.say("rerun: \(path)", quiet: options.quiet)
    }
}
