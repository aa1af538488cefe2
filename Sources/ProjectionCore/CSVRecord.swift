/// One record of a small table of text (RFC 4180): cells in quotes may hold separators, quotes and line breaks.
public struct CSVRecord: Sendable {
    /// Where it begins, counted from 1.
    public var line: Int
    /// Without white space around them where they are not in quotes.
    public var cells: [String]

    /// A record of a line.
    public init(line: Int, cells: [String]) {
        (self.line, self.cells) = (line, cells)
    }

    /// The records of a table without blank and `#` lines, and the line of an opening quote
    /// without end, `nil` for none.
    public static func list(_ text: String, separator: Character) -> (records: [CSVRecord], openQuote: Int?) {
        var records: [CSVRecord] = []
        var cells: [String] = []
        var cell = ""
        var (line, start) = (1, 1)
        var (quoted, wasQuoted) = (false, false)
        func trimmed(_ cell: String) -> String {
            var part = cell[...]
            while let first = part.first, first.isWhitespace { part = part.dropFirst() }
            while let last = part.last, last.isWhitespace { part = part.dropLast() }
            return String(part)
        }
        func endRecord() {
            cells.append(wasQuoted ? cell : trimmed(cell))
            let isBlank = cells.count == 1 && cells[0].isEmpty
            if !isBlank && !cells[0].hasPrefix("#") { records.append(CSVRecord(line: start, cells: cells)) }
            (cells, cell, wasQuoted) = ([], "", false)
        }
        var index = text.unicodeScalars.first == "\u{FEFF}" ? text.index(after: text.startIndex) : text.startIndex
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character.isNewline { line += 1 }
            if quoted {
                if character != "\"" {
                    cell.append(character)
                } else if index < text.endIndex, text[index] == "\"" {
                    cell.append("\"")
                    index = text.index(after: index)
                } else {
                    quoted = false
                }
            } else if character == "\"" && trimmed(cell).isEmpty {
                (quoted, wasQuoted, cell) = (true, true, "")
            } else if character == separator {
                cells.append(wasQuoted ? cell : trimmed(cell))
                (cell, wasQuoted) = ("", false)
            } else if character.isNewline {
                endRecord()
                start = line
            } else {
                cell.append(character)
            }
        }
        guard !quoted else { return (records, start) }
        endRecord()
        return (records, nil)
    }
}
