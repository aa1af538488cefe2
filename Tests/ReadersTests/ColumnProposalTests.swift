import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// What a message proposes for columns that nothing names: an option that reads the log right as printed, or a list of
/// the columns.
struct ColumnProposalTests {
    private func read(_ text: String, _ name: String = "log.csv", columns: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try columns.map { try ColumnMapping([$0]) }
        if columns?.contains("t=") == false { options.assumptions = [Assumption(rateHz: 100)] }
        return try RecordingReader.read(bytes: Array(text.utf8), name: name, options: options)
    }

    /// The option of the error; `nil` where it has none that can be pasted.
    private func proposal(_ text: String, _ name: String = "log.csv") -> String? {
        guard let error = #expect(throws: SensorLabError.self, performing: { try read(text, name) }),
            let rest = error.advice.components(after: "--columns ")
        else { return nil }
        let option = String(rest.prefix { $0 != " " })
        #expect(error.kind == .badData)
        return option.contains("COLUMN") ? nil : option
    }

    private func rows(_ count: Int = 40, _ cells: (Int) -> String) -> String {
        (0..<count).map { cells($0) + "\n" }.joined()
    }

    /// A gravity that moves a little, in units of it.
    private func gravity(_ row: Int, _ unit: Double = 1, _ separator: String = ",", whole: Bool = false) -> String {
        [0.05 + 0.01 * Double(row % 3), -0.1 - 0.01 * Double(row % 5), 0.99 - 0.005 * Double(row % 2)].map {
            whole ? "\(Int(clamping: ($0 * unit).rounded()))" : "\($0 * unit)"
        }.joined(separator: separator)
    }

