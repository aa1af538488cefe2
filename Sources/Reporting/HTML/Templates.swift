import Figures
import Files
import Foundation
import Mustache

/// The templates in the folders Resources. Double braces escape what they insert for HTML; triple braces insert the
/// page's own markup (charts, style), and in notebooks what is escaped for Markdown or Python already: never plain text
/// of a log.
package enum Templates {
    /// - Parameters:
    ///   - page: has what the template inserts as properties, or as values of a dictionary.
    ///   - name: of the template's file.
    ///   - others: the templates of another module, by the names of their files; those here are parts of them.
    static func render(_ page: Any, with name: String, among others: [String: String] = [:]) throws -> String {
        let templates = Template.all.merging(others) { $1 }
        let library = MustacheLibrary(templates: try templates.mapValues { try MustacheTemplate(string: $0) })
        guard let text = library.render(page, withTemplate: name) else { throw MissingTemplate() }
        return text
    }

    /// A page of HTML, with style and script.
    package static func page(
        _ values: [String: Any], with name: String, among others: [String: String] = [:]
    ) throws -> String {
        let common = [
            "style": ReportStyle.css, "script": ReportScript.element, "scriptPolicy": ReportScript.policy,
        ]
        return try render(values.merging(common) { $1 }, with: name, among: others)
    }

    private struct MissingTemplate: Error {}
}

/// A failure, warning or note in a list of a page.
package struct PageItem {
    package let message: String
    package let advice: String
    package let code: String

    /// An item by its parts.
    package init(message: String, advice: String = "", code: String) {
        (self.message, self.advice, self.code) = (message, advice, code)
    }
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

/// The charts of the pages: dygraphs as packaged by Debian, and SensorLab's code that uses it.
package enum ChartScript {
    /// Defines `Dygraph`.
    package static let library = Library.dygraph
    /// Defines `Link` and `Plot` in its own scope.
    package static let engine = Script.charts
    /// Defines `Phones`.
    package static let phones = Script.phones
}

/// The script of the pages, which are complete without it.
enum ReportScript {
    /// The script's element, well-formed in XML as well.
    static let element = "<script>\(content)</script>"

    /// The source expression of the page's content security policy: this script and no other may run.
    static var policy: String {
        "'sha256-" + Data(SHA256.digest(of: content)).base64EncodedString() + "'"
    }

    private static let content =
        "/*<![CDATA[*/\n\(ChartScript.library)\n(() => {\n\"use strict\";\n\(ChartScript.engine)\n\(Script.dial)\n\(Script.report)\n})();\n"
        + "(() => {\n\"use strict\";\n\(ChartScript.phones)\n\(Script.replay)\n})();\n/*]]>*/"
}
