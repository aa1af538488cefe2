import Files
import SensorModels
import Vocabulary

/// Turns the damage of a log into warnings, and into an error where nothing usable remains.
///
/// Damage of several streams in the same rows is one warning that names them all.
struct DamageReport {
    private var items: [Item] = []
    private let table: TableDamage
    private let layout: TableLayout
    private let source: ByteSource
    private let isInParts: Bool

    private struct Item {
        var warning: Warning
        var finding: Finding
        var streams: [String]
    }

    /// - Parameter isInParts: the table was read part by part, so that it could not be put in order.
    init(_ reader: TableReader, isInParts: Bool = false) {
        (table, layout, source) = (reader.damage, reader.layout, reader.lines.source)
        self.isInParts = isInParts
    }

    /// Of a log that is no table.
    init(_ source: ByteSource, lastLine: LastLineFinding, isInParts: Bool = false) {
        table = TableDamage(lastLine: lastLine)
        layout = TableLayout(names: [], time: 0, numeric: [])
        (self.source, self.isInParts) = (source, isInParts)
        addTableWarnings()
    }

    /// Lines or objects that are no sample.
    mutating func addUnreadable(_ finding: Finding) {
        add(.unreadableLines, nil, finding, "# line(s) or object(s) cannot be read: left out")
    }

    /// The warnings so far; every `#` of a message is the count.
    var warnings: [Warning] {
        items.map { item in
            var warning = item.warning
            if !item.streams.isEmpty { warning.message = "\(item.streams.joined(separator: ", ")): \(warning.message)" }
            warning.message = warning.message.replacing("#", with: "\(item.finding.count)")
            if item.finding.line > 0 { warning.message += " (first at line \(item.finding.line))" }
            return warning
        }
    }

    /// - Throws: `SensorLabError` (bad data) for a table without rows.
    mutating func checkTable() throws {
        addTableWarnings()
        // If most rows are unusable, it is no log.
        guard table.rows == 0 || table.time.count > table.rows else { return }
        if table.time.count > 0 {
            throw source.error(
                .unreadableColumn, at: "\(table.time.line)",
                "found \"\(table.time.text)\" in \(table.rows == 0 ? "every row like this one" : "this row and \(table.time.count - 1) others of \(table.rows + table.time.count)"), expected times in column "
                    + "\(layout.time + 1) (\(layout.names[layout.time]))",
                "check that the column holds decimal seconds")
        }
        if table.cellCount.count > 0 {
            throw source.error(
                .cellCount, at: "\(table.cellCount.line)", "no row has the header's \(layout.names.count) cells",
                "check the separators")
        }
        throw source.error(
            .noSamples, "found a header and no complete row, expected samples", "record or copy the log again")
    }

