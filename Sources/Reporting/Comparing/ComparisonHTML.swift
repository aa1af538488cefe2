import Analysis
import Evaluation

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
            "style": ReportStyle.css,
            "script": ReportScript.element,
            "scriptPolicy": ReportScript.policy,
            "name": "Comparison of filters",
            "subtitle": subtitle,
            "headline": ComparisonHeadline.text(report),
            "pictures": ComparisonPictures(report),
            "figure": ComparisonFigure.errors(report),
            "heat": ComparisonHeatMap(report),
            // The map of the recordings is the same table with shades.
            "sections": ComparisonTables(report).withoutRecordings,
            "hasItems": !items.isEmpty,
            "items": items,
        ]
        return try Templates.render(page.compactMapValues { $0 }, with: "comparison")
    }

    private struct Item {
        let message: String
        let advice: String
        let code: String
    }

    /// What failed, the warnings, and what was left out.
    private static func items(_ report: ComparisonReport) -> [Item] {
        report.failures.map {
            Item(
                message: "Failed: " + PlainText.line("\($0.name): \($0.message)", limit: 600),
                advice: PlainText.line($0.advice, limit: 600), code: $0.code.rawValue)
        }
            + report.allWarnings.map {
                Item(
                    message: ReportSummary.sentence(PlainText.line($0.text, limit: 300)),
                    advice: ReportSummary.sentence(PlainText.line($0.advice, limit: 300)), code: $0.code.rawValue)
            }
            + report.excluded.map {
                Item(
                    message: "Left out: " + PlainText.line($0.name, limit: 120),
                    advice: PlainText.line($0.reason, limit: 300), code: "excluded")
            }
    }
}
