import Analysis
import Evaluation
import Figures
import Recordings

/// The tables of a comparison, as text: one content for the terminal, Markdown and HTML.
struct ComparisonTables {
    private let report: ComparisonReport
    private let columns: [Metric]

    init(_ report: ComparisonReport) {
        self.report = report
        columns = report.preset.flatMap(Benchmark.init(rawValue:))?.columns ?? Metric.principal
    }

    /// In the order in which they are shown.
    var all: [TitledTable] { tables(withRecordings: true) }

    /// The tables without the errors of every recording, which the page shows as a heat map.
    var withoutRecordings: [TitledTable] { tables(withRecordings: false) }

    private func tables(withRecordings: Bool) -> [TitledTable] {
        var tables: [TitledTable] = []
        if !report.overall.isEmpty {
            tables.append(standard)
            tables += [details].filter { !$0.isEmpty }
            if !report.ranking.isEmpty { tables += [ranking, differences] }
            if withRecordings && report.recordings.count > 1 { tables.append(recordings) }
        }
        return tables + AgreementTables.tables(report) + BaselineTables.tables(report.baseline)
    }

    /// total / heading / heading after one offset / inclination, per group and overall.
    private var standard: TitledTable {
        let groups = report.groups.count > 1 ? report.groups : []
        let measured = report.recordings.count(where: \.isMeasured)
        let heads = groups.map { "\($0.name) (\($0.recordings))" } + ["all (\(measured))"]
        let rows = report.overall.map { overall in
            let cells = groups.map { group in
                figures(group.filters.first { $0.name == overall.name }, of: group.recordings)
            }
            return [overall.name] + cells + [figures(overall, of: measured)]
        }
        let names = columns.map { $0.title.replacing(", RMSE", with: "") }.joined(separator: " / ")
        return TitledTable(
            title: "Errors",
            note:
                "RMSE in degrees, plain mean over the recordings: \(names). In brackets: the number of recordings, if "
                + "a filter did not run on all of them; do not compare such means." + constantRemoved,
            caption: "Mean errors of the filters", columns: ["filter"] + heads, rows: rows)
    }

    /// On how many recordings errors are without a constant.
    private var constantRemoved: String {
        let count = report.recordings.count { $0.referenceNorth == .arbitrary }
        guard count > 0, report.overall.contains(where: { $0.metrics[Metric.headingRMSE.name] != nil }) else {
            return ""
        }
        return
            " The north of the reference is arbitrary on \(count) of \(report.recordings.count) recordings: "
            + "there, one constant per filter is removed from heading and total."
    }

    private func figures(_ summary: FilterSummary?, of recordings: Int) -> String {
        let text = columns.map { NumberText.fixed(summary?.mean(of: $0), decimals: 2) }.joined(separator: " / ")
        guard let count = summary?.recordings, count < recordings else { return text }
        return text + " (\(count))"
    }

    /// The figures that any filter has.
    private var details: TitledTable {
        let shown = [
            ("mean", "total.mean", 2), ("median", "total.median", 2), ("95\u{A0}%", "total.p95", 2),
            ("maximum", "total.maximum", 1), ("rho", "rho.rmse", 2), ("converged, s", "convergence", 1),
            ("jitter", "jitter", 2), ("lag, ms", "lag", 0), ("in band", "headingSigma.coverage95", 2),
            ("NEES", "headingSigma.nees", 2), ("offset", "headingOffset", 2),
        ].filter { figure in report.overall.contains { $0.metrics[figure.1]?.mean.isFinite ?? false } }
        let rows = (shown.isEmpty ? [] : report.overall).map { filter in
            [filter.name] + shown.map { NumberText.fixed(filter.metrics[$0.1]?.mean, decimals: $0.2) }
        }
        return TitledTable(
            title: "More figures",
            note:
                "Means over the recordings that have the figure: mean, median, 95 % and maximum of the total error and "
                + "RMSE of rho, degrees; seconds until the error settles below 10 degrees; jitter and lag of the "
                + "heading; share of headings inside the filter's own 95 % band (0.95 is expected) and NEES (1 is "
                + "expected); the heading offset. \(NumberText.none): not stated by the filter, or not determined "
                + "by the motion.",
            caption: "More figures", columns: ["filter"] + shown.map(\.0), rows: rows)
    }

    private var ranking: TitledTable {
        let names = report.ranking.first?.places.map(\.filter) ?? []
        let rows = names.map { name in
            [name]
                + report.ranking.map { ranking in
                    guard let place = ranking.places.first(where: { $0.filter == name }) else {
                        return NumberText.none
                    }
                    return NumberText.fixed(place.meanRank, decimals: 2) + " (\(place.wins))"
                }
        }
        let count = report.ranking.first?.recordings ?? 0
        return TitledTable(
            title: "Ranks",
            note:
                "Mean rank over the recordings that every filter has (\(count)), 1 = best; in brackets the number of "
                + "recordings on which no other filter is better.",
            caption: "Ranks of the filters", columns: ["filter"] + report.ranking.map { title($0.metric) },
            rows: rows)
    }

    /// Against the best by the first metric.
    private var differences: TitledTable {
        let best = report.ranking.first?.places.first?.filter ?? report.overall[0].name
        let metrics = Metric.principal.filter { metric in report.differences.contains { $0.metric == metric.name } }
        let rows = report.overall.filter { $0.name != best }.map { filter in
            [filter.name] + metrics.map { difference(filter.name, best, $0.name) }
        }
        return TitledTable(
            title: "Differences to \(best)",
            note:
                "Mean of filter minus \(best), degrees, with its 95 % interval by paired bootstrap over the recordings; "
                + "* where the interval excludes zero. The JSON has every pair.",
            caption: "Differences to the best filter",
            columns: ["filter"] + metrics.map { title($0.name) }, rows: rows)
    }

    private func difference(_ filter: String, _ best: String, _ metric: String) -> String {
        for entry in report.differences where entry.metric == metric {
            let sign: Double
            switch (entry.first, entry.second) {
            case (filter, best): sign = 1
            case (best, filter): sign = -1
            default: continue
            }
            let text = NumberText.signed(sign * entry.difference, decimals: 2)
            guard let interval = entry.interval else { return text }
            let ends = [sign * interval.low, sign * interval.high].sorted()
                .map { NumberText.fixed($0, decimals: 2) }
            return "\(text) [\(ends[0]), \(ends[1])]" + (interval.excludesZero ? "*" : "")
        }
        return NumberText.none
    }

    private var recordings: TitledTable {
        let headline = report.definition.headline
        let rows = report.recordings.filter(\.isMeasured).map { recording in
            [PlainText.line(recording.name, limit: 60)]
                + report.overall.map { NumberText.fixed(recording.error(of: $0.name, headline), decimals: 2) }
        }
        return TitledTable(
            title: "Recordings", note: "\(headline.title.capitalizedFirst), degrees.",
            caption: "Errors per recording", columns: ["recording"] + report.overall.map(\.name), rows: rows)
    }

    private func title(_ metric: String) -> String {
        (Metric.named(metric)?.title ?? metric).replacing(", RMSE", with: "")
    }
}

extension ComparedRecording {
    /// Whether a filter could be compared with a reference.
    var isMeasured: Bool { filters.contains { $0.errors != nil } }

    /// The error of a filter; `nil` where it was not measured.
    func error(of filter: String, _ metric: Metric) -> Double? {
        filters.first { $0.name == filter }?.errors.flatMap(metric.value)
    }
}
