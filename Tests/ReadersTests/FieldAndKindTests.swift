import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Fields that are as long in one unit as in another, and accelerations that are not what their names say.
@Suite("Fields of no named unit, and what an acceleration is")
struct FieldAndKindTests {
    private func read(_ text: String, unit: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.unit = unit
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    /// A field that is turned, or not, as so many units in steps.
    private func field(_ length: Double, step: Double, offset: Vector3 = .zero, isTurned: Bool) -> String {
        var random = SplitMix64(seed: 5)
        return "time (s),mx,my,mz\n"
            + (0..<600).map { row in
                let t = isTurned ? Double(row) / 60 : 0.3
                let q =
                    Quaternion.aboutVertical(1.3 * t) * Quaternion(angle: 2.1 * .sin(0.8 * t), axis: Vector3(1, 0, 0))
                let m = length * q.unrotate(Vector3(0, 0.45, -0.893)) + offset + random.vector(2 * step)
                let cells = [m.x, m.y, m.z].map { "\(($0 / step).rounded() * step)" }
                return "\(Double(row) / 60),\(cells.joined(separator: ","))\n"
            }.joined()
    }

    private func expect(_ unit: String?, of text: String, _ location: SourceLocation = #_sourceLocation) {
        expectUnit(unit, of: .magnetometer, location) { try read(text) }
    }

    @Test(
        "a field of 480 without an offset is in milligauss where it turned, and doubted at rest",
        arguments: [0.15, 1.5])
    func milligauss(_ step: Double) throws {
        #expect(try read(field(480, step: step, isTurned: true)).provenance[.magnetometer]?.unit == "mG")
        expect(nil, of: field(480, step: step, isTurned: false))
    }

    @Test("a phone's own offset turns with it: microtesla")
    func microtesla() throws {
        let text = field(48, step: 0.15, offset: Vector3(300, -200, 250), isTurned: true)
        #expect(try read(text).provenance[.magnetometer]?.unit == "uT")
    }

    @Test("a field of no length that the Earth has is doubted or asked about", arguments: [0.1, 3, 5, 7, 190])
    func short(_ length: Double) throws { expect(nil, of: field(length, step: length / 500, isTurned: false)) }

    @Test("gauss and a normalised field are read", arguments: [(0.48, "gauss"), (1.0, "a.u.")])
    func gauss(_ length: Double, _ unit: String) throws {
        #expect(try read(field(length, step: 0.001, isTurned: true)).provenance[.magnetometer]?.unit == unit)
    }

    @Test("a field that steel weakened is in microtesla, or asked about", arguments: [8.5, 12])
    func weakField(_ length: Double) throws { expect("uT", of: field(length, step: 0.05, isTurned: false)) }

    // MARK: Kinds

    /// Acceleration without gravity of a hand, m/s^2.
    private func linear(_ header: String, hertz: Double, count: Int, factor: Double = 1) -> String {
        var random = SplitMix64(seed: 9)
        return header + "\n"
            + (0..<count).map { row in
                let a = factor * random.vector(1.4)
                return "\(Double(row) / hertz),\(a.x),\(a.y),\(a.z)\n"
            }.joined()
    }

    @Test(
        "slow readings without gravity are linear acceleration from ten on",
        arguments: [
            (2.0, 10), (2.0, 60), (5.0, 30), (1.0, 12), (100.0, 20),
        ])
    func slow(_ hertz: Double, _ count: Int) throws {
        let stated = try read(linear("time (s),ax (m/s^2),ay (m/s^2),az (m/s^2)", hertz: hertz, count: count))
        #expect(stated.accelerometer.isEmpty && stated.linearAcceleration.count == count)
        // Without a unit they may be an accelerometer's in g that was moved about.
        let recording = try? read(linear("time (s),ax,ay,az", hertz: hertz, count: count))
        #expect(recording?.provenance[.accelerometer]?.probability ?? 0 < 0.99)
    }

    @Test("slow readings of a device that is turned about have gravity")
    func slowTumble() throws {
        let rows = (0..<30).map { row -> String in
            let q = Quaternion(angle: 1.7 * Double(row), axis: Vector3(1, 0.4, 0.2))
            let f = 9.81 * q.unrotate(Vector3(0, 0, 1))
            return "\(Double(row) / 2),\(f.x),\(f.y),\(f.z)\n"
        }
        for unit in ["", " (m/s^2)"] {
            let text = "time (s),ax\(unit),ay\(unit),az\(unit)\n" + rows.joined()
            #expect(try read(text).accelerometer.count == 30)
        }
    }

    @Test(
        "columns called linear acceleration that have gravity are an accelerometer's",
        arguments: [
            "linear_acceleration_x,linear_acceleration_y,linear_acceleration_z",
            "linear_accel_x,linear_accel_y,linear_accel_z",
            "lin_acc_x (m/s^2),lin_acc_y (m/s^2),lin_acc_z (m/s^2)",
        ])
    func gravityByAnotherName(_ names: String) throws {
        let rows = (0..<300).map {
            "\(Double($0) / 50),\(0.3 * Double.sin(Double($0))),0.2,\(9.8 + 0.5 * Double.cos(Double($0)))\n"
        }
        let recording = try read("time (s),\(names)\n" + rows.joined())
        #expect(recording.accelerometer.count == 300 && recording.linearAcceleration.isEmpty)
        let free = try read(
            "time (s),ax,ay,az,\(names)\n"
                + rows.map { "\($0.dropLast()),0.1,0.2,0.\(abs($0.hashValue) % 9)\n" }.joined())
        #expect(free.linearAcceleration.count == 300 && free.accelerometer.count == 300)
    }

    // MARK: Bodies

    @Test(
        "bodies in glued names are named in a warning, and --unit chooses",
        arguments: [
            ("ax1,ay1,az1,gx1,gy1,gz1,ax2,ay2,az2,gx2,gy2,gz2", "1, 2", "2"),
            (
                "left_ax,left_ay,left_az,left_gx,left_gy,left_gz,right_ax,right_ay,right_az,right_gx,right_gy,right_gz",
                "left, right", "right"
            ),
            (
                "ax_left,ay_left,az_left,gx_left,gy_left,gz_left,ax_right,ay_right,az_right,gx_right,gy_right,gz_right",
                "left, right", "right"
            ),
            ("acc1_x,acc1_y,acc1_z,gyr1_x,gyr1_y,gyr1_z,acc2_x,acc2_y,acc2_z,gyr2_x,gyr2_y,gyr2_z", "1, 2", "2"),
            ("acc_x1,acc_y1,acc_z1,gyr_x1,gyr_y1,gyr_z1,acc_x2,acc_y2,acc_z2,gyr_x2,gyr_y2,gyr_z2", "1, 2", "2"),
        ])
    func bodies(_ names: String, _ titles: String, _ second: String) throws {
        let text =
            "time (s),\(names)\n"
            + (0..<60).map { row in "\(Double(row) / 50),0.1,0.2,9.7,0,0,0,0.3,0.4,9.6,0,0,0\n" }.joined()
        let first = try read(text)
        #expect(first.accelerometer.values[0] == Vector3(0.1, 0.2, 9.7) && first.gyroscope.count == 60)
        let warning = try #require(first.warnings.first { $0.code == .incompleteColumns })
        #expect(warning.message.contains(titles) && warning.advice.contains("--unit"), "\(warning.message)")
        #expect(try read(text, unit: second).accelerometer.values[0] == Vector3(0.3, 0.4, 9.6))
    }

    @Test(
        "motors, standard deviations and biases are no bodies",
        arguments: ["m1,m2,m3", "std_ax,std_ay,std_az", "bias_gx,bias_gy,bias_gz"])
    func noBodies(_ names: String) throws {
        let recording = try read(
            "time (s),ax,ay,az,\(names)\n"
                + (0..<60).map { "\(Double($0) / 50),0.1,0.2,9.7,0.\($0 % 7),0.3,0.4\n" }.joined())
        #expect(recording.sensors == [.accelerometer])
        #expect(!recording.warnings.contains { $0.code == .incompleteColumns && $0.message.contains("devices") })
    }
}
