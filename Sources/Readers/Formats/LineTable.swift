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

    /// Cells between commas, without any commas and quotation marks of their own.
    static func row(_ cells: [String]) -> String {
        cells.map { cell in
            cell.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
                ? cell.replacing(",", with: " ").replacing("\"", with: " ") : cell
        }.joined(separator: ",")
    }

    /// The table of a log all of whose lines were added; a last line without a line break has none here.
    consuming func lines(of log: LineReader) throws -> LineReader {
        if !log.unterminated { bytes.append(UInt8(ascii: "\n")) }
        return try LineReader(try ByteSource(bytes: bytes, name: log.source.name), firstLine: 0)
    }

    /// The table read as a log of its own, by the format that recognises it.
    consuming func recording(
        of lines: LineReader, _ options: ReadOptions, else input: LogInput
    ) throws -> Recording {
        let log = LogInput.file(try self.lines(of: lines))
        guard let format = RecordingFormats.all.first(where: { $0.recognises(log) }) else { throw input.unrecognised }
        return try format.read(log, options)
    }
}
