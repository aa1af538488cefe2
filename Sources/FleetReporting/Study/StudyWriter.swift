import Analysis
import Evaluation
import Figures
import Files
import Fleet
import Reporting

/// The files of a study, and what the terminal shows of it.
public enum StudyWriter {
    /// Writes `study.html`, `study.json`, `study.tex`, `tables/*.csv` and `figures/*.svg` into a folder.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ report: StudyReport, to folder: String) throws {
        let tables = StudyTables(report)
        let pictures = StudyPictures(report, tables).all
        var contents: [(name: String, bytes: [UInt8])] = [
            ("study.html", Array(try html(report, tables, pictures).utf8)),
            ("study.json", Array(try JSONText.data(report))),
            ("study.tex", Array(latex(report, tables, pictures).utf8)),
        ]
        contents += StudyCSV.files(report).map { ("tables/\($0.name).csv", Array($0.text.utf8)) }
        contents += pictures.map { ("figures/\($0.name).svg", Array((Chart.standalone($0.figure.wide) + "\n").utf8)) }
        try OutputFile.write(contents, to: folder)
    }

    /// The tables as text of at most 80 columns, a line feed at the end; the trials are in the files only.
    public static func text(_ report: StudyReport, style: TextStyle = .plain) -> String {
        let tables = StudyTables(report).all.filter { $0.title != "Trials" }
        let lines = [headline(report)] + PlainText.wrapped(answer(report)) + [""]
        return (lines + tables.flatMap { $0.lines(style) }).joined(separator: "\n")
    }

    /// `71 trials of 3 devices ...`.
    static func headline(_ report: StudyReport) -> String {
        let totals = report.totals
        func count(_ number: Int, _ word: String) -> String {
            "\(NumberText.count(number)) \(word)\(number == 1 ? "" : "s")"
        }
        let failed = totals.failed > 0 ? ", \(count(totals.failed, "run")) failed" : ""
        return count(totals.trials, "trial") + " of " + count(totals.devices, "device")
            + (totals.sites > 0 ? " at " + count(totals.sites, "place") : "")
            + (totals.motions > 0 ? " in " + count(totals.motions, "motion") : "")
            + ", \(NumberText.fixed(totals.hours, decimals: 1)) hours" + failed
    }

    /// The result in two sentences.
    static func answer(_ report: StudyReport) -> String {
        let tables = StudyTables(report)
        guard let best = report.best,
            let entry = tables.compared(best.filter, .headingRMSE, calibration: best.calibration)
        else { return "No trial has a reference: nothing was measured." }
        let isFirst = tables.ranked.allSatisfy { $0.mean >= entry.mean }
        var text =
            (isFirst ? "" : "Of the choices that an app can have, ")
            + "\(best.filter) with the calibration \(best.calibration) has the smallest mean heading error: "
            + "\(NumberText.degrees(entry.mean, decimals: 2))"
        if let low = entry.low, let high = entry.high {
            text += " [\(NumberText.fixed(low, decimals: 2)), \(NumberText.fixed(high, decimals: 2))]"
        }
        text +=
            ", \(NumberText.fixed(entry.minimum, decimals: 1)) to \(NumberText.degrees(entry.maximum)) on single trials."
        if let trials = tables.comparedTrials { text += " Compared on \(trials)." }
        for claim in report.stated where claim.scope == "all" && claim.source == "claims" {
            text +=
                " The devices claim \(claimed(claim.kind)) of \(NumberText.degrees(claim.statedDegrees)) and have an "
                + "error of \(NumberText.degrees(claim.rmsErrorDegrees)), "
                + "\(NumberText.fixed(claim.minimum, decimals: 1)) to \(NumberText.degrees(claim.maximum)) on single "
                + "trials."
        }
        return text
    }

    /// The definition of a kind of claim, and its origin.
    private static func claimed(_ kind: String) -> String {
        switch ClaimsFile.Kind(rawValue: kind) {
        case .maximum?: "a maximum deviation (Core Location's definition)"
        case .share68?: "a 68 % radius (Android's definition)"
        case .sigma?: "one standard deviation (ARCore's definition)"
        case nil: "an accuracy"
        }
    }

    // MARK: Page

    private static func html(
        _ report: StudyReport, _ tables: StudyTables, _ pictures: [StudyPictures.Named]
    ) throws -> String {
        let items = report.failures.prefix(100).map {
            PageItem(
                message: PlainText.line("\($0.trial), calibration \($0.calibration): \($0.message)", limit: 300),
                code: $0.code)
        }
        let warnings = report.warnings.prefix(100).map {
            PageItem(message: PlainText.line("\($0.trial): \($0.message); \($0.advice)", limit: 500), code: $0.code)
        }
        let options = report.options.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let page: [String: Any] = [
            "name": "Study", "subtitle": "sensorlab \(report.tool.version)", "headline": headline(report),
            "answer": answer(report), "figures": pictures.map(\.figure),
            "calibrations": report.calibrations.joined(separator: ", "),
            "compared": tables.comparedTrials ?? "all trials with a reference",
            "options": options.isEmpty ? "" : ", options: \(options)",
            "sections": tables.all, "hasItems": !items.isEmpty, "items": items,
            "hasWarnings": !warnings.isEmpty, "warnings": warnings,
        ]
        return try Templates.page(page, with: "study", among: Template.all)
    }

    // MARK: LaTeX

    private static func latex(
        _ report: StudyReport, _ tables: StudyTables, _ pictures: [StudyPictures.Named]
    ) -> String {
        let head =
            "% Made by sensorlab study \(report.tool.version). In the preamble: \\usepackage{booktabs,graphicx}; in the text: \\input{study}.\n"
            + "% The figures: for f in figures/*.svg; do rsvg-convert -f pdf -o \"${f%.svg}.pdf\" \"$f\"; done\n"
        let figures = pictures.map { picture in
            "\\IfFileExists{figures/\(picture.name).pdf}{\\begin{figure}\n  \\centering\n"
                + "  \\includegraphics[width=\\linewidth]{figures/\(picture.name)}\n"
                + "  \\caption{\(LaTeXTable.escaped(picture.figure.caption))}\n  \\label{fig:study-\(picture.name)}\n"
                + "\\end{figure}}{}\n"
        }
        return head
            + tables.all.filter { $0.title != "Trials" }.enumerated().map {
                LaTeXTable.text($1, label: "study-\($0 + 1)")
            }.joined(separator: "\n") + "\n" + figures.joined(separator: "\n")
    }
}

