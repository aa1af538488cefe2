import Evaluation
import Figures
import Foundation
import Rotations

/// The results of a simulation-based calibration as tables and as a picture.
struct SigmaReport {
    private let names: [String]
    private let results: [SigmaCalibrationRun.Result]

    init(_ names: [String], _ results: [SigmaCalibrationRun.Result]) { (self.names, self.results) = (names, results) }

    /// A table per quantity, then the coverage of the heading by surroundings.
    var markdown: String {
        var lines: [String] = []
        for quantity in SigmaTrial.Quantity.allCases {
            let unit = quantity == .bias ? "deg/s" : "degrees"
            lines += [
                "### \(quantity.rawValue)", "",
                "| estimator | trials | RMS error, \(unit) | median sigma, \(unit) | mean square, normalised | chi-square (19) | p "
                    + "| in the 95 % interval |",
                "|---|--:|--:|--:|--:|--:|--:|--:|",
            ]
            for name in names {
                guard let summary = SigmaCalibrationRun.summary(of: quantity, by: name, in: results) else { continue }
                let p = summary.ranks.probability
                lines.append(
                    "| `\(name)` | \(summary.ranks.ranks.count) | \(number(Angle.degrees(summary.error))) "
                        + "| \(number(Angle.degrees(summary.sigma))) | \(number(summary.normalisedSquare)) "
                        + "| \(Int(summary.ranks.chiSquare.rounded())) | \(p < 0.0001 ? "< 0.0001" : number(p)) "
                        + "| \(share(summary.coverage)) |")
            }
            lines.append("")
        }
        let surroundings = SimulatedTrial.Surroundings.allCases
        for quantity in [SigmaTrial.Quantity.heading, .inclination] {
            lines += [
                "### \(quantity.rawValue) by surroundings: RMS error and share in the 95 % interval", "",
                "| estimator | " + surroundings.map(\.rawValue).joined(separator: " | ") + " |",
                "|---|" + String(repeating: "--:|", count: surroundings.count),
            ]
            for name in names {
                let cells = surroundings.map { place in
                    SigmaCalibrationRun.summary(of: quantity, by: name, in: results, surroundings: place).map {
                        "\(number(Angle.degrees($0.error))); \(share($0.coverage))"
                    }
                }
                guard cells.contains(where: { $0 != nil }) else { continue }
                lines.append("| `\(name)` | " + cells.map { $0 ?? "-" }.joined(separator: " | ") + " |")
            }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    private func number(_ value: Double) -> String {
        String(format: value.magnitude < 0.1 ? "%.3f" : value.magnitude < 100 ? "%.2f" : "%.0f", value)
    }

    private func share(_ share: ClusteredShare) -> String {
        let mean = String(format: "%.1f %%", 100 * share.mean)
        guard let interval = share.interval else { return mean }
        return mean + String(format: " (%.1f to %.1f)", 100 * interval.lowerBound, 100 * interval.upperBound)
    }

    /// The share of ranks below each value less that value: solid the heading, dashed the inclination. Uniform ranks
    /// stay in between the black lines 19 times of 20 at each place (T. Sailynoja, P.-C. Burkner, A. Vehtari,
    /// Statistics and Computing 32, 2022).
    var svg: String {
        let places = stride(from: 0.0, through: 1, by: 0.01).map { $0 }
        var layers: [ChartLayer] = []
        let count = Double(results.count)
        for side in [-1.0, 1] {
            let edge = places.map { ChartPoint($0, side * 1.96 * ($0 * (1 - $0) / count).squareRoot()) }
            layers.append(.line(edge, ChartStyle(.ink, width: 1, opacity: 0.6), name: side < 0 ? "even ranks" : nil))
        }
        var largest = 0.05
        // As many filters as there are colours; those without a gyroscope's memory are in the tables only.
        for (index, name) in names.suffix(Palette.light.count).enumerated() {
            for (quantity, dashes) in [(SigmaTrial.Quantity.heading, [Double]()), (.inclination, [4, 3])] {
                guard let summary = SigmaCalibrationRun.summary(of: quantity, by: name, in: results) else { continue }
                let values = summary.ranks.excess(at: places)
                largest = max(largest, values.map(\.magnitude).max() ?? 0)
                layers.append(
                    .line(
                        zip(places, values).map { ChartPoint($0, $1) },
                        ChartStyle(.series(index), width: 1.6, dashes: dashes),
                        name: dashes.isEmpty ? name : nil))
            }
        }
        let x = ChartAxis(
            label: "rank of the truth", domain: 0...1,
            ticks: stride(from: 0.0, through: 1, by: 0.2).map { .init($0, String(format: "%.1f", $0)) })
        let limit = (largest * 20).rounded(.up) / 20
        let y = ChartAxis(
            label: "share of trials below, less the rank", domain: -limit...limit,
            ticks: stride(from: -limit, through: limit + 1e-9, by: limit / 2).map {
                .init($0, String(format: "%+.2f", $0))
            })
        return Chart(
            title: "Ranks of the truth in what sigmas claim; solid: heading, dashed: inclination",
            summary: "For each estimator the distribution of the truth's rank less an even one.", x: x, y: y,
            layers: layers, showsTitle: true
        ).standaloneSVG(ChartSize(width: 900, height: 480))
    }
}
