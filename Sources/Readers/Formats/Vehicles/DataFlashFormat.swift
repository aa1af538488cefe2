import Recordings
import SensorModels
import Vocabulary

/// ArduPilot's binary log (DataFlash): the first accelerometer, gyroscope and magnetometer, or those of `--unit N`;
/// attitude and location.
///
/// Microseconds since boot, milliseconds in old logs. m/s^2 (specific force), rad/s and milligauss in the body's axes
/// (`ForwardRightDown`). `MAG` holds the field after the vehicle's offsets, and these: the raw one is the difference.
enum DataFlashFormat: RecordingFormat {
    static let name = "DataFlash"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file.map { DataFlashReader.recognises($0.head) } == true }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var reader = DataFlashReader(lines, unit: ArduPilotAssembly.unit(options))
        try reader.read()
        var assembly = ArduPilotAssembly(
            reader.takeStreams(), reader.facts, DamageReport(lines.source, lastLine: LastLineFinding()), input.name)
        assembly.log.warn(ofDamage: reader.damage, isCut: reader.isCut, input.name)
        try assembly.takeStreams(options)
        return try assembly.log.settled(name: input.name, options)
    }
}
