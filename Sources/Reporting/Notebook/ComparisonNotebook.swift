import Analysis
import Evaluation
import Foundation
import Recordings
import SensorModels
import Vocabulary

/// The notebook of a comparison of filters: loads its JSON, shows errors, differences with their intervals, and ranks.
///
/// Its pictures are drawn here, from the same file, so that it can be read without running it; running it draws them anew.
enum ComparisonNotebook {
    /// The notebook's bytes.
    ///
    /// - Parameters:
    ///   - path: the JSON of a comparison.
    ///   - seen: the same file relative to the notebook, which loads from it.
    /// - Throws: `SensorLabError` where the file cannot be read or is no comparison.
    static func data(report path: String, seenAs seen: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SensorLabError(
                .noInput, code: .noSuchInput, place: path, message: "the comparison cannot be read",
                advice: "give the folder of `sensorlab compare --out`, or the file of its `--json`")
        }
        guard let report = try? JSONText.value(ComparisonReport.self, from: data),
            report.schema == ComparisonReport.schema
        else {
            throw SensorLabError(
                .badData, code: .badReport, place: path,
                message: "expected a comparison of schema \(ComparisonReport.schema)",
                advice: "write it anew with `sensorlab compare`; of a report of `analyze` give the folder")
        }
        return try notebook(report, path: seen).data()
    }

    private static func notebook(_ report: ComparisonReport, path: String) -> Notebook {
        let measured = report.recordings.count { $0.filters.contains { $0.errors != nil } }
        let cells: [Notebook.Cell] = [
            .text(
                """
                # Comparison of filters

                \(NotebookText.markdown(ComparisonHeadline.text(report)))

                Written by `sensorlab export notebook`. What is shown was drawn when it was exported; running the cells \
                draws it anew from the same file. It needs `pip install pandas matplotlib`.
                """),
            .code(
                """
                import json
                from pathlib import Path

                import matplotlib.pyplot as plt
                import numpy as np
                import pandas as pd

                comparison = json.loads(Path(\(NotebookText.python(path))).read_text())
                errors = pd.DataFrame(
                    {"recording": recording["name"], "group": recording["group"], "filter": run["name"],
                     "total": run["errors"]["total"]["rmseDegrees"],
                     "heading": run["errors"]["heading"]["rmseDegrees"],
                     "headingAfterOffset": run["errors"]["headingAfterOffset"]["rmseDegrees"],
                     "inclination": run["errors"]["inclination"]["rmseDegrees"]}
                    for recording in comparison["recordings"] for run in recording["filters"] if run["errors"]
                )
                filters = [name for name in comparison["filters"] if name in set(errors.get("filter", []))]
                print(len(comparison["recordings"]), "recordings,", len(filters), "filters with errors")
                """,
                outputs: [
                    .plain("\(report.recordings.count) recordings, \(measuredFilters(report)) filters with errors")
                ]),
        ]
        guard measured > 0 else { return Notebook(cells: cells + [noReference]) }
        let content = ComparisonNotebookContent(report)
        return Notebook(cells: cells + means(content) + recordings(content) + differences(content) + ranks(content))
    }

    private static func measuredFilters(_ report: ComparisonReport) -> Int {
        Set(report.recordings.flatMap(\.filters).filter { $0.errors != nil }.map(\.name)).count
    }

    private static let noReference = Notebook.Cell.text(
        """
        No recording has a reference, so there are no errors to show; `comparison["recordings"]` holds how the headings agree.
        """)

    private static func means(_ content: ComparisonNotebookContent) -> [Notebook.Cell] {
        [
            .text(
                """
                ## Mean errors

                RMSE of every recording in degrees, then a plain mean over the recordings. The error of an orientation is its \
                rotation against the reference, `e = q_est q_ref*`: *total* is its angle, *heading* its part about the \
                vertical, *headingAfterOffset* the same after one constant per recording was removed, *inclination* the \
                rest. Means over different recordings must not be compared: look at *recordings* first.
                """),
            .code(
                """
                means = errors.groupby("filter").mean(numeric_only=True).loc[filters]
                means["recordings"] = errors.groupby("filter")["recording"].nunique()
                means.round(2)
                """, outputs: [.table(content.means)]),
        ]
    }

    private static func recordings(_ content: ComparisonNotebookContent) -> [Notebook.Cell] {
        [
            .text(
                """
                ## Every recording

                A mean hides whether a filter is a little worse everywhere or fails once. One dot per filter and recording; the \
                scale is logarithmic, since errors of filters differ by factors.
                """),
            .code(
                """
                table = errors.pivot(index="recording", columns="filter", values="total")
                table = table.loc[[r["name"] for r in comparison["recordings"] if r["name"] in table.index], filters]
                figure, axes = plt.subplots(figsize=(11, 4))
                for index, name in enumerate(filters):
                    x = np.arange(1, len(table) + 1) + 0.3 * (index / max(1, len(filters) - 1) - 0.5)
                    axes.plot(x, table[name], "osD^vP*X"[index % 8], label=name, markersize=5)
                axes.set(yscale="log", xlabel="recording", ylabel="total error, RMSE, degrees", xticks=range(1, len(table) + 1))
                axes.legend(ncols=5, loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False)
                plt.show()
                """, outputs: [content.dots]),
            .code(
                """
                pd.DataFrame(table.round(2).to_numpy(), columns=filters, index=[f"{i + 1}: {r}" for i, r in enumerate(table.index)])
                """, outputs: [.table(content.errors)]),
        ]
    }

    private static func differences(_ content: ComparisonNotebookContent) -> [Notebook.Cell] {
        guard let best = content.best, !content.differences.isEmpty else { return [] }
        return [
            .text(
                """
                ## How sure the differences are

                The mean of *filter minus \(NotebookText.markdown(best))*, the best by mean rank, with its 95 % interval by paired \
                bootstrap over the recordings: each recording is a draw of its own, and both filters saw the same ones. Where an \
                interval contains zero, these recordings do not separate the two filters. Fewer than five recordings have no interval.
                """),
            .code(
                """
                best = \(NotebookText.python(best))
                rows = []
                for entry in comparison["differences"]:
                    if entry["metric"] != "total.rmse" or best not in (entry["first"], entry["second"]):
                        continue
                    sign = 1 if entry["second"] == best else -1
                    interval = entry["interval"] or {"low": np.nan, "high": np.nan}
                    ends = sorted((sign * interval["low"], sign * interval["high"]))
                    other = entry["first"] if sign > 0 else entry["second"]
                    rows.append((other, sign * entry["difference"], *ends))
                differences = pd.DataFrame(rows, columns=["filter", "difference", "low", "high"])
                figure, axes = plt.subplots(figsize=(11, 3.5))
                axes.axhline(0, color="gray", linewidth=1)
                axes.vlines(differences.index + 1, differences["low"], differences["high"], linewidth=2)
                axes.plot(differences.index + 1, differences["difference"], "o")
                axes.set(xticks=differences.index + 1, xticklabels=differences["filter"], ylabel=f"total RMSE minus {best}, degrees")
                plt.show()
                """, outputs: [content.differencePicture]),
            .code("differences.round(2)", outputs: [.table(content.differenceTable)]),
        ]
    }

    private static func ranks(_ content: ComparisonNotebookContent) -> [Notebook.Cell] {
        guard !content.ranks.isEmpty else { return [] }
        return [
            .text(
                """
                ## Ranks

                Ranks do not care by how much: 1 is the best on a recording, equal errors share their mean rank (M. Friedman, \
                JASA 32, 1937). *wins* counts the recordings on which no other filter is better. A filter with a small mean error \
                and a poor rank owes it to a few recordings.
                """),
            .code(
                """
                ranking = next(r for r in comparison["ranking"] if r["metric"] == "total.rmse")
                places = pd.DataFrame(ranking["places"]).set_index("filter")
                figure, axes = plt.subplots(figsize=(11, 3))
                axes.bar(places.index, places["meanRank"])
                axes.set(ylabel=f"mean rank on {ranking['recordings']} recordings")
                plt.show()
                """, outputs: [content.rankPicture]),
            .code("places.round(2)", outputs: [.table(content.rankTable)]),
        ]
    }
}
