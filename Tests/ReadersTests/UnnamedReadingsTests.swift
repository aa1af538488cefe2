import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Tables whose names say little: what is read of them, what is offered, and what is not.
@Suite("Readings that names hardly explain")
struct UnnamedReadingsTests {
    private typealias Motion = RoleEvidenceTests.Motion

    private func read(_ text: String, name: String = "log.csv", assume: [String] = []) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = assume.compactMap { Assumption($0) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: name, options: options)
    }

    private func advice(_ text: String, name: String = "log.csv") throws -> String {
        try #require(#expect(throws: SensorLabError.self) { try read(text, name: name) }).advice
    }

    /// 24 s at 50 Hz of a device that is turned by hand.
    private func rows(_ count: Int = 400, _ cells: (_ row: Int, _ force: Vector3, _ rate: Vector3) -> String) -> String
    {
        var random = SplitMix64(seed: 17)
        return Motion.samples(0.02).prefix(count).enumerated().map { row, m in
            cells(row, m.force + random.vector(0.02), m.rate + random.vector(0.002)) + "\n"
        }.joined()
    }

    private func cells(_ v: Vector3, _ separator: String = ",") -> String {
        "\(v.x)\(separator)\(v.y)\(separator)\(v.z)"
    }

    @Test(
        "a letter behind a file's name counts the files of a series",
        arguments: ["trial_b.csv", "run-g.csv", "day w.csv"])
    func series(_ name: String) throws {
        let text = "time,x,y,z\n" + rows { row, force, _ in "\(Double(row) / 50),\(cells(force))" }
        #expect(try advice(text, name: name).contains("--columns t=1:s,ax=2:m/s^2,ay=3:m/s^2,az=4:m/s^2"))
    }

    @Test("two names without a separator between them leave the names in front of them where they are")
    func lostSeparator() throws {
        let text =
            "time,ax,ay,az,temp humidity\n"
            + rows { row, force, _ in "\(Double(row) / 50),\(cells(force)),24.\(row % 7),41.\(row % 5)" }
        let recording = try read(text)
        #expect(recording.accelerometer.count == 400)
        #expect(recording.warnings.contains { $0.code == .cellCount })
        // Behind a row's own name the time is second.
        let named =
            "time,ax,ay,az,temp\n"
            + rows { row, force, _ in "row,\(Double(row) / 50),\(cells(force)),24.\(row % 7)" }
        #expect(throws: SensorLabError.self) { try read(named) }
    }

    @Test("increments of angle and velocity are no rates and no forces", arguments: [0.005, 0.02])
    func increments(step: Double) throws {
        let text = rows { row, force, rate in
            "\(1_403_638_519.5 + step * Double(row)),\(cells(step * rate)),\(cells(step * force))"
        }
        let advice = try advice(text)
        #expect(advice.contains("increments of angle and velocity") && !advice.contains("--columns"), "\(advice)")
    }

    @Test("a temperature that hardly changes is no clock; the stamp of a packet is one")
    func repeatedNumbers() throws {
        let weather = rows { row, force, _ in
            "\(33 + row / 150),\(92_460 + row % 7),\(cells(force / 9.80665))"
        }
        #expect(try !advice(weather).contains("t=1"))
        let packets = rows { row, force, _ in "\(5_000_000 + 200_000 * (row / 10)),\(cells(force / 9.80665))" }
        #expect(try advice(packets).contains("t=1"))
    }

    @Test("words on lines of their own between rows are no rows")
    func wordsBetweenRows() throws {
        let text = rows { row, force, _ in
            (row % 9 == 4 ? "Stopped\n" : "") + "\(20 * row),\(cells(force))"
        }
        #expect(try advice(text).contains("--columns t=1:ms,ax=2:m/s^2,ay=3:m/s^2,az=4:m/s^2"))
    }

    @Test("x, y, z alone are an accelerometer's where they are as long as gravity")
    func bareAxes() throws {
        let walking = "x,y,z\n" + rows { _, force, _ in cells(force) }
        #expect(try advice(walking).contains("--columns ax=1:m/s^2,ay=2:m/s^2,az=3:m/s^2 --assume rate=HZ"))
        let turning = "x,y,z\n" + rows { _, _, rate in cells(0.1 * rate) }
        #expect(try advice(turning).contains("ax=COLUMN"))
    }

    @Test("numbered axes with a unit, below a marked header with blanks")
    func numberedAxes() throws {
        let text =
            "% time[s]   wz1[dps]  wz2[dps]  wz3[dps]   fz1[mps2]  fz2[mps2]  fz3[mps2]\n"
            + rows { row, force, rate in
                "  \(0.02 * Double(row))   \(cells(180 / .pi * rate, "   "))   \(cells(force, "  "))"
            }
        let recording = try read(text, name: "log.txt")
        #expect(recording.gyroscope.count == 400 && recording.accelerometer.count == 400)
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
        #expect(recording.warnings.contains { $0.code == .incompleteColumns })
    }

    @Test(
        "names with blanks between them above rows of tabs, and a blank line behind each row", arguments: ["\t", ","])
    func blanksAboveMarks(separator: String) throws {
        let text =
            "Time            GX      GY       GZ\n"
            + rows { row, _, rate in "\(1_493_991_799_459 + 20 * row)\(separator)\(cells(rate, separator))\n" }
        let recording = try read(text, name: "gyroscope.txt", assume: ["gyroscope=rad/s"])
        #expect(
            recording.gyroscope.count == 400
                && recording.gyroscope.times[1] - recording.gyroscope.times[0] == 20_000_000)
        // A title of as many words is no header.
        let titled =
            "Readings of one gyroscope\nTime\tGX\tGY\tGZ\n"
            + text.split(separator: "\n").dropFirst()
            .map { $0.replacing(",", with: "\t") + "\n" }.joined()
        #expect(try read(titled, assume: ["gyroscope=rad/s"]).gyroscope.count == 400)
    }

    @Test("of several short takes whose clock begins anew the longest is read")
    func shortTakes() throws {
        let takes = [8, 24, 12, 16].flatMap { count in (0..<count).map { 256 + 500 * $0 } }
        let text =
            "timestamp_ms,ax,ay,az\n"
            + takes.enumerated().map { row, time in "\(time),0.0\(row),-0.83,-0.5\(row % 10)\n" }.joined()
        let recording = try read(text)
        #expect(recording.accelerometer.count == 24)
        #expect(recording.warnings.contains { $0.message.contains("4 recordings") })
    }
}
