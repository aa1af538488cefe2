import Foundation
import TestSupport
import Testing

/// Data that no calibration can be made of, through every verb: refused with a reason (exit code 0, under `--strict`
/// 1), or an error (65) where nothing usable is left.
@Suite("Bad sensor data")
struct BadSensorDataTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A kind of damage, and what each fit has to say about it.
    enum Damage: String, CaseIterable, Sendable {
        case constant, two, zeros, saturated, duplicated, gauss

        var magnetometer: String {
            switch self {
            case .constant, .duplicated: "never change"
            case .two: "only 2 distinct"
            case .zeros: "all magnetometer readings are zero"
            case .saturated: "axis is saturated"
            case .gauss: "looks like gauss"
            }
        }

        var gyroscope: String {
            switch self {
            case .constant, .duplicated: "all gyroscope readings are the same"
            case .zeros: "all gyroscope readings are zero"
            case .two, .saturated, .gauss: "never lay still"
            }
        }

        var accelerometer: String {
            switch self {
            case .constant, .duplicated: "all accelerometer readings are the same"
            case .zeros: "all accelerometer readings are zero"
            case .two, .saturated, .gauss: "never lay still"
            }
        }

        var inUse: String {
            switch self {
            case .constant, .zeros, .duplicated: "the sensor was off"
            case .two: "only 2 distinct"
            case .saturated: "axis is saturated"
            case .gauss: "looks like gauss"
            }
        }

        var noise: String {
            switch self {
            case .constant, .zeros: "the sensor was off"
            default: "N needs at least 60 s"
            }
        }
    }

    /// A minute of turning through all directions, 50 Hz, damaged.
    private func log(_ damage: Damage?) throws -> String {
        var text = "# schema: sensorlab.log/1\nt,ax,ay,az,gx,gy,gz,mx,my,mz\n"
        let count = damage == .two ? 2 : 3000
        for i in 0..<count {
            let (a, b) = (2 * Double.pi * Double(i) / 400, 2 * Double.pi * Double(i) / 1700)
            // Two incommensurate turns; a pseudo-noise so that neighbours differ.
            let noise = (0..<3).map { 0.5 * sin(Double(i) * (12.9 + 7.7 * Double($0))) }
            let force = [sin(b) * cos(a), sin(b) * sin(a), cos(b)].map { 9.81 * $0 }
            let rate = noise.map { 0.3 * $0 }
            let field = zip([45 * cos(b) * cos(a) + 30, 45 * cos(b) * sin(a) - 20, 10 - 45 * sin(b)], noise).map(+)
            var cells = force + rate + field
            switch damage {
            case .constant: cells = [0.1, 0.2, 9.8, 0.01, 0.01, 0.01, 20, 0, -40]
            case .zeros: cells = Array(repeating: 0, count: 9)
            case .saturated:
                let limits = [6.0, 6, 6, 0.1, 0.1, 0.1, 30, 30, 30]
                cells = zip(cells, limits).map { max(-$1, min($1, $0)) }
            case .duplicated: cells = [1, 2, 9.5, 0.01, 0.02, 0.03, 20, 1, -40]
            case .gauss: for j in 6..<9 { cells[j] /= 100 }
            default: break
            }
            let time = damage == .duplicated ? 0 : Double(i) / 50
            text += ([time] + cells).map { String(format: "%.6g", $0) }.joined(separator: ",") + "\n"
        }
        return try folder.file("\(damage?.rawValue ?? "good").csv", text)
    }

    private func expectRefusal(
        _ arguments: [String], _ reason: String, strictStatus: Int32 = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let plain = try Tool.run(arguments)
        #expect(plain.status == 0, "\(plain.messages)", sourceLocation: sourceLocation)
        #expect(plain.messages.contains(reason), "\(plain.messages)", sourceLocation: sourceLocation)
        #expect(!plain.output.isEmpty, sourceLocation: sourceLocation)
        let strict = try Tool.run(arguments + ["--strict"])
        #expect(strict.status == strictStatus, "\(strict.messages)", sourceLocation: sourceLocation)
    }

    @Test("refused with the reason", arguments: Damage.allCases)
    func refused(damage: Damage) throws {
        let path = try log(damage)
        // Equal stamps are damage of the log as such.
        let strict: Int32 = damage == .duplicated ? 65 : 1
        try expectRefusal(["calibrate", "magnetometer", path], damage.magnetometer, strictStatus: strict)
        try expectRefusal(["calibrate", "gyroscope", path], damage.gyroscope, strictStatus: strict)
        try expectRefusal(["calibrate", "accelerometer", path], damage.accelerometer, strictStatus: strict)
        try expectRefusal(["calibrate", "in-use", path], damage.inUse, strictStatus: strict)
        try expectRefusal(["noise", path], damage.noise, strictStatus: strict)
    }

    @Test("the same log without damage is calibrated")
    func good() throws {
        let outcome = try Tool.run("calibrate", "magnetometer", try log(nil), "--strict")
        #expect(outcome.status == 0, "\(outcome.messages)")
    }

    @Test(
        "nothing but NaN is 65 for every verb",
        arguments: ["magnetometer", "gyroscope", "accelerometer", "in-use", "heading"])
    func notANumber(sensor: String) throws {
        let path = try folder.file(
            "nan.csv",
            "t,ax,ay,az,gx,gy,gz,mx,my,mz\n"
                + (0..<200).map { "\($0),nan,nan,nan,nan,nan,nan,nan,nan,nan\n" }.joined())
        let outcome = try Tool.run("calibrate", sensor, path)
        #expect(outcome.status == 65 && outcome.messages.contains("nan.csv"), "\(outcome.messages)")
        #expect(outcome.output.isEmpty)
    }

    @Test("an accelerometer in g, read as m/s^2, is noticed")
    func wrongUnitOfTheAccelerometer() throws {
        var text = "# schema: sensorlab.log/1\nt,ax,ay,az,gx,gy,gz\n"
        for i in 0..<1000 {
            text += "\(Double(i) / 50),0.00\(i % 3),0.00\(i % 2),1.00\(i % 5),0.00\(i % 2),0.00\(i % 3),0\n"
        }
        let outcome = try Tool.run("calibrate", "accelerometer", try folder.file("g.csv", text))
        #expect(outcome.status == 0 && outcome.messages.contains("looks like g"), "\(outcome.messages)")
    }

    @Test("heading and deviation need a reference: 65, and the message says what to give")
    func noReference() throws {
        let path = try log(nil)
        let heading = try Tool.run("calibrate", "heading", path)
        #expect(heading.status == 65 && heading.messages.contains("--bearings FILE"), "\(heading.messages)")
        let deviation = try Tool.run("deviation", path)
        #expect(deviation.status == 65 && deviation.messages.contains("reference"), "\(deviation.messages)")
    }
}
