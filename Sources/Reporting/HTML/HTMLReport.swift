import Analysis
import Foundation
import Mustache
import Recordings

/// `report.html`: one self-contained file, without network, and without script or font from elsewhere; text from the log is escaped.
public enum HTMLReport {
    /// The page.
    /// - Throws: only for a broken template, which the tests exclude.
    public static func html(_ result: AnalysisResult) throws -> String {
        try HTMLTemplates.render(ReportPage(result, series: ReportSeries(result)), with: "report")
    }
}

/// The templates of the pages. Double braces escape what they insert; triple braces insert the page's own markup
/// (charts, style) and never text of a log.
enum HTMLTemplates {
    static func render(_ page: Any, with name: String) throws -> String {
        var library = MustacheLibrary()
        for (name, text) in [
            ("report", Template.report), ("comparison", Template.comparison), ("head", Template.head),
            ("figure", Template.figure), ("table", Template.table), ("facts", Template.facts),
        ] {
            try library.register(text, named: name)
        }
        guard let html = library.render(page, withTemplate: name) else { throw MissingTemplate() }
        return html
    }

    private struct MissingTemplate: Error {}
}

/// The style sheet of the pages: light and dark by the reader's choice, light on paper, one column on a telephone.
package enum ReportStyle {
    /// The whole sheet, without the element around it; the colours of the series are those of the charts.
    package static let css = StyleSheet.report
        .replacing("--series:light;", with: variables(Palette.light))
        .replacing("--series:dark;", with: variables(Palette.dark))

    private static func variables(_ colours: [String]) -> String {
        colours.enumerated().map { "--s\($0.offset):\($0.element);" }.joined()
    }
}

/// The script of `report.html`, which is complete without it.
enum ReportScript {
    /// The script's element, well-formed in XML as well.
    static let element = "<script>\(content)</script>"

    /// The source expression of the page's content security policy: this script and no other may run.
    static var policy: String {
        "'sha256-" + Data(SHA256.digest(of: content)).base64EncodedString() + "'"
    }

    private static let content = "/*<![CDATA[*/\n\(Script.report)\n\(Script.replay)\n/*]]>*/"
}
