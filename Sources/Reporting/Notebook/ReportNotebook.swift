import Analysis
import Figures
import Files
import Foundation
import Vocabulary

/// The notebook of one report: loads `report.json` and `tracks.csv`, shows their contents and starts an analysis.
///
/// Its pictures are drawn here, from the same files, so that it can be read without running it; running it draws them
/// anew.
enum ReportNotebook {
    /// The notebook's bytes.
    ///
    /// - Parameters:
    ///   - folder: what `analyze` wrote.
    ///   - path: the same folder relative to the notebook, which loads from it.
    /// - Throws: `SensorLabError` where the folder lacks a file or a file is damaged.
    static func data(reportFolder folder: String, seenAs path: String) throws -> Data {
        let report = try report(folder + "/report.json")
        let tracks = try TrackColumns(path: folder + "/tracks.csv")
        let tables = ReportTables(report)
        let rows = tracks.tracks.reduce(0) { $0 + $1.times.count }
        var outputs = NotebookFigures(tracks).outputs
        outputs["rows"] = .plain("\(rows) rows of \(tracks.tracks.count) tracks")
        outputs["streams"] = .table(tables.streams)
        outputs["filters"] = .table(tables.filters)
        outputs["calibration"] = calibration(report)
        outputs["deviation"] = deviation(report)
        outputs["account"] = account(report)
        let texts = [
            "name": PlainText.line(report.recording.name ?? report.input.path, limit: 90),
            "headline": ReportSummary(report).headline,
            "accuracyNote": tables.accuracyNote,
            "north": report.filters.first?.heading.north.rawValue ?? "magnetic",
        ].mapValues(NotebookText.markdown)
        return try Notebook(
            template: "report-notebook",
            texts: texts.merging(["path": NotebookText.python(path), "colours": colours(tracks)]) { text, _ in text },
            outputs: outputs
        ).data
    }

    /// The colours of the tracks on a light page, as Python's dictionary.
    private static func colours(_ columns: TrackColumns) -> String {
        let pairs = columns.tracks.map {
            "\(NotebookText.python($0.filter)): \(NotebookText.python(Palette.onLight(NotebookFigures.style($0).colour)))"
        }
        return "{" + pairs.joined(separator: ", ") + "}"
    }

    private static func report(_ path: String) throws -> AnalysisReport {
        let data = try NotebookWriter.contents(of: path)
        guard let report = try? JSONText.value(AnalysisReport.self, from: data), report.schema == AnalysisReport.schema
        else {
            throw SensorLabError(
                .badData, code: .badReport, place: path,
                message: "expected a report of schema \(AnalysisReport.schema)",
                advice: "make it again with `sensorlab analyze`")
        }
        return report
    }

    private static func calibration(_ report: AnalysisReport) -> Notebook.Output? {
        report.calibration.magnetometer.map { magnetometer in
            let h = magnetometer.model.hardIron
            let hardIron = [h.x, h.y, h.z].map { NumberText.fixed($0, decimals: 1) }.joined(separator: ", ")
            return .plain(
                "h = [\(hardIron)]\n\(magnetometer.accepted ? "accepted" : "refused") - "
                    + PlainText.line(magnetometer.reason, limit: 300))
        }
    }

    private static func deviation(_ report: AnalysisReport) -> Notebook.Output? {
        guard let section = report.deviation, !section.curve.isEmpty else { return nil }
        return .picture(
            DeviationFigures(section, reason: "").curve.wide, description: "deviation over compass heading")
    }

    private static func account(_ report: AnalysisReport) -> Notebook.Output? {
        guard let account = report.account else { return nil }
        let rows = account.parts.map {
            [
                $0.cause.rawValue, NumberText.fixed($0.shareOfSquare, decimals: 2),
                NumberText.fixed($0.degrees, decimals: 2),
            ]
        }
        return .table(
            .init(
                caption: "Where the error came from", columns: ["cause", "shareOfSquare", "degrees"], rows: rows))
    }
}
