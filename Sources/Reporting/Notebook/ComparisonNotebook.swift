import Analysis
import Evaluation
import Figures
import Files
import Foundation
import Vocabulary

/// The notebook of a comparison of filters: loads its JSON, shows errors, differences with their intervals, and ranks.
///
/// Its pictures are drawn here, from the same file, so that it can be read without running it; running it draws them
/// anew.
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
                message: "expected the folder of a report, or a comparison of schema \(ComparisonReport.schema)",
                advice:
                    "make a report of a log with `sensorlab analyze LOG`, and give its folder; make a comparison again with "
                    + "`sensorlab compare`")
        }
        let content = ComparisonNotebookContent(report)
        let best = content.best ?? ""
        let texts = [
            "headline": NotebookText.markdown(ComparisonHeadline.text(report)), "path": NotebookText.python(seen),
            "best": NotebookText.markdown(best), "bestName": NotebookText.python(best),
        ]
        return try Notebook(template: "comparison-notebook", texts: texts, outputs: content.outputs).data
    }
}

/// The tables and pictures of a comparison's notebook, by the total RMSE.
struct ComparisonNotebookContent {
    /// A filter's mean difference to the best one, degrees.
    private struct Difference {
        let filter: String
        let difference: Double
        /// The ends of the 95 % interval; `nil` where there is none.
        let interval: ClosedRange<Double>?
    }

    private static let metric = Metric.totalRMSE
    private let filters: [String]
    private let recordings: [ComparedRecording]
    /// The best filter by mean rank; by mean error where nothing was ranked.
    let best: String?
    /// Of every other filter to the best.
    private let differences: [Difference]
    /// From the best mean rank to the worst.
    private let ranks: [FilterRanking.Place]
    private let overall: [FilterSummary]
    private let counts: String

    init(_ report: ComparisonReport) {
        recordings = report.recordings.filter(\.isMeasured)
        let measured = Set(recordings.flatMap(\.filters).filter { $0.errors != nil }.map(\.name))
        counts = "\(report.recordings.count) recordings, \(measured.count) filters with errors"
        filters = report.filters.filter(measured.contains)
        overall = report.overall
        ranks = report.ranking.first { $0.metric == Self.metric.name }?.places ?? []
        let means = report.overall.compactMap { summary in summary.mean(of: Self.metric).map { (summary.name, $0) } }
        let best = ranks.first?.filter ?? means.min { $0.1 < $1.1 }?.0
        self.best = best
        differences = report.differences.compactMap { entry in
            guard entry.metric == Self.metric.name, let best, entry.first == best || entry.second == best else {
                return nil
            }
            let sign: Double = entry.second == best ? 1 : -1
            return Difference(
                filter: sign > 0 ? entry.first : entry.second, difference: sign * entry.difference,
                interval: entry.interval.map { sign > 0 ? $0.low...$0.high : -$0.high...(-$0.low) })
        }
    }

    /// What the notebook's code cells show, by the names that its template gives them.
    var outputs: [String: Notebook.Output] {
        var outputs = ["counts": Notebook.Output.plain(counts)]
        guard !recordings.isEmpty else { return outputs }
        outputs["means"] = .table(means)
        outputs["dots"] = dots
        outputs["errors"] = .table(errors)
        if !differences.isEmpty {
            outputs["differences"] = differencePicture
            outputs["differenceTable"] = .table(differenceTable)
        }
        if !ranks.isEmpty {
            outputs["ranks"] = rankPicture
            outputs["rankTable"] = .table(rankTable)
        }
        return outputs
    }

    /// Means per filter.
    private var means: Table {
        Table(
            caption: "Mean errors",
            columns: ["filter", "total", "heading", "headingAfterOffset", "inclination", "recordings"],
            rows: filters.compactMap { name in
                guard let summary = overall.first(where: { $0.name == name }) else { return nil }
                let cells = Metric.principal.map { NumberText.fixed(summary.mean(of: $0), decimals: 2) }
                return [name] + cells + ["\(summary.recordings)"]
            })
    }

