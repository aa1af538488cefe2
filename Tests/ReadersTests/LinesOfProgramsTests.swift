import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Lines that a program writes for another one: InfluxDB's points, labels in front of many numbers, hexadecimal counts,
/// doubled separators.
struct LinesOfProgramsTests {
    private func read(_ text: String, mapping: String? = nil, assume: [String] = []) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try mapping.map { try ColumnMapping([$0]) }
        options.assumptions = try assume.map { try Assumption(parsing: $0) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.txt", options: options)
    }

    private func lines(_ header: String = "", _ row: (Int) -> String) -> String {
        header + (0..<200).map { row($0) + "\n" }.joined()
    }

    // MARK: InfluxDB

    @Test("points with all fields in one line, escaped tags and whole numbers among them")
    func points() throws {
        let text = lines {
            "imu,host=pi\\ 4,loc=a\\,b ax=0.25,ay=-0.5,az=9.75,n=\($0)i \(1_741_180_000_000_000_000 + $0 * 20_000_000)"
        }
        let recording = try read(text)
        #expect(recording.accelerometer.count == 200)
        #expect(recording.accelerometer.values[0] == Vector3(0.25, -0.5, 9.75))
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 20_000_000)
        #expect(recording.metadata.date == CalendarDate("2025-03-05"))
    }

    @Test("points of several tables, each a sensor")
    func tablesOfPoints() throws {
        let text = lines("# DML\n") {
            "accel,host=pi x=0.25,y=-0.5,z=9.75 \(1_741_180_000_000_000_000 + $0 * 20_000_000)\n"
                + "gyro,host=pi x=0.001,y=-0.002,z=0.003 \(1_741_180_000_000_000_000 + $0 * 20_000_000)"
        }
        let recording = try read(text, assume: ["gyroscope=rad/s"])
        #expect(recording.accelerometer.values.last == Vector3(0.25, -0.5, 9.75))
        #expect(recording.gyroscope.values.last == Vector3(0.001, -0.002, 0.003))
    }

    @Test("points of several devices in turn are refused")
    func severalDevices() throws {
        let text = lines {
            "imu,device=a\($0 % 2) ax=\($0 % 2).25,ay=-0.5,az=9.75 \(1_741_180_000_000_000_000 + $0 * 20_000_000)"
        }
        #expect(throws: SensorLabError.self) { try read(text) }
    }

    // MARK: Labels

    @Test("what MotionCal takes is named, and the option to paste reads it")
    func motionCal() throws {
        let text = lines { _ in "Raw:205,-410,7987,16,-32,48,-248,62,-359" }
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.message.contains("MotionCal") == true)
        let option = "ax=2:g/8192,ay=3,az=4,gx=5:deg/s/16,gy=6,gz=7,mx=8:uT/10,my=9,mz=10"
        #expect(error?.advice.contains("--columns \(option) --assume rate=HZ") == true)
        let recording = try read(text, mapping: option, assume: ["rate=50"])
        #expect((recording.accelerometer.values[0].z - 7987 / 8192.0 * 9.80665).magnitude < 1e-9)
        #expect((recording.magnetometer.values[0] - Vector3(-24.8, 6.2, -35.9)).length < 1e-9)
    }

    @Test("one number in every line is refused with the command that makes rows")
    func oneNumber() throws {
        let error = #expect(throws: SensorLabError.self) { try read(lines { _ in "0.25\n-0.5\n9.75" }) }
        #expect(error?.advice.contains("paste -d, - - -") == true)
    }

    @Test(
        "texts of other programs are named",
        arguments: [
            ("Type,Local Number,Message,Field 1,Value 1,Units 1\n", "FitCSVTool"), ("<html><table>\n", "HTML"),
            ("INSERT INTO acc VALUES (0,1,2,3);\n", "SQL"),
        ])
    func otherPrograms(_ start: String, _ name: String) throws {
        let error = #expect(throws: SensorLabError.self) { try read(start + lines { "\($0),0.25,-0.5,9.75,1,2" }) }
        #expect(error?.code == .otherExport)
        #expect(error?.message.contains(name) == true)
    }

    // MARK: Cells

    @Test("a unit behind every number is the column's")
    func unitsInCells() throws {
        let text = lines("t,ax,ay,az\n") { "\($0 * 20) ms,25 mg,-50 mg,1002 mg" }
        let recording = try read(text)
        #expect((recording.accelerometer.values[0] - Vector3(0.025, -0.05, 1.002) * 9.80665).length < 1e-9)
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 20_000_000)
        #expect(recording.provenance[.accelerometer]?.unit == "mg")
    }

    @Test("rows of JSON without names are refused with what names them")
    func namelessJSON() throws {
        let text = "[" + (0..<50).map { "[\(Double($0) / 50), 0.25, -0.5, 9.75]" }.joined(separator: ",\n") + "]"
        let error = #expect(throws: SensorLabError.self) { try read(text) }
        #expect(error?.advice.contains("columns") == true)
    }

    @Test("a name whose unit only rates or only fields have")
    func namesByUnit() throws {
        let text = lines(
            "t,ax,ay,az,Hx (A/m),Hy (A/m),Hz (A/m),Rotation X in degrees per second,Rotation Y in degrees per second,Rotation Z in degrees per second\n"
        ) {
            "\(Double($0) / 50),0.25,-0.5,9.75,16,2,-33.\($0 % 10),0.\($0 % 7),0.2,0.\($0 % 3)"
        }
        let recording = try read(text)
        #expect((recording.magnetometer.values[0].x - 16 * 1.25663706).magnitude < 1e-9)
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
    }

    @Test("brackets around rows, on both sides or one, and blanks between numbers", arguments: ["[", ""])
    func bracketLists(_ start: String) throws {
        let recording = try read(
            lines { "\(start)\(Double($0) / 50) 0.25 -0.5 9.75]" }, mapping: "t=1:s,ax=2:m/s^2,ay=3:m/s^2,az=4:m/s^2")
        #expect(recording.accelerometer.count == 200)
        #expect(recording.accelerometer.values[0] == Vector3(0.25, -0.5, 9.75))
    }

    @Test("hexadecimal counts are two's complement", arguments: ["0x", ""])
    func hexadecimal(_ mark: String) throws {
        let text = lines("t_ms,ax,ay,az\n") { "\($0 * 20),\(mark)0A\($0 % 2)F,\(mark)FFE3,\(mark)3F80" }
        let recording = try read(text, assume: ["accelerometer=g/16384"])
        let expected = Vector3(0x0A0F, -29, 0x3F80) * (9.80665 / 16_384)
        #expect((recording.accelerometer.values[0] - expected).length < 1e-9)
    }

    @Test("separators that align the columns of a header or of rows are one", arguments: ["\t", ";", ","])
    func doubledSeparators(_ mark: String) throws {
        let text = lines("t\(mark)\(mark)ax\(mark)ay\(mark)az\n") {
            "\(Double($0) / 50)\(mark)0.25\(mark)-0.5\(mark)9.75"
        }
        #expect(try read(text).accelerometer.values.last == Vector3(0.25, -0.5, 9.75))
    }

    @Test("an empty cell stays one where the rows have as many separators as the header")
    func emptyCells() throws {
        let text = lines("t,ax,ay,az,mx,my,mz\n") {
            "\(Double($0) / 50),0.25,-0.5,9.75," + ($0 % 5 == 4 ? "20.5,1.5,-42.5" : ",,")
        }
        #expect(try read(text).magnetometer.count == 40)
    }

    @Test("a decimal comma under plain names, and marks between thousands, in quotation marks")
    func quotedNumbers() throws {
        let commas = lines("t,ax,ay,az\n") { "\"\($0 / 50),\(10 + $0 % 50 * 2)\",\"0,25\",\"-0,5\",\"9,75\"" }
        #expect(try read(commas).accelerometer.values.last == Vector3(0.25, -0.5, 9.75))
        let thousands = lines("t_ms,ax_mg,ay_mg,az_mg\n") { "\"1,000,\(100 + $0)\",\"25\",\"-50\",\"1,002\"" }
        let z = try read(thousands).accelerometer.values.last?.z ?? 0
        #expect((z - 1.002 * 9.80665).magnitude < 1e-9)
    }
}
