import Recordings
import SensorModels
import Vocabulary

/// Lines that say of each number what it is, all with the same labels (`LabelledLine`): what boards print, and JSON behind other words.
///
/// They are read as the table that has the labels as its header, by the rules of that table's format: that of a long table where a label says of
/// which sensor x, y and z are (`{"type": "gyroscope", "t": 1, "values": [0.1, 0.2, 0.3]}`).
enum LabelledLinesFormat: RecordingFormat {
    static let name = "labelled lines"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(labels) != nil }

    /// At least so many of the first lines are looked at, and eight in ten of them have the same labels.
    private static let fewestLines = 5

    /// The labels of the lines, and the header that they make; `nil` for every other log.
    private static func labels(_ lines: LineReader) -> (names: [String], header: [String])? {
        let texts = lines.firstLines.dropLast().filter { !$0.allSatisfy(\.isWhitespace) }
        // Few logs have such lines: the last of them tells quickly.
        guard texts.count >= fewestLines, let last = texts.last.flatMap({ LabelledLine($0) }),
            case let names = last.names, names.count >= 3, case let header = last.header,
            texts.count(where: { LabelledLine($0)?.names == names }) * 10 >= 8 * texts.count,
            !SensorColumns(header, ignoring: []).channels.isEmpty || isLong(names)
        else { return nil }
        return (names, header)
    }

    /// Whether one label may name the sensor that the others are the axes of.
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
                // What a board says before its readings is no damage.
                table.add(table.hasRows ? text : "")
            }
        }
        var recording = try table.recording(of: lines, options, else: input)
        recording.metadata.format = name
        return recording
    }
}
