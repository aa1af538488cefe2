import Evaluation
import Figures
import Files
import Fleet
import Foundation
import Reporting

/// How results changed from run to run: a table, a page and a picture.
public enum HistoryWriter {
    /// The most lines that can be distinguished.
    private static let mostFilters = 8

    /// The table as text, a line feed at the end.
    public static func text(_ report: HistoryReport, style: TextStyle = .plain) -> String {
        let titled = table(report)
        return
            ([style.strong(titled.title)] + PlainText.wrapped(titled.note, indent: 2) + [""]
            + TextTable.lines(titled.table.cells, leftAligned: [0, 2, 3, 4, 5], indent: 2, heads: 2))
            .joined(separator: "\n") + "\n"
    }

    /// Writes `history.html`, `history.json` and, where there are two runs or more, `history.svg` into a folder.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ report: HistoryReport, to folder: String) throws {
        let chart = chart(report)
        let figure = chart.map { Figure($0) }
        let page: [String: Any] = [
            "name": "History", "subtitle": title(report), "headline": "History",
            "hasFigures": figure != nil, "figures": figure.map { [$0] } ?? [], "sections": [table(report)],
            "hasOutliers": false, "hasReports": false, "hasItems": false,
        ]
        var contents: [(name: String, bytes: [UInt8])] = [
            ("history.html", Array(try Templates.page(page, with: "fleet", among: Template.all).utf8)),
            ("history.json", Array(try JSONText.data(report))),
        ]
        if let chart { contents.append(("history.svg", Array(chart.svg(.wide).utf8))) }
        try OutputFile.write(contents, to: folder)
    }

    private static func title(_ report: HistoryReport) -> String {
        Metric.named(report.metric)?.title.capitalizedFirst ?? report.metric
    }

    private static func table(_ report: HistoryReport) -> TitledTable {
        TitledTable(
            title: title(report),
            note:
                "Mean over the recordings of each run, and the mean change against the run before of the same filter "
                + "with the same options, over the recordings that both have. Build: the first characters of the "
                + "program's build ID.",
            caption: "History of \(title(report))",
            columns: ["filter", "run", "time", "verb", "version", "build", "recordings", "mean", "change", "common"],
            rows: report.points.map { point in
                [
                    PlainText.line(point.setting, limit: 60), "\(point.run)", PlainText.line(point.time, limit: 30),
                    point.verb,
                    PlainText.line(point.version, limit: 20), String((point.program ?? "").prefix(8)),
                    "\(point.recordings)",
                    NumberText.fixed(point.mean, decimals: 3), NumberText.signed(point.change, decimals: 3),
                    "\(point.common)",
                ]
            }, heads: 2)
    }

    /// `nil` for fewer than two runs.
    private static func chart(_ report: HistoryReport) -> Chart? {
        let runs = Set(report.points.map(\.run)).sorted()
        let values = report.points.map(\.mean)
        guard runs.count > 1, let low = values.min(), let high = values.max() else { return nil }
        let places = Dictionary(uniqueKeysWithValues: runs.enumerated().map { ($1, Double($0)) })
        let versions = Dictionary(report.points.map { ($0.run, $0.version) }) { first, _ in first }
        let step = max(1, runs.count / 8)
        let ticks = stride(from: 0, to: runs.count, by: step).map {
            ChartAxis.Tick(Double($0), "\(runs[$0]): \(PlainText.line(versions[runs[$0]] ?? "", limit: 10))")
        }
        // Settings of one filter are lines of their own.
        let settings = Set(report.points.map(\.setting)).sorted().prefix(mostFilters)
        return Chart(
            title: "History", summary: "\(title(report)), mean over the recordings of each run.",
            x: ChartAxis(
                label: "run and version", domain: -0.2...(Double(runs.count) - 0.8), ticks: ticks, kind: .names),
            y: .covering(min(0, low)...high, label: title(report)),
            layers: settings.map { setting in
                .line(
                    report.points.filter { $0.setting == setting }.map { ChartPoint(places[$0.run] ?? 0, $0.mean) },
                    .filter(setting), name: setting)
            })
    }
}
