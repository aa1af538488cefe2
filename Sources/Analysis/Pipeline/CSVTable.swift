import Foundation
import ProjectionCore
import SensorModels
import Vocabulary

/// Small tables of text.
enum CSVTable {
    /// One line of the table.
    typealias Row = CSVRecord

    /// The rows of a table, blank lines and comments (`#`) left out.
    /// - Throws: `SensorLabError` (bad data) for a quote that is not closed.
    static func rows(_ text: String, place: String) throws -> [Row] {
        let (rows, openQuote) = CSVRecord.list(text, separator: ",")
        if let openQuote {
            throw SensorLabError(
                .badData, code: .openQuote, place: "\(place):\(openQuote)",
                message: "found a quote that is not closed", advice: "close it")
        }
        return rows.map { row in
            Row(line: row.line, cells: row.cells.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
        }
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

extension CSVTable.Row {
    /// A cell; empty where the row is too short for it.
    func cell(_ column: Int) -> String { column < cells.count ? cells[column] : "" }

    /// A number.
    /// - Parameters:
    ///   - title: what messages call the column.
    ///   - table: what they call the table.
    func number(_ column: Int, _ title: String, _ valid: ClosedRange<Double>, of table: String) throws -> Double {
        guard let value = Double(cell(column)), valid.contains(value) else {
            throw bad(column, title, "a number of \(valid.lowerBound) to \(valid.upperBound)", of: table)
        }
        return value
    }

    /// What is wrong with a cell.
    func bad(_ column: Int, _ title: String, _ expected: String, of table: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badTable, place: "\(table):\(line)",
            message: "\(title): found \"\(cell(column))\", expected \(expected)", advice: "correct or remove the row")
    }
}

/// Files that are read as a whole.
enum InputFile {
    /// A file's content.
    /// - Throws: `SensorLabError`: no input, with these texts where there is no such file; input/output.
    static func read(_ path: String, missing message: String, advice: String) throws -> Data {
        // A pipe ends (`--manifest <(...)`), a device may not.
        var status = stat()
        let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
        if [S_IFCHR, S_IFBLK, S_IFSOCK, S_IFDIR].contains(kind) {
            throw SensorLabError(
                .noInput, code: .unreadableFile, place: path,
                message: "it is a \(kind == S_IFDIR ? "folder" : "device or socket"), expected a file", advice: advice)
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT {
                throw SensorLabError(.noInput, code: .noSuchFile, place: path, message: message, advice: advice)
            }
            throw SensorLabError(
                .noInput, code: .unreadableFile, place: path,
                message: "cannot be opened (\(String(cString: strerror(errno))))", advice: advice)
        }
        do {
            return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() ?? Data()
        } catch {
            throw SensorLabError(
                .inputOutput, code: .readFailed, place: path, message: "cannot be read", advice: advice)
        }
    }
}
