import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// A log is the same log in whatever units, signs and stamps it is written; what its text does not say is found in the
/// readings, or asked for, and never guessed wrongly.
@Suite("Properties of evidence: the same log in other units")
struct EvidencePropertyTests {
    /// How a table spells a log.
    struct Dialect: CustomTestStringConvertible, Sendable {
        var acceleration = LogUnit.metresPerSecondSquared
        var rate = LogUnit.radiansPerSecond
        var field = LogUnit.microtesla
        var sign = SignConvention.android
        /// Stamps per second.
        var time = 1.0

        var testDescription: String {
            "\(acceleration.rawValue), \(rate.rawValue), \(field.rawValue), \(sign.rawValue), 1/\(time) s"
        }

        static let all: [Dialect] = LogUnit.units(of: .acceleration).flatMap { acceleration in
            LogUnit.units(of: .rate).flatMap { rate in
                [LogUnit.microtesla, .gauss, .milligauss, .tesla, .nanotesla].flatMap { field in
                    SignConvention.allCases.map {
                        Dialect(acceleration: acceleration, rate: rate, field: field, sign: $0)
                    }
                }
            }
        }
    }

    /// Of the seeds 1, 2 and 3; made once for all dialects.
    private static let logs = (1...3).map { Log(seed: $0) }

    /// A phone that a hand turns through many directions, 20 s at 50 Hz; the place is in the north.
    private struct Log: Sendable {
        var times: [Double] = []
        var force: [Vector3] = []
        var rate: [Vector3] = []
        var field: [Vector3] = []

        init(seed: UInt64) {
            var random = SplitMix64(seed: seed)
            let (phase, speed) = (random.vector(2), random.vector(0.2))
            func attitude(_ t: Double) -> Quaternion {
                Quaternion.aboutVertical((0.5 + speed.x) * t + phase.x)
                    * Quaternion(angle: 1.1 * .sin((0.7 + speed.y) * t + phase.y), axis: Vector3(1, 0, 0))
                    * Quaternion(angle: 0.9 * .sin((0.9 + speed.z) * t + phase.z), axis: Vector3(0, 1, 0))
            }
            for row in 0..<1000 {
                let t = Double(row) / 50
                let q = attitude(t)
                times.append(t)
                // Forward difference over 1 ms: the rate in the middle of it, exact to 1e-6.
                rate.append((q.conjugate * attitude(t + 0.001)).rotationVector / 0.001 + random.vector(0.002))
                force.append(q.unrotate(Vector3(0, 0, 9.81)) + random.vector(0.03))
                field.append(q.unrotate(Vector3(0, 20, -43)) + random.vector(0.3))
            }
        }

        func text(_ dialect: Dialect, unitsInHeader: Bool) -> String {
            func name(_ name: String, _ unit: LogUnit) -> String { unitsInHeader ? "\(name) (\(unit.rawValue))" : name }
            let sensors = [("acc", dialect.acceleration), ("gyro", dialect.rate), ("mag", dialect.field)]
            var text =
                "time (s),"
                + sensors.flatMap { sensor, unit in
                    ["x", "y", "z"].map { name("\(sensor)_\($0)", unit) }
                }.joined(separator: ",") + "\n"
            let turned = dialect.sign == .ios ? -1.0 : 1
            for row in times.indices {
                let values = [
                    turned / dialect.acceleration.factor * force[row], 1 / dialect.rate.factor * rate[row],
                    1 / dialect.field.factor * field[row],
                ]
                text +=
                    "\(times[row])," + values.flatMap { [$0.x, $0.y, $0.z] }.map { "\($0)" }.joined(separator: ",")
                    + "\n"
            }
            return text
        }
    }

    /// The log's field is that of the north; which hemisphere it is in, only a place can tell.
    private func read(
        _ text: String, _ assumptions: [String] = [],
        place: GeodeticPosition? = GeodeticPosition(latitude: 48, longitude: 11)
    ) throws -> Recording {
        var options = ReadOptions()
        options.place = place
        options.assumptions = assumptions.compactMap { Assumption($0) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    /// Factor and back: two roundings of each value.
    private func isSame(_ recording: Recording, _ log: Log) -> Bool {
        func same(_ a: [Vector3], _ b: [Vector3]) -> Bool {
            a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).length <= 1e-12 * (1 + $1.length) }
        }
        return same(recording.accelerometer.values, log.force) && same(recording.gyroscope.values, log.rate)
            && same(recording.magnetometer.values, log.field)
    }

    @Test("units in the header and the sign from the field: the same recording", arguments: Dialect.all)
    func named(dialect: Dialect) throws {
        for (seed, log) in zip(1..., Self.logs) {
            #expect(isSame(try read(log.text(dialect, unitsInHeader: true)), log), "seed \(seed)")
        }
    }

    @Test("without a place the same recording, a warning that names the sign, or a question", arguments: Dialect.all)
    func withoutPlace(dialect: Dialect) throws {
        let log = Self.logs[0]
        do {
            let recording = try read(log.text(dialect, unitsInHeader: true), place: nil)
            #expect(isSame(recording, log) || recording.warnings.contains { $0.code == .signUndecided })
        } catch let error as SensorLabError {
            #expect(error.message.contains("sign") && error.advice.contains("--place"), "\(error)")
        }
    }

    @Test("nothing but names: the same recording, or a question that --assume answers", arguments: Dialect.all)
    func unnamed(dialect: Dialect) throws {
        for (seed, log) in zip(1..., Self.logs) {
            let text = log.text(dialect, unitsInHeader: false)
            do {
                let recording = try read(text)
                // What is left out is left out with a warning, and is not a wrong answer.
                let isComplete = recording.magnetometer.count == log.field.count
                if isComplete || recording.warnings.isEmpty { #expect(isSame(recording, log), "seed \(seed)") }
            } catch let error as SensorLabError {
                #expect(error.advice.contains("--assume"), "seed \(seed): \(error)")
            }
            let assumed = try read(
                text,
                [
                    "accelerometer=\(dialect.acceleration.rawValue),\(dialect.sign.rawValue)",
                    "gyroscope=\(dialect.rate.rawValue)", "magnetometer=\(dialect.field.rawValue)",
                ])
            #expect(isSame(assumed, log), "seed \(seed)")
        }
    }
}
