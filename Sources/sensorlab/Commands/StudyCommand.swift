import Analysis
import ArgumentParser
import Files
import Fleet
import FleetReporting
import Foundation
import Smoothing
import Vocabulary

struct StudyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Compare claimed with actual heading error over many trials, as a report for print.",
        discussion: """
            Runs every trial of a manifest with several calibrations through every filter, as batch does (resumable), and writes \
            the errors per device, place, motion, time since the start, filter and calibration, and the claims of devices \
            and filters, with 95 % intervals over trials: study.html, study.tex (booktabs), study.json, study.sqlite, \
            tables/*.csv, figures/*.svg and manifest.jsonl, which repeats the study. A trial that fails does not stop the study; the \
            exit code is then 1.
            """,
        examples: [
            "sensorlab study trials.csv --out study",
            "sensorlab study trials.csv --out study --calibrations manifest,none",
            "sensorlab study recordings/phones --preset phones --out study",
        ])

    @Argument(
        help:
            "Manifest: CSV or JSON lines with path and optionally id, device, site, motion, date, claims, reference, calibration, group, app, place; a pattern of logs in quotes; with --preset, the folder of the benchmark.",
        completion: .file())
    var manifest: String
    @Option(help: "Folder to write.") var out: OutputPath
    @Option(help: "Public benchmark in place of a manifest: broad, phones, phones-refined, phones-raw.")
    var preset: Benchmark?
    @Option(
        help: ArgumentHelp(
            "Calibrations to try on every trial, separated by commas: manifest, auto, none (default: all different ones).",
            valueName: "names"))
    var calibrations: String?
    @Option(parsing: .unconditional, help: "Longest time for a log, seconds.") var timeout = 600.0
    @OptionGroup var work: BatchOptionGroup
    @OptionGroup var parallel: JobsOption
    @Flag(help: "Print the study as JSON instead of tables.") var json = false
    @Flag(help: "Print neither tables nor warnings.") var quiet = false

    func validate() throws {
        guard timeout > 0, timeout <= 1e7 else {
            throw ValidationError("--timeout \(timeout): expected more than 0 and at most 10000000 s")
        }
        _ = try chosen()
    }

    /// The calibrations by name; `nil` for the default.
    private func chosen() throws -> [StudyCalibration]? {
        try calibrations.map { text in
            let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
                $0.filter { !$0.isWhitespace }.lowercased()
            }
            return try names.enumerated().map { index, name in
                guard let calibration = StudyCalibration(rawValue: name), !names[..<index].contains(name) else {
                    throw ValidationError(
                        "--calibrations \(text): expected names from manifest, auto, none, each once, separated by commas"
                    )
                }
                return calibration
            }
        }
    }

    func run() throws {
        var options = try work.options(reportsIn: out.path)
        options.sinceStart = true
        let job = try LogJob(options)
        if BatchWorker.isThis { try BatchWorker.serve(job) }
        let batch = work.batch(job, jobs: parallel.jobs, timeout: timeout, quiet: quiet)
        let rows = try listed()
        let trials = try StudyTrials(rows, calibrations: try chosen())
        try batch.checkDescriptors(trials.runs.count)
        try keep(rows)
        let counts = try batch.run(trials.runs.map(\.row), into: out.path)
        let offline = Set(EstimatorCatalogue.entries.map(\.information).filter(\.isOffline).map(\.name))
        let report = try StudyReport.make(
            of: out.path, trials: trials, offline: offline,
            options: options.settings.filter { $0.key != "since-start" },
            tool: ToolSection(version: SensorLabTool.version))
        try StudyWriter.write(report, to: out.path)
        let warnings = report.warnings.compactMap { warning in
            DiagnosticCode(rawValue: warning.code).map {
                Warning(code: $0, message: warning.message, advice: warning.advice, log: warning.trial)
            }
        }
        Terminal.warn(warnings, quiet: quiet)
        try Terminal.output(report, asJSON: json, quiet: quiet, StudyWriter.text(report, style: Terminal.outputStyle))
        let unchanged = counts.unchanged > 0 ? ", \(counts.unchanged) of \(counts.rows) runs unchanged" : ""
        Terminal.say("study: \(out.path)/study.html\(unchanged)", quiet: quiet)
        if counts.failed > 0 {
            let failure = SensorLabError.failed(counts, "runs", results: "\(out.path)/results.jsonl")
            throw failure.ending(isSaid: !quiet)
        }
    }

    /// Keeps the rows of the manifest beside the results, with absolute paths.
    private func keep(_ rows: [Manifest.Entry]) throws {
        let lines = try rows.map { String(decoding: try JSONText.line($0.absoluteCells), as: UTF8.self) }
        let (text, path) = (lines.joined(separator: "\n") + "\n", out.path + "/manifest.jsonl")
        guard ReadFiles.contains(path) else {
            return try OutputFile.write(text.utf8, to: path)
        }
        // If the manifest of the study is this file, it must have the same contents already: it is not overwritten.
        guard FileManager.default.contents(atPath: path) == Data(text.utf8) else {
            var refusal = ReadFiles.refusal(of: path)
            refusal.advice = "give another folder with --out, or another name for the manifest"
            throw refusal
        }
    }

    private func listed() throws -> [Manifest.Entry] {
        let rows = try ManifestSource.rows(
            of: manifest, preset: preset, out: out.path, jobs: parallel.jobs, quiet: quiet)
        guard let preset else { return rows }
        return try rows.map { row in
            let cells = row.cells.merging(Benchmark.strata(of: row.path)) { given, _ in given }
            return try row.with(cells, place: preset.rawValue)
        }
    }
}
