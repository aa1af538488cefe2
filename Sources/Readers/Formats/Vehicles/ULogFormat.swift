import Recordings
import SensorModels

/// PX4's ULog: accelerometer and gyroscope of the vehicle's primary unit, magnetometers, attitude and location.
///
/// Microseconds since boot. m/s^2 (specific force), rad/s and gauss in the body's axes (`ForwardRightDown`). `--unit N`
/// reads the accelerometer, gyroscope and magnetometer of instance N instead; `PX4Messages` tells the messages.
enum ULogFormat: RecordingFormat {
    static let name = "ULog"
    static let hasUnits = true

    static func recognises(_ input: LogInput) -> Bool { input.file?.head.starts(with: ULogReader.magic) == true }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        var reader = ULogReader(lines)
        try reader.read()
        var assembly = ULogAssembly(reader.takeStreams(), reader.facts, lines.source)
        assembly.describe()
        assembly.warn(of: reader.damage, isCut: reader.isCut)
        try assembly.takeStreams(options)
        return try assembly.log.settled(name: input.name, options)
    }
}
