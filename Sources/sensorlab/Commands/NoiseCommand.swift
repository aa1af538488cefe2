import ArgumentParser
import Calibration
import Files
import Foundation
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
            """,
        examples: [
            "sensorlab noise rest.csv",
            "sensorlab noise rest.csv --picture allan.svg",
            "sensorlab noise rest.csv --json",
        ])

    @OptionGroup var input: InputOptions
    @Option(help: "Picture (SVG) of the Allan deviation.") var picture: OutputPath?
    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Print no warnings.") var quiet = false

    func run() throws {
        let log = try ReadLog(input)
        let kinds = [log.recording.rateSensor, .accelerometer]
        let sensors = kinds.compactMap { SensorNoise(recording: log.recording, sensor: $0) }
        guard !sensors.isEmpty else {
            throw SensorLabError(
                .badData, code: .noInertialSensor, place: input.log,
                message: "the log has neither gyroscope nor accelerometer", advice: "record one of them at rest")
        }
        if let picture { try OutputFile.write(Data(AllanPicture.svg(sensors).utf8), to: picture.path) }
        try Terminal.output(
            NoiseAnswer(sensors: sensors.map(NoiseAnswer.Sensor.init)), asJSON: json,
            sensors.map(NoiseText.text).joined(separator: "\n"))
        let refused = sensors.flatMap(\.axes).first { !$0.verdict.accepted }
        if let refused {
            let warning = Warning(.noiseRefused, refused.verdict.reason, advice: .given(refused.verdict.advice))
            if input.strict, let error = warning.error(.criterion) { throw error }
            Terminal.warn([warning], quiet: quiet)
        }
    }
}

/// `noise --json`.
struct NoiseAnswer: Encodable {
    let schema = "sensorlab.noise/1"
    let sensors: [Sensor]

    struct Sensor: Encodable {
        let sensor: String
        let rateHz: Double
        let axes: [Axis]

        init(_ noise: SensorNoise) {
            sensor = noise.sensor.rawValue
            rateHz = noise.rate
            axes = zip(["x", "y", "z"], noise.axes).map { Axis($0, $1, NoiseUnits.of(noise.sensor)) }
        }
    }

    struct Axis: Encodable {
        let axis: String
        let accepted: Bool
        let reason: String
        let restSeconds: Double
        let coefficients: [Coefficient]
        let curve: [AllanPoint]

        init(_ name: String, _ fit: NoiseFit, _ units: [NoiseUnits]) {
            axis = name
            (accepted, reason, restSeconds, curve) = (fit.verdict.accepted, fit.verdict.reason, fit.duration, fit.curve)
            coefficients =
                fit.verdict.accepted
                ? zip(units, [fit.n, fit.b, fit.k]).map { Coefficient(name: $0.name, unit: $0.si, value: $1) } : []
        }
    }

    struct Coefficient: Encodable {
        let name: String
        let unit: String
        let value: NoiseCoefficient
    }
}

/// Noise coefficients as text.
enum NoiseText {
    static func text(_ noise: SensorNoise) -> String {
        var lines = [
            String(
                format: "\(noise.sensor.rawValue): %.1f Hz, %.1f s of rest", noise.rate, noise.axes.first?.duration ?? 0
            )
        ]
        let refusals = Set(noise.axes.filter { !$0.verdict.accepted }.map(\.verdict.reason))
        if noise.axes.allSatisfy({ !$0.verdict.accepted }), refusals.count == 1, let reason = refusals.first {
            return (lines + ["  refused: \(reason)"]).joined(separator: "\n") + "\n"
        }
        for (axis, fit) in zip(["x", "y", "z"], noise.axes) {
            guard fit.verdict.accepted else {
                lines.append("  \(axis)  refused: \(fit.verdict.reason)")
                continue
            }
            for (unit, c) in zip(NoiseUnits.of(noise.sensor), [fit.n, fit.b, fit.k]) {
                let si = String(format: "%.4g %@  [%.3g, %.3g]", c.value, unit.si, c.low, c.high)
                let customary = String(format: "= %.4g %@", c.value * unit.factor, unit.customary)
                let note = c.isDetermined ? "" : "  (needs a longer rest)"
                lines.append("  \(axis)  \(unit.name)  \(si)  \(customary)\(note)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The units of a sensor's noise coefficients: SI, and those of the data sheets (IEEE Std 952-1997).
struct NoiseUnits {
    let name: String
    let si: String
    let customary: String
    /// From SI to the customary unit.
    let factor: Double

    /// N, B, K of a gyroscope (rad/s) or an accelerometer (m/s^2).
    static func of(_ sensor: SensorKind) -> [NoiseUnits] {
        if sensor == .accelerometer {
            return [
                NoiseUnits(name: "N", si: "m/s^2/sqrt(Hz)", customary: "m/s/sqrt(h)", factor: 60),
                NoiseUnits(name: "B", si: "m/s^2", customary: "mg", factor: 1000 / 9.80665),
                NoiseUnits(name: "K", si: "m/s^2/sqrt(s)", customary: "m/s^2/sqrt(h)", factor: 60),
            ]
        }
        let degrees = 180 / Double.pi
        return [
            NoiseUnits(name: "N", si: "rad/s/sqrt(Hz)", customary: "deg/sqrt(h)", factor: 60 * degrees),
            NoiseUnits(name: "B", si: "rad/s", customary: "deg/h", factor: 3600 * degrees),
            NoiseUnits(name: "K", si: "rad/s/sqrt(s)", customary: "deg/h/sqrt(h)", factor: 3600 * 60 * degrees),
        ]
    }
}
