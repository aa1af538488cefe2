import Analysis
import ArgumentParser
import Recordings

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract:
            "Convert a log to the canonical format: CSV in SI units and microtesla, every stream at its own stamps.",
        discussion: "The converted log gives the same tracks, calibrations and field values as the original.")

    @OptionGroup var input: InputOptions
    @OptionGroup var site: PlaceOptions
    @Option(help: "File to write, .csv or .csv.gz.") var out: OutputPath
    @Flag(help: "Print neither progress nor warnings.") var quiet = false

    func run() throws {
        let monitor = Progress.monitor(quiet: quiet)
        let log = try monitor.during("reading") { try ReadLog(input, place: site.place) }
        Terminal.warn(log.recording.warnings, quiet: quiet)
        try monitor.shares(of: "writing") { try CanonicalWriter.write(log.recording, to: out.path, progress: $0) }
    }
}
