import Figures
import Foundation
import JSON

/// A Jupyter notebook, nbformat 4.5 (Jupyter's notebook file format, version 4 schema): cells and nothing else.
struct Notebook {
    /// The stored output of a code cell, in every format that a viewer may choose from.
    struct Output {
        /// Contents by their type, such as `text/plain`.
        let forms: [String: String]

        /// Text as it is printed.
        static func plain(_ text: String) -> Output { Output(forms: ["text/plain": text]) }

        /// A picture.
        static func picture(_ svg: String, description text: String) -> Output {
            Output(forms: ["image/svg+xml": svg, "text/plain": text])
        }

        /// A table: HTML and plain.
        static func table(_ table: Table) -> Output {
            func line(_ cells: [String], _ tag: String) -> String {
                "<tr>" + cells.map { "<\(tag)>\(MarkupText.escaped($0))</\(tag)>" }.joined() + "</tr>"
            }
            let html =
                "<table><thead>" + line(table.columns, "th") + "</thead><tbody>"
                + table.cells.dropFirst().map { line($0, "td") }.joined() + "</tbody></table>"
            let plain = TextTable.lines(table.cells, leftAligned: [0], indent: 0, width: .max)
            return Output(forms: ["text/html": html, "text/plain": plain.joined(separator: "\n")])
        }
    }

    private var cells: [JSONValue] = []

    /// The cells of a template in Markdown: a fenced block is a code cell and shows the output named behind `python`.
    ///
    /// - Parameters:
    ///   - template: its file's name. Sections named after an output are left out where it is missing.
    ///   - texts: what is inserted, escaped for Markdown or Python.
    ///   - outputs: what code cells show.
    init(template: String, texts: [String: String], outputs: [String: Output]) throws {
        let context = (texts as [String: Any]).merging(outputs) { text, _ in text }
        for block in try Templates.render(context, with: template).split(separator: "\n```") {
            let (head, body) = (block.prefix { $0 != "\n" }, block.drop { $0 != "\n" })
            if head.hasPrefix("python ") {
                let output = outputs[String(head.dropFirst(7))].map { output in
                    JSONValue.object([
                        "data": .object(output.forms.mapValues(Self.lines)), "metadata": .object([:]),
                        "output_type": .string("display_data"),
                    ])
                }
                add("code", body, ["execution_count": .null, "outputs": .array([output].compactMap(\.self))])
            } else {
                add("markdown", block)
            }
        }
    }

    private mutating func add(_ type: String, _ source: Substring, _ members: [String: JSONValue] = [:]) {
        let text = source.trimmingCharacters(in: .newlines)
        guard !text.isEmpty else { return }
        let common: [String: JSONValue] = [
            "cell_type": .string(type), "id": .string("cell-\(cells.count + 1)"), "metadata": .object([:]),
            "source": Self.lines(text),
        ]
        cells.append(.object(common.merging(members) { value, _ in value }))
    }

    /// The format keeps texts as lists of lines, each with its line feed.
    private static func lines(_ text: String) -> JSONValue {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return .array(lines.dropLast().map { .string($0 + "\n") } + [.string(String(lines[lines.count - 1]))])
    }

    /// The file: keys sorted, so that equal notebooks are equal bytes; cells are numbered.
    var data: Data {
        let kernel = ["display_name": "Python 3", "language": "python", "name": "python3"]
        let file = JSONValue.object([
            "cells": .array(cells), "nbformat": .number(4), "nbformat_minor": .number(5),
            "metadata": .object([
                "kernelspec": .object(kernel.mapValues { .string($0) }),
                "language_info": .object(["name": .string("python")]),
            ]),
        ])
        return Data(file.text.utf8)
    }
}
