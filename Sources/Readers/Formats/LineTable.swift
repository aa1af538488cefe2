import Files
import Recordings

/// A log of lines rewritten as a table, line for line, so that messages name the log's own lines.
struct LineTable {
    private var bytes: [UInt8]
    /// Whether there was a row that is not empty.
    private(set) var hasRows = false

    /// - Parameter header: line 0, above the log's first one.
    init(header: String) { bytes = Array(header.utf8) }

    /// The next line of the log, as a row or as it is.
    mutating func add(_ line: String) {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: line.utf8)
        hasRows = hasRows || !line.isEmpty
    }

    /// Cells with commas between them; commas and quotation marks inside of a cell become blanks or are dropped.
    static func row(_ cells: [String]) -> String {
        cells.map { cell in
            cell.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
                ? cell.replacing(",", with: " ").replacing("\"", with: " ") : cell
        }.joined(separator: ",")
    }

    /// The table, once all lines of the log were added; a last line without a line break stays without one.
    consuming func lines(of log: LineReader) throws -> LineReader {
        if !log.unterminated { bytes.append(UInt8(ascii: "\n")) }
        return try LineReader(bytes, name: log.source.name, firstLine: 0, clock: log.clock)
    }

    /// The table read as a log of its own, by the format that recognises it.
    /// - Parameter name: of the log's own format.
    consuming func recording(
        of lines: LineReader, _ options: ReadOptions, else input: LogInput, as name: String
    ) throws -> Recording {
        let log = LogInput.file(try self.lines(of: lines))
        guard let format = RecordingFormats.all.first(where: { $0.recognises(log) }) else { throw input.unrecognised }
        var recording = try format.read(log, options)
        recording.metadata.format = name
        return recording
    }
}

/// A table whose columns are complete only with its last row: every row may add names.
struct GrowingTable {
    /// In the order in which they came.
    private(set) var names: [String] = []
    private var places: [String: Int] = [:]
    /// The cells of all rows, as text with commas.
    private var bytes: [UInt8] = []
    /// Where each row ends, and how many names there were.
    private var ends: [(byte: Int, cells: Int)] = []

    /// - Parameter members: texts by name; what a row lacks is an empty cell.
    mutating func add(_ members: [String: String]) {
        for name in members.keys.sorted() where places[name] == nil {
            places[name] = names.count
            names.append(name)
        }
        bytes.append(contentsOf: LineTable.row(names.map { members[$0] ?? "" }).utf8)
        ends.append((bytes.count, names.count))
    }

    /// The header, then the rows, padded to the same number of cells.
    var lines: [String] {
        var (lines, start) = ([LineTable.row(names)], 0)
        lines.reserveCapacity(ends.count + 1)
        for end in ends {
            let row = String(decoding: bytes[start..<end.byte], as: UTF8.self)
            lines.append(row + String(repeating: ",", count: names.count - end.cells))
            start = end.byte
        }
        return lines
    }

    /// `lines`, each with its line feed.
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// The table read as a log of its own, by the format that recognises it.
    /// - Parameter name: of the log's own format.
    func recording(
        of log: LineReader, _ options: ReadOptions, else input: LogInput, as name: String
    ) throws -> Recording {
        var table = LineTable(header: LineTable.row(names))
        for row in lines.dropFirst() { table.add(row) }
        // The last object is whole: its row ends as the others do.
        table.add("")
        return try table.recording(of: log, options, else: input, as: name)
    }
}
