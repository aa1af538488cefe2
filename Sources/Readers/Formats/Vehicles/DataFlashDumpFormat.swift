import Recordings
import Vocabulary

/// A log of ArduPilot as `mavlogdump.py` prints it: a date, the message's name, its fields by name
/// (`2019-03-01 12:34:56.78: IMU {TimeUS : 1200, GyrX : 0.01, ...}`).
///
/// The numbers are those of `DataFlashTextFormat`, which reads them with the names as definitions.
enum DataFlashDumpFormat: RecordingFormat {
    static let name = "mavlogdump text"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool {
        guard let lines = input.file?.firstLines.dropLast().filter({ !$0.isEmpty }), let first = lines.last,
            isMessage(first)
        else { return false }
        return lines.allSatisfy(isMessage) && lines.count > 1
    }

    private static func isMessage(_ line: String) -> Bool {
        line.hasSuffix("}") && line.contains(" {") && line.contains(" : ")
            && LabelledLine(line).map { !$0.tag.isEmpty && $0.names.first == "time" } == true
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var columns: [String: [String]] = [:]
        var table = LineTable(header: "")
        while let text = try lines.nextLine() {
            if let message = LabelledLine(text), !message.tag.isEmpty, message.names.first == "time" {
                let names = Array(message.names.dropFirst())
                let isKnown = columns[message.tag, default: names] == names
                columns[message.tag] = columns[message.tag, default: names]
                table.add(isKnown ? LineTable.row([message.tag] + message.values.dropFirst()) : "")
            } else {
                // Texts with marks of their own are messages, too.
                table.add(text.hasSuffix("}") ? "" : text)
            }
        }
        var reader = DataFlashTextReader(unit: ArduPilotAssembly.unit(options))
        // The log's own definitions are messages among the others, and say less: their fields have commas.
        for (name, columns) in columns where name != "FMT" { reader.define(name, columns) }
        return try DataFlashTextFormat.read(
            LineCells(try table.lines(of: lines), separator: UInt8(ascii: ",")), reader, lines.source, options)
    }
}
