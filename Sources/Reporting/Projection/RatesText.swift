import Analysis
import Foundation

/// What a filter gains from faster sensors, and what they cost, as a table.
public enum RatesText {
    /// At most 80 columns.
    public static func text(_ report: RateReport) -> String {
        func number(_ value: Double?, _ digits: Int) -> String {
            value.map { String(format: "%.\(digits)f", $0) } ?? "-"
        }
        func line(_ cells: [String]) -> String {
            zip(cells, [6, 9, 13, 8, 7, 7, 9, 8, 11]).map { cell, width in
                String(repeating: " ", count: max(1, width - cell.count)) + cell
            }.joined()
        }
        let head = [
            line(["rate", "heading", "inclination", "jitter", "lag", "age", "updates", "per s", "power"]),
            line(["Hz", "degrees", "degrees", "degrees", "ms", "ms", "per s", "us", "mW"]),
        ]
        let rows = report.rates.map { row in
            line([
                number(row.rateHz, row.rateHz == row.rateHz.rounded() ? 0 : 1), number(row.headingRMSEDegrees, 2),
                number(row.inclinationRMSEDegrees, 2), number(row.jitterDegrees, 2), number(row.lagMilliseconds, 0),
                number(row.ageMilliseconds, 0), number(row.updatesPerSecond, 0),
                number(row.performance.nanosecondsPerSecond / 1000, 1), number(row.performance.milliwatts, 3),
            ])
        }
        return ([report.filter] + head + rows).joined(separator: "\n") + "\n"
    }
}
