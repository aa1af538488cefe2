import ArgumentParser
import Evaluation
import Fleet
import FleetReporting
import Foundation

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show how results changed between versions.",
        usage: "sensorlab history <file> [<options>]",
        discussion: """
            Reads the SQLite file that --history of analyze, compare and batch writes, and prints a metric per filter and run, \
            with the mean change over the recordings that both runs have with equal options and contents. --out writes history.html, .svg and .json.
            """,
        examples: [
            "sensorlab history results.sqlite",
            "sensorlab history results.sqlite --filter kalman --metric total.rmse",
            "sensorlab history results.sqlite --recording walk-1 --out history",
        ])

    @Argument(help: "File that --history wrote.", completion: .file()) var file: String
    @Option(help: "Metric, such as heading.rmse or total.p95.", completion: .list(Metric.all.map(\.name)))
    var metric = Metric.headingRMSE.name
    @Option(name: .filter, help: "Only this filter.", completion: .filter) var filter: [String] = []
    @Option(help: "Only this recording.") var recording: String?
    @Option(help: "Only this device.") var device: String?
    @Option(help: "Folder for history.html, .svg and .json.") var out: OutputPath?
    @Flag(help: "Print the history as JSON instead of the table.") var json = false

    func validate() throws {
        _ = try NameList.filter(filter)
        guard Metric.named(metric) != nil else {
            throw ValidationError(
                "--metric \(metric): expected one of \(Metric.all.map(\.name).joined(separator: ", "))")
        }
    }

    func run() throws {
        let history = try History(reading: file)
        let filter = try NameList.filter(filter)
        let points = try history.points(of: metric, recording: recording, device: device, filter: filter)
        guard !points.isEmpty else {
            throw try history.nothing(of: metric, recording: recording, device: device, filter: filter)
        }
        let report = HistoryReport(metric: metric, points: points)
        if let out { try HistoryWriter.write(report, to: out.path) }
        try Terminal.output(report, asJSON: json, HistoryWriter.text(report, style: Terminal.outputStyle))
    }
}
