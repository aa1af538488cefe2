import Analysis
import Evaluation
import Figures

/// A run compared with its baseline.
enum BaselineTables {
    /// Lines shown of a long list; the JSON has all.
    private static let most = 100

    static func tables(_ comparison: BaselineComparison?) -> [TitledTable] {
        guard let comparison else { return [] }
        return [changes(comparison), overall(comparison)].compactMap { $0 }
    }

    /// `12 worse, 3 improved, 400 same`.
    static func counts(_ comparison: BaselineComparison) -> String {
        BaselineVerdict.allCases.compactMap { verdict in
            comparison.counts[verdict.rawValue].map { "\($0) \(verdict.rawValue)" }
        }.joined(separator: ", ")
    }

    /// The rule in words.
    static func rule(_ tolerance: BaselineTolerance) -> String {
        let fixed =
            "\(NumberText.general(tolerance.absolute)) (degrees, seconds, shares; of a lag tenths of a second) or "
            + "\(NumberText.general(tolerance.relative * 100)) %, whichever is larger"
        return tolerance.bootstrap
            ? fixed + ", and for RMSE half the 95 % interval of a block bootstrap if that is wider" : fixed
    }

    private static func changes(_ comparison: BaselineComparison) -> TitledTable {
        // Failures first.
        let order = BaselineVerdict.allCases
        let sorted = order.flatMap { verdict in comparison.changes.filter { $0.verdict == verdict } }
        let rows = sorted.prefix(most).map { change in
            [
                PlainText.line(change.recording, limit: 60), change.filter.isEmpty ? "all" : change.filter,
                change.metric.isEmpty ? "all" : Metric.named(change.metric)?.title ?? change.metric,
                NumberText.fixed(change.baseline, decimals: 3), NumberText.fixed(change.value, decimals: 3),
                NumberText.fixed(change.tolerance, decimals: 3), change.verdict.rawValue,
            ]
        }
        var note = "\(counts(comparison)). Tolerance: \(rule(comparison.tolerance))."
        if sorted.count > most { note += " The first \(most) of \(sorted.count) changes; the JSON has all." }
        if !comparison.parameterChanges.isEmpty {
            note +=
                " Parameters differ from the baseline's: "
                + PlainText.line(comparison.parameterChanges.joined(separator: ", "), limit: 200) + "."
        }
        return TitledTable(
            title: "Against the baseline", note: note,
            caption: "Changes against the baseline",
            columns: ["recording", "filter", "metric", "baseline", "now", "allowed", "verdict"], rows: rows, heads: 3)
    }

    private static func overall(_ comparison: BaselineComparison) -> TitledTable? {
        guard comparison.overall.contains(where: { $0.interval != nil }) else { return nil }
        let rows = comparison.overall.map { entry in
            let interval = entry.interval.map {
                "[\(NumberText.fixed($0.low, decimals: 3)), \(NumberText.fixed($0.high, decimals: 3))]"
            }
            return [
                entry.first, Metric.named(entry.metric)?.title ?? entry.metric,
                NumberText.signed(entry.difference, decimals: 3), interval ?? NumberText.none,
                !entry.isClear ? "noise" : entry.difference > 0 ? "worse" : "better",
            ]
        }
        return TitledTable(
            title: "Against the baseline, over all recordings",
            note:
                "Mean of now minus baseline, degrees, with its 95 % interval by paired bootstrap over the recordings (five "
                + "or more).",
            caption: "Mean changes against the baseline",
            columns: ["filter", "metric", "change", "interval", "more than noise?"], rows: rows, heads: 2)
    }
}

/// How the heading sources of logs without a reference agree.
enum AgreementTables {
    static func tables(_ report: ComparisonReport) -> [TitledTable] {
        report.recordings.filter { !$0.agreement.isEmpty }.map { recording in
            let rows = recording.agreement.map { pair in
                [
                    "\(pair.second) \(NumberText.minus) \(pair.first)",
                    NumberText.signed(pair.offsetDegrees, decimals: 2),
                    NumberText.fixed(pair.spreadDegrees, decimals: 2),
                    NumberText.fixed(pair.correlation, decimals: 3),
                    NumberText.signed(pair.delayMilliseconds, decimals: 0), curve(pair), NumberText.count(pair.samples),
                ]
            }
            return TitledTable(
                title: "Agreement of headings: \(PlainText.line(recording.name, limit: 60))",
                note:
                    "Agreement is not accuracy. Offset and spread of the second minus the first, degrees, "
                    + "clockwise positive; circular correlation; delay of the second, ms; the range of the offset over "
                    + "arcs of 15 degrees of the first's heading; samples, 20 per second.",
                caption: "Agreement of heading sources",
                columns: ["sources", "offset", "spread", "correlation", "delay, ms", "curve", "samples"], rows: rows)
        }
    }

    private static func curve(_ pair: HeadingAgreement) -> String {
        let values = pair.curve.map(\.differenceDegrees)
        guard values.count > 1, let low = values.min(), let high = values.max() else { return NumberText.none }
        return NumberText.signed(low, decimals: 1) + " to " + NumberText.signed(high, decimals: 1)
    }
}