    /// Per recording and filter.
    private var errors: Table {
        Table(
            caption: "Total RMSE per recording, degrees", columns: ["recording"] + filters,
            rows: recordings.enumerated().map { index, recording in
                ["\(index + 1): " + PlainText.line(recording.name, limit: 60)]
                    + filters.map { NumberText.fixed(error($0, recording), decimals: 2) }
            })
    }

    /// The same as dots.
    private var dots: Notebook.Output {
        let values = recordings.flatMap { recording in filters.compactMap { error($0, recording) } }.filter { $0 > 0 }
        let layers = filters.enumerated().map { index, name in
            let shift = 0.3 * (Double(index) / Double(max(1, filters.count - 1)) - 0.5)
            let points = recordings.enumerated().compactMap { number, recording in
                error(name, recording).flatMap { error in
                    error > 0 ? ChartPoint(Double(number + 1) + shift, log10(error)) : nil
                }
            }
            return ChartLayer.points(points, .series(index), radius: 4, name: name)
        }
        return picture(
            "Total error of every filter on every recording",
            x: numbered(recordings.indices.map { "\($0 + 1)" }, label: "recording"),
            y: .byFactors(
                (values.min() ?? 1)...(values.max() ?? 1), label: "total error, RMSE, degrees"), layers)
    }

    /// Differences with their intervals.
    private var differencePicture: Notebook.Output {
        let ends: [Double] = differences.reduce(into: [0]) { ends, entry in
            ends.append(entry.difference)
            if let interval = entry.interval { ends += [interval.lowerBound, interval.upperBound] }
        }
        let bars = differences.enumerated().compactMap { index, entry in
            entry.interval.map { interval in
                let ends = [interval.lowerBound, interval.upperBound].map { ChartPoint(Double(index + 1), $0) }
                return ChartLayer.line(ends, ChartStyle(.series(0), width: 2.5), name: nil)
            }
        }
        let points = differences.enumerated().map { ChartPoint(Double($0 + 1), $1.difference) }
        return picture(
            "Difference to \(best ?? "")", x: numbered(differences.map(\.filter), label: "filter"),
            y: .covering(
                (ends.min() ?? 0)...(ends.max() ?? 0), label: "total RMSE minus \(best ?? ""), degrees"),
            [.horizontal(0, ChartStyle(.muted, width: 1), name: nil)] + bars
                + [.points(points, .series(0), radius: 5, name: nil)])
    }

    /// The same in numbers.
    private var differenceTable: Table {
        Table(
            caption: "Differences of the total RMSE, degrees", columns: ["filter", "difference", "low", "high"],
            rows: differences.map { entry in
                [entry.filter]
                    + [entry.difference, entry.interval?.lowerBound, entry.interval?.upperBound].map {
                        NumberText.fixed($0, decimals: 2)
                    }
            })
    }

    /// Mean ranks as bars.
    private var rankPicture: Notebook.Output {
        let bars = ranks.enumerated().map { index, place in
            ChartBar(x: Double(index) + 0.6...Double(index) + 1.4, height: place.meanRank)
        }
        return picture(
            "Mean ranks by total error", x: numbered(ranks.map(\.filter), label: "filter"),
            y: .covering(0...(ranks.map(\.meanRank).max() ?? 1), label: "mean rank"),
            [.bars(bars, .series(0), name: nil)])
    }

    /// Mean ranks in numbers.
    private var rankTable: Table {
        Table(
            caption: "Ranks by total error", columns: ["filter", "meanRank", "wins"],
            rows: ranks.map { [$0.filter, NumberText.fixed($0.meanRank, decimals: 2), "\($0.wins)"] })
    }

    private func error(_ filter: String, _ recording: ComparedRecording) -> Double? {
        recording.error(of: filter, Self.metric)
    }

    /// An axis of named items.
    private func numbered(_ names: [String], label: String) -> ChartAxis {
        ChartAxis(
            label: label, domain: 0.5...Double(max(1, names.count)) + 0.5,
            ticks: names.enumerated().map { ChartAxis.Tick(Double($0 + 1), $1) })
    }

    private func picture(_ title: String, x: ChartAxis, y: ChartAxis, _ layers: [ChartLayer]) -> Notebook.Output {
        .picture(Chart(title: title, summary: title + ".", x: x, y: y, layers: layers).svg(.wide), description: title)
    }
}