    /// - Parameter columns: the block's columns of the stream.
    /// - Throws: `SensorLabError` (bad data) for a stream that has text where a number belongs in every row.
    mutating func add(_ damage: StreamDamage, of stream: String, samples: Int, columns: [Int]) throws {
        // A log is usable without its locations.
        if samples == 0, stream != SensorKind.location.rawValue,
            let column = columns.first(where: { table.unreadable[$0].count > 0 })
        {
            let position = layout.numeric[column]
            let found = table.unreadable[column]
            throw source.error(
                .unreadableColumn, at: "\(found.line): column \(position + 1) (\(layout.names[position]))",
                "found \"\(found.text)\" and no row with numbers, expected numbers", "correct or remove the column")
        }
        if samples == 0, damage.invalid.count == 0 {
            add(.emptyStream, stream, Finding(count: 1), "it has columns and no sample")
        }
        let leftOut = "the samples are left out"
        add(.unreadableCells, stream, damage.unreadable, "# sample(s) with text that is no number; \(leftOut)")
        add(.notANumber, stream, damage.notANumber, "# sample(s) that say NaN; \(leftOut)")
        add(.incompleteSamples, stream, damage.incomplete, "# sample(s) with some cells empty; \(leftOut)")
        add(
            .invalidSamples, stream, damage.invalid,
            damage.invalid.count > samples && samples > 0 && stream != SensorKind.location.rawValue
                ? "# of \(damage.invalid.count + samples) samples have numbers that are out of range: the columns are not "
                    + "what they are read as, and all samples are left out"
                : "# sample(s) whose numbers are out of range; \(leftOut)")
        if damage.reordered > 0 {
            add(
                .timeBackwards, stream, damage.backwards,
                "the rows are not in the order of their times, which step back # time(s): they are put in that order"
                    + (damage.outOfOrder > 0 ? ", \(damage.outOfOrder) sample(s) are left out" : ""),
                advice: .inOrder)
        } else if damage.recordings > 1 {
            add(
                .timeBackwards, stream, damage.backwards,
                "the clock begins anew: the file holds \(damage.recordings) recordings; the longest is read, "
                    + "\(damage.outOfOrder) sample(s) are left out",
                advice: .ownFile)
        } else {
            addStepsBack(damage, of: stream)
        }
        add(
            .unreadableTime, stream, Finding(count: damage.beyondLimit),
            "# sample(s) with a time more than 146 years from the clock's zero; \(leftOut)")
        add(
            .duplicateStamps, stream, damage.equalStamps,
            "# sample(s) have the stamp of the one before; all are kept")
    }

    private mutating func addStepsBack(_ damage: StreamDamage, of stream: String) {
        add(
            .timeBackwards, stream, damage.backwards,
            "the time steps back # time(s); "
                + (damage.exchanged > 0 ? "\(damage.exchanged) sample(s) are exchanged with their neighbours, " : "")
                + "\(damage.outOfOrder) sample(s) are left out, "
                + (isInParts ? "since a stream is not sorted" : "the fewest that restore the order"))
    }

    private mutating func addTableWarnings() {
        if let warning = source.damageWarning {
            add(warning, nil, Finding(count: 1))
        }
        add(
            .unterminatedLine, nil, table.lastLine.cut, "the last line has no line break and is cut: it is left out")
        add(
            .noFinalLineBreak, nil, table.lastLine.open,
            "the last line has no line break; it is used, though its last number may have been cut")
        add(
            .cellCount, nil, table.cellCount,
            "# row(s) do not have the header's \(layout.names.count) cells: left out")
        if case .rowCount = layout.clock {
            add(
                .timeBackwards, nil, table.turns,
                "the count of the rows, \(layout.names[layout.time]), steps back # time(s): the rows after it are read as the next ones",
                advice: .ownFile)
        } else {
            add(
                .clockWrapped, nil, table.turns,
                "the time begins anew # time(s), as a counter of 16 or 32 bits does: its range is added there")
        }
        switch layout.clock {
        case .rows, .rowCount:
            add(
                .assumedRate, nil, table.dividers.inside(table.rows),
                "blank lines divide the rows at # place(s): they are read as if no time had passed there",
                advice: .ownFile)
        default: break
        }
        if table.rows > 0 {
            add(.unreadableTime, nil, table.time, "# row(s) without a readable time: left out")
        }
    }

    private mutating func add(
        _ code: DiagnosticCode, _ stream: String?, _ finding: Finding, _ message: String,
        advice: Advice? = nil
    ) {
        guard finding.count > 0 else { return }
        add(Warning(code, place: source.name, message, advice: advice), stream, finding)
    }

    private mutating func add(_ warning: Warning, _ stream: String?, _ finding: Finding) {
        let same = items.firstIndex {
            $0.warning == warning && $0.finding.count == finding.count && $0.finding.line == finding.line
        }
        if let same, let stream {
            items[same].streams.append(stream)
        } else {
            items.append(Item(warning: warning, finding: finding, streams: stream.map { [$0] } ?? []))
        }
    }
}

