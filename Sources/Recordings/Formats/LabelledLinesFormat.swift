import SensorModels
import Vocabulary

/// Lines that say of each number what it is, all with the same labels (`LabelledLine`): what boards print, and JSON lines.
///
/// They are read as the table that has the labels as its header, by the rules of that table's format.
enum LabelledLinesFormat: RecordingFormat {
    static let name = "labelled lines"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.flatMap(labels) != nil }

    /// At least so many of the first lines are looked at, and eight in ten of them have the same labels.
    private static let fewestLines = 5

    /// The labels of the lines; `nil` for every other log.
    private static func labels(_ lines: LineReader) -> [String]? {
        let texts = lines.firstLines.dropLast().filter { !$0.allSatisfy(\.isWhitespace) }
        // Few logs have such lines: the last of them tells quickly.
        guard texts.count >= fewestLines, let last = texts.last, let names = LabelledLine(last)?.names,
            names.count >= 4,
            texts.count(where: { LabelledLine($0)?.names == names }) * 10 >= 8 * texts.count,
            !SensorColumns(names, ignoring: []).channels.isEmpty
        else { return nil }
        return names
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        guard let names = labels(lines) else { throw input.unrecognised }
        var table = LineTable(header: LineTable.row(names))
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
