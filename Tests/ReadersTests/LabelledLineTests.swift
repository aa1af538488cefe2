import TestSupport
import Testing
import Vocabulary

@testable import Readers

/// Labels and numbers of one line; `FormatSamples` has whole logs.
@Suite("labelled lines")
struct LabelledLineTests {
    @Test(
        "labels before : or =, lists, objects, axes alone, a stamp before all labels",
        arguments: [
            ("t: 0.01, ax: -0.02, ay:.5", ["t", "ax", "ay"], ["0.01", "-0.02", ".5"]),
            ("time=12 ax=1e-05 ay=2", ["time", "ax", "ay"], ["12", "1e-05", "2"]),
            (
                "10:20:30.125 -> acc: 1, 2, 3; n=4", ["time", "acc x", "acc y", "acc z", "n"],
                ["10:20:30.125", "1", "2", "3", "4"]
            ),
            ("Accel X: 0.1 Y: 0.2 Z: 9.8 m/s^2", ["Accel X", "Accel Y", "Accel Z"], ["0.1", "0.2", "9.8"]),
            ("IMU: ax: 1 | Gyro: X: 2, Y: 3", ["ax", "Gyro X", "Gyro Y"], ["1", "2", "3"]),
            (
                #"{"t": 1, "a": {"x": 2, "y": null}, "q": [1, 0, 0, 0]}"#,
                ["t", "a x", "a y", "q item0", "q item1", "q item2", "q item3"], ["1", "2", "", "1", "0", "0", "0"]
            ),
            ("Name : COMPASS_OFS_X, Value : -12.5", ["Name", "Value"], ["COMPASS_OFS_X", "-12.5"]),
            // Decimal commas: no axis comes of them.
            ("acc: 0,1 0,2 9,8", (0..<6).map { "acc item\($0)" }, ["0", "1", "0", "2", "9", "8"]),
        ])
    func labels(line: String, names: [String], values: [String]) throws {
        let found = try #require(LabelledLine(line))
        #expect(found.names == names && found.values == values)
    }

    @Test(
        "numbers without a label, a sign apart from its number, and objects without end are no labelled lines",
        arguments: ["{\"a\": 1} 5", "ax: - 0.5", String(repeating: "{", count: 100)])
    func others(line: String) { #expect(LabelledLine(line) == nil) }

    @Test("the words before the braces are the message's")
    func tag() throws {
        let line = try #require(LabelledLine("2015-06-22 10:00:00.00: IMU {TimeUS : 1200, GyrX : 0.01}"))
        #expect(line.tag == "IMU" && line.names == ["time", "TimeUS", "GyrX"])
        #expect(line.values[0] == "2015-06-22 10:00:00.00")
    }

    @Test("a damaged line is counted and has the log's own number")
    func damage() throws {
        var lines = (0..<200).map { "t: \(Double($0) / 100), ax: 0.1, ay: 0.2, az: \(9.8 + Double($0 % 3) / 100)" }
        lines[150] = "t: 1.5, ax: 0.1, ay"
        let recording = try RecordingReader.read(bytes: Array(lines.joined(separator: "\n").utf8), name: "serial.txt")
        #expect(recording.accelerometer.times.count == 199)
        let warning = try #require(recording.warnings.first { $0.code == .cellCount })
        #expect(warning.text.contains("151"), "\(warning.text)")
    }
}
