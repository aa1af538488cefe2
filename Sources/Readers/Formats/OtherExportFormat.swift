import Recordings
import Vocabulary

/// Exports that are not read, of programs that also write what is: the message says which export to use.
enum OtherExportFormat: RecordingFormat {
    static let name = "SQLite, KML, Excel, bag, YAML or another kind of file"
    static let isRefused = true

    static func recognises(_ input: LogInput) -> Bool { found(input) != nil }

    private static func found(_ input: LogInput) -> (what: String, advice: String)? {
        switch input {
        case .folder(let folder):
            let arrays = folder.files.filter { $0.lowercased().hasSuffix(".npy") }
            if !arrays.isEmpty, arrays.count == folder.files.count { return ForeignFile.arrays }
            guard folder.contains("xl/workbook.xml") else { return nil }
            return ("an Excel workbook", "export the recording as CSV (phyphox: any of its CSV variants) and give that")
        case .file(let lines):
            if lines.head.starts(with: Array("#ROSBAG V".utf8)) {
                return ("a bag of ROS 1", "convert it: mcap convert LOG.bag LOG.mcap (the mcap command is at mcap.dev)")
            }
            if lines.head.starts(with: Array("SQLite format 3\0".utf8)) {
                // Its first page has the definitions of its tables.
                let tables = String(decoding: lines.head.prefix(1 << 14), as: UTF8.self)
                if tables.contains("CREATE TABLE topics") {
                    return (
                        "a bag of ROS 2", "convert it: mcap convert LOG.db3 LOG.mcap (the mcap command is at mcap.dev)"
                    )
                }
                return ("an SQLite database", "export the recording as zipped CSV or as JSON (Sensor Logger has both)")
            }
            let head = String(decoding: lines.head.prefix(1024), as: UTF8.self)
            if head.hasPrefix("header:"), head.contains("stamp:"), head.contains("frame_id:") {
                return (
                    "messages as rostopic echo prints them",
                    "export a table: rostopic echo -b LOG.bag -p TOPIC > TOPIC.csv"
                )
            }
            return ForeignFile.found(lines)
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard let (what, advice) = found(input) else { throw input.unrecognised }
        throw SensorLabError(
            .badData, code: .otherExport, place: input.name, message: "found \(what), expected a log that is read here",
            advice: advice)
    }
}
