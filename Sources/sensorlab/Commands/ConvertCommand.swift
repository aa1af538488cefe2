import Analysis
import ArgumentParser
import Files
import Foundation
import Recordings
import Reporting

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract:
            "Convert a log to the canonical format (CSV in SI units and microtesla, every stream at its own stamps), or to NMEA.",
        discussion: """
            The converted log gives the same tracks, calibrations and field values as the original. --format nmea writes the \
            headings of a compass as HDG and HDT, with the deviation of --deviation applied, and the fixes as RMC.
            """,
        examples: [
            "sensorlab convert flight.ulg --out flight.csv",
            "sensorlab convert log.csv --from 10 --to 60 --out part.csv",
            "sensorlab convert boat.log --deviation curve.json --out corrected.nmea",
        ])

    /// The format to write.
    enum Format: String, ExpressibleByArgument, CaseIterable { case canonical, nmea }

    @OptionGroup var input: InputOptions
    @OptionGroup var site: PlaceOptions
    @Option(help: "Format to write: canonical or nmea (default: by the ending of --out).") var format: Format?
    @Option(help: "Curve to apply to headings, written by deviation --json; for NMEA.", completion: .file())
    var deviation: InputPath?
    @Option(help: "File to write: .csv, .csv.gz, or .nmea for sentences of NMEA 0183.") var out: OutputPath
    @Flag(help: "Print neither progress nor warnings.") var quiet = false

    private var writesSentences: Bool {
        format.map { $0 == .nmea } ?? out.path.lowercased().hasSuffix(".nmea")
    }

    func validate() throws {
        guard deviation == nil || writesSentences else {
            throw ValidationError(
                "--deviation: expected an --out FILE.nmea, or --format nmea; a canonical log keeps the compass's readings."
            )
        }
    }

    func run() throws {
        let monitor = Progress.monitor(quiet: quiet)
        let opened = try InputLog(input, site: site)
        if !writesSentences, let parts = try opened.parts(quiet: quiet) {
            let warnings = try monitor.during("converting") { try CanonicalWriter.write(parts, to: out.path) }
            return Terminal.warn(parts.top.warnings + warnings, quiet: quiet)
        }
        let log = try monitor.during("reading") { try opened.read() }
        Terminal.warn(log.recording.warnings, quiet: quiet)
        if writesSentences {
            let headings = try CorrectedHeadings(
                log.recording, deviation: try deviation.map { try DeviationSection(path: $0.path) },
                options: AnalysisOptions())
            Terminal.warn(headings.warnings, quiet: quiet)
            let text = try VesselSentences.text(of: log.recording, headings, place: input.log)
            return try OutputFile.write(Data(text.utf8), to: out.path)
        }
        try monitor.shares(of: "writing") { try CanonicalWriter.write(log.recording, to: out.path, progress: $0) }
    }
}

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a report or a log in another format.",
        examples: [
            "sensorlab export notebook log-report",
            "sensorlab export replay log.csv --out replay.mp4",
            "sensorlab export track log.csv --filter vqf --out vqf.tum",
        ],
        subcommands: [
            ExportNotebookCommand.self, ExportReplayCommand.self, ExportTrackCommand.self, ExportMCAPCommand.self,
            ExportRerunCommand.self,
        ])
}

struct ExportNotebookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notebook",
        abstract: "Write a Jupyter notebook that loads a report or a comparison and starts an analysis of its own.",
        discussion:
            "The notebook contains its figures and can be read without running it. Running it needs pandas and matplotlib.",
        examples: [
            "sensorlab export notebook log-report",
            "sensorlab export notebook log-report --out log.ipynb",
            "sensorlab export notebook comparison",
        ])

    @Argument(
        help: "Folder written by analyze or compare, its report.json, or the JSON file of compare.",
        completion: .file())
    var report: String
    @Option(help: "Notebook to write (.ipynb), or its folder (default: notebooks-export).") var out: OutputPath?
    @Flag(help: "Print no message.") var quiet = false

    func run() throws {
        let path = try NotebookWriter.write(report: report, to: out?.path ?? "notebooks-export")
        Terminal.say("notebook: \(path)", quiet: quiet)
    }
}
