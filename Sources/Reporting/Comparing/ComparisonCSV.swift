import Analysis
import Evaluation

/// `comparison.csv`: one line per recording, filter and metric, for spreadsheets and data frames.
public enum ComparisonCSV {
    /// Header `recording,group,filter,metric,unit,value`; values with six decimals, metrics that a filter does not have are
    /// left out.
    public static func text(_ report: ComparisonReport) -> String {
        var lines = ["recording,group,filter,metric,unit,value"]
        for recording in report.recordings {
            for filter in recording.filters {
                guard let errors = filter.errors else { continue }
                let head = [recording.name, recording.group ?? "", filter.name].map(CSVField.quoted)
                for metric in Metric.all {
                    guard let value = metric.value(of: errors) else { continue }
                    lines.append(
                        (head + [metric.name, metric.unit, FixedDecimal.text(value, decimals: 6)])
                            .joined(separator: ","))
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
