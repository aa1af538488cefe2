import Analysis
import ArgumentParser
import Files
import Fleet
import FleetReporting
import Foundation
import Vocabulary

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Analyze many logs on all cores, resumable, and sum up a fleet.",
        discussion: """
            Runs analyze on every log of a manifest and writes one JSON line per log, into results.jsonl in the folder \
            --out or to standard output. A second run does only new or changed logs. A log that fails, hangs or \
            crashes does not stop the batch: its line has the error, and the exit code is 1. With --summary it makes the page, \
            the JSON and the SQLite database of a folder's results.
            """,
        examples: [
            "sensorlab batch logs.csv --out results --jobs 8",
            "sensorlab batch 'logs/*.csv.gz' --out results --reports",
            "sensorlab batch --summary results",
        ])

    @Argument(
        help:
            "Manifest: CSV or JSON lines with path and optionally id, place, date, device, app, group, site, motion, calibration, reference, claims, scored, mount; a pattern of logs in quotes; or - for a manifest on standard input.",
        completion: .file())
    var manifest: InputPath?
    @Option(help: "Folder of results.jsonl (default: lines to standard output).") var out: OutputPath?
    @Option(help: "Public benchmark in place of a manifest: broad, phones, phones-refined, phones-raw.")
    var preset: Benchmark?
    @Option(help: "Part i of n of the manifest, i from 1, for one of n machines.") var shard: Shard?
    @Option(parsing: .unconditional, help: "Longest time for a log, seconds.") var timeout = 600.0
    @Option(help: "Sum up the results in this folder: fleet.html, fleet.json, fleet.sqlite.", completion: .directory)
    var summary: String?
    @OptionGroup var work: BatchOptionGroup
    @OptionGroup var chapters: ChapterOption
    @OptionGroup var parallel: JobsOption
    @OptionGroup var history: HistoryOption
    @Flag(help: "Print neither counts nor warnings.") var quiet = false

    func validate() throws {
        guard (manifest == nil) != (summary == nil) else {
            throw ValidationError("expected either a manifest (or - or a pattern), or --summary FOLDER")
        }
        guard timeout > 0, timeout <= 1e7 else {
            throw ValidationError("--timeout \(timeout): expected more than 0 and at most 10000000 s")
        }
        if out == nil,
            case let given = [
                work.reports ? "--reports" : nil, shard.map { _ in "--shard" }, preset.map { _ in "--preset" },
                history.history.map { _ in "--history" },
            ].compactMap({ $0 }), let option = given.first
        {
            throw ValidationError("\(option): expected --out FOLDER too")
        }
    }

    func run() throws {
        if let summary { return try summarize(summary) }
        let job = try LogJob(try options(reportsIn: out?.path))
        if BatchWorker.isThis { try BatchWorker.serve(job) }
        let batch = work.batch(job, jobs: parallel.jobs, timeout: timeout, quiet: quiet)
        let history = try history.opened()
        let rows = try ManifestSource.rows(
            of: manifest?.path, preset: preset, out: out?.path ?? ".", jobs: parallel.jobs, quiet: quiet)
        guard let out else {
            let summary = Guarded(BatchSummary())
            let counts = try batch.run(rows) { line in
                try OutputFile.writeToStandardOutput(line + [UInt8(ascii: "\n")])
                let result = try JSONText.value(LogResult.self, from: line)
                summary.update { $0.add(result) }
            }
            return try conclude(counts, summary.value, place: nil)
        }
        let shard = shard ?? .whole
        let counts = try batch.run(rows, shard: shard, into: out.path)
        let results = out.path + "/" + shard.fileName
        let settings = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.log.settings) })
        var summary = BatchSummary()
        var entries: [History.Entry] = []
        try ResultLines.read(results) { line, _ in
            summary.add(line)
            if history != nil { entries += History.entries(of: line, options: settings[line.id] ?? [:]) }
        }
        if let history {
            try history.add(
                entries, verb: "batch", version: SensorLabTool.version,
                options: try options(reportsIn: nil).settings)
        }
        try conclude(counts, summary, place: results)
    }

    private func options(reportsIn folder: String?) throws -> BatchOptions {
        var options = try work.options(reportsIn: folder)
        options.chapters = chapters.every
        return options
    }

    private func conclude(_ counts: Batch.Counts, _ summary: BatchSummary, place: String?) throws {
        let unchanged = counts.unchanged > 0 ? ", \(counts.unchanged) of them unchanged" : ""
        let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
        Terminal.say(
            "\(counts.rows) log\(counts.rows == 1 ? "" : "s")\(unchanged)\(failed)" + (place.map { ": \($0)" } ?? ""),
            quiet: quiet)
        if !summary.text.isEmpty { Terminal.say(summary.text, quiet: quiet) }
        if counts.failed > 0 { throw SensorLabError.failed(counts, "logs", results: place).ending(isSaid: !quiet) }
    }

    private func summarize(_ folder: String) throws {
        let report = try FleetReport.make(of: folder, tool: ToolSection(version: SensorLabTool.version))
        try FleetWriter.write(report, to: folder)
        if !quiet { Terminal.output(FleetWriter.text(report, style: Terminal.outputStyle)) }
    }
}

extension SensorLabError {
    /// The end of a command: the exit code alone where the answer has said why.
    func ending(isSaid: Bool) -> any Error { isSaid ? ExitCode(kind.rawValue) : self }

    /// Some logs of a batch failed, the others are done.
    /// - Parameter results: where their errors are; `nil` for standard output.
    static func failed(_ counts: Batch.Counts, _ what: String, results: String?) -> SensorLabError {
        SensorLabError(
            .criterion, code: .logsFailed, message: "\(counts.failed) of \(counts.rows) \(what) failed",
            advice: "their lines in \(results ?? "the output") say why")
    }
}
