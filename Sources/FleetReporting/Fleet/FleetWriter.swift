import Figures
import Files
import Fleet
import Reporting

/// The page of a fleet, and what the terminal shows of it.
public enum FleetWriter {
    /// Writes `fleet.html` and `fleet.json` into a folder.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ report: FleetReport, to folder: String) throws {
        let files: [(name: String, bytes: [UInt8])] = [
            ("fleet.html", Array(try html(report).utf8)), ("fleet.json", Array(try JSONText.data(report))),
        ]
        try OutputFile.write(files, to: folder)
    }

    /// The tables as text of at most 80 columns, a line feed at the end.
    public static func text(_ report: FleetReport, style: TextStyle = .plain) -> String {
        let lines = [headline(report), ""] + FleetTables(report).all.flatMap { $0.lines(style) }
        return lines.joined(separator: "\n")
    }

    /// One self-contained page; text of logs is escaped.
    static func html(_ report: FleetReport) throws -> String {
        let tables = FleetTables(report)
        let outliers = report.outliers.prefix(most).map {
            LinkedLog(
                name: PlainText.line($0.id, limit: 80), link: $0.report,
                text:
                    "\($0.filter): \(NumberText.degrees($0.errorDegrees)), \(NumberText.fixed($0.errorDegrees / $0.medianDegrees, decimals: 1)) times its median"
                    + ($0.device.map { ", \(PlainText.line($0, limit: 40))" } ?? ""))
        }
        let items =
            report.failures.prefix(most).map {
                PageItem(message: PlainText.line("\($0.id): \($0.message)", limit: 300), code: $0.code)
            }
            + report.warnings.map { PageItem(message: "\($0.logs) log\($0.logs == 1 ? "" : "s")", code: $0.code) }
        let pages = report.reports.prefix(most).map { page in
            LinkedLog(
                name: PlainText.line(page.id, limit: 80), link: page.report,
                text: [page.grade, page.device.map { PlainText.line($0, limit: 40) }].compactMap { $0 }.joined(
                    separator: ", "))
        }
        let others = report.reports.count - pages.count
        let figures = FleetPictures(report, tables).figures
        let page: [String: Any] = [
            "name": "Fleet", "subtitle": "sensorlab \(report.totals.versions)", "headline": headline(report),
            "hasFigures": !figures.isEmpty, "figures": figures, "sections": tables.all,
            "hasOutliers": !outliers.isEmpty, "outliers": outliers, "hasReports": !pages.isEmpty, "reports": pages,
            "otherReports": others > 0 ? "\(NumberText.count(others)) more: `report` in fleet.json" : "",
            "hasItems": !items.isEmpty, "items": items,
        ]
        return try Templates.page(page, with: "fleet", among: Template.all)
    }

    /// Outliers and failures shown on the page; the JSON has all.
    private static let most = 100

    /// A log with a link to its page.
    private struct LinkedLog {
        let name: String
        let link: String?
        let text: String
    }

    private static func headline(_ report: FleetReport) -> String {
        let totals = report.totals
        return "\(NumberText.count(totals.logs)) logs, \(NumberText.fixed(totals.hours, decimals: 1)) hours, "
            + "\(totals.devices) devices; \(NumberText.count(totals.measured)) with a reference, "
            + "\(NumberText.count(totals.failed)) failed"
    }
}
