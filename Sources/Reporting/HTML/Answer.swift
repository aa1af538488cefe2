import Analysis
import Figures

/// The verdict as the page shows it: a word, a number and a colour. The number is the error that the picture shows,
/// without what the verdict advises; the colour is that of the number, so that errors of 0.3 and of 7.2 degrees do not
/// look alike under the same conditions.
package struct Answer {
    /// good, warn, bad, or none where nothing is known.
    package let state: String
    /// In a few words.
    let words: String
    /// The heading error of the recommended filter; `nil` where it is unknown.
    let value: String?
    /// What the number is.
    let what: String
    /// What such a number means.
    let meaning: String

    package init?(_ report: AnalysisReport, _ summary: ReportSummary) {
        guard let verdict = report.verdict, let said = summary.verdict else { return nil }
        let measured = verdict.isMeasured ? report.recommendedFilter?.accuracy?.headingRMSEDegrees : nil
        let error = verdict.grade == .unknown ? nil : measured ?? verdict.headingErrorDegrees
        words = said.text
        switch verdict.grade {
        case .unknown: state = "none"
        case .notUsable: state = "bad"
        case .good, .usableWith:
            let isLimited = verdict.conditions.contains { $0 == .partly || $0 == .north }
            state =
                switch error {
                case .some(...VerdictSection.goodDegrees) where !isLimited: "good"
                case .some(...VerdictSection.usableDegrees), nil: "warn"
                default: "bad"
                }
        }
        let name = PlainText.line(report.recommendation?.filter ?? "", limit: 24)
        let isRange = !verdict.isMeasured && !report.isErrorTheDistance
        value = error.map { isRange ? NumberText.plusMinus($0) : NumberText.degrees($0) }
        let offline = PlainText.line(report.recommendation?.offline ?? "the yardstick", limit: 24)
        meaning = Glossary.hint(isRange ? "\u{3C3}" : "RMS") ?? ""
        what =
            verdict.isMeasured
            ? "\(name), RMS"
                + (verdict.conditions.contains(.constant)
                    ? "; \(NumberText.degrees(verdict.headingErrorDegrees)) with the offset" : "")
            : isRange ? "\(name), predicted, one sigma" : "\(name), RMS from \(offline)"
    }
}
