import Vocabulary

/// Exports that are not text, of apps that also write text logs: the message says which export to use.
enum OtherExportFormat: RecordingFormat {
    static let name = "SQLite, KML or Excel"
    static let isRefused = true

    static func recognises(_ input: LogInput) -> Bool { found(input) != nil }

    private static func found(_ input: LogInput) -> (what: String, advice: String)? {
        switch input {
        case .folder(let folder):
            guard folder.contains("xl/workbook.xml") else { return nil }
            return ("an Excel workbook", "export the recording as CSV (phyphox: any of its CSV variants) and give that")
        case .file(let lines):
            if lines.head.starts(with: Array("SQLite format 3\0".utf8)) {
                return ("an SQLite database", "export the recording as zipped CSV or as JSON (Sensor Logger has both)")
            }
            let head = String(decoding: lines.head.prefix(1024), as: UTF8.self)
            guard head.hasPrefix("<"), head.contains("<kml") else { return nil }
            return ("a KML map", "a map has no sensor readings: export the recording as zipped CSV or as JSON")
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard let (what, advice) = found(input) else { throw input.unrecognised }
        throw SensorLabError(
            .badData, code: .otherExport, place: input.name, message: "found \(what), expected a log of text",
            advice: advice)
    }
}
