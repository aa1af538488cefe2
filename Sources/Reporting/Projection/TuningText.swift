import Evaluation

/// What tuning found, for people.
public enum TuningText {
    /// Parameters, folds, recordings, verdict.
    public static func text(_ report: TuningReport) -> String {
        var lines = [
            "\(report.filter), \(report.objective.rawValue), \(report.method.rawValue), seed \(report.seed)", "",
        ]
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
        let sigma = report.headingOffsetSigmaDegrees.map { " +- \(NumberText.fixed($0, decimals: 2))" } ?? ""
        lines.append(
            "heading offset of the recordings, not applied: "
                + "\(NumberText.signed(report.headingOffsetDegrees, decimals: 2))\(sigma) degrees")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func short(_ value: Double) -> String { NumberText.general(value, digits: 5) }
}
