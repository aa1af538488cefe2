import Analysis
import Evaluation
import Mustache

/// `comparison.html`: one self-contained page; text of logs is escaped.
public enum ComparisonHTML {
    /// The page.
    /// - Throws: only for a broken template, which the tests exclude.
    public static func html(_ report: ComparisonReport) throws -> String {
        var library = MustacheLibrary()
        for (name, text) in [
            ("comparison", page), ("head", ReportTemplates.head), ("table", ReportTemplates.table),
            ("figure", ReportTemplates.figure),
        ] {
            try library.register(text, named: name)
        }
        guard let html = library.render(Page(report), withTemplate: "comparison") else { throw MissingTemplate() }
        return html
    }

    private struct MissingTemplate: Error {}

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

    private static let page = """
        <!DOCTYPE html>
        <html lang="en">
        {{> head}}
        <body>
        <header class="top">
        <p class="brand">SensorLab comparison</p>
        <h1>{{name}}</h1>
        <p class="subtitle">{{subtitle}}</p>
        </header>
        <main>
        <section class="summary"><h2 class="headline">{{headline}}</h2>
        {{#figure}}
        {{> figure}}
        {{/figure}}
        </section>
        {{#hasItems}}
        <section>
        <h2>What to know</h2>
        <ul class="warnings">
        {{#items}}
        <li><p><strong>{{message}}</strong></p><p>{{advice}}</p><p class="code">{{code}}</p></li>
        {{/items}}
        </ul>
        </section>
        {{/hasItems}}
        {{#sections}}
        <section>
        <h2>{{title}}</h2>
        <p class="lead">{{note}}</p>
        {{^isEmpty}}{{#table}}
        {{> table}}
        {{/table}}{{/isEmpty}}
        </section>
        {{/sections}}
        </main>
        <footer><p>Made by sensorlab; the same figures in machine-readable form: <code>comparison.json</code> and \
        <code>comparison.csv</code>.</p></footer>
        </body>
        </html>

        """
}
