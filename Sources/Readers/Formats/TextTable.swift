import Files
import Recordings

/// A table that is made of a log's lines or objects, as text with commas for the reader of tables.
///
/// Where a row is added for each line, messages name the log's own lines. Objects may add names with every row.
struct TextTable {
    /// In the order in which they came.
    private(set) var names: [String]
    private var places: [String: Int] = [:]
    /// The rows, with commas between their cells.
    private var bytes: [UInt8] = []
    /// Of rows of objects: where each one ends, and how many names there were.
    private var ends: [(byte: Int, cells: Int)] = []
    /// Whether each row is a line of the log, the last of which may be cut.
    private let isOfLines: Bool

    init(_ names: [String] = [], isOfLines: Bool = false) { (self.names, self.isOfLines) = (names, isOfLines) }

    /// The next line, as it is.
    mutating func add(line: String) {
        bytes.append(contentsOf: line.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func add(_ cells: [String]) { add(line: Self.row(cells)) }

    /// - Parameter members: texts by name; what a row lacks is an empty cell.
    mutating func add(_ members: [String: String]) {
        addNames(of: members)
        bytes.append(contentsOf: Self.row(names.map { members[$0] ?? "" }).utf8)
        ends.append((bytes.count, names.count))
    }

    /// The names of members, without a row.
    mutating func addNames(of members: [String: String]) {
        for name in members.keys.filter({ places[$0] == nil }).sorted() {
            places[name] = names.count
            names.append(name)
        }
    }

    /// Cells with commas between them; commas and quotation marks inside of a cell become blanks or are dropped.
    static func row(_ cells: [String]) -> String {
        cells.map { cell in
            cell.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
                ? cell.replacing(",", with: " ").replacing("\"", with: " ") : cell
        }.joined(separator: ",")
    }

    /// The header as line 0, then the rows, each with as many cells.
    /// - Parameter log: what the table is made of; a last line without a line break stays without one.
    func lines(of log: LineReader) throws -> LineReader {
        var text = Array(Self.row(names).utf8) + [UInt8(ascii: "\n")]
        text.reserveCapacity(text.count + bytes.count)
        if ends.isEmpty {
            text += isOfLines && log.unterminated ? bytes.dropLast() : bytes[...]
        }
        var start = 0
        for end in ends {
            text += bytes[start..<end.byte]
            text.append(contentsOf: repeatElement(UInt8(ascii: ","), count: names.count - end.cells))
            text.append(UInt8(ascii: "\n"))
            start = end.byte
        }
        return try LineReader(text, name: log.source.name, firstLine: 0, clock: log.clock)
    }

    /// The table read as a log of its own, by the format that recognises it.
    /// - Parameter name: of the log's own format.
    func recording(
        of lines: LineReader, _ options: ReadOptions, else input: LogInput, as name: String
    ) throws -> Recording {
        try Self.read(self.lines(of: lines), options, else: input, as: name)
    }

    /// As `recording`, of the text of a table.
    static func read(
        _ table: LineReader, _ options: ReadOptions, else input: LogInput, as name: String
    ) throws -> Recording {
        let log = LogInput.file(table)
        guard let format = RecordingFormats.all.first(where: { $0.recognises(log) }) else { throw input.unrecognised }
        var recording = try format.read(log, options)
        recording.metadata.format = name
        return recording
    }
}
