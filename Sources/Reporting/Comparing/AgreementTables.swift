import Analysis
import Evaluation

/// How the heading sources of logs without a reference agree.
enum AgreementTables {
    static func tables(_ report: ComparisonReport) -> [ComparisonTables.Titled] {
        report.recordings.filter { !$0.agreement.isEmpty }.map { recording in
            let rows = recording.agreement.map { pair in
                ReportPage.Row(
                    cells: [
                        "\(pair.second) \(NumberText.minus) \(pair.first)",
                        NumberText.signed(pair.offsetDegrees, decimals: 2),
                        NumberText.fixed(pair.spreadDegrees, decimals: 2),
                        NumberText.fixed(pair.correlation, decimals: 3),
                        NumberText.signed(pair.delayMilliseconds, decimals: 0), curve(pair),
                        NumberText.count(pair.samples),
                    ])
            }
            return ComparisonTables.Titled(
                title: "Agreement of headings: \(PlainText.line(recording.name, limit: 60))",
                note:
                    "That two agree does not make them right. Offset and spread of the second minus the first, degrees, "
                    + "clockwise positive; circular correlation; how late the second is, ms; the range of the offset over "
                    + "arcs of 15 degrees of the first's heading; samples, 20 a second.",
                table: ReportPage.Table(
                    caption: "Agreement of heading sources",
                    columns: ["sources", "offset", "spread", "correlation", "delay, ms", "curve", "samples"], rows: rows
                ))
        }
    }

    private static func curve(_ pair: HeadingAgreement) -> String {
        let values = pair.curve.map(\.differenceDegrees)
        guard values.count > 1, let low = values.min(), let high = values.max() else { return NumberText.none }
        return NumberText.signed(low, decimals: 1) + " to " + NumberText.signed(high, decimals: 1)
    }
}
