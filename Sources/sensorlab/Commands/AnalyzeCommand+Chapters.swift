import Analysis
import Figures
import Fleet
import FleetReporting
import Foundation
import Recordings
import Reporting
import Vocabulary

extension AnalyzeCommand {
    /// Analyses a log chapter by chapter: a report each, a line of results each, and the tables of a fleet of them.
    func analyze(
        _ chapters: LogChapters, _ options: AnalysisOptions, into folder: String, _ history: History?
    ) throws {
        let tool = ToolSection(version: SensorLabTool.version)
        var batch = BatchOptions(
            analysis: options, tool: tool,
            reports: LogReports(below: folder) {
                _ = try ReportWriter.write($0, to: $1, tracks: tracks ?? .everySecond)
            })
        (batch.analysis.jobs, batch.analysis.monitor) = (options.jobs, options.monitor)
        batch.chapters = self.chapters.every
        Terminal.say(
            "sensorlab: \(PlainText.oneLine(input.log)): analysed in chapters, each by itself (--every whole: one report)",
            quiet: quiet)
        let row = try Manifest.entry(
            ["path": input.log, "id": ReadLog.stem(of: input.log)], line: 1, place: input.log, folder: "")
        let (lines, warnings) = try LogJob(batch).results(of: chapters, of: row, into: folder)
        Terminal.warn(warnings, quiet: quiet)
        let failed = lines.filter { $0.failure != nil }
        try history?.add(
            lines.flatMap { History.entries(of: $0) }, verb: "analyze", version: tool.version,
            options: batch.settings)
        let report = try FleetReport.make(of: folder, tool: tool)
        try FleetWriter.write(report, to: folder)
        var summary = BatchSummary()
        for line in lines { summary.add(line) }
        let verdict = LogResult.Numbers(chapters: lines.compactMap(\.result)).map {
            BatchSummary.verdict($0, chapters: lines.count) + "\n\n"
        }
        try Terminal.output(
            report, asJSON: json, quiet: quiet,
            (verdict ?? "") + FleetWriter.text(report, style: Terminal.outputStyle) + "\n" + summary.text + "\n\n"
                + "\(lines.count) chapters: \(folder)/fleet.html, \(folder)/reports\n")
        if !failed.isEmpty {
            throw SensorLabError.failed(
                Batch.Counts(rows: lines.count, failed: failed.count), "chapters", results: "\(folder)/results.jsonl")
        }
        if input.strict, let line = lines.first(where: \.isRefused) {
            throw SensorLabError(
                .criterion, code: .logsFailed, message: "a result of \(line.id) is refused",
                advice: "its report says why")
        }
    }
}

extension LogResult {
    /// Whether the analysis refused a result.
    fileprivate var isRefused: Bool {
        result?.warnings.contains { DiagnosticCode(rawValue: $0)?.isRefusal == true } == true
    }
}
