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
    @Flag(help: "No warnings on standard error.") var quiet = false

    func run() throws {
        let log = try ReadLog(input, place: site.place)
        Terminal.warn(log.recording.warnings, quiet: quiet)
        try CanonicalWriter.write(log.recording, to: out.path)
    }
}
