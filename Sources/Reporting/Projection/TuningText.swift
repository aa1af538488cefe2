import Evaluation
import Figures

/// The result of tuning as text.
public enum TuningText {
    /// Parameters, folds, recordings, verdict.
    public static func text(_ report: TuningReport) -> String {
        var lines = ["\(report.filter), \(objective(report)), \(report.method.rawValue), seed \(report.seed)", ""]
        lines += TextTable.lines(
            [["parameter", "default", "tuned", "tried", ""]]
                + report.parameters.map {
                    [
                        $0.names.joined(separator: "="), NumberText.general($0.defaultValue),
                        NumberText.general($0.tuned),
                        "\(NumberText.general($0.low, digits: 3)) to \(NumberText.general($0.high, digits: 3))",
                        $0.atLimit ? "at the end of the range" : "",
                    ]
                }, leftAligned: [0, 4], indent: 0)
        if !report.folds.isEmpty {
            lines.append("")
            lines += TextTable.lines(
                [["held out", "default", "tuned", "(seen: default", "tuned)"]]
                    + report.folds.map {
                        [
                            PlainText.line($0.heldOut, limit: 40), short($0.heldOutDefault), short($0.heldOutTuned),
                            short($0.trainingDefault), short($0.trainingTuned),
                        ]
                    }, leftAligned: [0], indent: 0)
        }
        lines.append("")
        lines += TextTable.lines(
            [["recording", "default", "tuned"]]
                + report.recordings.map { recording in
                    [
                        PlainText.line(recording.name, limit: 40), short(recording.usual.value),
                        short(recording.tuned.value),
                    ]
                } + [["mean", short(report.defaultMean), short(report.tunedMean)]], leftAligned: [0], indent: 0)
        lines.append("")
        lines.append((report.accepted ? "accepted: " : "refused: ") + report.reason)
        if let offset = report.headingOffsetDegrees {
            let sigma = report.headingOffsetSigmaDegrees.map { " +- \(NumberText.fixed($0, decimals: 2))" } ?? ""
            lines.append(
                "heading offset of the recordings, not applied: "
                    + "\(NumberText.signed(offset, decimals: 2))\(sigma) degrees")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Of the total error there is only the part that all references have.
    private static func objective(_ report: TuningReport) -> String {
        let scores = report.recordings.map(\.usual)
        guard report.objective == .total, !scores.isEmpty, scores.allSatisfy({ $0.totalRMSEDegrees == nil }) else {
            return report.objective.rawValue
        }
        if scores.allSatisfy({ $0.headingRMSEDegrees != nil }) { return "heading (the references have no more)" }
        return scores.allSatisfy { $0.headingRMSEDegrees == nil }
            ? "inclination (the references have no more)" : "heading or inclination, which the reference has"
    }

    private static func short(_ value: Double) -> String { NumberText.general(value, digits: 5) }
}

/// Jitter against lag along the values of one parameter.
public enum TradeOffFigure {
    /// The picture; `nil` where the report has no curve.
    public static func svg(_ report: TuningReport) -> String? {
        let points = report.curve.compactMap { point -> (value: Double, lag: Double, jitter: Double)? in
            guard let jitter = point.jitterPixels, let lag = point.lagMilliseconds else { return nil }
            return (point.value, lag, jitter)
        }
        guard points.count > 1, let name = report.parameters.first?.names.joined(separator: " = ") else { return nil }
        let lags = points.map(\.lag)
        let jitters = points.map(\.jitter)
        let x = ChartAxis.covering(
            min(0, lags.min() ?? 0)...(lags.max() ?? 1), label: "lag of the heading, ms", count: 8)
        let y = ChartAxis.covering(0...(jitters.max() ?? 1), label: "jitter of the labels, pixels")
        var layers: [ChartLayer] = [
            .line(
                points.map { ChartPoint($0.lag, $0.jitter) }, ChartStyle(.series(0)), name: "\(report.filter), \(name)")
        ]
        let marks = points.enumerated().filter { $0.offset % max(1, points.count / 10) == 0 }.map(\.element)
        layers.append(
            .points(
                marks.map { ChartPoint($0.lag, $0.jitter) }, ChartStyle(.series(0)), radius: 3,
                name: "values " + marks.map { NumberText.general($0.value, digits: 2) }.joined(separator: ", ")))
        if let usual = points.min(by: {
            ($0.value - report.parameters[0].defaultValue).magnitude
                < ($1.value - report.parameters[0].defaultValue).magnitude
        }) {
            layers.append(
                .points(
                    [ChartPoint(usual.lag, usual.jitter)], ChartStyle(.alert), radius: 5,
                    name: "near the default, \(NumberText.general(usual.value, digits: 2))"))
        }
        return Chart(
            title: "Jitter against lag", summary: "Each point is a value of \(name), mean over the recordings.", x: x,
            y: y, layers: layers, showsTitle: true
        ).standaloneSVG(ChartSize(width: 760, height: 460))
    }
}
