import Analysis
import ArgumentParser
import Calibration
import Foundation
import Recordings
import Reporting
import SensorModels
import Vocabulary

struct NoiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "noise",
        abstract: "Compute Allan deviation and noise coefficients of gyroscope and accelerometer at rest.",
        discussion: """
            Overlapping Allan deviation over the longest rest of the log; N (white noise), B (bias instability) and K (random \
            walk) with 95 % intervals. N needs a minute of rest, B and K two hours.
            """)

    @OptionGroup var input: InputOptions
    @Option(help: "Picture (SVG) of the Allan deviation.") var picture: OutputPath?
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print no warnings.") var quiet = false

    func run() throws {
        let log = try ReadLog(input)
        let kinds = [
            CalibrationSet.stream(of: log.recording, raw: .gyroscope, corrected: .gyroscopeCorrected), .accelerometer,
        ]
        let sensors = kinds.compactMap { SensorNoise(recording: log.recording, sensor: $0) }
        guard !sensors.isEmpty else {
            throw SensorLabError(
                .badData, code: .noInertialSensor, place: input.log,
                message: "the log has neither gyroscope nor accelerometer", advice: "record one at rest")
        }
        if let picture { try OutputFile.write(Data(AllanPicture.svg(sensors).utf8), to: picture.path) }
        if json {
            Terminal.output(try JSONText.data(NoiseAnswer(sensors: sensors.map(NoiseAnswer.Sensor.init))))
        } else {
            Terminal.output(sensors.map(NoiseText.text).joined(separator: "\n"))
        }
        let refused = sensors.flatMap(\.axes).first { !$0.verdict.accepted }
        if let refused {
            Terminal.warn(
                [Warning(code: .noiseRefused, message: refused.verdict.reason, advice: refused.verdict.advice)],
                quiet: quiet)
            if input.strict { throw ExitCode(1) }
        }
    }
}
