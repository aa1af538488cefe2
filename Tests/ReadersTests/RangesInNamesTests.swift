import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Indices, ranges and units in the names of columns, and the options that messages print for them.
@Suite("Indices, ranges and units in names")
struct RangesInNamesTests {
    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: ReadOptions())
    }

    private func table(_ header: String, _ cells: (Int) -> String) -> String {
        header + "\n" + (0..<300).map { "\($0 * 10),\(cells($0))\n" }.joined()
    }

    private func axes(_ pattern: String) -> String {
        ["x", "y", "z"].map { pattern.replacing("%", with: $0) }.joined(separator: ",")
    }

    @Test(
        "an index with a unit behind it", arguments: ["acc[#] (m/s^2)", "acc[#] [m/s^2]", "acc(#) (m/(s^2))", "acc[#]"])
    func indices(_ pattern: String) throws {
        let names = (0..<3).map { pattern.replacing("#", with: "\($0)") }.joined(separator: ",")
        let recording = try read(table("time (ms),\(names)") { _ in "0.5,-0.25,9.75" })
        #expect(recording.accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
        #expect(recording.provenance[.accelerometer]?.decidedBy.contains("header") == (pattern != "acc[#]"))
        #expect(ColumnName("Accelerometer (z) [m/s2]") == ColumnName("Accelerometer (z) (m/s2)"))
        #expect(ColumnName("IMU_ATTI(0):accelX").axis == 0)
    }

    @Test("a range is no name, and no factor", arguments: ["acc_6g_%", "acc_% [2g]", "acc_% (16g)", "acc_%_4g"])
    func ranges(_ pattern: String) throws {
        let isG = !pattern.contains("6g_")
        let recording = try read(
            table("time (ms),\(axes(pattern))") { isG ? "0.05,-0.02,0.\(98 + $0 % 2)" : "0.5,-0.25,9.7\($0 % 5)" })
        let length = recording.accelerometer.values.first?.length ?? 0
        #expect(abs(length - 9.8) < 0.3)
    }

    @Test("two ranges of one chip are two sensors")
    func twoRanges() throws {
        let text = table("time (ms),\(axes("acc_6g_%")),\(axes("acc_16g_%"))") { _ in "0.5,-0.25,9.75,0.6,-0.2,9.9" }
        let recording = try read(text)
        #expect(recording.accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
        #expect(recording.warnings.contains { $0.message.contains("6g, 16g") })
    }

    @Test("a factor that the readings need stays one")
    func factors() throws {
        let recording = try read(table("time (ms),\(axes("acc_% (0.061 mg/LSB)"))") { _ in "820,-410,16300" })
        #expect(abs((recording.accelerometer.values.first?.length ?? 0) - 9.8) < 0.2)
    }

    @Test("gravity called an acceleration", arguments: ["GravAcc_%", "gravity_acceleration_%"])
    func gravity(_ pattern: String) throws {
        let text = table("time (ms),\(axes("Accel_%")),\(axes(pattern))") {
            "0.\(50 + $0 % 3),-0.25,9.7\($0 % 5),0.5,-0.25,9.79"
        }
        let recording = try read(text)
        #expect(recording.gravity.count == 300 && recording.accelerometer.count == 300)
        #expect(!recording.warnings.contains { $0.message.contains("several devices") })
    }

    @Test func centimetres() throws {
        let recording = try read(table("time (ms),\(axes("acc_%_cms2"))") { _ in "100,-250,945" })
        #expect(abs((recording.accelerometer.values.first?.z ?? 0) - 9.45) < 1e-9)
    }

    @Test(
        "names of the time with its unit",
        arguments: [("unix_ms", 1_700_000_000_000), ("host_time_ms", 5), ("local_clock_ms", 7), ("clock (ms)", 0)])
    func times(_ name: String, _ start: Int) throws {
        let text = "\(name),ax,ay,az\n" + (0..<300).map { "\(start + $0 * 10),0.5,-0.25,9.75\n" }.joined()
        let recording = try read(text)
        #expect(abs(recording.accelerometer.duration - 2.99) < 1e-9)
        #expect((recording.metadata.unixSecondsAtZero == 0) == (start > 1_000_000))
    }

    @Test("an option for what is not read has every role once", arguments: ["foo", "x"])
    func proposals(_ name: String) throws {
        let text = table("time (ms),ax,ay,az,\(axes("\(name)_%"))") {
            "0.5,-0.25,9.75,0.\($0 % 7),0.\($0 % 5),0.\($0 % 3)"
        }
        let warning = try read(text).warnings.first { $0.code == .incompleteColumns }
        #expect(warning?.advice.hasSuffix("t=1,ax=2,ay=3,az=4,gx=5,gy=6,gz=7") == true, "\(warning?.advice ?? "")")
    }

    /// A field of a strength that turns with a gyroscope, in whole numbers.
    private func field(_ counts: Double) -> String {
        var text = "t (s),ax,ay,az,gx (rad/s),gy (rad/s),gz (rad/s),mx,my,mz\n"
        for m in RoleEvidenceTests.Motion.samples(0.02) {
            let field = counts * (m.field + Vector3(12, -8, 5))
            let cells = [m.time, m.force.x, m.force.y, m.force.z, m.rate.x, m.rate.y, m.rate.z]
            text += cells.map { "\($0)" }.joined(separator: ",")
            text +=
                ",\(Int(clamping: field.x.rounded())),\(Int(clamping: field.y.rounded())),\(Int(clamping: field.z.rounded()))\n"
        }
        return text
    }

    @Test("whole numbers of a field are doubted, or asked about", arguments: [6.67, 10, 10.9, 15.3])
    func wholeFields(_ counts: Double) throws {
        do {
            let recording = try read(field(counts))
            #expect(recording.provenance[.magnetometer]?.probability ?? 1 < 0.99)
        } catch let error as SensorLabError {
            #expect(error.code == .unknownUnit && error.advice.contains("magnetometer=mG"), "\(error)")
        }
    }
}
