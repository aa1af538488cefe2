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
