import Calibration
import Foundation

/// The tables in Markdown.
enum Report {
    static func headingErrors(_ results: [ColumnResult], _ contestants: [Contestant]) -> String {
        var lines = ["Median heading error on fresh upright poses, degrees (90 % quantile in brackets):\n"]
        lines.append("| method | " + results.map(\.scene.name).joined(separator: " | ") + " |")
        lines.append("|---|" + results.map { _ in "--:|" }.joined())
        for (k, contestant) in contestants.enumerated() {
            let cells = results.map { "\(number($0.median(k))) (\(number($0.quantile(k, 0.9))))" }
            let name = contestant.isDefault ? "**\(contestant.name)** (default)" : contestant.name
            lines.append("| \(name) | " + cells.joined(separator: " | ") + " |")
        }
        let best = results.map { result in
            let others = contestants.indices.filter { !contestants[$0].isDefault }.map { result.median($0) }
            return String(format: "%.2f", result.median(0) / (others.min() ?? .nan))
        }
        lines.append("| default / best other | " + best.joined(separator: " | ") + " |")
        return lines.joined(separator: "\n") + "\n"
    }

    static func consistency(_ results: [ColumnResult]) -> String {
        var lines = ["The default method against its own sigmas:\n"]
        lines.append(
            "| | worst error / Cramer-Rao bound | NEES / 9 | 95 % interval holds | heading error / predicted | rungs | accepted |"
        )
        lines.append("|---|--:|--:|--:|--:|---|--:|")
        for result in results {
            let c = result.consistency
            let rungs = MagnetometerFitRung.allCases.compactMap { rung in
                result.rungs[rung].map { "\(rung.rawValue) \($0)" }
            }
            lines.append(
                "| \(result.scene.name) | \(number(c.worstOverBound)) | \(number(c.normalisedNEES)) | "
                    + "\(String(format: "%.1f", 100 * c.coverage)) % | \(number(c.headingRatio)) | "
                    + "\(rungs.joined(separator: ", ")) | \(result.accepted) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    static func number(_ value: Double) -> String {
        value.isNaN ? "-" : value.isFinite ? String(format: value < 10 ? "%.2f" : "%.0f", value) : "fails"
    }
}

/// What the default method has to reach.
enum Bars {
    static let ratio = 1.1
    static let bandDegrees = 1.2
    static let overBound = 1.15
    static let nees = 0.85...1.15
    static let coverage = 0.93...0.97

    static func missed(_ results: [ColumnResult]) -> [String] {
        var texts: [String] = []
        for result in results {
            let (name, c) = (result.scene.name, result.consistency)
            if result.scene.motion != .turningHand {
                let best = result.errors.indices.map { result.median($0) }.min() ?? 0
                if result.median(0) > ratio * best {
                    texts.append(
                        "\(name): \(Report.number(result.median(0))) degrees, the best method has \(Report.number(best))"
                    )
                }
            }
            if result.scene.motion == .uprightBand, result.scene.noise == 0.7, result.scene.outlierShare == 0,
                !(result.median(0) < bandDegrees)
            {
                texts.append("\(name): \(Report.number(result.median(0))) degrees, at most \(bandDegrees) wanted")
            }
            guard result.scene.motion == .allDirections || result.scene.motion == .turningHand else { continue }
            if c.worstOverBound > overBound {
                texts.append(
                    "\(name): an error of \(Report.number(c.worstOverBound)) Cramer-Rao bounds, at most \(overBound) wanted"
                )
            }
            if !nees.contains(c.normalisedNEES) {
                texts.append("\(name): NEES / 9 is \(Report.number(c.normalisedNEES))")
            }
            if !coverage.contains(c.coverage) {
                texts.append("\(name): 95 % intervals hold \(String(format: "%.1f", 100 * c.coverage)) %")
            }
            if c.missing > 0 { texts.append("\(name): \(c.missing) results without covariance") }
        }
        return texts
    }
}
