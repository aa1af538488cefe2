import Analysis
import Mustache

/// `report.html`: one self-contained file, without network, and without script or font from elsewhere; text from the log is escaped.
public enum HTMLReport {
    /// The page.
    /// - Throws: only for a broken template, which the tests exclude.
    public static func html(_ result: AnalysisResult) throws -> String {
        let page = ReportPage(result, series: ReportSeries(result))
        let templates = try ReportTemplates.library()
        guard let html = templates.render(page, withTemplate: "page") else {
            throw MissingTemplate()
        }
        return html
    }

    private struct MissingTemplate: Error {}
}
