/// A table in LaTeX, with the rules of booktabs.
enum LaTeXTable {
    /// Wider tables are scaled to the width of the text.
    private static let widest = 6

    /// A floating table with caption, note and label.
    /// - Parameter label: after `tab:`.
    static func text(_ titled: ComparisonTables.Titled, label: String) -> String {
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

    /// Text without LaTeX's commands; what tables have beyond ASCII as LaTeX writes it, other letters as they are (UTF-8).
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
