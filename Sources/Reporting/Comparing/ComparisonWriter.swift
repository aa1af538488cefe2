import Analysis
import Evaluation
import Figures
import Files

/// The files of a comparison.
public enum ComparisonWriter {
    /// `comparison.html`, `.json`, `.md` and `.csv`, all or none of them. The folder is created.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ report: ComparisonReport, to folder: String) throws {
        let files: [(name: String, bytes: [UInt8])] = [
            ("comparison.html", Array(try ComparisonHTML.html(report).utf8)),
            ("comparison.json", Array(try JSONText.data(report))),
            ("comparison.md", Array(ComparisonMarkdown.text(report).utf8)),
            ("comparison.csv", Array(ComparisonCSV.text(report).utf8)),
        ]
        try OutputFile.write(files, to: folder)
    }
}

/// `comparison.csv`: one line per recording, filter and metric, for spreadsheets and data frames.
public enum ComparisonCSV {
    /// Header `recording,group,filter,metric,unit,value`; values with six decimals, metrics that a filter does not have
    /// are left out.
    public static func text(_ report: ComparisonReport) -> String {
        var lines = ["recording,group,filter,metric,unit,value"]
        for recording in report.recordings {
            for filter in recording.filters {
                guard let errors = filter.errors else { continue }
                let head = [recording.name, recording.group ?? "", filter.name].map(CSVField.inert)
                for metric in Metric.all {
                    guard let value = metric.value(of: errors) else { continue }
                    lines.append(
                        (head + [metric.name, metric.unit, FixedDecimal.text(value, decimals: 6)])
                            .joined(separator: ","))
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Workflow commands as GitHub reads them from a job's log: `::error file=...,title=...::message`.
public enum ComparisonAnnotations {
    /// One line per recording and filter that is worse or missing, and per log that failed.
    /// - Parameters:
    ///   - report: a comparison with a baseline.
    ///   - baseline: the path of the baseline, to which they are attached.
    public static func lines(_ report: ComparisonReport, baseline: String?) -> [String] {
        let failing = (report.baseline?.changes ?? []).filter { $0.verdict.isFailure }
        let groups = Dictionary(grouping: failing) { [$0.recording, $0.filter] }
        var lines = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, changes in
            command(
                title: "\(key[1].isEmpty ? "recording" : key[1]) on \(key[0])",
                message: changes.map(text).joined(separator: "\n"), file: baseline)
        }
        lines += (report.baseline?.overallRegressions ?? []).map { entry in
            command(
                title: "\(entry.first) over all recordings",
                message: "\(entry.metric) is worse by \(NumberText.fixed(entry.difference, decimals: 3))",
                file: baseline)
        }
        return lines
            + report.failures.map {
                command(title: $0.name, message: "\($0.message); \($0.advice)", file: $0.path)
            }
    }

    /// `total, RMSE: 2.110 -> 2.504 (allowed 0.021), worse`.
    static func text(_ change: BaselineChange) -> String {
        let title = Metric.named(change.metric)?.title ?? (change.metric.isEmpty ? "everything" : change.metric)
        guard let old = change.baseline, let new = change.value else { return "\(title): \(change.verdict.rawValue)" }
        return "\(title): \(FixedDecimal.text(old, decimals: 3)) -> \(FixedDecimal.text(new, decimals: 3)) (allowed "
            + "\(FixedDecimal.text(change.tolerance ?? 0, decimals: 3))), \(change.verdict.rawValue)"
    }

    private static func command(title: String, message: String, file: String?) -> String {
        let place = file.map { "file=\(property($0))," } ?? ""
        return "::error \(place)title=\(property(PlainText.line(title)))::\(data(message))"
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

/// `comparison.html`: one self-contained page; text of logs is escaped.
public enum ComparisonHTML {
    /// The page.
    /// - Throws: only for a broken template, which the tests exclude.
    public static func html(_ report: ComparisonReport) throws -> String {
        let count = report.recordings.count
        let subtitle =
            "\(count) recording\(count == 1 ? "" : "s"), \(report.filters.count) filters"
            + (report.preset.map { ", benchmark \($0)" } ?? "")
            + ", errors by the definition \(report.definition.rawValue)"
        let items = items(report)
        let page: [String: Any?] = [
            "name": "Comparison of filters",
            "subtitle": subtitle,
            "headline": ComparisonHeadline.text(report),
            "pictures": ComparisonPictures(report),
            "figure": ComparisonFigure.errors(report),
            "heat": ComparisonHeatMap(report),
            // The heat map shows the table of the recordings.
            "sections": ComparisonTables(report).withoutRecordings,
            "hasItems": !items.isEmpty,
            "items": items,
        ]
        return try Templates.page(page.compactMapValues { $0 }, with: "comparison")
    }

    /// Failures, warnings, and what was left out.
    private static func items(_ report: ComparisonReport) -> [PageItem] {
        report.failures.map {
            PageItem(
                message: "Failed: " + PlainText.line("\($0.name): \($0.message)", limit: 600),
                advice: PlainText.line($0.advice, limit: 600), code: $0.code.rawValue)
        }
            + report.allWarnings.map {
                PageItem(
                    message: ReportSummary.sentence(PlainText.line($0.text, limit: 300)),
                    advice: ReportSummary.sentence(PlainText.line($0.advice, limit: 300)), code: $0.code.rawValue)
            }
            + report.excluded.map {
                PageItem(
                    message: "Left out: " + PlainText.line($0.name, limit: 120),
                    advice: PlainText.line($0.reason, limit: 300), code: "excluded")
            }
    }
}
