import Foundation
import ProjectionCore
import SensorModels
import Vocabulary

/// Reads small tables of text.
enum CSVTable {
    /// One line of the table.
    typealias Row = CSVRecord

    /// The rows of a table, without blank lines and comments (`#`).
    /// - Throws: `SensorLabError` (bad data) for an unclosed quote.
    static func rows(_ text: String, place: String) throws -> [Row] {
        let (rows, openQuote) = CSVRecord.list(text, separator: ",")
        if let openQuote {
            throw SensorLabError(
                .badData, code: .openQuote, place: "\(place):\(openQuote)",
                message: "found a quotation mark without an end", advice: "close it")
        }
        return rows.map { row in
            Row(line: row.line, cells: row.cells.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
        }
    }

    /// The rows of a table without line breaks in cells, without blank lines and comments (`#`); an unclosed quote ends
    /// with its line.
    static func lines(_ bytes: Data) -> [Row] {
        var text = String(decoding: bytes, as: UTF8.self)
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        return text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
            .map { Row(line: $0.offset + 1, cells: cells(of: $0.element)) }
            .filter { $0.cells != [""] && !$0.cells[0].hasPrefix("#") }
    }

    /// The cells of a CSV line, without surrounding white space; quotes may enclose commas.
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
    /// The text of a cell; empty if the row is too short.
    func cell(_ column: Int) -> String { column < cells.count ? cells[column] : "" }

    /// The number in a cell.
    /// - Parameters:
    ///   - title: the column's name in messages.
    ///   - table: the table's name in messages.
    func number(_ column: Int, _ title: String, _ valid: ClosedRange<Double>, of table: String) throws -> Double {
        guard let value = Double(cell(column)), valid.contains(value) else {
            throw bad(column, title, "a number of \(valid.lowerBound) to \(valid.upperBound)", of: table)
        }
        return value
    }

    /// The error for an invalid cell.
    func bad(_ column: Int, _ title: String, _ expected: String, of table: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badTable, place: "\(table):\(line)",
            message: "\(title): found \"\(cell(column))\", expected \(expected)", advice: "correct or remove the row")
    }
}

/// Reads whole files.
enum InputFile {
    /// The content of a file.
    /// - Parameter check: sees the first 64 KiB before the rest is read.
    /// - Throws: `SensorLabError`: no input, with these texts if the file does not exist; input/output; what `check`
    ///   throws.
    static func read(
        _ path: String, missing message: String, advice: String, check: (Data) throws -> Void = { _ in }
    ) throws -> Data {
        // A pipe ends (`--manifest <(...)`), but a device may not.
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
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let head = try file.read(upToCount: 1 << 16) ?? Data()
            try check(head)
            return head + (try file.readToEnd() ?? Data())
        } catch let error as SensorLabError {
            throw error
        } catch {
            throw SensorLabError(
                .inputOutput, code: .readFailed, place: path, message: "cannot be read", advice: advice)
        }
    }
}
