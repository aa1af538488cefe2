import Analysis
import Figures

/// What `analyze` prints: at most 80 columns.
public enum TerminalSummary {
    /// Columns of every text.
    public static let width = TextTable.width

    /// Lines of the short text, the name of the report's folder included.
    static let height = 24

    /// The answer: verdict, filters, actions and where the rest is, in at most 24 lines. A line feed at the end.
    /// - Parameters:
    ///   - report: of the log.
    ///   - folder: where it was written.
    ///   - style: of the terminal.
    public static func text(_ report: AnalysisReport, folder: String, style: TextStyle = .plain) -> String {
        let summary = ReportSummary(report)
        var head = PlainText.wrapped(ReportFacts.title(report)).prefix(1) + [""]
        if let verdict = summary.verdict {
            // The headline has the reason where nothing was measured.
            let isReasonNeeded = report.verdict?.grade == .unknown && report.recommendedFilter?.accuracy != nil
            head += PlainText.wrapped(verdict.text + (isReasonNeeded ? ". " + verdict.reason : ".")).map(style.strong)
        }
        head += PlainText.wrapped(summary.headline).map(style.strong) + [""]
        let folder = PlainText.line(folder, limit: 200)
        var foot: [String] = summary.actions.isEmpty ? [] : [""]
        for (number, action) in summary.actions.enumerated() {
            foot += PlainText.wrapped("\(number + 1). \(action.line)", hanging: 3)
            // In one piece, so that it can be copied.
            foot.append("   " + command(action, folder))
        }
        foot.append("")
        if !report.warnings.isEmpty {
            let codes = report.warnings.map(\.code.rawValue)
            let names = codes.indices.filter { codes.firstIndex(of: codes[$0]) == $0 }.map { codes[$0] }
            foot += PlainText.wrapped("\(ReportFacts.warnings(report)): \(names.joined(separator: ", "))", hanging: 2)
        }
        foot += ["report: \(folder)/report.html; --verbose prints all figures"]
        let table = filters(report, style, most: max(3, height - head.count - foot.count))
        return (head + table + foot).joined(separator: "\n") + "\n"
    }

    /// The command of an action, for the folder in which the tool was started.
    private static func command(_ action: ReportSummary.Action, _ folder: String) -> String {
        let ownFile = ActionSection.calibrationFile
        return action.command.replacing(ownFile, with: folder + "/" + ownFile)
    }

