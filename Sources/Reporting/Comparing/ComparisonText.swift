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
        for notice in ComparisonNotices.all(report) {
            lines += TerminalSummary.wrapped("! \(notice.message)\(notice.where) [\(notice.code)]", hanging: 2)
                .map { style.marking("!", in: $0, style.caution) }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The warnings of many logs, each said once.
struct ComparisonNotices {
    let code: DiagnosticCode
    let message: String
    let advice: String
    /// ` (in 3 recordings)`, or nothing.
    let `where`: String

    static func all(_ report: ComparisonReport) -> [ComparisonNotices] {
        var order: [DiagnosticCode] = []
        var found: [DiagnosticCode: (warning: Warning, count: Int)] = [:]
        for warning in report.warnings + report.recordings.flatMap(\.warnings) {
            if found[warning.code] == nil { order.append(warning.code) }
            found[warning.code] = (found[warning.code]?.warning ?? warning, (found[warning.code]?.count ?? 0) + 1)
        }
        return order.compactMap { code in
            found[code].map { entry in
                ComparisonNotices(
                    code: code, message: PlainText.line(entry.warning.message, limit: 300),
                    advice: PlainText.line(entry.warning.advice, limit: 300),
                    where: entry.count > 1 ? " (and \(entry.count - 1) more like it)" : "")
            }
        }
    }
}
