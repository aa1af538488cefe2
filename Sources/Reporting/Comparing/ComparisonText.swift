import Analysis
import SensorModels
import Vocabulary

/// What `compare` prints: tables and notes of at most 80 columns.
public enum ComparisonText {
    /// The whole text, a line feed at the end.
    public static func text(_ report: ComparisonReport, style: TextStyle = .plain) -> String {
        var lines: [String] = []
        for titled in ComparisonTables(report).all {
            lines += [style.strong(titled.title)] + TerminalSummary.wrapped(titled.note, indent: 2) + [""]
            guard !titled.table.rows.isEmpty else { continue }
            lines += TextTable.lines(
                [titled.table.columns] + titled.table.rows.map { [$0.head] + $0.tail }, leftAligned: [0], indent: 2)
            lines.append("")
        }
        for failure in report.failures {
            let text = "failed: \(failure.path): \(failure.message); \(failure.advice) [\(failure.code)]"
            // Not wrapped: paths stay whole.
            lines.append(style.marking("failed:", in: PlainText.line(text, limit: 500), style.failure))
        }
        for excluded in report.excluded {
            lines += TerminalSummary.wrapped(
                PlainText.line("left out: \(excluded.name) (\(excluded.reason))", limit: 300), hanging: 2)
        }
        for warning in report.allWarnings {
            lines += TerminalSummary.wrapped(
                "! \(PlainText.line(warning.text, limit: 300)) [\(warning.code)]", hanging: 2
            )
            .map { style.marking("!", in: $0, style.caution) }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ComparisonReport {
    /// The warnings of the run and of its logs.
    var allWarnings: [MergedWarning] { (warnings + recordings.flatMap(\.warnings)).merged }
}

/// `comparison.md`: the tables of a comparison, for pull requests. Text of logs is escaped.
public enum ComparisonMarkdown {
    /// The whole text, a line feed at the end.
    public static func text(_ report: ComparisonReport) -> String {
        var blocks = ["# Comparison of filters"]
        blocks.append(MarkdownReport.escaped(ComparisonHeadline.text(report)))
        for titled in ComparisonTables(report).all {
            blocks += [
                "## " + MarkdownReport.escaped(titled.title), MarkdownReport.escaped(titled.note),
                MarkdownReport.table(titled.table),
            ]
        }
        if !report.failures.isEmpty {
            blocks += [
                "## Failed",
                report.failures.map {
                    "- "
                        + MarkdownReport.escaped(
                            PlainText.line("\($0.name): \($0.message); \($0.advice) (\($0.code))", limit: 600))
                }.joined(separator: "\n"),
            ]
        }
        if !report.excluded.isEmpty {
            blocks += [
                "## Left out",
                report.excluded.map {
                    "- " + MarkdownReport.escaped(PlainText.line("\($0.name): \($0.reason)", limit: 300))
                }
                .joined(separator: "\n"),
            ]
        }
        let warnings = report.allWarnings
        if !warnings.isEmpty {
            blocks += [
                "## Warnings",
                warnings.map {
                    "- " + MarkdownReport.escaped(PlainText.line("\($0.text). \($0.advice). (\($0.code))", limit: 600))
                }.joined(separator: "\n"),
            ]
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }
}

/// A comparison in one sentence.
enum ComparisonHeadline {
    static func text(_ report: ComparisonReport) -> String {
        let headline = report.definition.headline
        let measured = report.recordings.count { $0.filters.contains { $0.errors != nil } }
        var parts: [String] = []
        // A mean over fewer recordings is no rival.
        let complete = report.overall.filter { $0.recordings == measured }
        let best = (complete.isEmpty ? report.overall : complete).compactMap { filter in
            filter.mean(of: headline).map { (filter.name, $0) }
        }
        .min { $0.1 < $1.1 }
        if let best {
            parts.append(
                "smallest mean error (\(headline.title)) on \(measured) recording\(measured == 1 ? "" : "s"): "
                    + "\(best.0), \(NumberText.degrees(best.1, decimals: 2))")
        } else {
            parts.append("no recording has a reference")
        }
        if let baseline = report.baseline {
            parts.append("against the baseline: \(BaselineTables.counts(baseline))")
        }
        if !report.failures.isEmpty { parts.append("\(report.failures.count) could not be compared") }
        let text = parts.joined(separator: "; ") + "."
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
