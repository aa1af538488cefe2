import SensorModels

/// Turns what was found wrong with a table into warnings, and into an error where nothing usable remains.
struct DamageReport {
    private(set) var warnings: [Warning] = []
    private let table: TableDamage
    private let layout: TableLayout
    private let sourceDamage: ByteSource.Damage
    private let place: String

    init(_ reader: TableReader) {
        table = reader.damage
        layout = reader.layout
        sourceDamage = reader.lines.source.damage
        place = reader.lines.source.name
    }

    /// Codes of warnings about damaged data: `--strict` turns them into errors.
    static let codes: Set<String> = [
        "truncated-gzip", "corrupt-gzip", "unterminated-line", "cell-count", "unreadable-time", "unreadable-cells",
        "not-a-number", "incomplete-samples", "invalid-samples", "time-backwards", "duplicate-stamps", "empty-stream",
        "incomplete-columns",
    ]

    /// - Throws: `SensorLabError` (bad data) for a table without rows.
    mutating func checkTable() throws {
        addTableWarnings()
        guard table.rows == 0 else { return }
        if table.time.count > 0 {
            throw SensorLabError(
                .badData, code: "unreadable-column", place: "\(place):\(table.time.line)",
                message: "found \"\(table.time.text)\" in every row like this one, expected times in column "
                    + "\(layout.time + 1) (\(layout.names[layout.time]))",
                advice: "check that the column holds decimal seconds")
        }
        if table.cellCount.count > 0 {
            throw SensorLabError(
                .badData, code: "cell-count", place: "\(place):\(table.cellCount.line)",
                message: "no row has the header's \(layout.names.count) cells", advice: "check the separators")
        }
        throw SensorLabError(
            .badData, code: "no-samples", place: place, message: "found a header and no complete row, expected samples",
            advice: "record or copy the log again")
    }

    /// - Parameter columns: the block's columns of the stream.
    /// - Throws: `SensorLabError` (bad data) for a stream that has text where a number belongs in every row.
    mutating func add(_ damage: StreamDamage, of stream: String, samples: Int, columns: [Int]) throws {
        if samples == 0, let column = columns.first(where: { table.unreadable[$0].count > 0 }) {
            let position = layout.numeric[column]
            let found = table.unreadable[column]
            throw SensorLabError(
                .badData, code: "unreadable-column",
                place: "\(place):\(found.line): column \(position + 1) (\(layout.names[position]))",
                message: "found \"\(found.text)\" and no row with numbers, expected numbers",
                advice: "mend the column or take it out")
        }
        if samples == 0 {
            warn("empty-stream", "\(stream) has columns and no sample", "record it, or take its columns out")
        }
        let leftOut = "the samples are left out"
        warn("unreadable-cells", damage.unreadable, "\(stream): # sample(s) with text that is no number; \(leftOut)")
        warn("not-a-number", damage.notANumber, "\(stream): # sample(s) that say NaN; \(leftOut)")
        warn("incomplete-samples", damage.incomplete, "\(stream): # sample(s) with some cells empty; \(leftOut)")
        warn("invalid-samples", damage.invalid, "\(stream): # sample(s) whose numbers are out of range; \(leftOut)")
        warn(
            "time-backwards", damage.backwards,
            "\(stream): the time steps back # time(s); \(damage.outOfOrder) sample(s) are left out, the fewest that restore the order"
        )
        warn(
            "duplicate-stamps", damage.equalStamps,
            "\(stream): # sample(s) have the stamp of the one before; all are kept")
    }

    private mutating func addTableWarnings() {
        switch sourceDamage {
        case .none: break
        case .truncatedGzip:
            warn(
                "truncated-gzip", "the compressed file is cut off; what is left of it is used",
                "copy or record it again")
        case .corruptGzip:
            warn("corrupt-gzip", "the compressed file is damaged; what comes before is used", "copy or record it again")
        }
        warn(
            "unterminated-line", table.unterminated,
            "the last line has no line break, so its last number may be cut: it is left out")
        warn("cell-count", table.cellCount, "# row(s) do not have the header's \(layout.names.count) cells: left out")
        if table.rows > 0 {
            warn(
                "unreadable-time", table.time,
                "# row(s) without a readable time (first: \"\(table.time.text)\"): left out")
        }
    }

    private mutating func warn(_ code: String, _ finding: Finding, _ message: String) {
        guard finding.count > 0 else { return }
        let counted = message.replacing("#", with: "\(finding.count)")
        warn(code, "\(counted) (first at line \(finding.line))", "check the log there")
    }

    private mutating func warn(_ code: String, _ message: String, _ advice: String) {
        warnings.append(Warning(code: code, message: "\(place): \(message)", advice: advice))
    }
}
