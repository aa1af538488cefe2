import Analysis
import ArgumentParser
import Recordings

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "To the canonical log: CSV, SI and microtesla, every stream at its own stamps.",
        discussion: "The converted log gives the same tracks, calibration and field values as its original.")

    @OptionGroup var input: InputOptions
    @OptionGroup var site: PlaceOptions
    @Option(help: "The file to write, .csv or .csv.gz.") var out: OutputPath
    @Flag(help: "No progress and no warnings on standard error.") var quiet = false

    func run() throws {
        let monitor = Progress.monitor(quiet: quiet)
        let log = try monitor.during("reading") { try ReadLog(input, place: site.place) }
        Terminal.warn(log.recording.warnings, quiet: quiet)
        try monitor.shares(of: "writing") { try CanonicalWriter.write(log.recording, to: out.path, progress: $0) }
    }
}