    @Test("a column of identities and one of text are no axes", arguments: ["", ";"])
    func identities(_ tail: String) throws {
        let text = rows { "33,Jogging,\(49_105_962_326_000 + 10_000_000 * $0),\(gravity($0, 9.81))\(tail)" }
        let found = proposal(text)
        let option = try #require(found)
        #expect(option.hasPrefix("t=3:ns,ax=4:m/s^2,ay=5"))
        let recording = try read(text, columns: option)
        #expect(recording.accelerometer.count == 40)
        #expect(abs((recording.accelerometer.values[0].z) - 0.99 * 9.81) < 1e-9)
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 10_000_000)
        #expect(!recording.warnings.contains { $0.code.isDamage })
    }

    @Test("two triples as long as gravity are asked about, and a flag is none of their axes")
    func twoTriples() {
        let text = rows { "\(Double($0) / 10) 1 \(gravity($0, 1, " ")) \(gravity($0, 1, " ")) 0.0 0.0 0.0 " }
        #expect(proposal(text, "log.txt") == nil)
        let counts = rows {
            "\(gravity($0, 256, ",  ", whole: true)), \($0 % 7), \($0 % 5), -\($0 % 3 + 1), \(gravity($0, 1024, ", ", whole: true));"
        }
        // What is sure is offered, and the rest named.
        let found = proposal(counts, "log.txt")
        #expect(found?.contains("ax=") == false)
    }

    @Test("angles are no axes, in degrees, in thousandths of a radian or by their names")
    func angles() {
        let named =
            "Timestamp,Sensor 1 Z_acc,Sensor 1 Roll,Sensor 1 Pitch,Sensor 2 Z_acc,Sensor 2 Roll,Sensor 2 Pitch\n"
        #expect(
            proposal(named + rows { "16:53:\(10 + $0),10.\($0 % 9),-\($0 % 6).28,0.19,10.21,-6.\($0 % 7),2.0" }) == nil)
        let plain = "x,y,z,x_c,y_c,z_c,n\n"
        #expect(
            proposal(
                plain
                    + rows {
                        "\(-1671 + $0 % 3),-788,\(-85 - $0),\(-1552 - $0 % 5),-777,\(-307 + $0 % 2),\(279_381 + $0 % 4)"
                    }) == nil)
    }

    @Test("clocks between the axes are no other readings")
    func clocksBetweenAxes() throws {
        let text =
            ["ACC.X 1 [g]", "ACC.Y 1 [g]", "ACC.Z 1 [g]"].map { "\"X [s]\",\"Avanti sensor 1: \($0)\"" }
            .joined(separator: ",") + "\n"
        let rows = rows { row in
            gravity(row).split(separator: ",").map { "\(Double(row) / 50),\($0)" }.joined(separator: ",")
        }
        #expect(try read(text + rows).accelerometer.count == 40)
    }

    @Test("axes in parentheses are those of the names")
    func axesInParentheses() throws {
        let text =
            "cts,date,Accelerometer (z) [m/s2],Accelerometer (x) [m/s2],Accelerometer (y) [m/s2]\n"
            + rows { "\($0 * 10),2020-09-13T12:26:\(10 + $0).000Z,9.75,0.\(10 + $0),-0.25" }
        let recording = try read(text)
        #expect(recording.accelerometer.values[3] == Vector3(0.13, -0.25, 9.75))
        #expect(recording.provenance[.accelerometer]?.unit == "m/s^2")
    }

    @Test("names with numbers for axes are asked about")
    func numbersForAxes() {
        let text =
            "\"cts\",\"date\",\"Accelerometer [m/s2]\",\"1\",\"2\"\n"
            + rows { "\($0 * 10),2020-09-13T12:26:\(10 + $0).000Z,9.75,0.\(10 + $0),-0.25" }
        #expect(proposal(text) == nil)
    }

    @Test("the sensor's word may be behind its axis")
    func axisInFront() throws {
        let text =
            "Time (s),EKF Raw Z Gyro (rad/s),EKF Raw X Gyro (rad/s),EKF Raw Y Gyro (rad/s),EKF Raw X Accel,EKF Raw Y Accel,EKF Raw Z Accel\n"
            + rows { "\(Double($0) / 100),0.3,0.\($0 % 7),0.2,-9.37,-2.75,3.08" }
        let recording = try read(text)
        #expect(recording.gyroscope.values[5].z == 0.3 * (recording.gyroscope.values[5].y / 0.2))
        #expect(recording.accelerometer.values[0] == Vector3(-9.37, -2.75, 3.08))
    }

    @Test("dates in the first column are the time")
    func dates() throws {
        let text = rows { "2020-09-13 12:26:\(10 + $0).000,\(gravity($0))" }
        let found = proposal(text)
        let option = try #require(found)
        #expect(option.hasPrefix("t=1:date,ax=2:g"))
        #expect(try read(text, columns: option).accelerometer.count == 40)
    }

    @Test("counts are proposed as such, behind what a board says when it starts")
    func counts() throws {
        let text =
            "Initializing I2C devices...\nTesting device connections...\nMPU6050 connection successful\n"
            + rows {
                "a/g:\t\(gravity($0, 16384, "\t", whole: true))\t\(139 + 60 * ($0 % 5))\t\(-91 + 50 * ($0 % 3))\t\(38 - 40 * ($0 % 4))"
            }
        #expect(proposal(text, "serial.txt") == "ax=2:g/16384,ay=3,az=4,gx=5,gy=6,gz=7")
        let plain = "Time (seconds),x,y,z\n" + rows { "\(Double($0) / 10),\(gravity($0, 1024, ",", whole: true))" }
        let proposed = proposal(plain)
        let option = try #require(proposed)
        #expect(option == "t=1:s,ax=2:mg,ay=3:mg,az=4:mg")
        #expect(try read(plain, columns: option).accelerometer.count == 40)
    }

    @Test("a time of another name is proposed")
    func otherTimes() throws {
        let text =
            "Clock:Tick#,Clock:offsetTime,IMU(0):accelX,IMU(0):accelY,IMU(0):accelZ\n"
            + rows { "\(4_500_000 * $0),\(Double($0) / 100),\(gravity($0))" }
        let found = proposal(text)
        let option = try #require(found)
        #expect(option == "t=2:s")
        #expect(try read(text, columns: option).accelerometer.times[1] == 10_000_000)
    }

    @Test("a number of packets is no time, even where some are missing")
    func packets() {
        let text = "Packet number,Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)\n"
        #expect(proposal(text + rows { "\(3 + $0 + $0 / 2),\(gravity($0))" }) == nil)
    }

    @Test("a count of rows is no time", arguments: ["samples", "Counter", "frame_no", "sampleindex"])
    func counters(_ name: String) {
        let found = proposal(
            "part,\(name),acc_x,acc_y,acc_z\n" + rows { "a,\($0 < 20 ? $0 : $0 + 250),\(gravity($0))" })
        #expect(found?.contains("t=") != true)
    }

    @Test("columns that are not side by side, or whose names repeat, are no axes")
    func apart() {
        for names in ["fx,n,fy,m,fz", "fx,fz,fy,n,m", "x,y,z,x,y"] {
            #expect(
                proposal(
                    "time (s),\(names)\n"
                        + rows { "\(Double($0) / 100),\(gravity($0)),0.\(1 + $0 % 7),0.\(1 + $0 % 5)" }) == nil)
        }
    }

    @Test("of a second device's columns no other sensor is made, and no time where the rows have a rate")
    func secondDevice() throws {
        let header = "n,acc_x,acc_x,acc_y,acc_y,acc_z,acc_z,vx,vy,vz\n"
        let text = header + rows { "\($0),0.1,0.2,-0.1,0.2,9.8,9.7\($0 % 7),0.1,0.2,0.\(1 + $0 % 3)" }
        var options = ReadOptions()
        options.mapping = try ColumnMapping(["ax=2,ay=4,az=6"])
        options.assumptions = try ["rate=100"].map(Assumption.init)
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
        #expect(!recording.warnings.contains { $0.code == .incompleteColumns })
        let other = text.replacing("vx,vy,vz", with: "hx,hy,hz").replacing(",0.1,0.2,0.", with: ",20.1,30.2,40.")
            .replacing("40.", with: "40.0")
        options.mapping = try ColumnMapping(["ax=2,ay=4,az=6"])
        let told = try RecordingReader.read(bytes: Array(other.utf8), name: "log.csv", options: options)
        #expect(!told.warnings.contains { $0.advice.contains("t=1") })
    }

    @Test("a field whose length fits several units with a device's own field has none in the proposal")
    func fieldsOfPhones() throws {
        for (length, unit) in [(383.0, nil), (47, ":uT"), (470, nil), (0.47, ":G")] as [(Double, String?)] {
            let text = rows { row in
                let turn = 0.4 * Double(row)
                return "\(412_345_670_000_000 + 10_000_000 * row) \(length * 0.8 * Double.cos(turn)) "
                    + "\(length * 0.8 * Double.sin(turn)) \(length * (0.6 + 0.01 * Double(row % 3)))"
            }
            let found = proposal(text, "magnet.txt")
            #expect(found == "t=1:ns,mx=2\(unit ?? ""),my=3\(unit ?? ""),mz=4\(unit ?? "")")
        }
    }

    @Test(
        "whole numbers of a field may be counts: they get no unit, and are asked about where it would be none of the Earth's",
        arguments: [18_940.0, 5196, 470])
    func countsOfAField(_ length: Double) throws {
        let text = rows(120) { row in
            let turn = 0.4 * Double(row)
            let axes = [
                0.8 * length * Double.cos(turn), 0.8 * length * Double.sin(turn), 0.6 * length + Double(row % 3),
            ]
            return "\(412_345_670_000_000 + 10_000_000 * row)" + axes.map { " \(Int(clamping: $0.rounded()))" }.joined()
        }
        let found = try #require(proposal(text, "magnet.txt"))
        #expect(found == "t=1:ns,mx=2,my=3,mz=4")
        let error = #expect(throws: SensorLabError.self) { try read(text, "magnet.txt", columns: found) }
        #expect(error?.code == .unknownUnit && error?.advice.contains("--assume magnetometer=") == true)
    }
}
