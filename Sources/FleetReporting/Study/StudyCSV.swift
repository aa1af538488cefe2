import Figures
import Fleet
import Foundation

/// The tables of a study for spreadsheets and data frames: every row of the JSON, numbers with six decimals, unknown
/// ones empty.
enum StudyCSV {
    /// Name and text of each.
    static func files(_ report: StudyReport) -> [(name: String, text: String)] {
        [
            (
                "errors",
                text(
                    [
                        "scope", "name", "filter", "calibration", "kind", "metric", "trials", "mean", "low", "high",
                        "minimum", "maximum",
                    ],
                    report.errors.map { row in
                        words(row.scope, row.name, row.filter, row.calibration, row.kind, row.metric, "\(row.trials)")
                            + numbers(row.mean, row.low, row.high, row.minimum, row.maximum)
                    })
            ),
            (
                "differences",
                text(
                    ["filter", "calibration", "trials", "mean", "low", "high"],
                    report.differences.map { row in
                        words(row.filter, row.calibration, "\(row.trials)") + numbers(row.mean, row.low, row.high)
                    })
            ),
            (
                "stated",
                text(
                    [
                        "scope", "name", "source", "calibration", "kind", "trials", "samples", "claimed", "rms", "low",
                        "high", "minimum",
                        "maximum", "share", "share_low", "share_high", "promised",
                    ],
                    report.stated.map { row in
                        words(
                            row.scope, row.name, row.source, row.calibration, row.kind, "\(row.trials)",
                            "\(row.samples)")
                            + numbers(
                                row.statedDegrees, row.rmsErrorDegrees, row.low, row.high, row.minimum, row.maximum,
                                row.share, row.shareLow, row.shareHigh, row.promised)
                    })
            ),
            (
                "since-start",
                text(
                    [
                        "source", "calibration", "from", "trials", "samples", "rms", "low", "high", "claimed", "share",
                    ],
                    report.sinceStart.map { row in
                        words(
                            row.source, row.calibration, "\(Int(clamping: row.fromSeconds))", "\(row.trials)",
                            "\(row.samples)")
                            + numbers(row.rmsErrorDegrees, row.low, row.high, row.statedDegrees, row.share)
                    })
            ),
            (
                "trials",
                text(
                    [
                        "trial", "device", "place", "motion", "group", "app", "date", "sha256", "failure", "duration",
                        "error",
                        "sigma", "device_error", "device_claim",
                    ],
                    report.trials.map { row in
                        words(
                            row.trial, row.device, row.site, row.motion, row.group, row.app, row.date, row.sha256,
                            row.failure)
                            + numbers(
                                row.durationSeconds, row.headingRMSEDegrees, row.sigmaDegrees, row.claimErrorDegrees,
                                row.claimedDegrees)
                    })
            ),
        ]
    }

    private static func text(_ columns: [String], _ rows: [[String]]) -> String {
        ([columns] + rows).map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
    }

    private static func words(_ cells: String?...) -> [String] { cells.map { CSVField.inert($0 ?? "") } }

    private static func numbers(_ values: Double?...) -> [String] {
        values.map { $0.map { FixedDecimal.text($0, decimals: 6) } ?? "" }
    }
}
