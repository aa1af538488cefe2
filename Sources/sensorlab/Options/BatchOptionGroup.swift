import Analysis
import ArgumentParser
import Fleet
import Readers
import Reporting
import Vocabulary

/// What a batch does with every log: the options of `analyze`.
struct BatchOptionGroup: ParsableArguments {
    @OptionGroup var filters: FilterListOptions
    @OptionGroup var estimate: EstimateOptions
    @Option(
        help: "Camera used to convert angles to pixels: a name or a file (default: the log's device).",
        completion: .camera) var camera: CameraArgument?
    @OptionGroup var reference: ReferenceOptions
    @OptionGroup var part: PartOptions
    @Flag(help: "Also write each log's report, into reports/ID below --out.") var reports = false

    /// - Parameter folder: where reports go; `nil` where there are none.
    func options(reportsIn folder: String?) throws -> BatchOptions {
        var analysis = try estimate.options(filters.requests(), refining: true)
        reference.apply(to: &analysis)
        analysis.camera = camera?.text
        analysis.source = try part.readOptions(place: estimate.site.position, checksum: false)
        var options = BatchOptions(analysis: analysis, tool: ToolSection(version: SensorLabTool.version))
        if reports, let folder {
            options.reports = .written(below: folder)
        }
        return options
    }

    /// Runs logs in copies of this command.
    func batch(_ job: LogJob, jobs: Int, timeout: Double, quiet: Bool) -> Batch {
        Batch(
            job: job, jobs: jobs, timeout: timeout, workerArguments: Array(CommandLine.arguments.dropFirst()),
            monitor: Progress.monitor(quiet: quiet))
    }
}

extension ManifestSource {
    /// The rows of a manifest, or of a public benchmark in a folder; what is left out is printed.
    static func rows(
        of source: String?, preset: Benchmark?, out: String, jobs: Int, quiet: Bool
    ) throws -> [Manifest.Entry] {
        guard let preset else {
            let manifest = try manifest(source ?? "-")
            Terminal.warn(manifest.warnings, quiet: quiet)
            return manifest.entries
        }
        var options = AnalysisOptions()
        (options.source, options.jobs, options.monitor) = (ReadOptions(), jobs, Progress.monitor(quiet: quiet))
        let (rows, failures) = try rows(
            of: preset, folder: source ?? "", out: out, options: options, tool: SensorLabTool.version)
        for failure in failures { Terminal.error("\(failure.path): \(failure.message); \(failure.advice)") }
        return rows
    }
}

extension LogReports {
    /// As `analyze` writes them.
    static func written(below folder: String) -> LogReports {
        LogReports(below: folder) { _ = try ReportWriter.write($0, to: $1) }
    }
}

/// `i/n`.
extension Shard: ExpressibleByArgument {
    /// `nil` for another form.
    public init?(argument: String) { self.init(argument) }
}
