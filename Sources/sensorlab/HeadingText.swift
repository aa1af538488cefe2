import Evaluation
import Foundation
import SensorModels

/// A heading calibration for people.
enum HeadingText {
    static func text(_ section: HeadingCalibration) -> String {
        func degrees(_ value: Double?) -> String { value.map { String(format: "%.2f", $0) } ?? "unknown" }
        return String(format: "heading offset %+.2f degrees", section.offsetDegrees)
            + " (sigma \(degrees(section.sigmaDegrees)), 95 % +-\(degrees(section.interval95Degrees)); "
            + "residual RMS \(degrees(section.residualRMSDegrees))), \(section.filter) against \(section.against.rawValue), "
            + "\(section.headingAxis.rawValue) axis, \(section.north.rawValue) north; \(section.samples) pairs used "
            + "(\(section.outliers) of them far off), \(section.rejected) not used"
    }
}

/// Claimed accuracy beside actual error, for people and for programs.
enum ClaimedAccuracyText {
    static func summary(_ tables: [ClaimedAccuracy]) -> String {
        var lines = ["heading errors against the references, degrees"]
        lines.append("  source               claimed      pairs   claim    RMS    95 %  within claim")
        for table in tables {
            for row in table.byClaim { lines.append(line(table.source, "\(whole(row.from))-\(whole(row.to))", row)) }
            lines.append(line(table.source, "all", table.total))
        }
        return lines.joined(separator: "\n")
    }

    /// One row per source and interval of time, empty cells where nothing was claimed.
    static func csv(_ tables: [ClaimedAccuracy]) -> String {
        var text = "source,from,to,pairs,claimed,rms_error,p95_error,within_claim\n"
        for table in tables {
            for row in table.overTime {
                text +=
                    [
                        table.source, String(format: "%.3f", row.from), String(format: "%.3f", row.to),
                        "\(row.samples)",
                        row.claimedDegrees.map { String(format: "%.3f", $0) } ?? "",
                        String(format: "%.3f", row.rmsErrorDegrees), String(format: "%.3f", row.p95ErrorDegrees),
                        row.withinClaim.map { String(format: "%.3f", $0) } ?? "",
                    ].joined(separator: ",") + "\n"
            }
        }
        return text
    }

    private static func line(_ source: String, _ claim: String, _ row: ClaimedAccuracy.Row) -> String {
        let claimed = row.claimedDegrees.map { String(format: "%.2f", $0) } ?? "-"
        let within = row.withinClaim.map { String(format: "%.0f %%", 100 * $0) } ?? "-"
        return "  " + TextCell.left(source, 20)
            + TextCell.left(claim, 10) + TextCell.right("\(row.samples)", 8) + TextCell.right(claimed, 8)
            + TextCell.right(String(format: "%.2f", row.rmsErrorDegrees), 7)
            + TextCell.right(String(format: "%.2f", row.p95ErrorDegrees), 8) + TextCell.right(within, 14)
    }

    private static func whole(_ value: Double) -> String { String(format: "%.0f", value) }
}
