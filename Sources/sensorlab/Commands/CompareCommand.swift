import Analysis
import ArgumentParser
import Evaluation
import Files
import Fleet
import Foundation
import Reporting
import Vocabulary

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare filters with a reference, with each other and with a baseline.",
        discussion: """
            Prints errors per recording, per group and overall, with ranks and the confidence intervals of differences. For \
            a log without a reference, prints the agreement of its headings. With --baseline it is a regression test: the exit \
            code is 1 if a metric is worse than the baseline by more than the tolerance. The filter `device` is the attitude \
            that the device computed.
            """,
        examples: [
            "sensorlab compare walk.csv drive.csv --out comparison",
            "sensorlab compare --manifest logs.csv --baseline base.json --update-baseline",
            "sensorlab compare --manifest logs.csv --baseline base.json",
        ])

    @Argument(
        help: "Logs: files or folders of per-sensor files; with --preset, the folder of the benchmark.",
        completion: .file())
    var logs: [String] = []
    @Option(
        help: "CSV of logs with the column path and optionally id, place, date, group, calibration, reference.",
        completion: .file())
    var manifest: InputPath?
    @Option(help: "Public benchmark or data set with its own rules.")
    var preset: Benchmark?
    @OptionGroup var filters: FilterListOptions
    @OptionGroup var track: TrackOptions
    @OptionGroup var part: PartOptions
    @OptionGroup var estimate: EstimateOptions
    @OptionGroup var reference: ReferenceOptions
    @Option(help: "Definition of the errors: standard, broad or michel.")
    var metrics: ErrorDefinition?
    @Flag(help: "Also print the agreement of heading sources on logs with a reference.") var agreement = false
    @OptionGroup var baseline: BaselineOptions
    @Option(help: "Seed of the bootstraps.") var seed: UInt64 = 1
    @Option(help: "Folder for comparison.html, .json, .md and .csv.") var out: OutputPath?
    @Flag(help: "Also write each log's report, into reports/NAME below --out, linked from comparison.html.")
    var reports = false
    @Flag(help: "Print the comparison as JSON instead of tables.") var json = false
    @Flag(help: "Print neither tables nor warnings.") var quiet = false
    @OptionGroup var parallel: JobsOption
    @OptionGroup var history: HistoryOption

    func validate() throws {
        if preset != nil, logs.count != 1 || manifest != nil {
            throw ValidationError("--preset: expected one folder and no --manifest")
        }
        if preset != nil, !estimate.calibration.calibration.isEmpty || reference.choice != .log {
            throw ValidationError(
                "--preset: a benchmark has its own calibration and reference; leave out --calibration, --reference and --device-attitude"
            )
        }
        if logs.isEmpty && manifest == nil {
            throw ValidationError("nothing to compare: give logs, --manifest FILE, or --preset NAME FOLDER")
        }
        if reports, out == nil { throw ValidationError("--reports: expected --out FOLDER too") }
        if logs.contains("-") { throw ValidationError("compare does not read standard input: give files or folders") }
    }

    func run() throws {
        var options = ComparisonOptions()
        options.analysis = try estimate.options(
            filters.requests(fallback: try baseline.filters()))
        reference.apply(to: &options.analysis)
        options.analysis.tracks = try track.tracks()
        options.analysis.jobs = parallel.jobs
        options.analysis.monitor = Progress.monitor(quiet: quiet)
        options.analysis.definition = metrics ?? preset?.definition ?? .standard
        let read = try part.readOptions(checksum: false)
        options.analysis.source = read
        options.agreement = agreement
        options.seed = seed
        if reports, let out { options.writeReport = LogReports.written(below: out.path).add }
        let request = ComparisonRequest(
            paths: logs, manifest: manifest?.path, benchmark: preset, options: options,
            tool: ToolSection(version: SensorLabTool.version))
        let history = try history.opened()
        // The baseline is read before the run is added, which would otherwise be its own baseline.
        let outcome = try request.run(
            baseline: baseline.baseline?.path, given: try baseline.history(), tolerance: baseline.rule,
            update: baseline.updateBaseline)

        try history?.add(
            History.entries(of: outcome), verb: "compare", version: SensorLabTool.version,
            options: options.analysis.settings.merging(read.settings) { $1 }
                .merging(preset.map { ["preset": $0.rawValue] } ?? [:]) { $1 })
        if let out { try ComparisonWriter.write(outcome, to: out.path) }
        if let junit = baseline.junit { try OutputFile.write(JUnitReport.xml(outcome).utf8, to: junit.path) }
        if baseline.annotate {
            ComparisonAnnotations.lines(outcome, baseline: baseline.baseline?.path).forEach(Terminal.command)
        }
        try Terminal.output(
            outcome, asJSON: json, quiet: quiet, ComparisonText.text(outcome, style: Terminal.outputStyle))
        if !outcome.isPassed && !(baseline.updateBaseline && outcome.failures.isEmpty) {
            // The tables say which logs failed, not what a regression means.
            throw outcome.failure.ending(isSaid: !quiet && !outcome.failures.isEmpty)
        }
    }
}

extension ComparisonReport {
    /// Why the comparison ends with exit code 1, as one line.
    fileprivate var failure: SensorLabError {
        if let first = failures.first {
            let more = failures.count > 1 ? ", and \(failures.count - 1) more" : ""
            return SensorLabError(
                .criterion, code: .logsFailed, message: "\(first.name)\(more) failed: \(first.message)",
                advice: "leave out what cannot be read")
        }
        let counts = [BaselineVerdict.worse, .missing].compactMap { verdict in
            (baseline?.counts[verdict.rawValue]).flatMap { $0 > 0 ? "\($0) \(verdict.rawValue)" : nil }
        }
        return SensorLabError(
            .criterion, code: .worseThanBaseline,
            message: "worse than the baseline: "
                + (counts.isEmpty ? "means over all recordings" : counts.joined(separator: ", ")),
            advice: "if the change is meant, run again with --update-baseline")
    }
}

extension Benchmark: NameArgument {}

extension ErrorDefinition: NameArgument {}
