import ArgumentParser
import Recordings
import Reporting

/// What `make geodesy-errors` writes: the table and the picture of docs/reference/geodesy.md.
struct GeodesyErrorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geodesy-errors",
        abstract: "Print the errors of approximate distances and azimuths as a Markdown table.",
        shouldDisplay: false)

    @Option(help: "Picture (SVG).") var picture: OutputPath?

    func run() throws {
        if let picture { try OutputFile.write(GeodesyErrorFigures.svg().utf8, to: picture.path) }
        Terminal.output(GeodesyErrorFigures.markdown())
    }
}
