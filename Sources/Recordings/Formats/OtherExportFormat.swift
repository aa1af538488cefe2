import Vocabulary

/// Exports that are not text, of apps that also write text logs: the message says which export to use.
enum OtherExportFormat: RecordingFormat {
    static let name = "SQLite, KML or Excel"

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

/// Binary logs of drones, ULog and DataFlash: the message names the converter.
enum BinaryDroneLogFormat: RecordingFormat {
    static let name = "ULog or DataFlash"

    static func recognises(_ input: LogInput) -> Bool {
        guard let file = input.file else { return false }
        return isULog(file) || file.head.starts(with: [0xa3, 0x95, 0x80])
            || file.head.starts(with: Array("FMT, 128, 89, FMT".utf8))
    }

    private static func isULog(_ lines: LineReader) -> Bool {
        lines.head.starts(with: [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35])
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let isULog = isULog(lines)
        throw lines.error(
            .binaryLog,
            "found \(isULog ? "a ULog of PX4" : "a DataFlash log of ArduPilot"), expected a table of text",
            isULog
                ? "convert it with ulog2csv (pip install pyulog) and give the file ..._sensor_combined_0.csv"
                : "convert it with mavlogdump.py --format csv --types IMU (pip install pymavlink) and give that file")
    }
}
