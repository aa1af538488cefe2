import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Accelerometers and gyroscopes whose axes are not each other's.
@Suite("Axes of one sensor against another's")
struct SensorAxesTests {
    typealias Motion = RoleEvidenceTests.Motion

    private let names = [
        "ax (m/s^2)", "ay (m/s^2)", "az (m/s^2)", "gx (rad/s)", "gy (rad/s)", "gz (rad/s)", "mx", "my", "mz",
    ]

    /// - Parameters:
    ///   - turned: the sensor whose axes the rows of a matrix exchange and reverse.
    ///   - hasField: with a magnetometer that has an offset.
    private func log(_ turned: SensorKind?, _ rows: [Vector3], hasField: Bool, disturbance: Double = 0.02) -> String {
        var random = SplitMix64(seed: 6)
        func axes(_ v: Vector3, of sensor: SensorKind) -> Vector3 {
            sensor == turned ? Vector3(rows[0].dot(v), rows[1].dot(v), rows[2].dot(v)) : v
        }
        var text = "t (s)," + names.prefix(hasField ? 9 : 6).joined(separator: ",") + "\n"
        for m in Motion.samples() {
            let force = axes(m.force + random.vector(disturbance), of: .accelerometer)
            let rate = axes(m.rate + random.vector(0.002), of: .gyroscope)
            let field = axes(m.field + random.vector(0.3), of: .magnetometer) + Vector3(30, -20, 10)
            text += "\(m.time)"
            for v in [force, rate] + (hasField ? [field] : []) { text += ",\(v.x),\(v.y),\(v.z)" }
            text += "\n"
        }
        return text
    }

    private func read(_ text: String, _ columns: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try columns.map { try ColumnMapping([$0]) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func warnings(_ recording: Recording) -> [Warning] {
        recording.warnings.filter { $0.code == .frameUndecided }
    }

    /// The option that a warning has.
    private func option(_ warning: Warning?) -> String? {
        warning?.advice.split(separator: " ").last.map(String.init)
    }

    private let quarter = [Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1)]
    private let exchanged = [Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)]

    @Test(
        "an accelerometer that is turned against the gyroscope is told, with the columns to paste",
        arguments: [true, false])
    func turnedForce(_ hasField: Bool) throws {
        let text = log(.accelerometer, quarter, hasField: hasField)
        let found = try read(text)
        let warning = warnings(found).first
        #expect(warnings(found).count == 1 && warning?.message.contains("the accelerometer's axes") == true)
        #expect(
            option(warning)?.hasPrefix("t=1,ax=-3:m/s^2,ay=2,az=4,gx=5:rad/s,gy=6,gz=7") == true,
            "\(warning?.advice ?? "")")
        let mapped = try read(text, option(warning))
        #expect(warnings(mapped).isEmpty)
        #expect((mapped.accelerometer.values[400] - Motion.samples()[400].force).length < 0.2)
    }

    @Test("exchanged axes of an accelerometer too, but for the sign")
    func exchangedForce() throws {
        let found = try read(log(.accelerometer, exchanged, hasField: true))
        #expect(warnings(found).first?.message.contains("the accelerometer's axes") == true)
        #expect(
            warnings(try read(log(.accelerometer, exchanged, hasField: true), option(warnings(found).first))).isEmpty)
    }

    @Test(
        "a gyroscope that is left-handed, or turned against both others",
        arguments: [
            ("quarter", true), ("exchanged", true), ("exchanged", false), ("reversed", true), ("reversed", false),
        ])
    func gyroscopes(_ way: String, _ hasField: Bool) throws {
        let reversed = [Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1)]
        let rows = ["quarter": quarter, "exchanged": exchanged, "reversed": reversed][way] ?? []
        let text = log(.gyroscope, rows, hasField: hasField)
        let warning = warnings(try read(text)).first
        #expect(warning?.message.contains("the gyroscope's axes") == true)
        let mapped = try read(text, option(warning))
        #expect(warnings(mapped).isEmpty)
        #expect((mapped.gyroscope.values[400] - Motion.samples()[400].rate).length < 0.05)
    }

    @Test("axes that agree, or a motion that shows nothing", arguments: [0.02, 4])
    func agreeing(_ disturbance: Double) throws {
        #expect(warnings(try read(log(nil, [], hasField: true, disturbance: disturbance))).isEmpty)
        #expect(warnings(try read(log(nil, [], hasField: false, disturbance: disturbance))).isEmpty)
    }
}