/// The places where something was found: the first one, and how many.
struct Finding: Sendable, Equatable {
    var count = 0
    /// The line of the first one.
    var line = 0
    /// The first one's text, shortened; empty where there is none to show.
    var text = ""

    mutating func add(line: Int, text: String = "") {
        if count == 0 {
            self.line = line
            self.text = text
        }
        count += 1
    }
}

/// Places between rows with blank lines.
struct Dividers: Sendable, Equatable {
    private var found = Finding()
    /// How many rows were above the last ones.
    private var above = 0

    /// - Parameter rows: above it.
    mutating func add(line: Int, below rows: Int) {
        guard rows > above else { return }
        found.add(line: line)
        above = rows
    }

    /// Those that divide a table of so many rows; none where every row is on its own.
    func inside(_ rows: Int) -> Finding {
        var result = found
        if above == rows { result.count -= 1 }
        if result.count + 1 >= rows { result.count = 0 }
        return result
    }
}

/// A last line without a line break.
struct LastLineFinding: Sendable, Equatable {
    /// It was cut, and left out.
    var cut = Finding()
    /// It is used, though its last number may have been cut.
    var open = Finding()
}

/// The damage of a table as a whole; that of a stream is in its `StreamDamage`.
struct TableDamage: Sendable, Equatable {
    /// Rows with fewer or more cells than the header.
    var cellCount = Finding()
    /// Rows whose time stamp is empty or unreadable.
    var time = Finding()
    /// The header again, as a program writes it when it is started anew: no damage.
    var headers = Finding()
    /// Where the clock, a counter, began anew: no damage, but worth knowing.
    var turns = Finding()
    /// Blank lines that divide the rows: no damage, but where only a rate is known, maybe holes.
    var dividers = Dividers()
    /// The last line, where it has no line break.
    var lastLine = LastLineFinding()
    /// The first unreadable cell of every numeric column.
    var unreadable: [Finding] = []
    /// Rows that were used.
    var rows = 0
}

/// Samples of one stream that were left out on reading, by reason, and its stamps out of order.
struct StreamDamage: Sendable, Equatable {
    /// A cell holds NaN, null or infinity.
    var notANumber = Finding()
    /// A cell holds text that is no number.
    var unreadable = Finding()
    /// Some cells of the sample are empty, others not.
    var incomplete = Finding()
    /// The numbers are out of range.
    var invalid = Finding()
    /// The stamp is earlier than the one before it.
    var backwards = Finding()
    /// Samples left out so that no stamp is earlier than the one before it.
    var outOfOrder = 0
    /// Samples that are exchanged with the one before, which was written too early.
    var exchanged = 0

    /// Takes the counts of the order from before another recording began, which is not read.
    mutating func forgetOrder(since before: StreamDamage) {
        (outOfOrder, exchanged) = (before.outOfOrder, before.exchanged)
        // The step that began it cost no sample.
        backwards = outOfOrder + exchanged > 0 ? before.backwards : Finding()
    }
    /// Samples that were put in the order of their stamps, where only the order of the rows was wrong.
    var reordered = 0
    /// How many recordings are one behind the other; 0 where that was not asked.
    var recordings = 0
    /// Samples whose stamps are beyond `LogTime.limit`.
    var beyondLimit = 0
    /// The stamp equals the one before it (kept).
    var equalStamps = Finding()

    /// Counts what is no sample.
    mutating func add(_ fault: SampleFault, line: Int) {
        switch fault {
        case .missing: break
        case .unreadable: unreadable.add(line: line)
        case .notANumber: notANumber.add(line: line)
        case .incomplete: incomplete.add(line: line)
        case .invalid: invalid.add(line: line)
        }
    }

    /// Samples that were left out.
    var dropped: Int {
        notANumber.count + unreadable.count + incomplete.count + invalid.count + outOfOrder + beyondLimit
    }
}
