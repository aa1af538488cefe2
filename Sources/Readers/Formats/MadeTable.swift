import Files
import Recordings
import SensorModels
import Vocabulary

/// A table that is made of a log's lines or objects while they are read, as text with commas for the reader of tables.
protocol MadeTable: AnyObject {
    /// What it is made of.
    var log: LineReader { get }
    var names: [String] { get }
    /// Whether its last row is the log's last line, which may be cut.
    var endsWithLine: Bool { get }
    /// Whether the log needs not be read on for the next row.
    var hasBufferedRow: Bool { get }
    /// Of what was not taken from the log so far.
    var warnings: [Warning] { get }
    /// The next row; `nil` at the end.
    /// - Throws: `SensorLabError` (input/output).
    func nextRow() throws -> String?
}

extension MadeTable {
    /// The header as line 0, then the rows; a last line without a line break stays without one.
    func lines() throws -> LineReader {
        var piece = Array(TextTable.row(names).utf8) + [UInt8(ascii: "\n")]
        var isBreakMissing = false
        let source = ByteSource(name: log.source.name) { [self] in
            // Rows of a pipe are given as they come.
            while piece.count < 1 << 16, log.source.size != nil || piece.isEmpty || hasBufferedRow,
                let row = try nextRow()
            {
                if isBreakMissing { piece.append(UInt8(ascii: "\n")) }
                piece += row.utf8
                isBreakMissing = endsWithLine && log.unterminated
                if !isBreakMissing { piece.append(UInt8(ascii: "\n")) }
            }
            defer { piece = [] }
            return piece
        }
        return try LineReader(source, TextOptions(clock: log.clock), firstLine: 0)
    }
}

/// The rows of such a table, part by part.
struct MadeRows: SampleRows {
    private let table: any MadeTable
    private var rows: any SampleRows

    /// What reads the rows; `nil` where the format of the table has to be read whole.
    /// - Parameter table: makes the table of the log, of its first bytes, or of its beginning.
    static func reader(
        of log: LineReader, _ options: ReadOptions, _ table: @escaping (LineReader) -> any MadeTable
    ) throws -> RowReader? {
        let head = LogInput.file(try table(try log.ahead()).lines())
        guard let format = RecordingFormats.all.first(where: { $0.recognises(head) }) as? any RowFormat.Type,
            let reader = try format.rows(of: head, options)
        else { return nil }
        return { input in
            let table = table(try input.lines())
            return MadeRows(table: table, rows: try reader(.file(table.lines())))
        }
    }

    var columns: [SensorKind?] { rows.columns }

    mutating func next() throws -> Recording? { try rows.next() }

    func warnings() throws -> [Warning] {
        try rows.warnings() + table.warnings + [table.log.source.damageWarning].compactMap(\.self)
    }
}
