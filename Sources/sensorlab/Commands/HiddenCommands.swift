import Analysis
import ArgumentParser
import Files
import Fleet
import Foundation
import Readers
import Reporting

/// Used by `make bench-csv`: text to streams, without process start, checksum and quality.
struct BenchReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-read", abstract: "Measure the time to read a log, best of five.", shouldDisplay: false
    )

    @Argument(help: "Log to read.", completion: .file()) var log: String

    func run() throws {
        let clock = ContinuousClock()
        let times = try (0..<5).map { _ in try clock.measure { _ = try RecordingReader.read(path: log) } }
        Terminal.output("\((times.min() ?? .zero).inSeconds) s\n")
    }
}

/// Used by `make warnings-page`.
struct WarningsPageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "warnings-page", abstract: "Write the page of the documentation on warnings.", shouldDisplay: false
    )

    @Option(help: "File to write (default: standard output).") var out = OutputPath.standardOutput

    func run() throws { try OutputFile.write(WarningGuide.page.utf8, to: out.path) }
}

/// Used by `make formats-page`.
struct FormatsPageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats-page", abstract: "Write the table of formats into a page of the documentation.",
        shouldDisplay: false
    )

    @Argument(help: "Page with the table.", completion: .file()) var page: String

    func run() throws {
        let text = try String(contentsOfFile: page, encoding: .utf8)
        try OutputFile.write(RecordingFormats.page(text).utf8, to: page)
    }
}

/// Used by deploy/spark/fleet.py: the views of the fleet's database, which Spark computes too.
struct FleetQueriesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet-queries", abstract: "Print the queries of the tables of a fleet as JSON.",
        shouldDisplay: false)

    func run() throws {
        Terminal.output(try JSONText.data(FleetQueries.views.map { ["name": $0.name, "query": $0.query] }))
    }
}
