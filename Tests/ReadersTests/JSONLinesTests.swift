import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// JSON objects one behind another.
@Suite("JSON lines")
struct JSONLinesTests {
    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.jsonl")
    }

    /// A device at rest for 20 s at 50 Hz; `more` is added to some rows.
    private static func lines(_ row: (Int, String) -> String) -> String {
        (0..<1000).map { index in
            row(index, "\(0.02 * Double(index))") + "\n"
        }.joined()
    }

    private func check(_ recording: Recording, fields: Int) {
        #expect(recording.accelerometer.count == 1000 && recording.gyroscope.count == 1000)
        #expect(recording.magnetometer.count == fields)
        #expect(recording.accelerometer.values.allSatisfy { ($0 - Vector3(0.1, 0.2, 9.8)).length < 1e-9 })
        #expect(recording.magnetometer.values.allSatisfy { ($0 - Vector3(17, -9, -35)).length < 1.5 })
        #expect(
            !recording.warnings.contains { $0.code == .cellCount || $0.code == .damagedJSON }, "\(recording.warnings)")
    }

    @Test("members of every fifth row, of the first row or not, null or absent", arguments: [0, 1, 4], [true, false])
    func optionalMembers(first: Int, isNull: Bool) throws {
        let text = Self.lines { index, t in
            let field = ", \"mx\": 17.\(index % 10), \"my\": -9.\(index % 7), \"mz\": -35.\(index % 3)"
            let none = isNull ? ", \"mx\": null, \"my\": null, \"mz\": null" : ""
            return
                "{\"t\": \(t), \"ax\": 0.1, \"ay\": 0.2, \"az\": 9.8, \"gx\": 0.001, \"gy\": 0.00\(index % 9), \"gz\": 0.003"
                + (index % 5 == first ? field : none) + "}"
        }
        let recording = try read(text)
        #expect(recording.metadata.format == "JSON lines")
        check(recording, fields: 200)
    }

    @Test("an array whose fifth object is the first one with a magnetometer loses it no more than lines do")
    func optionalMembersOfAnArray() throws {
        let rows = (0..<1000).map { index in
            "{\"t\": \(0.02 * Double(index)), \"ax\": 0.1, \"ay\": 0.2, \"az\": 9.8, \"gx\": 0.001, \"gy\": 0.00\(index % 9), "
                + "\"gz\": 0.003"
                + (index % 5 == 4
                    ? ", \"mx\": 17.\(index % 10), \"my\": -9.\(index % 7), \"mz\": -35.\(index % 3)}" : "}")
        }
        let recording = try read("[" + rows.joined(separator: ",\n") + "]")
        #expect(recording.metadata.format == "JSON objects")
        check(recording, fields: 200)
    }

    @Test("lists of three numbers, in wrappers that say nothing, on lines of their own or over several")
    func wrappers() throws {
        let row = { (index: Int, t: String) in
            "{\"t\": \(t), \"Accelerometer\": {\"values\": [0.1, 0.2, 9.8]}, \"Gyroscope\": {\"values\": [0.001, 0.00\(index % 9), 0.003]}, "
                + "\"Magnetometer\": {\"values\": [17.\(index % 10), -9.1, -35.2]}}"
        }
        let lines = Self.lines(row)
        check(try read(lines), fields: 1000)
        check(
            try read(
                lines.replacing("{", with: "{\n  ").replacing("[", with: "[\n    ").replacing(", ", with: ",\n  ")),
            fields: 1000)
    }

    @Test("rows of one sensor each, with its name or without")
    func oneSensorEach() throws {
        let named = Self.lines { index, t in
            """
            {"type": "android.sensor.accelerometer", "t": \(t), "values": [0.1, 0.2, 9.8]}
            {"type": "android.sensor.gyroscope", "t": \(t), "values": [0.001, 0.00\(index % 9), 0.003]}
            """
                + (index % 5 == 0
                    ? "\n{\"type\": \"android.sensor.magnetic_field\", \"t\": \(t), \"values\": [17.\(index % 10), -9.1, -35.2]}"
                    : "")
        }
        check(try read(named), fields: 200)
        let unnamed = Self.lines { index, t in
            "{\"timestamp\": \(t), \"accelerometer\": [0.1, 0.2, 9.8], \"gyroscope\": [0.001, 0.00\(index % 9), 0.003]}"
                + (index % 5 == 0 ? "\n{\"timestamp\": \(t), \"magnetometer\": [17.\(index % 10), -9.1, -35.2]}" : "")
        }
        check(try read(unnamed), fields: 200)
    }

    @Test("a damaged object costs itself, with a warning; a cut one at the end too")
    func damaged() throws {
        let text = Self.lines { index, t in
            index == 300
                ? "{\"t\": \(t), \"ax\": 0.1, \"ay\": \"0."
                : "{\"t\": \(t), \"ax\": 0.1, \"ay\": 0.2, \"az\": 9.8, \"gx\": 0.001, \"gy\": 0.002, \"gz\": 0.003}"
        }
        let recording = try read(String(text.dropLast(30)))
        #expect(recording.accelerometer.count == 998)
        let warning = try #require(recording.warnings.first { $0.code == .damagedJSON })
        #expect(warning.message.contains("2 object(s)"), "\(warning.message)")
        let times = recording.accelerometer.times
        #expect(zip(times, times.dropFirst()).filter { $1 - $0 == 40_000_000 }.count == 1)
    }

    @Test("one document over several lines is no sequence")
    func oneDocument() throws {
        let rows = (0..<1000).map { "{\"t\": \(0.02 * Double($0)), \"ax\": 0.1, \"ay\": 0.2, \"az\": 9.8}" }
        let recording = try read("{\"samples\": [\n" + rows.joined(separator: ",\n") + "\n]}\n")
        #expect(recording.metadata.format != "JSON lines" && recording.accelerometer.count == 1000)
    }
}
