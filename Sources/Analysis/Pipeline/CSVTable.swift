import Foundation
import SensorModels
import Vocabulary

/// Small tables of text (RFC 4180): cells in quotes may hold separators, quotes and line breaks.
enum CSVTable {
    /// One line of the table.
    struct Row {
        /// Where it begins, from 1.
        var line: Int
        /// Without blanks at their ends.
        var cells: [String]
    }

    /// - Throws: `SensorLabError` (bad data) for a quote that is not closed.
    static func rows(_ text: String, place: String) throws -> [Row] {
        var rows: [Row] = []
        var row = Row(line: 1, cells: [])
        var cell = ""
        var (quoted, line) = (false, 1)
        func finishCell() {
            row.cells.append(cell.trimmed)
            cell = ""
        }
        var iterator = text.unicodeScalars.makeIterator()
        var next = iterator.next()
        if next == "\u{FEFF}" { next = iterator.next() }
        while let scalar = next {
            next = iterator.next()
            switch scalar {
            case "\"" where quoted && next == "\"":
                cell.unicodeScalars.append(scalar)
                next = iterator.next()
            case "\"" where quoted || cell.trimmed.isEmpty: quoted.toggle()
            case "," where !quoted: finishCell()
            case "\n" where !quoted:
                finishCell()
                rows.append(row)
                line += 1
                row = Row(line: line, cells: [])
            case "\r" where !quoted: break
            default:
                if scalar == "\n" { line += 1 }
                cell.unicodeScalars.append(scalar)
            }
        }
        if quoted {
            throw SensorLabError(
                .badData, code: .openQuote, place: "\(place):\(row.line)",
                message: "found a quote that is not closed", advice: "close it")
        }
        if !cell.isEmpty || !row.cells.isEmpty {
            finishCell()
            rows.append(row)
        }
        return rows
    }

    /// The rows of a table without line breaks in cells, blank lines and comments (`#`) left out; quotes that are not closed
    /// end with their line.
    static func lines(_ bytes: Data) -> [Row] {
        var text = String(decoding: bytes, as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
            .map { Row(line: $0.offset + 1, cells: cells(of: $0.element)) }
            .filter { $0.cells != [""] && !$0.cells[0].hasPrefix("#") }
    }

    /// The cells of a line of CSV, without the white space around them; quotes may enclose commas.
    static func cells(of line: Substring) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                cells.append(cell.trimmingCharacters(in: .whitespaces))
                cell = ""
            default: cell.append(character)
            }
        }
        return cells + [cell.trimmingCharacters(in: .whitespaces)]
    }
}

extension String {
    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
