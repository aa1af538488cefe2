import Analysis
import Evaluation

/// `comparison.html`: one self-contained page; text of logs is escaped.
public enum ComparisonHTML {
    /// The page.
    /// - Throws: only for a broken template, which the tests exclude.
    public static func html(_ report: ComparisonReport) throws -> String {
        try HTMLTemplates.render(Page(report), with: "comparison")
    }

    private struct Item {
        let message: String
        let advice: String
        let code: String
    }

    private struct Section {
        let title: String
        let note: String
        let isEmpty: Bool
        let table: ReportPage.Table

        init(_ titled: ComparisonTables.Titled) {
            (title, note, table) = (titled.title, titled.note, titled.table)
            isEmpty = titled.table.rows.isEmpty
        }
    }

    private struct Page {
        let style = ReportStyle.css
        /// The page has no script.
        let scriptPolicy = "'none'"
        let name = "Comparison of filters"
        let subtitle: String
        let headline: String
        let figure: Figure?
        let sections: [Section]
        let hasItems: Bool
        let items: [Item]

        init(_ report: ComparisonReport) {
            let count = report.recordings.count
            subtitle =
                "\(count) recording\(count == 1 ? "" : "s"), \(report.filters.count) filters"
                + (report.preset.map { ", benchmark \($0)" } ?? "")
                + ", errors by the definition \(report.definition.rawValue)"
            headline = ComparisonHeadline.text(report)
            figure = ComparisonFigure.errors(report)
            sections = ComparisonTables(report).all.map(Section.init)
            items =
                report.failures.map {
                    Item(
                        message: "Failed: " + PlainText.line("\($0.name): \($0.message)", limit: 600),
                        advice: PlainText.line($0.advice, limit: 600), code: $0.code.rawValue)
                }
                + report.allWarnings.map {
                    Item(
                        message: ReportSummary.sentence(PlainText.line($0.text, limit: 300)),
                        advice: ReportSummary.sentence(PlainText.line($0.advice, limit: 300)),
                        code: $0.code.rawValue)
                }
                + report.excluded.map {
                    Item(
                        message: "Left out: " + PlainText.line($0.name, limit: 120),
                        advice: PlainText.line($0.reason, limit: 300), code: "excluded")
                }
            hasItems = !items.isEmpty
        }
    }
}
