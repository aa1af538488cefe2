import Recordings
import SensorModels
import Vocabulary

/// Lines that label their numbers (`LabelledLine`): a row on one line, as boards print it and JSON behind other words;
/// or a sensor, an axis or a number on each line, as boards print blocks, Teleplot its `>ax:1684316472340:0.1` with a
/// time in milliseconds or without, and ROS its messages.
///
/// They are read as a table with all labels as its header, by the rules of that table's format: that of a long table
/// where one label names the sensor of x, y and z (`{"type": "gyroscope", "t": 1, "values": [0.1, 0.2, 0.3]}`).
enum LabelledLinesFormat: RowFormat {
    static let name = "labelled lines"
    static let hasUnits = true
    static let findsClock = true

    static func recognises(_ input: LogInput) -> Bool {
        input.file.flatMap { LabelledRows($0) }?.namesSensor == true
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let rows = LabelledRows(lines) else { throw input.unrecognised }
        return try TextTable.read(LabelledTable(rows, lines).lines(), options, else: input, as: name)
    }

    static func rows(of input: LogInput, _ options: ReadOptions) throws -> RowReader? {
        guard let lines = input.file, let rows = LabelledRows(lines) else { return nil }
        return try MadeRows.reader(of: lines, options) { LabelledTable(rows, $0) }
    }
}

/// The rows in lines that label their numbers.
///
/// A row ends where a label comes again, or where another sensor has another time.
struct LabelledRows {
    /// The labels of a row, and the names of the table's columns made of them.
    private(set) var names: [String] = []
    private(set) var header: [String] = []
    /// Whether every line is a row.
    let isOneLine: Bool
    private var pieces = Pieces()
    private var row: [String: String] = [:]
    /// The sensor of the last line.
    private var sensor = ""

    /// Most labels of a row.
    private static let mostNames = 200

    /// `nil` for every other log.
    /// - Parameter fewest: least number of rows among the first lines.
    init?(_ lines: LineReader, fewest: Int = 3) {
        let texts = lines.firstLines.dropLast().filter { !$0.allSatisfy(\.isWhitespace) }
        // Few logs have such lines, and testing the last one first is fast.
        guard texts.count > fewest, let last = texts.last, LabelledLine(last) != nil || last.hasPrefix(">")
        else { return nil }
        var reader = Pieces()
        let read = texts.compactMap { reader.piece($0) }
        let found = read.filter { !$0.names.isEmpty }
        // Boards print other lines, too.
        guard read.count * 10 >= 6 * texts.count else { return nil }
        for piece in found {
            guard names.count <= Self.mostNames else { return nil }
            for (name, title) in zip(piece.names, piece.header) where !names.contains(name) {
                names.append(name)
                header.append(title)
            }
        }
        let equal = found.count { $0.names == found.last?.names }
        isOneLine = equal * 10 >= 8 * found.count
        if isOneLine, let last = found.last { (names, header) = (last.names, last.header) }
        // The labels of one line come in every row.
        let most = found.reduce(into: [[String]: Int]()) { $0[$1.names, default: 0] += 1 }.values.max() ?? 0
        guard most >= fewest, (3...Self.mostNames).contains(names.count) else { return nil }
    }

    /// Whether the labels are those of a sensor, or one of them may name the sensor of the others' axes.
    var namesSensor: Bool {
        if !SensorColumns(header, ignoring: []).channels.isEmpty { return true }
        guard isOneLine, SensorKindMember.name(in: names) != nil else { return false }
        let axes = names.dropFirst().compactMap { ColumnName($0).axis }.filter { $0 < 3 }
        return Set(axes).count == 3
    }

    /// What a line is.
    enum Line {
        /// It ends a row, with a cell for every name.
        case row([String])
        /// It is a part of one.
        case part
        case other
    }

