import ArgumentParser
import Recordings
import Reporting

/// What `make geodesy-errors` writes: the table and the picture of docs/reference/geodesy.md.
struct GeodesyErrorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geodesy-errors",
        abstract: "Errors of approximate distances and azimuths against the geodesic, as a Markdown table.",
        shouldDisplay: false)

    @Option(help: "A picture (SVG).") var picture: OutputPath?

    func run() throws {
        if let picture { try OutputFile.write(GeodesyErrorFigures.svg().utf8, to: picture.path) }
        Terminal.output(GeodesyErrorFigures.markdown())
    }
}
