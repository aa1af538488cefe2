import Analysis

/// What `analyze` prints: at most 80 columns.
public enum TerminalSummary {
    static let width = 80

    /// The whole text, a line feed at the end.
    public static func text(_ report: AnalysisReport, style: TextStyle = .plain) -> String {
        let summary = ReportSummary(report)
        func section(_ title: String, _ lines: [String]) -> [String] {
            lines.isEmpty ? [] : ["", style.strong(title)] + lines
        }
        var lines = wrapped(PlainText.line(report.recording.name ?? report.input.path, limit: 76))
        lines += wrapped(ReportFacts.subtitle(report))
        lines.append("")
        lines += wrapped(summary.headline).map(style.strong)
        lines += section("Streams", streams(report))
        lines += section("Calibration", calibrations(report))
        lines += section("Filters", filters(report).map { $0.hasPrefix("  * ") ? style.strong($0) : $0 })
        lines += section("Compass", summary.findings.flatMap { wrapped($0, indent: 2) })
        lines += section("What to do", summary.actions.flatMap { wrapped("- " + $0, indent: 2, hanging: 2) })
        lines += section("Recommendation", wrapped(summary.filter, indent: 2) + wrapped(summary.confidence, indent: 2))
        if !report.warnings.isEmpty {
            lines += section(
                report.warnings.count == 1 ? "1 warning" : "\(report.warnings.count) warnings",
                report.warnings.flatMap { warning in
                    wrapped(
                        "! " + PlainText.line("\(warning.text) [\(warning.code)]", limit: 500), indent: 2, hanging: 2
                    ).map { style.marking("!", in: $0, style.caution) }
                        + wrapped(PlainText.line(warning.advice, limit: 500), indent: 4)
                })
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func streams(_ report: AnalysisReport) -> [String] {
        let rows = report.recording.streams.filter { $0.samples > 0 }.map { stream in
            [
                PlainText.line(stream.sensor, limit: 24), "\(stream.samples)",
                stream.rateHz.map { NumberText.fixed($0, decimals: 1) + " Hz" } ?? NumberText.none,
                "\(stream.gaps) gaps", ReportTables.unit(stream.unit),
            ]
        }
        return TextTable.lines(rows, leftAligned: [0, 4], indent: 2)
    }

    private static func calibrations(_ report: AnalysisReport) -> [String] {
        CalibrationText.sections(report).flatMap {
            wrapped("\($0.title.lowercased()): \($0.verdict) - \($0.reason)", indent: 2, hanging: 2)
        }
    }

    private static func filters(_ report: AnalysisReport) -> [String] {
        let measured = report.filters.contains { $0.accuracy != nil }
        let head =
            measured
            ? ["", "total", "heading", "constant", "rest", "tilt", "95 %", "covered"]
            : ["", "mean heading", "spread", "own sigma", "defined", "mean rho"]
        let rows = report.filters.map { filter -> [String] in
            let mark = filter.name == report.recommendation?.filter ? "* " : "  "
            let name = mark + PlainText.line(filter.name, limit: 18)
            guard measured else {
                return [
                    name, NumberText.degrees(filter.heading.circularMeanDegrees),
                    NumberText.degrees(filter.heading.circularStandardDeviationDegrees),
                    NumberText.sigma(filter.heading.medianSigmaDegrees),
                    NumberText.percent(filter.heading.definedShare),
                    NumberText.degrees(filter.rho.meanDegrees),
                ]
            }
            let accuracy = filter.accuracy
            return [
                name, NumberText.degrees(accuracy?.totalRMSEDegrees), NumberText.degrees(accuracy?.headingRMSEDegrees),
                NumberText.signedDegrees(accuracy?.headingOffsetDegrees),
                NumberText.degrees(accuracy?.headingRMSEAfterOffsetDegrees),
                NumberText.degrees(accuracy?.inclinationRMSEDegrees), NumberText.degrees(accuracy?.p95Degrees),
                NumberText.percent(accuracy?.coverage95),
            ]
        }
        guard !rows.isEmpty else { return ["  none could run"] }
        let note =
            measured
            ? "RMS against the reference; rest = heading without its constant; * recommended"
            : "no reference in the log: no accuracy; * recommended"
        return TextTable.lines([head] + rows, leftAligned: [0], indent: 2) + wrapped(note, indent: 2)
    }

    /// Breaks text between words into lines of at most `width` columns; a word that is longer than a line is cut.
    static func wrapped(
        _ text: String, indent: Int = 0, hanging: Int = 0, width: Int = width
    ) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(separator: " ") {
            var rest = word
            while !rest.isEmpty {
                let room = width - line.count - (isEmpty ? 0 : 1)
                if rest.count <= room {
                    line += (isEmpty ? "" : " ") + rest
                    isEmpty = false
                    rest = ""
                } else if isEmpty {
                    line += rest.prefix(room)
                    rest = rest.dropFirst(room)
                    isEmpty = false
                } else {
                    lines.append(line)
                    line = String(repeating: " ", count: indent + hanging)
                    isEmpty = true
                }
            }
        }
        return isEmpty ? lines : lines + [line]
    }
}
