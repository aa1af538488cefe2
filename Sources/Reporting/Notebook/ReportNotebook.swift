import Analysis
import Foundation
import Recordings
import SensorModels
import Vocabulary

/// The notebook of one report: loads `report.json` and `tracks.csv`, shows their contents and starts an analysis.
///
/// Its pictures are drawn here, from the same files, so that it can be read without running it; running it draws them anew.
public enum ReportNotebook {
    /// The notebook's bytes.
    ///
    /// - Parameters:
    ///   - folder: what `analyze` wrote.
    ///   - path: the same folder relative to the notebook, which loads from it.
    /// - Throws: `SensorLabError` where the folder lacks a file or a file is damaged.
    public static func data(reportFolder folder: String, seenAs path: String) throws -> Data {
        let report = try report(folder + "/report.json")
        let tracks = try TrackColumns(path: folder + "/tracks.csv")
        return try notebook(report, tracks, path: path).data()
    }

    private static func report(_ path: String) throws -> AnalysisReport {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SensorLabError(
                .noInput, code: .noSuchInput, place: path, message: "there is no such file",
                advice: "give the folder that `sensorlab analyze` wrote")
        }
        guard let report = try? JSONText.value(AnalysisReport.self, from: data), report.schema == AnalysisReport.schema
        else {
            throw SensorLabError(
                .badData, code: .badReport, place: path,
                message: "expected a report of schema \(AnalysisReport.schema)",
                advice: "write it anew with `sensorlab analyze`")
        }
        return report
    }

    private static func notebook(_ report: AnalysisReport, _ tracks: TrackColumns, path: String) -> Notebook {
        let tables = ReportTables(report)
        let name = PlainText.line(report.recording.name ?? report.input.path, limit: 90)
        let summary = ReportSummary(report)
        let figures = NotebookFigures(tracks)
        let rows = tracks.tracks.reduce(0) { $0 + $1.times.count }
        var cells: [Notebook.Cell] = [
            .text(
                """
                # \(NotebookText.markdown(name))

                \(NotebookText.markdown(summary.headline))

                Written by `sensorlab export notebook`. What is shown was drawn when it was exported; running the cells \
                draws it anew from the same files. It needs `pip install pandas matplotlib`.
                """),
            .code(
                """
                import json
                from pathlib import Path

                import matplotlib.pyplot as plt
                import numpy as np
                import pandas as pd

                folder = Path(\(NotebookText.python(path)))
                report = json.loads((folder / "report.json").read_text())
                tracks = pd.read_csv(folder / "tracks.csv")
                print(len(tracks), "rows of", tracks["filter"].nunique(), "filters")
                """, outputs: [.plain("\(rows) rows of \(tracks.tracks.count) filters")]),
            .text(
                """
                ## What was recorded

                One line per sensor, with its own rate: nothing was resampled on reading. `decidedBy` gives the reason for unit and \
                sign; if one is wrong, every number below is wrong, so look here first.
                """),
            .code(
                """
                pd.DataFrame(report["recording"]["streams"])
                """, outputs: [.table(tables.streams)]),
            .text(
                """
                ## How good the filters are

                \(NotebookText.markdown(tables.accuracyNote)) The error of an orientation is its rotation against the reference, \
                `e = q_est q_ref*`: *total* is its angle, *heading* its part about the vertical, *inclination* the rest.
                """),
            .code(
                """
                accuracy = pd.DataFrame([f["accuracy"] or {} for f in report["filters"]], \
                index=[f["name"] for f in report["filters"]])
                accuracy.round(2)
                """, outputs: [.table(tables.filters)]),
            .text(
                """
                ## Heading over time

                Clockwise from \(NotebookText.markdown(report.filters.first?.heading.north.rawValue ?? "magnetic")) north. It is empty where the \
                axis is within five degrees of the vertical, and it wraps at 360: never average it as a number.
                """),
            .code(
                """
                def over_time(column, label):
                    figure, axes = plt.subplots(figsize=(11, 3.5))
                    for name, track in tracks.groupby("filter", sort=False):
                        value = track[column].where(track[column].diff().abs() < 180)  # no stroke across the wrap
                        axes.plot(track["t"] - tracks["t"].min(), value, label=name, linewidth=1)
                    axes.set(xlabel="time since the start, s", ylabel=label)
                    axes.legend(ncols=5, loc="upper center", bbox_to_anchor=(0.5, 1.15), frameon=False)
                    plt.show()

                over_time("heading", "heading, degrees")
                """, outputs: [figures.heading]),
            .text(
                """
                ## rho over time

                The camera's angle from the zenith: 90 level, 180 lying face up.
                """),
            .code("over_time(\"rho\", \"rho, degrees\")", outputs: [figures.rho]),
            .text(
                """
                ## Uncertainty of the filters

                One standard deviation of the heading as each filter states it; some filters state none. \
                Compare `coverage95` above: 0.95 is expected.
                """),
            .code("over_time(\"heading_sigma\", \"sigma of the heading, degrees\")", outputs: [figures.sigma]),
        ]
        cells += calibration(report)
        cells += deviation(report)
        cells += budget(report)
        return Notebook(cells: cells)
    }

    private static func calibration(_ report: AnalysisReport) -> [Notebook.Cell] {
        guard let magnetometer = report.calibration.magnetometer else { return [] }
        let h = magnetometer.model.hardIron
        let hardIron = [h.x, h.y, h.z].map { NumberText.fixed($0, decimals: 1) }.joined(separator: ", ")
        return [
            .text(
                """
                ## The magnetometer's calibration

                `m_calibrated = S (m_raw - h)`, microtesla, device axes. h is the phone's own magnetism.
                """),
            .code(
                """
                magnetometer = report["calibration"]["magnetometer"]
                print("h =", np.round(magnetometer["hardIron"], 1))
                print("accepted" if magnetometer["accepted"] else "refused", "-", magnetometer["reason"])
                """,
                outputs: [
                    .plain(
                        "h = [\(hardIron)]\n\(magnetometer.accepted ? "accepted" : "refused") - "
                            + PlainText.line(magnetometer.reason, limit: 300))
                ]),
        ]
    }

    private static func deviation(_ report: AnalysisReport) -> [Notebook.Cell] {
        guard let section = report.deviation, !section.curve.isEmpty else { return [] }
        let figure = DeviationFigures(section, reason: "")
        return [
            .text(
                """
                ## The compass's deviation

                What to add to the compass at each compass heading: `A + B sin z + C cos z + D sin 2z + E cos 2z`. One \
                wave is left hard iron, two are left soft iron, the constant is a turned mount or a wrong declination.
                """),
            .code(
                """
                curve, points = (pd.DataFrame(report["deviation"][key]) for key in ("curve", "points"))
                figure, axes = plt.subplots(figsize=(8, 3.5))
                axes.plot(curve["heading"], curve["deviation"])
                if len(points):
                    axes.scatter(points["heading"], points["deviation"], s=12, color="tab:orange")
                axes.set(xlabel="compass heading, degrees", ylabel="deviation, degrees", xticks=range(0, 361, 90))
                plt.show()
                """, outputs: [.picture(figure.curve.wide, description: "deviation over compass heading")]),
        ]
    }

    private static func budget(_ report: AnalysisReport) -> [Notebook.Cell] {
        guard !report.budget.isEmpty else { return [] }
        let table = ReportPage.Table(
            caption: "Heading budget", columns: ["source", "sigmaDegrees"],
            rows: report.budget.map {
                .init(cells: [PlainText.line($0.source), NumberText.fixed($0.sigmaDegrees, decimals: 2)])
            })
        return [
            .text(
                """
                ## Where the heading's error comes from

                One standard deviation each; independent, so they add as squares.
                """),
            .code("pd.DataFrame(report[\"budget\"]).round(2)", outputs: [.table(table)]),
        ]
    }
}
