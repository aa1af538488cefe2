import Recordings
import SensorModels
import Vocabulary

/// The rows of a log in samples as its columns have them, part by part.
protocol SampleRows {
    /// The streams that there are columns of, as far as a header names them; `nil` is `Recording.moving`.
    var columns: [SensorKind?] { get }
    /// The samples of the next rows; `nil` at the end. A part may be empty.
    mutating func next() throws -> Recording?
    /// The warnings of what was left out so far.
    /// - Throws: `SensorLabError` (bad data) where nothing usable was in the rows.
    func warnings() throws -> [Warning]
}

/// A format whose logs are rows in the order of their times, which can be read part by part.
protocol RowFormat: RecordingFormat {
    /// What reads the rows of a log, in its own units and signs; `nil` where it has to be read whole.
    /// - Throws: `SensorLabError` (bad data) as `read`.
    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader?
}

/// Begins to read the rows of the log that it was made of, or of that log's beginning.
typealias RowReader = (LogInput) throws -> any SampleRows

/// Rows of which the first parts were looked at, and come again.
struct ResumedRows: SampleRows {
    private var first: ArraySlice<Recording>
    private var rows: any SampleRows

    init(_ first: [Recording], _ rows: any SampleRows) { (self.first, self.rows) = (first[...], rows) }

    var columns: [SensorKind?] { rows.columns }

    mutating func next() throws -> Recording? { try first.popFirst() ?? rows.next() }

    func warnings() throws -> [Warning] { try rows.warnings() }
}

/// The rows of one table.
struct TableRows: SampleRows {
    let columns: [SensorKind?]
    private var assembler = StreamAssembler(inParts: true)
    private var table: TableReader

    /// - Parameter moving: the position of a column that says whether the device moved.
    init(_ channels: [TableSchema.Channel], moving: Int? = nil, _ layout: TableLayout, _ lines: LineReader) {
        columns = channels.map(\.sensor) + (moving == nil ? [] : [nil])
        table = TableReader(lines, layout: assembler.add(channels, moving: moving, in: layout))
        table.isPrompt = lines.source.size == nil
    }

    mutating func next() throws -> Recording? { try assembler.nextPart(of: &table) }

    func warnings() throws -> [Warning] { try assembler.warningsOfParts(table) }
}
