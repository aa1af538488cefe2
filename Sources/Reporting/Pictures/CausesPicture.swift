import Analysis
import Figures
import Foundation
import Vocabulary

/// The errors of labels over the distance of the places, one line per cause: for each filter and model a plot in pixels
/// and, below it, one in metres at the place. Both axes are logarithmic.
public enum CausesPicture {
    /// The picture as an SVG file; `nil` where nothing was measured.
    public static func svg(_ report: ProjectionReport) -> String? {
        let size = ChartSize(width: 760, height: 320)
        let runs = (report.causes ?? []).reduce(into: [[ErrorCauses]]()) { runs, row in
            if let last = runs.last?.last, last.filter == row.filter, last.projection == row.projection {
                runs[runs.count - 1].append(row)
            } else {
                runs.append([row])
            }
        }
        let charts = runs.flatMap { rows in
            [chart(rows, of: \.pixels, unit: "pixels"), chart(rows, of: \.metres, unit: "metres")].compactMap { $0 }
        }
        guard !charts.isEmpty else { return nil }
        let parts = charts.enumerated().map { index, chart in
            (x: 10.0, y: 10 + 340 * Double(index), size: size, svg: chart.svg(size))
        }
        return Picture.standalone(
            width: 780, height: 20 + 340 * Double(charts.count), title: "Errors of labels by distance and cause",
            parts: parts)
    }

    private static func chart(
        _ rows: [ErrorCauses], of figure: KeyPath<ErrorCauses.Part, Double?>, unit: String
    ) -> Chart? {
        let curves = ErrorCauses.Cause.allCases.enumerated().compactMap { index, cause in
            let points = rows.compactMap { row -> ChartPoint? in
                guard let value = row.parts.first(where: { $0.cause == cause })?[keyPath: figure], value > 0 else {
                    return nil
                }
                return ChartPoint(middle(of: row), log10(value))
            }
            return points.isEmpty ? nil : (cause: cause, style: ChartStyle.series(index), points: points)
        }
        guard let first = rows.first, !curves.isEmpty else { return nil }
        let values = curves.flatMap { $0.points.map(\.y) }
        let ticks = rows.map { ChartAxis.Tick(middle(of: $0), band($0)) }
        let title = "\(PlainText.line(first.filter, limit: 32)), \(first.projection.rawValue): RMS in \(unit)"
        return Chart(
            title: title, summary: "\(title) over the distance of the places, each cause alone.",
            x: ChartAxis(
                label: "distance of the places, m",
                domain: (middle(of: first) - 0.2)...((rows.last.map(middle) ?? 0) + 0.2), ticks: ticks),
            y: axis(values, label: "\(unit) on the \(unit == "pixels" ? "screen" : "ground")"),
            layers: curves.flatMap { curve -> [ChartLayer] in
                [
                    .line(curve.points, curve.style, name: curve.cause.rawValue),
                    .points(curve.points, curve.style, radius: 3, name: nil),
                ]
            }, showsTitle: true)
    }

    /// The logarithm of the middle of a band; of half its end for the nearest one, of twice its beginning for the last.
    private static func middle(of row: ErrorCauses) -> Double {
        let end = row.toMetres ?? 4 * row.fromMetres
        return row.fromMetres > 0 ? log10((row.fromMetres * end).squareRoot()) : log10(end / 2)
    }

    private static func band(_ row: ErrorCauses) -> String {
        let from = NumberText.fixed(row.fromMetres, decimals: 0)
        return row.toMetres.map { "\(from) to \(NumberText.fixed($0, decimals: 0))" } ?? "from \(from)"
    }

    /// Whole powers of ten around the values.
    private static func axis(_ logarithms: [Double], label: String) -> ChartAxis {
        let low = (logarithms.min() ?? 0).rounded(.down)
        let high = max((logarithms.max() ?? 1).rounded(.up), low + 1)
        let ticks = stride(from: low, through: high, by: 1).map { power in
            ChartAxis.Tick(power, NumberText.fixed(pow(10, power), decimals: max(0, Int(clamping: -power))))
        }
        return ChartAxis(label: label, domain: low...high, ticks: ticks)
    }
}