    /// Takes the next line. Of several lines, a row takes the one on which the next one begins.
    mutating func take(_ text: String) -> Line {
        guard let piece = pieces.piece(text) else { return .other }
        guard !isOneLine else { return piece.names == names ? .row(piece.values) : .other }
        guard piece.names.allSatisfy(names.contains) else { return .other }
        let isNext = zip(piece.names, piece.values).contains { name, value in
            row[name].map { piece.time == name ? piece.sensor != sensor && $0 != value : true } == true
        }
        let cells = rest
        if isNext { row.removeAll() }
        for (name, value) in zip(piece.names, piece.values) where name != piece.time || row[name] == nil {
            row[name] = value
        }
        if !piece.sensor.isEmpty { sensor = piece.sensor }
        return isNext ? .row(cells) : .part
    }

    /// The table whose columns a mapping names by labels, or by their numbers; `nil` for every other log, from which
    /// nothing is taken then.
    static func table(of lines: LineReader, _ mapping: ColumnMapping.Table) throws -> LineReader? {
        guard let rows = LabelledRows(lines), MappedTables.positions(mapping, rows.header) != nil else {
            return nil
        }
        return try LabelledTable(rows, lines).lines()
    }

    /// The cells of the row that has begun.
    var rest: [String] { names.map { row[$0] ?? "" } }
}

/// The table of such rows: a line for every line of the log.
final class LabelledTable: MadeTable {
    let log: LineReader
    let names: [String]
    let endsWithLine = true
    var hasBufferedRow: Bool { log.hasBufferedLine }
    let warnings: [Warning] = []
    private var rows: LabelledRows
    private var hasRows = false
    private var isAtEnd = false

    init(_ rows: LabelledRows, _ log: LineReader) { (self.rows, self.log, names) = (rows, log, rows.header) }

    func nextRow() throws -> String? {
        guard let text = try log.nextLine() else {
            // The last row may lack lines, and its last line may be cut.
            defer { isAtEnd = true }
            return rows.isOneLine || isAtEnd ? nil : TextTable.row(rows.rest)
        }
        switch rows.take(text) {
        case .row(let cells):
            hasRows = true
            return TextTable.row(cells)
        case .part: return ""
        // The output of a board before its readings is no damage, nor is other text between blocks.
        case .other: return rows.isOneLine && hasRows ? text : ""
        }
    }
}

extension LabelledRows {
    /// The labels of a line.
    fileprivate struct Piece {
        var names: [String]
        var header: [String]
        var values: [String]
        /// The label of the line's own time.
        var time: String?

        /// The words of its first label without the axis.
        var sensor: String {
            names.first { $0 != time }.map { ColumnName($0).withAxis.stem } ?? ""
        }
    }

    /// The lines in their order, since a label alone names the axes below it.
    fileprivate struct Pieces {
        private var stem = ""

        /// `nil` for a line without labels; without names for a label alone.
        mutating func piece(_ line: String) -> Piece? {
            if line.utf8.first == UInt8(ascii: ">") { return Self.teleplot(line) }
            guard let found = LabelledLine(line, below: stem) else { return nil }
            guard found.names.count > 1 || found.names.first != "time" else { return nil }
            // Only the axes directly below a label alone are its own.
            stem = found.names.isEmpty || found.stem == stem ? found.stem : ""
            guard !found.names.isEmpty || !stem.isEmpty else { return nil }
            return Piece(
                names: found.names, header: found.header, values: found.values,
                time: found.names.first { $0 == "time" })
        }

        private static func teleplot(_ line: String) -> Piece? {
            let parts = line.dropFirst().prefix { $0 != "|" }.split(separator: ":")
            guard parts.count == 2 || parts.count == 3, let number = parts.last?.prefix(while: { $0 != "§" }),
                Double(number) != nil, parts.count == 2 || Double(parts[1]) != nil
            else { return nil }
            let time = "time (ms)"
            let names = parts.count == 3 ? [time, String(parts[0])] : [String(parts[0])]
            return Piece(
                names: names, header: names,
                values: parts.count == 3 ? [String(parts[1]), String(number)] : [String(number)], time: time)
        }
    }
}
