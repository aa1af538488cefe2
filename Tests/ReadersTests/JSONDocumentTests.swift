import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// JSON documents in the shapes that programs give them.
struct JSONDocumentTests {
    private func read(_ text: String, name: String = "log.json") throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: name)
    }

    private static let rows = 0..<60

    private func list(_ row: (Int) -> String) -> String { "[" + Self.rows.map(row).joined(separator: ", ") + "]" }

    private func vector(_ values: String) -> String {
        let parts = values.split(separator: ",")
        return "{\"x\": \(parts[0]), \"y\": \(parts[1]), \"z\": \(parts[2])}"
    }

    private static let force = "0.5,-0.25,9.75"
    private static let field = "20.5,-3.25,-41.5"

    private func time(_ row: Int) -> String { "\(1_714_557_600_000 + 20 * row)" }

    private func sample(_ row: Int, _ force: Bool = true) -> String {
        let other = force ? ", \"accelerometer\": \(vector(Self.force))" : ""
        return "{\"timestamp\": \(time(row)), \"magnetometer\": \(vector(Self.field))\(other)}"
    }

    private func expect(_ text: String, forces: Int = 60) throws {
        let recording = try read(text)
        #expect(recording.accelerometer.count == forces && recording.magnetometer.count == 60)
        #expect(recording.accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
        #expect(recording.magnetometer.values.last == Vector3(20.5, -3.25, -41.5))
        let times = recording.magnetometer.times
        #expect(times[59] - times[0] == 1_180_000_000)
    }

    @Test func rowsBelowAKey() throws {
        try expect("{\"device\": \"a\", \"samples\": \(list { sample($0) })}")
        try expect("{\"data\": {\"motion\": \(list { sample($0) })}}")
    }

    @Test("the only table is what the file is called, unless its key says it")
    func fileName() throws {
        func rows(_ values: String) -> String {
            list { "{\"timestamp\": \(time($0)), \(vector(values).dropFirst())" }
        }
        let force = try read("{\"items\": \(rows(Self.force))}", name: "accel.json")
        #expect(force.accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
        let field = try read("{\"magnetometer\": \(rows(Self.field))}", name: "accel.json")
        #expect(field.magnetometer.count == 60 && field.accelerometer.isEmpty)
    }

    @Test("rows that lack members, or have null there")
    func optionalMembers() throws {
        try expect(list { sample($0, $0 % 2 == 0) }, forces: 30)
        try expect(
            list {
                $0 % 2 == 0 ? sample($0) : sample($0).replacing(vector(Self.force), with: "null")
            }, forces: 30)
    }

    @Test(
        "rows of several sensors, named in any of the usual ways", arguments: ["sensor", "type", "name", "sensorType"])
    func namedRows(_ kind: String) throws {
        for (force, field) in [
            ("accelerometer", "magnetometer"), ("android.sensor.accelerometer", "android.sensor.magnetic_field"),
        ] {
            for values in [
                { (values: String) in "\"values\": [\(values)]" }, { values in "\"data\": \(self.vector(values))" },
                { values in String(self.vector(values).dropFirst().dropLast()) },
            ] {
                try expect(
                    list {
                        "{\"\(kind)\": \"\(force)\", \"time\": \(time($0)), \(values(Self.force))}, "
                            + "{\"\(kind)\": \"\(field)\", \"time\": \(time($0)), \(values(Self.field))}"
                    })
            }
        }
    }

    @Test func aListForEachSensor() throws {
        func rows(_ values: String) -> String {
            list { "{\"t\": \(time($0)), " + vector(values).dropFirst() }
        }
        try expect("{\"accelerometer\": \(rows(Self.force)), \"magnetometer\": \(rows(Self.field))}")
    }

    @Test func columns() throws {
        let time = "\"timestamp\": \(list(time))"
        func lists(_ names: [String], _ values: String) -> String {
            zip(names, values.split(separator: ",")).map { name, value in "\"\(name)\": \(list { _ in "\(value)" })" }
                .joined(separator: ", ")
        }
        let force = lists(["ax", "ay", "az"], Self.force)
        let field = lists(["mx", "my", "mz"], Self.field)
        try expect("{\(time), \(force), \(field)}")
        try expect(
            "{\(time), \"acc\": {\(lists(["x", "y", "z"], Self.force))}, \"mag\": {\(lists(["x", "y", "z"], Self.field))}}"
        )
        try expect(
            "{\(time), \"acc\": \(list { _ in "[\(Self.force)]" }), \"mag\": ["
                + Self.field.split(separator: ",").map { value in list { _ in "\(value)" } }.joined(separator: ", ")
                + "]}")
        let names = "[\"timestamp\", \"ax\", \"ay\", \"az\", \"mx\", \"my\", \"mz\"]"
        try expect(
            "{\"columns\": \(names), \"data\": \(list { "[\(self.time($0)), \(Self.force), \(Self.field)]" })}")
    }

    @Test("rows below keys of their own, as databases export them")
    func keyedRows() throws {
        let rows = Self.rows.map { "\"-Nx\(100 + $0)\": \(sample($0))" }.joined(separator: ", ")
        try expect("{\(rows)}")
        try expect("{\"session\": {\(rows)}}")
    }

    @Test("documents of other kinds, cut ones and lists without a time are refused")
    func refused() throws {
        for text in [
            "{\"name\": \"x\", \"version\": [1, 2, 3]}", "{\"samples\": \(list { sample($0) })",
            "{\"points\": \(list { _ in "{\"x\": 1, \"y\": 2, \"z\": 3}" })}",
        ] {
            #expect(throws: SensorLabError.self) { try read(text) }
        }
        let calibration = "{\"magnetometer\": {\"offset\": [1, 2, 3], \"matrix\": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}"
        let lines = try LogInput(bytes: Array(calibration.utf8), name: "calibration.json", hashing: false)
        #expect(!JSONDocumentFormat.recognises(lines))
    }
}