/// A table in LaTeX, with the rules of booktabs.
enum LaTeXTable {
    /// Wider tables are scaled to the width of the text.
    private static let widest = 6

    /// A floating table with caption, note and label.
    /// - Parameter label: after `tab:`.
    static func text(_ titled: TitledTable, label: String) -> String {
        let cells = titled.table.cells
        let columns = cells.first?.count ?? 0
        let alignment =
            String(repeating: "l", count: titled.heads)
            + String(repeating: "r", count: max(0, columns - titled.heads))
        func row(_ cells: [String]) -> String { cells.map(escaped).joined(separator: " & ") + " \\\\" }
        let isWide = columns > widest
        return
            (["\\begin{table}", "\\centering", "\\caption{\(escaped(titled.title)). \(escaped(titled.note))}"]
            + ["\\label{tab:\(label)}"] + (isWide ? ["\\resizebox{\\linewidth}{!}{%"] : [])
            + ["\\begin{tabular}{\(alignment)}", "\\toprule", row(cells.first ?? []), "\\midrule"]
            + cells.dropFirst().map(row)
            + ["\\bottomrule", "\\end{tabular}" + (isWide ? "}" : ""), "\\end{table}", ""]).joined(separator: "\n")
    }

    /// Text with LaTeX's special characters escaped; symbols beyond ASCII that tables use become commands, other
    /// letters stay (UTF-8).
    static func escaped(_ text: String) -> String {
        text.map { character -> String in
            switch character {
            case "\\": "\\textbackslash{}"
            case "&", "%", "$", "#", "_", "{", "}": "\\\(character)"
            case "~": "\\textasciitilde{}"
            case "^": "\\textasciicircum{}"
            case "<": "\\textless{}"
            case ">": "\\textgreater{}"
            // A bracket after a row's end would be the row's optional argument.
            case "[": "{[}"
            case "]": "{]}"
            case "\u{2212}": "$-$"
            case "\u{2013}": "--"
            case "\u{B0}": "$^\\circ$"
            case "\u{B1}": "$\\pm$"
            case "\u{B2}": "$^2$"
            case "\u{3C3}": "$\\sigma$"
            case "\u{A0}": "~"
            case "\u{202F}", "\u{2009}": "\\,"
            default: String(character)
            }
        }.joined()
    }
}
