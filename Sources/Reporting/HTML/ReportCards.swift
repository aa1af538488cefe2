import Analysis
import Evaluation
import Figures

/// The figures at the top of the report: measured ones where the log has a reference, else what speaks for and against
/// the headings.
enum ReportCards {
    static func cards(_ report: AnalysisReport) -> [ReportPage.Card] {
        report.filters.contains { $0.accuracy != nil }
            ? [filter(report), offset(report), deviation(report), magnetometer(report)]
            : [filter(report), agreement(report), field(report), magnetometer(report)].compactMap { $0 }
    }

    /// How far the other headings of the log lie from the recommended filter's.
    private static func agreement(_ report: AnalysisReport) -> ReportPage.Card? {
        guard let farthest = report.agreement.max(by: { $0.rmsDegrees < $1.rmsDegrees }),
            let nearest = report.agreement.min(by: { $0.rmsDegrees < $1.rmsDegrees })
        else { return nil }
        func text(_ pair: HeadingAgreement) -> String {
            "\(PlainText.line(pair.second, limit: 24)) \(NumberText.degrees(pair.rmsDegrees))"
        }
        return ReportPage.Card(
            label: "Headings differ by", value: NumberText.degrees(farthest.rmsDegrees),
            detail: "RMS from \(PlainText.line(farthest.first, limit: 24)): \(text(nearest))"
                + (report.agreement.count > 1 ? " to \(text(farthest))" : ""),
            state: farthest.rmsDegrees <= VerdictSection.goodDegrees ? "good" : "warn")
    }

    /// The measured field beside the expected one.
    private static func field(_ report: AnalysisReport) -> ReportPage.Card? {
        guard let disturbance = report.disturbance else { return nil }
        let model = report.geomagnetism.map {
            "model: \(NumberText.fixed($0.intensityMicrotesla, decimals: 1)) \u{B5}T, dip "
                + "\(NumberText.signedDegrees($0.inclinationDegrees))"
        }
        return ReportPage.Card(
            label: "Field disturbed", value: NumberText.percent(disturbance.share),
            detail: [
                "undisturbed \(NumberText.fixed(disturbance.fieldMicrotesla, decimals: 1)) \u{B5}T"
                    + (disturbance.dipDegrees.map { ", dip \(NumberText.signedDegrees($0))" } ?? ""), model,
            ].compactMap { $0 }.joined(separator: "; "),
            state: disturbance.episodes.isEmpty ? "good" : "warn")
    }

    private static func filter(_ report: AnalysisReport) -> ReportPage.Card {
        let best = report.recommendedFilter ?? report.filters.last
        let name = best.map { PlainText.line($0.name, limit: 24) } ?? "no filter"
        if let accuracy = best?.accuracy {
            return ReportPage.Card(
                label: "Heading error of \(name)", value: NumberText.degrees(accuracy.headingRMSEDegrees),
                detail:
                    "RMS against the reference, \(NumberText.degrees(accuracy.headingRMSEAfterOffsetDegrees)) without its "
                    + "heading offset", state: "none")
        }
        let isKnown = report.verdict.map { $0.grade != .unknown } ?? false
        let (isDistance, no) = (
            report.isErrorTheDistance, report.hasReference ? "reference not scored" : "no reference"
        )
        let yardstick = PlainText.line(report.recommendation?.offline ?? "", limit: 24)
        return ReportPage.Card(
            label: "Heading error of \(name)",
            value: isKnown
                ? report.verdict?.headingErrorDegrees.map {
                    isDistance ? NumberText.degrees($0) : NumberText.plusMinus($0)
                } ?? NumberText.undetermined
                : NumberText.undetermined,
            detail: (isKnown ? (isDistance ? "RMS difference from \(yardstick); " : "predicted, one sigma; ") : "")
                + no,
            state: "none")
    }

    private static func offset(_ report: AnalysisReport) -> ReportPage.Card {
        guard let offset = report.headingOffset else {
            return ReportPage.Card(
                label: "Heading offset", value: NumberText.none, detail: "needs a reference", state: "none")
        }
        guard offset.accepted else {
            return ReportPage.Card(
                label: "Heading offset", value: NumberText.undetermined,
                detail: PlainText.line(offset.reason, limit: 200), state: "warn")
        }
        return ReportPage.Card(
            label: "Heading offset", value: NumberText.signedDegrees(offset.offsetDegrees),
            detail: (offset.sigmaDegrees.map { "\u{B1} \(NumberText.degrees($0)) (one sigma)" } ?? "uncertainty unknown")
                + (offset.isSignificant ? "" : ": not significant"),
            state: offset.isSignificant ? "good" : "none")
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
                detail: PlainText.line(deviation.reason, limit: 200), state: "warn")
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
                detail: report.recording.hasMagnetometer
                    ? "the readings are used uncalibrated" : "the log has no magnetometer", state: "none")
        }
        let coverage = calibration.coverage.map { "; \(NumberText.percent($0)) of the directions covered" } ?? ""
        return ReportPage.Card(
            label: "Magnetometer calibration",
            value: calibration.headingSigmaDegrees.map { NumberText.plusMinus($0) }
                ?? (calibration.accepted ? "accepted" : "refused"),
            detail: (calibration.accepted ? "accepted" : "refused")
                + (calibration.headingSigmaDegrees == nil
                    ? "" : "; its part of the heading error, predicted, one sigma")
                + coverage,
            state: calibration.accepted ? "good" : "warn")
    }
}
