import Analysis
import ArgumentParser
import Evaluation
import Foundation
import Reporting
import Recordings
import SensorModels

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Filters against a reference, against each other, and against a committed baseline.",
        discussion: """
            Errors per recording, per group and overall, with intervals of their differences and ranks. A log without a \
            reference is asked how its headings agree. --baseline makes a regression test of it: exit code 1 where a metric \
            is worse than committed by more than the tolerance. The filter `device` is the attitude that the device computed.
            """)

    @Argument(
        help: "Logs: files or folders of per-sensor files. With --preset the folder of the benchmark.",
        completion: .file())
    var logs: [String] = []
    @Option(
        help: "Logs from a CSV with the column path and optionally id, place, date, group, calibration, reference.",
        completion: .file())
    var manifest: String?
    @Option(help: "A public benchmark with its own rules: broad, phones, phones-raw.") var preset: Benchmark?
    @OptionGroup var filters: FilterListOptions
    @OptionGroup var part: PartOptions
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions
    @OptionGroup var reference: ReferenceOptions
    @Option(help: "Which samples are scored and which number comes first: standard, broad or michel.")
    var metrics: ErrorDefinition?
    @Flag(help: "The agreement of heading sources also where there is a reference.") var agreement = false
    @OptionGroup var baseline: BaselineOptions
    @Option(help: "The seed of the bootstraps.") var seed: UInt64 = 1
    @Option(help: "Folder for comparison.html, .json, .md and .csv.") var out: OutputPath?
    @Flag(help: "The comparison as JSON on standard output instead of tables.") var json = false
    @Flag(help: "No tables and no warnings.") var quiet = false
    @Option(parsing: .unconditional, help: "Logs that are compared at once.") var jobs = max(
        1, ProcessInfo.processInfo.activeProcessorCount)

    func validate() throws {
        guard jobs >= 1 else { throw ValidationError("--jobs \(jobs): expected 1 or more") }
        if preset != nil, logs.count != 1 || manifest != nil {
            throw ValidationError("--preset: expected one folder and no --manifest")
        }
        if preset != nil, !calibration.calibration.isEmpty || reference.choice != .log {
            throw ValidationError(
                "--preset: a benchmark has its own calibration and reference; leave those options out")
        }
        if logs.isEmpty && manifest == nil {
            throw ValidationError("nothing to compare: give logs, --manifest FILE, or --preset NAME FOLDER")
        }
        if logs.contains("-") { throw ValidationError("compare does not read standard input: give files or folders") }
    }

    func run() throws {
        var options = ComparisonOptions()
        options.analysis.filters = try filters.requests()
        options.analysis.calibration = try calibration.choice(default: .none)
        options.analysis.apply(geomagnetic)
        options.analysis.apply(heading)
        options.analysis.reference = reference.choice
        options.analysis.jobs = jobs
        options.analysis.monitor = Progress.monitor(quiet: quiet)
        options.analysis.definition = metrics ?? preset?.definition ?? .standard
        options.read = try part.readOptions(checksum: false)
        options.agreement = agreement
        options.seed = seed
        let request = ComparisonRequest(
            paths: logs, manifest: manifest, benchmark: preset, options: options,
            tool: ToolSection(version: SensorLabTool.version))
        let outcome = try request.run(
            baseline: baseline.baseline, tolerance: baseline.rule, update: baseline.updateBaseline)

        if let out { try ComparisonWriter.write(outcome, to: out.path) }
        if let junit = baseline.junit { try ComparisonWriter.writeJUnit(outcome, to: junit.path) }
        if baseline.annotate {
            for line in ComparisonAnnotations.lines(outcome, baseline: baseline.baseline) { Terminal.say(line) }
        }
        if json {
            Terminal.output(try JSONText.data(outcome))
        } else if !quiet {
            Terminal.output(ComparisonText.text(outcome, style: Terminal.outputStyle))
        }
        if !outcome.isPassed && !(baseline.updateBaseline && outcome.failures.isEmpty) { throw ExitCode(1) }
    }
}

extension Benchmark: ExpressibleByArgument {
    /// By its name, without case.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension ErrorDefinition: ExpressibleByArgument {
    /// By its name, without case.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