    /// Everything that the report says in words and tables. A line feed at the end.
    /// - Parameter folder: where it was written.
    public static func verbose(_ report: AnalysisReport, folder: String, style: TextStyle = .plain) -> String {
        let summary = ReportSummary(report)
        func section(_ title: String, _ lines: [String]) -> [String] {
            lines.isEmpty ? [] : ["", style.strong(title)] + lines
        }
        var lines = PlainText.wrapped(PlainText.line(report.recording.name ?? report.input.path, limit: 76))
        lines += PlainText.wrapped(ReportFacts.subtitle(report))
        lines.append("")
        if let verdict = summary.verdict {
            lines += PlainText.wrapped(verdict.text + ". " + verdict.reason).map(style.strong)
        }
        lines += PlainText.wrapped(summary.headline).map(style.strong)
        lines += section("Streams", streams(report))
        lines += section("Calibration", calibrations(report))
        lines += section("Filters", filters(report, style))
        lines += section("Compass", summary.findings.flatMap { PlainText.wrapped($0, indent: 2) })
        lines += section(
            "What to do",
            summary.actions.flatMap {
                PlainText.wrapped("- " + $0.line + ($0.detail.map { ". " + $0 } ?? ""), indent: 2, hanging: 2)
                    + ["    " + command($0, PlainText.line(folder, limit: 200))]
            })
        lines += section(
            "Recommendation",
            PlainText.wrapped(summary.filter, indent: 2) + PlainText.wrapped(summary.confidence, indent: 2))
        if !report.warnings.isEmpty {
            lines += section(
                ReportFacts.warnings(report),
                report.warnings.flatMap { warning in
                    PlainText.wrapped(
                        "! " + PlainText.line("\(warning.text) [\(warning.code)]", limit: 500), indent: 2, hanging: 2
                    ).map { style.marking("!", in: $0, style.caution) }
                        + PlainText.wrapped(PlainText.line(warning.advice, limit: 500), indent: 4)
                })
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func streams(_ report: AnalysisReport) -> [String] {
        let rows = report.recording.streams.filter { $0.samples > 0 }.map { stream in
            [
                PlainText.line(stream.sensor, limit: 24), "\(stream.samples)",
                stream.rateHz.map { NumberText.rate($0) + " Hz" } ?? NumberText.none,
                "\(stream.gaps) gaps", ReportTables.unit(stream.unit),
            ]
        }
        return TextTable.lines(rows, leftAligned: [0, 4], indent: 2)
    }

    private static func calibrations(_ report: AnalysisReport) -> [String] {
        CalibrationText.sections(report).flatMap {
            PlainText.wrapped("\($0.title.lowercased()): \($0.verdict) - \($0.reason)", indent: 2, hanging: 2)
        }
    }

    /// A table of the filters, the recommended one marked, and what its columns are.
    /// - Parameter most: lines; further filters are only counted.
    private static func filters(_ report: AnalysisReport, _ style: TextStyle, most: Int = .max) -> [String] {
        let isMeasured = report.filters.contains { $0.accuracy != nil }
        let ties = Set(report.recommendation?.indistinguishable ?? [])
        let headings = report.headings
        guard !headings.isEmpty else { return ["  none could run"] }
        func note(more: Int) -> [String] {
            PlainText.wrapped(Self.note(report, isMeasured: isMeasured, more: more), indent: 2)
        }
        // The recommended one, the device and the user's own tracks come first where there is no room for all.
        let ranked = headings.indices.sorted { rank(headings[$0], report) < rank(headings[$1], report) }
        let isRoom = headings.count + 1 + note(more: 0).count <= most
        let room = isRoom ? headings.count : max(1, most - 1 - note(more: headings.count).count)
        let shown = Set(ranked.prefix(room))
        let head =
            isMeasured
            ? ["", "total", "heading", "offset", "residual", "tilt", "95 %", "in band"]
            : ["", "mean heading", "spread", "own sigma", "defined", "mean rho"]
        let rows = headings.indices.filter(shown.contains).map { index in
            let filter = headings[index]
            let mark = filter.name == report.recommendation?.filter ? "* " : ties.contains(filter.name) ? "= " : "  "
            return [mark + PlainText.line(filter.name, limit: 18)] + cells(filter, report, isMeasured: isMeasured)
        }
        let table = TextTable.lines([head] + rows, leftAligned: [0], indent: 2)
        return table.map { $0.hasPrefix("  * ") ? style.strong($0) : $0 } + note(more: headings.count - shown.count)
            // The short text has no room for more.
            + (most == .max ? report.slowStarts.flatMap { PlainText.wrapped($0, indent: 2) } : [])
    }

    /// What the columns and marks of the filters are.
    /// - Parameter more: how many filters are not shown.
    private static func note(_ report: AnalysisReport, isMeasured: Bool, more: Int) -> String {
        let columns =
            isMeasured
            ? "RMS; residual: heading without its offset; in band: share inside the 95 % error band"
                + (report.isReferenceRelative && report.filters.contains { $0.accuracy?.headingRMSEDegrees != nil }
                    ? "; one constant removed: the reference's north is arbitrary" : "")
            : report.hasReference ? "reference not scored" : "no reference"
        let isTied = report.recommendation?.indistinguishable?.isEmpty == false
        return columns + (report.recommendation == nil ? "; none is recommended" : "; *: recommended")
            + (isTied ? "; =: equally good" : "") + offline(report)
            + (more > 0 ? "; \(more) more: report" : "")
    }

    /// Which of the filters an app cannot run.
    private static func offline(_ report: AnalysisReport) -> String {
        let names = report.filters.filter(\.isOffline).map(\.name)
        return names.isEmpty ? "" : "; \(names.joined(separator: ", ")): needs the whole recording, so not for an app"
    }

    /// The order in which headings are shown, the smallest first.
    private static func rank(_ filter: FilterSection, _ report: AnalysisReport) -> Double {
        if filter.name == report.recommendation?.filter { return -2 }
        if filter.name == report.device?.attitude?.name { return -1 }
        if report.ownTracks.contains(where: { $0.name == filter.name }) { return -0.5 }
        return filter.accuracy?.rankedRMSEDegrees ?? filter.heading.medianSigmaDegrees ?? 1000
    }

    private static func cells(_ filter: FilterSection, _ report: AnalysisReport, isMeasured: Bool) -> [String] {
        guard isMeasured else {
            return [
                NumberText.degrees(filter.heading.circularMeanDegrees),
                NumberText.degrees(filter.heading.circularStandardDeviationDegrees),
                NumberText.sigma(report.statedSigma(of: filter)),
                NumberText.percent(filter.heading.definedShare),
                NumberText.degrees(filter.rho.meanDegrees),
            ]
        }
        let accuracy = filter.accuracy
        return [
            NumberText.degrees(accuracy?.totalRMSEDegrees), NumberText.degrees(accuracy?.headingRMSEDegrees),
            NumberText.signedDegrees(accuracy?.headingOffsetDegrees),
            NumberText.degrees(accuracy?.headingRMSEAfterOffsetDegrees),
            NumberText.degrees(accuracy?.inclinationRMSEDegrees), NumberText.degrees(accuracy?.p95Degrees),
            NumberText.percent(accuracy?.coverage95),
        ]
    }

    /// A text in one line of at most `width` columns: words that do not fit are left out.
    public static func shortened(_ text: String, width: Int) -> String {
        guard text.count > width else { return text }
        return (PlainText.wrapped(text, width: width - 2).first ?? "") + " \u{2026}"
    }
}
