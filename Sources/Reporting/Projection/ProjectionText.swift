import Analysis
import Evaluation
import Figures
import Vocabulary

/// The error in pixels as a text table.
public enum ProjectionText {
    /// One line per filter, model and group of places (none without a reference), then tables of causes, labels and
    /// queries.
    public static func table(_ report: ProjectionReport) -> String {
        errors(report) + causes(report) + labels(report) + queries(report) + position(report)
    }

    /// The shares of the labels that were left out and moved; empty where labels are not placed.
    private static func labels(_ report: ProjectionReport) -> String {
        guard let labels = report.labels, !labels.isEmpty else { return "" }
        let rows =
            [["filter", "projection", "labels", "hidden", "moved"]]
            + labels.map { row in
                [
                    row.filter, row.projection.rawValue, String(row.labels),
                    row.hiddenShare.map { NumberText.percent($0, decimals: 1) } ?? "-",
                    row.movedShare.map { NumberText.percent($0, decimals: 1) } ?? "-",
                ]
            }
        return TextTable.lines(rows, leftAligned: [0, 1], indent: 0, heads: 2).joined(separator: "\n") + "\n"
    }

    /// RMS in pixels and in metres, by distance and cause.
    private static func causes(_ report: ProjectionReport) -> String {
        guard let causes = report.causes, !causes.isEmpty else { return "" }
        var rows = [
            ["filter", "projection", "metres away", "places"] + ErrorCauses.Cause.allCases.map { "\($0.rawValue) px/m" }
        ]
        for row in causes {
            let low = NumberText.fixed(row.fromMetres, decimals: 0)
            let band = row.toMetres.map { "\(low) to \(NumberText.fixed($0, decimals: 0))" } ?? "from \(low)"
            let cells = row.parts.map { part in
                part.pixels.map {
                    NumberText.fixed($0, decimals: 1) + "/" + NumberText.fixed(part.metres ?? .nan, decimals: 1)
                } ?? "-"
            }
            rows.append([row.filter, row.projection.rawValue, band, String(row.places)] + cells)
        }
        return TextTable.lines(rows, leftAligned: [0, 1, 2], indent: 0, heads: 3).joined(separator: "\n") + "\n"
    }

    /// The labels before and after the fusion of AR displacement and fixes.
    private static func position(_ report: ProjectionReport) -> String {
        guard let position = report.position else { return "" }
        func metres(_ value: Double?) -> String { value.map { NumberText.fixed($0, decimals: 1) + " m" } ?? "unknown" }
        func pixels(_ value: Double?) -> String {
            value.map { ", labels \(NumberText.fixed($0, decimals: 1)) px" } ?? ""
        }
        return
            "position, one sigma per axis: fixes \(metres(position.fixSigmaMetres)) "
            + "(\(metres(position.statedSigmaMetres)) stated)\(pixels(position.beforePixels)); "
            + "with AR displacement (\(position.fixes) fixes) \(metres(position.sigmaMetres))"
            + "\(pixels(position.afterPixels)); moved by \(metres(position.movedMetres))\n"
    }

    private static func queries(_ report: ProjectionReport) -> String {
        guard let queries = report.queries else { return "" }
        let again = queries.times.dropFirst().compactMap { $0.map { NumberText.fixed($0, decimals: 1) } }
        let when = again.isEmpty ? "" : ", again at " + again.prefix(10).joined(separator: ", ") + " s"
        return "queries within \(NumberText.fixed(queries.radiusMetres, decimals: 0)) m: \(queries.times.count)\(when)"
            + (again.count > 10 ? " ...\n" : "\n")
    }

    private static func errors(_ report: ProjectionReport) -> String {
        guard !report.errors.isEmpty else { return "" }
        let hasGroups = report.errors.contains { $0.category != nil }
        // The error of the observer's position is shown where it is known.
        let hasFixes = report.errors.contains { $0.positionPixels != nil }
        var rows = [
            ["filter", "projection"] + (hasGroups ? ["places"] : [])
                + ["median px", "95 % px", "RMS px", "jitter px", "lag ms", "wrong side"]
                + (hasFixes ? ["fixes px", "total px"] : [])
        ]
        for row in report.errors {
            let group = row.category.map { $0.isEmpty ? "(none)" : $0 } ?? "all"
            let figures: [String]
            if let accuracy = row.accuracy {
                figures =
                    [
                        NumberText.fixed(accuracy.medianPixels, decimals: 1),
                        NumberText.fixed(accuracy.p95Pixels, decimals: 1),
                        NumberText.fixed(accuracy.rmsPixels, decimals: 1),
                        NumberText.fixed(accuracy.jitterPixels, decimals: 2),
                        NumberText.fixed(accuracy.lagMilliseconds, decimals: 1),
                        NumberText.percent(accuracy.wrongSideShare, decimals: 1),
                    ]
                    + (hasFixes ? [row.positionPixels, row.totalPixels].map { NumberText.fixed($0, decimals: 1) } : [])
            } else {
                figures = ["not seen"]
            }
            rows.append(
                [row.filter, row.projection.rawValue] + (hasGroups ? [PlainText.line(group, limit: 24)] : [])
                    + figures)
        }
        let camera = report.camera
        let head =
            "camera \(PlainText.line(camera.name)): \(Int(clamping: camera.width)) x \(Int(clamping: camera.height)) pixels, "
            + "\(NumberText.degrees(camera.horizontalFieldOfView)) x \(NumberText.degrees(camera.verticalFieldOfView))"
        let heads = hasGroups ? 3 : 2
        return ([head] + TextTable.lines(rows, leftAligned: Set(0..<heads), indent: 0, heads: heads)).joined(
            separator: "\n") + "\n"
    }
}
