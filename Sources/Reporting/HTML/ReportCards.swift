import Analysis

/// The four numbers at the top of the report.
enum ReportCards {
    static func cards(_ report: AnalysisReport) -> [ReportPage.Card] {
        [filter(report), offset(report), deviation(report), magnetometer(report)]
    }

    private static func filter(_ report: AnalysisReport) -> ReportPage.Card {
        let best = report.filters.first { $0.name == report.recommendation?.filter } ?? report.filters.last
        let name = best.map { PlainText.line($0.name, limit: 24) } ?? "no filter"
        if let accuracy = best?.accuracy {
            return ReportPage.Card(
                label: "Heading error of \(name)", value: NumberText.degrees(accuracy.headingRMSEDegrees),
                detail:
                    "RMS against the reference, \(NumberText.degrees(accuracy.headingRMSEAfterOffsetDegrees)) without its "
                    + "constant part", state: "none")
        }
        return ReportPage.Card(
            label: "Heading error of \(name)", value: NumberText.none,
            detail: "no reference in the log"
                + (best?.heading.medianSigmaDegrees.map { "; predicted \(NumberText.plusMinus($0))" } ?? ""),
            state: "none")
    }

    private static func offset(_ report: AnalysisReport) -> ReportPage.Card {
        guard let offset = report.headingOffset else {
            return ReportPage.Card(
                label: "Constant to add", value: NumberText.none, detail: "needs a reference", state: "none")
        }
        guard offset.accepted else {
            return ReportPage.Card(
                label: "Constant to add", value: NumberText.undetermined,
                detail: PlainText.line(offset.reason, limit: 120), state: "warn")
        }
        return ReportPage.Card(
            label: "Constant to add", value: NumberText.signedDegrees(offset.offsetDegrees),
            detail: offset.sigmaDegrees.map { "\u{B1} \(NumberText.degrees($0)) (one sigma)" } ?? "uncertainty unknown",
            state: "good")
    }

    private static func deviation(_ report: AnalysisReport) -> ReportPage.Card {
        guard let deviation = report.deviation, let largest = ReportSummary.largestDeviation(deviation) else {
            return ReportPage.Card(
                label: "Compass deviation", value: NumberText.none,
                detail: ReportFacts.whyNoDeviation(report), state: "none")
        }
        guard deviation.accepted else {
            return ReportPage.Card(
                label: "Compass deviation", value: NumberText.undetermined,
                detail: PlainText.line(deviation.reason, limit: 120), state: "warn")
        }
        return ReportPage.Card(
            label: "Compass deviation, at most", value: NumberText.degrees(largest.deviation.magnitude),
            detail: "at compass heading \(NumberText.fixed(largest.heading, decimals: 0))\u{B0}; "
                + "\(NumberText.degrees(deviation.residualRMSDegrees)) about the curve",
            state: "good")
    }

    private static func magnetometer(_ report: AnalysisReport) -> ReportPage.Card {
        guard let calibration = report.calibration.magnetometer else {
            return ReportPage.Card(
                label: "Magnetometer calibration", value: "none",
                detail: ReportSummary.hasMagnetometer(report)
                    ? "the readings are used as they are" : "the log has no magnetometer", state: "none")
        }
        let coverage = calibration.coverage.map { "; \(NumberText.percent($0)) of the directions seen" } ?? ""
        return ReportPage.Card(
            label: "Magnetometer calibration",
            value: calibration.headingSigmaDegrees.map { NumberText.plusMinus($0) }
                ?? (calibration.accepted ? "accepted" : "refused"),
            detail: (calibration.accepted ? "accepted" : "refused")
                + (calibration.headingSigmaDegrees == nil ? "" : "; predicted remaining heading error, one sigma")
                + coverage,
            state: calibration.accepted ? "good" : "warn")
    }
}
