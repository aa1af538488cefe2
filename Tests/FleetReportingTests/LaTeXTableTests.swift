import Figures
import Testing

@testable import FleetReporting

@Suite("Tables in LaTeX")
struct LaTeXTableTests {
    @Test("what LaTeX takes for commands is escaped, typography becomes its own")
    func escapes() {
        #expect(
            LaTeXTable.escaped(#"50 % & a_b#{x}$\~^"#)
                == ##"50 \% \& a\_b\#\{x\}\$\textbackslash{}\textasciitilde{}\textasciicircum{}"##)
        #expect(LaTeXTable.escaped("\u{2212}1.5\u{B0} [2, 3] \u{2013}") == "$-$1.5$^\\circ$ {[}2, 3{]} --")
        #expect(LaTeXTable.escaped("Zürich <b>") == "Zürich \\textless{}b\\textgreater{}")
    }

    @Test("every row has the columns of its alignment; wide tables are scaled")
    func table() {
        for columns in [3, 8] {
            let names = (0..<columns).map { "c\($0)" }
            let titled = TitledTable(
                title: "T & t", note: "In %.", caption: "T", columns: names, rows: [names, names], heads: 2)
            let text = LaTeXTable.text(titled, label: "x")
            let lines = text.split(separator: "\n").map(String.init)
            #expect(lines.contains("\\begin{tabular}{ll" + String(repeating: "r", count: columns - 2) + "}"))
            let rows = lines.filter { $0.hasSuffix("\\\\") }
            #expect(rows.count == 3 && rows.allSatisfy { $0.split(separator: "&").count == columns })
            #expect(text.contains("\\caption{T \\& t. In \\%.}") && text.contains("\\label{tab:x}"))
            #expect(text.contains("\\resizebox") == (columns > 6))
            for word in ["{table}", "{tabular}"] {
                #expect(text.contains("\\begin\(word)") && text.contains("\\end\(word)"))
            }
        }
    }
}
