import Foundation

/// A Jupyter notebook, nbformat 4.5 (Jupyter's notebook file format, version 4 schema): cells and nothing else.
struct Notebook {
    /// One cell with what it shows before it is run.
    enum Cell {
        /// Text, Markdown.
        case text(String)
        /// Python with its outputs.
        case code(String, outputs: [Output])
    }

    /// What a code cell shows, in every form that a reader may prefer; richest first.
    struct Output {
        /// A type such as `text/plain` and its content.
        var forms: [(type: String, content: String)]

        /// Text as it is printed.
        static func plain(_ text: String) -> Output { Output(forms: [("text/plain", text)]) }

        /// A picture.
        static func picture(_ svg: String, description text: String) -> Output {
            Output(forms: [("image/svg+xml", svg), ("text/plain", text)])
        }

        /// A table: HTML and plain.
        static func table(_ table: ReportPage.Table) -> Output {
            let rows = table.rows.map { [$0.head] + $0.tail }
            let plain = TextTable.lines([table.columns] + rows, leftAligned: [0], indent: 0, width: .max).joined(
                separator: "\n")
            func line(_ cells: [String], _ tag: String) -> String {
                "<tr>" + cells.map { "<\(tag)>\(MarkupText.escaped($0))</\(tag)>" }.joined() + "</tr>"
            }
            let html =
                "<table><thead>" + line(table.columns, "th") + "</thead><tbody>"
                + rows.map { line($0, "td") }.joined() + "</tbody></table>"
            return Output(forms: [("text/html", html), ("text/plain", plain)])
        }
    }

    var cells: [Cell]

    /// The file: keys sorted, so that equal notebooks are equal bytes; cells are numbered.
    func data() throws -> Data {
        let file = File(
            cells: cells.enumerated().map { index, cell in
                CellFile(cell, id: "cell-" + String(index + 1))
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(file) + Data("\n".utf8)
    }

    /// The file's shape, with the format's own names.
    private struct File: Encodable {
        let nbformat = 4
        let nbformat_minor = 5
        let metadata = Metadata()
        let cells: [CellFile]
    }

    private struct Metadata: Encodable {
        let kernelspec = ["display_name": "Python 3", "language": "python", "name": "python3"]
        let language_info = ["name": "python"]
    }

    private struct CellFile: Encodable {
        let id: String
        let cell: Cell

        private enum Key: String, CodingKey {
            case cell_type, execution_count, id, metadata, outputs, source
        }

        init(_ cell: Cell, id: String) {
            self.cell = cell
            self.id = id
        }

        func encode(to encoder: any Encoder) throws {
            var file = encoder.container(keyedBy: Key.self)
            try file.encode(id, forKey: .id)
            try file.encode([String: String](), forKey: .metadata)
            switch cell {
            case .text(let text):
                try file.encode("markdown", forKey: .cell_type)
                try file.encode(Notebook.lines(text), forKey: .source)
            case .code(let source, let outputs):
                try file.encode("code", forKey: .cell_type)
                try file.encode(Notebook.lines(source), forKey: .source)
                try file.encodeNil(forKey: .execution_count)
                try file.encode(outputs.map(OutputFile.init), forKey: .outputs)
            }
        }
    }

    private struct OutputFile: Encodable {
        let output_type = "display_data"
        let metadata: [String: String] = [:]
        let data: [String: [String]]

        init(_ output: Output) {
            data = Dictionary(uniqueKeysWithValues: output.forms.map { ($0.type, Notebook.lines($0.content)) })
        }
    }

    /// The format keeps texts as lists of lines, each with its line feed.
    private static func lines(_ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.enumerated().map { $0.offset + 1 < lines.count ? $0.element + "\n" : $0.element }
    }
}
