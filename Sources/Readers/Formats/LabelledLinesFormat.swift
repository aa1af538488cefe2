import Recordings
import SensorModels
import Vocabulary

/// Lines that label every number, all with the same labels (`LabelledLine`): the output of boards, and JSON behind
/// other words.
///
/// They are read as a table with the labels as its header, by the rules of that table's format: that of a long table
/// where one label names the sensor of x, y and z (`{"type": "gyroscope", "t": 1, "values": [0.1, 0.2, 0.3]}`).
enum LabelledLinesFormat: RecordingFormat {
    static let name = "labelled lines"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(labels) != nil }

    /// Least number of first lines that are examined; eight in ten of them have the same labels.
    private static let fewestLines = 5

    /// The labels of the lines, and the header made of them; `nil` for every other log.
    private static func labels(_ lines: LineReader) -> (names: [String], header: [String])? {
        let texts = lines.firstLines.dropLast().filter { !$0.allSatisfy(\.isWhitespace) }
        // Few logs have such lines, and testing the last one first is fast.
        guard texts.count >= fewestLines, let last = texts.last.flatMap({ LabelledLine($0) }),
            case let names = last.names, names.count >= 3, case let header = last.header,
            texts.count(where: { LabelledLine($0)?.names == names }) * 10 >= 8 * texts.count,
            !SensorColumns(header, ignoring: []).channels.isEmpty || isLong(names)
        else { return nil }
        return (names, header)
    }

    /// Whether one label may name the sensor of the other labels' axes.
    private static func isLong(_ names: [String]) -> Bool {
        let axes = names.filter { $0 != names[0] }.map(ColumnName.init).filter { $0.axis.map { $0 < 3 } == true }
        return SensorKindMember.name(in: names) != nil && Set(axes.map(\.axis)).count == 3
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let (names, header) = labels(lines) else { throw input.unrecognised }
        var table = LineTable(header: LineTable.row(header))
        while let text = try lines.nextLine() {
            if let line = LabelledLine(text), line.names == names {
                table.add(LineTable.row(line.values))
            } else {
                // The output of a board before its readings is no damage.
                table.add(table.hasRows ? text : "")
            }
        }
        return try table.recording(of: lines, options, else: input, as: name)
    }
}

/// Lines of labels (`LabelledLine`), each with one sensor or a single number, in turn: the output of boards over
/// several lines, and Teleplot's `>ax:1684316472340:0.1` with a time in milliseconds or without.
///
/// A row ends where a label repeats. It is read as a table with the labels of all lines as its header.
enum LabelledBlocksFormat: RecordingFormat {
    static let name = "labelled blocks"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(labels) != nil }

    /// Least number of rows that are examined; six in ten of the lines must have their labels.
    private static let fewestRows = 3

    private struct Piece {
        var names: [String]
        var header: [String]
        var values: [String]

        /// `nil` for a line without labels.
        init?(_ line: String) {
            if line.utf8.first == UInt8(ascii: ">") {
                let parts = line.dropFirst().prefix { $0 != "|" }.split(separator: ":")
                guard parts.count == 2 || parts.count == 3, let number = parts.last?.prefix(while: { $0 != "§" }),
                    Double(number) != nil, parts.count == 2 || Double(parts[1]) != nil
                else { return nil }
                names = parts.count == 3 ? [Self.time, String(parts[0])] : [String(parts[0])]
                header = names
                values = parts.count == 3 ? [String(parts[1]), String(number)] : [String(number)]
                return
            }
            // A number alone behind words, such as `Temperature 24.5 C`, is no time.
            guard let found = LabelledLine(line),
                found.names.count > 1 || found.names.first.map({ $0 != "time" }) == true
            else { return nil }
            (names, header, values) = (found.names, found.header, found.values)
        }

        static let time = "time (ms)"
    }

    /// The labels of a row, and the header made of them; `nil` for every other log.
    private static func labels(_ lines: LineReader) -> (names: [String], header: [String])? {
        let texts = lines.firstLines.dropLast().filter { !$0.allSatisfy(\.isWhitespace) }
        // Few logs have such lines, and testing the last one first is fast.
        guard texts.count >= 2 * fewestRows, let last = texts.last, Piece(last) != nil else { return nil }
        let pieces = texts.compactMap(Piece.init)
        guard pieces.count * 10 >= 6 * texts.count else { return nil }
        var (names, header, starts) = ([String](), [String](), 0)
        for piece in pieces {
            for (name, title) in zip(piece.names, piece.header) where !names.contains(name) {
                names.append(name)
                header.append(title)
            }
        }
        // The label of the first line comes in every row.
        guard let first = pieces.first(where: { piece in pieces.count { $0.names == piece.names } > 1 }) else {
            return nil
        }
        starts = pieces.count { $0.names == first.names }
        guard starts >= fewestRows, names.count >= 3, names.count <= 100, first.names.count < names.count,
            !SensorColumns(header, ignoring: []).channels.isEmpty
        else { return nil }
        return (names, header)
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let (names, header) = labels(lines) else { throw input.unrecognised }
        var table = LineTable(header: LineTable.row(header))
        var row: [String: String] = [:]
        // A row takes the line on which the next one begins, so that messages name the log's own lines.
        while let text = try lines.nextLine() {
            guard let piece = Piece(text), piece.names.allSatisfy(names.contains) else {
                table.add("")
                continue
            }
            let isNext = zip(piece.names, piece.values).contains { name, value in
                row[name].map { name == Piece.time ? $0 != value : true } == true
            }
            table.add(isNext ? LineTable.row(names.map { row[$0] ?? "" }) : "")
            if isNext { row.removeAll() }
            for (name, value) in zip(piece.names, piece.values) { row[name] = value }
        }
        // The last row may lack lines, and its last line may be cut.
        table.add(LineTable.row(names.map { row[$0] ?? "" }))
        return try table.recording(of: lines, options, else: input, as: name)
    }
}
