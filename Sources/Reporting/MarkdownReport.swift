import Analysis
import Figures
import Vocabulary

/// `report.md`: the report in words and tables, for pull requests and terminals. Text of the log is escaped.
public enum MarkdownReport {
    /// The whole text, a line feed at the end.
    public static func text(_ report: AnalysisReport) -> String {
        let summary = ReportSummary(report)
        let tables = ReportTables(report)
        var blocks = [
            "# " + escaped(PlainText.line(report.recording.name ?? report.input.path, limit: 90)),
            escaped(ReportFacts.subtitle(report)),
        ]
        if let verdict = summary.verdict { blocks.append("**\(escaped(verdict.text)).** \(escaped(verdict.reason))") }
        blocks.append("**\(escaped(summary.headline))**")
        blocks += section(
            "What to do",
            summary.actions.isEmpty
                ? "Nothing."
                : summary.actions.enumerated().map { "\($0 + 1). \(escaped($1.line))\n   \(code($1.command))" }
                    .joined(separator: "\n"))
        blocks += section("How large is the compass's error?", list(summary.findings))
        blocks += section("Which filter", escaped(summary.filter))
        blocks += section("How sure", escaped(summary.confidence))
        if let account = AccountText(report) {
            blocks += section(account.title, table(account))
        }
        blocks += section(
            "Warnings",
            report.warnings.isEmpty
                ? "None."
                : report.warnings.map {
                    "- **\(escaped(PlainText.line($0.text, limit: 600)))** "
                        + "\(escaped(PlainText.line($0.advice, limit: 600))) (\(escaped($0.code.rawValue)))"
                }.joined(separator: "\n"))
        blocks += section("Filters", table(tables.filters) + "\n\n" + escaped(tables.accuracyNote))
        blocks += section(
            "Parameters",
            list(report.filters.map { "\(PlainText.line($0.name, limit: 40)): \(parameters($0))" }))
        blocks += section(
            "Deviation",
            report.deviation == nil
                ? escaped(ReportFacts.whyNoDeviation(report)) : facts(ReportFacts.deviation(report.deviation)))
        if let session = report.arSession {
            blocks += section("AR session", facts(ReportFacts.alignment(session)))
        }
        blocks += section("Recording", table(tables.streams))
        for calibration in CalibrationText.sections(report) {
            let body = [escaped(calibration.reason), facts(calibration.facts)].filter { !$0.isEmpty }
            blocks += section(
                "\(calibration.title) calibration: \(calibration.verdict)", body.joined(separator: "\n\n"))
        }
        blocks += section(
            "Geomagnetism",
            report.geomagnetism == nil
                ? "Place or date unknown: headings are magnetic."
                : facts(ReportFacts.geomagnetism(report.geomagnetism))
        )
        blocks += section(
            "The device's own results",
            report.device == nil ? DeviceFacts.missing : facts(DeviceFacts.facts(report.device)))
        blocks += section("Source", facts(ReportFacts.source(report)))
        blocks += section("Performance", facts(ReportFacts.performance(report.performance)))
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func section(_ title: String, _ body: String) -> [String] { ["## " + escaped(title), body] }

    private static func list(_ items: [String]) -> String {
        items.isEmpty ? "Nothing." : items.map { "- " + escaped($0) }.joined(separator: "\n")
    }

    private static func parameters(_ filter: FilterSection) -> String {
        filter.parameters.isEmpty ? "none" : ReportSummary.parameters(filter.parameters)
    }

    private static func facts(_ facts: [ReportPage.Fact]) -> String {
        facts.map { "- \(escaped($0.name)): \(escaped($0.value))" }.joined(separator: "\n")
    }

    private static func table(_ account: AccountText) -> String {
        let rows = account.lines.map { row([$0.cause, $0.share, $0.degrees, $0.times ?? ""]) }
        return ([row(["cause", "share of the square", "alone, RMS", "mostly"]), "|---|---:|---:|---|"] + rows)
            .joined(separator: "\n")
    }

    static func table(_ table: Table) -> String {
        let rule = "|---|" + String(repeating: "---:|", count: max(0, table.columns.count - 1))
        let rows = table.rows.map { row([$0.head + ($0.isMarked ? " (recommended)" : "")] + $0.tail) }
        return ([row(table.columns), rule] + rows).joined(separator: "\n")
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map(escaped).joined(separator: " | ") + " |"
    }

    /// A code span; text with marks of its own stands between two (CommonMark 0.31, section 6.1).
    private static func code(_ text: String) -> String {
        text.contains("`") ? "``` \(text.replacing("```", with: "` ` `")) ```" : "`\(text)`"
    }

    /// Escapes every character with a meaning in Markdown or HTML, by a backslash or as an entity.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~": result += "\\\(scalar)"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\n", "\r": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
