import Analysis
import Figures
import Vocabulary

/// What `compare` prints: tables and notes of at most 80 columns.
public enum ComparisonText {
    /// The whole text, a line feed at the end.
    public static func text(_ report: ComparisonReport, style: TextStyle = .plain) -> String {
        var lines: [String] = []
        if let caution = ComparisonHeadline.caution(report) {
            lines +=
                PlainText.wrapped("! \(caution)", hanging: 2).map { style.marking("!", in: $0, style.caution) }
                + [""]
        }
        lines += ComparisonTables(report).all.flatMap { $0.lines(style) }
        for failure in report.failures {
            let text = "failed: \(failure.path): \(failure.message); \(failure.advice) [\(failure.code)]"
            // Not wrapped: paths stay whole.
            lines.append(style.marking("failed:", in: PlainText.line(text, limit: 500), style.failure))
        }
        for excluded in report.excluded {
            lines += PlainText.wrapped(
                PlainText.line("left out: \(excluded.name) (\(excluded.reason))", limit: 300), hanging: 2)
        }
        for warning in report.allWarnings {
            lines += PlainText.wrapped(
                "! \(PlainText.line(warning.text, limit: 300)) [\(warning.code)]", hanging: 2
            )
            .map { style.marking("!", in: $0, style.caution) }
            lines += PlainText.wrapped(PlainText.line(warning.advice, limit: 500), indent: 2)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ComparisonReport {
    /// The warnings of the run and of its logs.
    var allWarnings: [MergedWarning] { (warnings + recordings.flatMap(\.warnings)).merged }
}

/// `comparison.md`: the tables of a comparison, for pull requests. Text of logs is escaped.
public enum ComparisonMarkdown {
    /// The whole text, a line feed at the end.
    public static func text(_ report: ComparisonReport) -> String {
        var blocks = ["# Comparison of filters", MarkdownReport.escaped(ComparisonHeadline.text(report))]
        for titled in ComparisonTables(report).all {
            blocks += [
                "## " + MarkdownReport.escaped(titled.title), MarkdownReport.escaped(titled.note),
                MarkdownReport.table(titled.table),
            ]
        }
        func list(_ title: String, _ items: [String], limit: Int) {
            guard !items.isEmpty else { return }
            let lines = items.map { "- " + MarkdownReport.escaped(PlainText.line($0, limit: limit)) }
            blocks += ["## " + title, lines.joined(separator: "\n")]
        }
        list("Failed", report.failures.map { "\($0.name): \($0.message); \($0.advice) (\($0.code))" }, limit: 600)
        list("Left out", report.excluded.map { "\($0.name): \($0.reason)" }, limit: 300)
        list("Warnings", report.allWarnings.map { "\($0.text). \($0.advice). (\($0.code))" }, limit: 600)
        return blocks.joined(separator: "\n\n") + "\n"
    }
}

/// A comparison in one sentence.
enum ComparisonHeadline {
    /// A warning that the headings of some recordings are meaningless, with advice; `nil` if there are none.
    static func caution(_ report: ComparisonReport) -> String? {
        let implausible = report.recordings.count { recording in
            recording.warnings.contains { $0.code == .magnetometerImplausible }
        }
        guard implausible > 0 else { return nil }
        return
            "Headings are not usable on \(implausible) of \(report.recordings.count) recordings: the magnetometer's "
            + "readings, as the filters got them, do not fit the Earth's field. Give calibrations: --calibration "
            + "FILE, or auto where it was none"
    }

    static func text(_ report: ComparisonReport) -> String {
        let headline = report.definition.headline
        let measured = report.recordings.count(where: \.isMeasured)
        var parts: [String] = []
        if let caution = caution(report) { parts.append(caution) }
        // A mean over fewer recordings is not comparable.
        let complete = report.overall.filter { $0.recordings == measured }
        let best = (complete.isEmpty ? report.overall : complete).compactMap { filter in
            filter.mean(of: headline).map { (filter.name, $0) }
        }
        .min { $0.1 < $1.1 }
        if let best {
            parts.append(
                "smallest mean error (\(headline.title)) on \(measured) recording\(measured == 1 ? "" : "s"): "
                    + "\(best.0), \(NumberText.degrees(best.1, decimals: 2))")
        } else {
            parts.append("no recording has a reference")
        }
        if let baseline = report.baseline {
            parts.append("against the baseline: \(BaselineTables.counts(baseline))")
        }
        if !report.failures.isEmpty { parts.append("\(report.failures.count) could not be compared") }
        return (parts.joined(separator: "; ") + ".").capitalizedFirst
    }
}
