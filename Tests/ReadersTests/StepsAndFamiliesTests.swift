import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// What the steps of readings, the family of their writer and physics say where names and lengths do not.
struct StepsAndFamiliesTests {
    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: ReadOptions())
    }

    private func error(_ text: String) throws -> SensorLabError {
        try #require(#expect(throws: SensorLabError.self) { try read(text) })
    }

    /// Whole multiples of a step.
    private func stepped(_ random: inout SplitMix64, _ mean: Vector3, _ spread: Double, _ step: Double) -> Vector3 {
        let v = (1 / step) * (mean + random.vector(spread))
        return Vector3(step * v.x.rounded(), step * v.y.rounded(), step * v.z.rounded())
    }

    private func cells(_ v: Vector3) -> String { "\(v.x),\(v.y),\(v.z)" }

    private static let ranges: [(step: Double, unit: String)] = [
        (0.0152587890625, "deg/s"), (0.00026631610900792386, "rad/s"), (0.06103515625, "deg/s"),
    ]

    @Test("multiples of a range over sixteen bits are in its unit, on a board that hardly moves", arguments: ranges)
    func steps(step: Double, unit: String) throws {
        var random = SplitMix64(seed: 3)
        let rows = (0..<60).map { row in
            "\(Double(row) / 50),\(cells(Vector3(0.2, 0.1, 9.79) + random.vector(0.02))),"
                + "\(cells(stepped(&random, Vector3(3 * step, -2 * step, step), 6 * step, step)))\n"
        }
        let recording = try read("time (s),ax,ay,az,gx,gy,gz\n" + rows.joined())
        #expect(recording.provenance[.gyroscope]?.unit == unit)
        #expect(recording.warnings.filter { $0.code == .unitUndecided }.isEmpty)
    }

    @Test("beside Core Motion's g a rate is in rad/s")
    func coreMotion() throws {
        var random = SplitMix64(seed: 4)
        let rows = (0..<200).map { row -> String in
            let force = stepped(&random, Vector3(-0.02, -0.3, -0.95), 0.01, 1 / 65536.0)
            return "\(Double(row) / 50),\(cells(force)),\(cells(Vector3(0.02, -0.01, 0.03) + random.vector(0.02)))\n"
        }
        let recording = try read("time (s),ax,ay,az,gx,gy,gz\n" + rows.joined())
        #expect(recording.provenance[.gyroscope]?.unit == "rad/s")
        #expect(recording.accelerometer.values[0].z > 9)
    }

    @Test("what never leaves 9.8 m/s^2 has gravity in it, though its name says otherwise", arguments: [0, 1e-6, 0.02])
    func constantForce(noise: Double) throws {
        var random = SplitMix64(seed: 5)
        let rows = (0..<300).map { row in
            "\(Double(row) / 30),\(cells(Vector3(-0.0189, 0.0945, 9.7995) + random.vector(noise)))\n"
        }
        let recording = try read(
            "time,linear_acceleration_x,linear_acceleration_y,linear_acceleration_z\n" + rows.joined())
        #expect(recording.accelerometer.count == 300 && recording.linearAcceleration.isEmpty)
    }

    @Test("linear acceleration under the same name stays what it is")
    func linear() throws {
        var random = SplitMix64(seed: 6)
        let rows = (0..<600).map { row in "\(Double(row) / 50),\(cells(random.vector(0.8)))\n" }
        let recording = try read(
            "time,linear_acceleration_x,linear_acceleration_y,linear_acceleration_z\n" + rows.joined())
        #expect(recording.linearAcceleration.count == 600 && recording.accelerometer.isEmpty)
    }

    @Test("a numbered time is a time, a rising angle is none")
    func times() throws {
        var random = SplitMix64(seed: 7)
        let forces = (0..<60).map { _ in cells(Vector3(0.2, 0.1, 9.79) + random.vector(0.02)) }
        let timed = forces.enumerated().map { "\(-0.001 + 0.02 * Double($0)),\($1)\n" }.joined()
        #expect(try read("Time_1,acc_x,acc_y,acc_z\n" + timed).accelerometer.count == 60)
        let angles = forces.enumerated().map { "0.0,\(20 * $0),\($1)\n" }.joined()
        let advice = try error("Pitch,Roll,Acc_X,Acc_Y,Acc_Z\n" + angles).advice
        #expect(advice.contains("rate=") && !advice.contains("t=2"))
    }

    @Test("a temperature behind a gyroscope at rest is no axis of a field")
    func temperature() throws {
        var random = SplitMix64(seed: 8)
        let rows = (0..<60).map { row in
            let force = Vector3(0.85, -0.17, 8.82) + random.vector(0.01)
            let rate = random.vector(0.006)
            return [force.x, force.y, force.z, rate.x, rate.y, rate.z, 29.74 + 0.002 * Double(row)].map {
                String(format: "%.2f", $0)
            }.joined(separator: ",") + "\n"
        }
        let advice = try error(rows.joined()).advice
        #expect(advice.contains("ax=1") && !advice.contains("mx="))
    }

    @Test("a field in its own unit is read as one, whole numbers or not")
    func ownUnit() throws {
        let rows = RoleEvidenceTests.Motion.samples().enumerated().map { row, sample in
            let field = 400 * sample.field
            let counts = [field.x, field.y, field.z].map { "\(Int(clamping: $0))" }.joined(separator: ",")
            return "\(Double(row) / 50),\(cells(sample.force)),\(counts)\n"
        }
        let recording = try read(
            "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),mx (a.u.),my (a.u.),mz (a.u.)\n" + rows.joined())
        #expect(recording.provenance[.magnetometer]?.unit == "a.u.")
    }

    @Test("a field without a unit keeps that, and the Earth's strength in it, when it is converted")
    func convertedWithoutUnit() throws {
        // The Earth's field is 400 x |field|, beside an own one that is as strong.
        let strength = 400 * RoleEvidenceTests.Motion.samples()[0].field.length
        let own = strength * Vector3(0.6, 0, 0.8)
        let rows = RoleEvidenceTests.Motion.samples().enumerated().map { row, sample in
            "\(Double(row) / 50),\(cells(sample.force)),\(cells(sample.rate)),\(cells(400 * sample.field + own))\n"
        }
        let names = "ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s),mx (a.u.),my (a.u.),mz (a.u.)\n"
        let recording = try read("time (s)," + names + rows.joined())
        let found = try #require(recording.metadata.fieldStrength)
        #expect((found / strength - 1).magnitude < 0.02)
        let text = String(decoding: try CanonicalWriter.bytes(of: recording), as: UTF8.self)
        let again = try read(text)
        #expect(again.metadata.fieldStrength == found && again.magnetometer == recording.magnetometer)
        #expect(again.provenance[.magnetometer]?.unit == "a.u.")
        #expect(again.warnings.contains { $0.code == .normalisedField })
        // An assumption for another sensor takes nothing away; one for this sensor replaces it.
        var options = ReadOptions()
        func assuming(_ assumption: String) throws -> Recording {
            options.assumptions = [try Assumption(parsing: assumption)]
            return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
        }
        #expect(try assuming("gyroscope=rad/s").metadata.fieldStrength == found)
        #expect(try assuming("magnetometer=uT/10").metadata.fieldStrength == nil)
    }

    @Test("packets of a device at rest are spread, too")
    func packets() throws {
        var (random, time) = (SplitMix64(seed: 9), 0.0)
        let rows = (0..<120).map { row -> String in
            time += row % 5 == 0 ? 0.06 : 0.001
            return "\(time),\(cells(stepped(&random, Vector3(0.2, 0.1, 9.79), 0.01, 0.01)))\n"
        }
        let recording = try read("time (s),ax,ay,az\n" + rows.joined())
        let rate = try #require(RecordingQuality(recording)[.accelerometer]?.rateHz)
        #expect((rate - 78).magnitude < 8)
    }
}
