import SensorModels
import Vocabulary

/// Binary logs of drones, ULog and DataFlash: recognised, and the message names the converter.
enum BinaryDroneLogFormat: RecordingFormat {
    static let name = "ULog or DataFlash"

    static func recognises(_ input: LogInput) -> Bool {
        guard case .file(let lines) = input else { return false }
        return isULog(lines) || isDataFlash(lines) || isDataFlashText(lines)
    }

    private static func isULog(_ lines: LineReader) -> Bool {
        lines.head.starts(with: [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35])
    }

    private static func isDataFlash(_ lines: LineReader) -> Bool { lines.head.starts(with: [0xa3, 0x95, 0x80]) }

    private static func isDataFlashText(_ lines: LineReader) -> Bool {
        lines.head.starts(with: Array("FMT, 128, 89, FMT".utf8))
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .file(let lines) = input else { throw input.unrecognised(RecordingFormats.names) }
        let isULog = isULog(lines)
        throw SensorLabError(
            .badData, code: .binaryLog, place: lines.source.name,
            message: "found \(isULog ? "a ULog of PX4" : "a DataFlash log of ArduPilot"), expected a table of text",
            advice: isULog
                ? "convert it with ulog2csv (pip install pyulog) and give the file ..._sensor_combined_0.csv"
                : "convert it with mavlogdump.py --format csv --types IMU (pip install pymavlink) and give that file")
    }
}
