import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Kinds of logs by people who know no format: names that only hint, shapes without a header, clocks that are none.
struct StrangersKindsTests {
    private func read(
        _ text: String, name: String = "log.csv", assume: [String] = [], columns: [String] = []
    ) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = try assume.map(Assumption.init)
        if !columns.isEmpty { options.mapping = try ColumnMapping(columns) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: name, options: options)
    }

    private func error(_ text: String, name: String = "log.csv", assume: [String] = []) throws -> SensorLabError {
        try #require(#expect(throws: SensorLabError.self) { try read(text, name: name, assume: assume) })
    }

    private func rows(_ count: Int = 100, _ row: (Int) -> String) -> String {
        (0..<count).map { row($0) + "\n" }.joined()
    }

    /// Noise of a small sensor at rest, the same for every run.
    private func noise(_ row: Int, _ axis: Int) -> Double {
        let x = sin(Double(row * 37 + axis * 101)) * 43_758.5453
        return x - x.rounded(.down) - 0.5
    }

    /// Specific force of a device that lies on its back, m/s^2.
    private func force(_ row: Int, _ scale: Double = 1, _ separator: String = ",") -> String {
        let values = [0.3, -0.2, 9.8].enumerated().map { ($1 + 0.04 * noise(row, $0)) * scale }
        return values.map { String(format: "%.5f", $0) }.joined(separator: separator)
    }

    private func messages(_ recording: Recording) -> String {
        recording.warnings.map(\.message).joined(separator: "\n")
    }

    // MARK: Names

    @Test(
        "a name that only hints at a sensor is read with a warning where the readings agree",
        arguments: ["scaledaccelx,scaledaccely,scaledaccelz", "acc68X,acc68Y,acc68Z"])
    func hints(names: String) throws {
        let recording = try read("time (s),\(names)\n" + rows { "\(Double($0) / 50),\(force($0))" })
        #expect(recording.accelerometer.count == 100)
        #expect(messages(recording).contains("read as the accelerometer, which is"))
    }

    @Test("a hint and a length of 1 g are enough, in few rows too")
    func shortHint() throws {
        let recording = try read(
            "time (s),scaledaccelx,scaledaccely,scaledaccelz\n"
                + (0..<7).map { "\(Double($0) / 10),0.72\($0),0.31\(9 - $0),0.60\($0)\n" }.joined())
        #expect(recording.provenance[.accelerometer]?.unit == "g")
        #expect(messages(recording).contains("read as the accelerometer, which is"))
    }

    @Test("what is rather acceleration without gravity is no specific force, though a unit would fit")
    func withoutGravity() throws {
        let recording = try read(
            """
            time (s),AccX,AccY,AccZ
            0.00,1.75,-0.50,0.30
            0.50,0.11,0.63,-1.05
            1.00,-0.31,-0.56,-0.81
            1.50,-0.63,-0.38,-0.22
            2.00,-0.68,0.32,-0.41
            2.50,-2.40,0.89,-0.29
            3.00,-0.56,0.20,0.17
            3.50,0.04,-0.64,0.14
            4.00,-1.15,1.08,-0.95
            4.50,-0.15,0.01,0.16
            5.00,-0.18,0.36,-2.73
            5.50,-0.18,-0.22,-0.42
            6.00,1.05,-0.83,-0.16
            6.50,-1.63,0.11,-1.32
            7.00,-1.28,1.68,0.43
            7.50,-0.11,0.03,-1.19
            8.00,-0.90,0.22,-1.70
            8.50,0.11,-1.42,-0.01
            9.00,-0.94,1.23,0.67
            9.50,-0.49,-1.54,-0.70

            """)
        #expect(recording.linearAcceleration.count == 20)
        #expect(recording.warnings.contains { $0.code == .noGravity })
    }

    @Test("columns that only their name makes a sensor's are left out, and told")
    func contradictedHint() throws {
        // Angles that turn over at 360 degrees.
        let recording = try read(
            "time (s),ax,ay,az,mygyrox,mygyroy,mygyroz\n"
                + rows { row in
                    let angles = [7, 11, 13].map { String((row * $0 * 3) % 360) }.joined(separator: ",")
                    return "\(Double(row) / 50),\(force(row)),\(angles)"
                })
        #expect(recording.gyroscope.isEmpty && recording.lostSensors.contains(.gyroscope))
        #expect(
            messages(recording).contains("columns that may be the gyroscope's are not read: mygyrox,mygyroy,mygyroz"))
    }

    @Test("two devices whose names have no other words are both named")
    func numberedDevices() throws {
        let recording = try read(
            "time (s),acc68X,acc68Y,acc68Z,acc69X,acc69Y,acc69Z\n"
                + rows { "\(Double($0) / 50),\(force($0)),\(force($0 + 500))" })
        #expect(messages(recording).contains("several devices (acc68, acc69)"))
    }

    @Test("the file's name is the sensor of x, y, z without a time, once a rate is given")
    func fileName() throws {
        let text = "x,y,z\n" + rows { force($0) }
        #expect(try error(text, name: "accel.csv").advice.contains("rate=HZ"))
        let recording = try read(text, name: "accel.csv", assume: ["rate=50"])
        #expect(recording.accelerometer.count == 100 && recording.accelerometer.times[99] == 1_980_000_000)
    }

    @Test("accelerations beside rates are no app's: the readings say whether gravity is in them")
    func genericHeader() throws {
        let recording = try read(
            "time,ax,ay,az,wx,wy,wz\n" + rows { "\(Double($0) / 50),\(force($0, 0.1019716)),0.01,0.02,0.01" })
        #expect(recording.linearAcceleration.isEmpty)
        #expect((recording.accelerometer.values[0].length - 9.8).magnitude < 0.2)
    }

    @Test("a unit is a hint, too: two devices' rates called by their sides")
    func unitAsHint() throws {
        let names = ["left", "right"].flatMap { side in ["x", "y", "z"].map { "\(side)-\($0)-axis (deg/s)" } }
        let recording = try read(
            "time (s),\(names.joined(separator: ","))\n"
                + rows { row in
                    let rates = (0..<6).map { String(format: "%.3f", 5 * noise(row, $0)) }.joined(separator: ",")
                    return "\(Double(row) / 50),\(rates)"
                })
        #expect(recording.gyroscope.count == 100)
        #expect(messages(recording).contains("several devices (left"))
    }

    @Test("a second accelerometer called b is no magnetometer")
    func secondDevice() throws {
        let recording = try read(
            "time,ax,ay,az,bx,by,bz\n"
                + rows { "\($0 * 20),\(whole(force($0, 1670))),\(whole(force($0 + 500, 1670)))" })
        #expect(recording.magnetometer.isEmpty && recording.accelerometer.count == 100)
    }

    private func whole(_ cells: String) -> String {
        cells.split(separator: ",").map { String(format: "%.0f", Double($0) ?? 0) }.joined(separator: ",")
    }

    @Test("columns of flags are no second device")
    func flags() throws {
        let names = ["X", "Y", "Z"].flatMap { ["imu:estAngularRate\($0)", "imu:estAngularRate\($0):valid"] }
        let recording = try read(
            "Time (s),ax,ay,az,\(names.joined(separator: ","))\n"
                + rows { "\(Double($0) / 50),\(force($0)),0.001,1,0.002,1,0.001,1" })
        #expect(!messages(recording).contains("several devices"))
    }

    // MARK: Clocks

    @Test("of the times of arrival and of the board, the one without repeated stamps is read")
    func ownersOfClocks() throws {
        let recording = try read(
            "t_host_s,ax,ay,az,t_dev_us\n"
                + rows { "\(1_762_339_436 + Double($0 / 10) / 10),\(force($0)),\($0 * 10_000)" })
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 10_000_000)
    }

    @Test("a unix_timestamp is a time")
    func wordsOfTime() throws {
        let recording = try read("unix_timestamp,ax,ay,az\n" + rows { "\(1_700_000_000_000 + $0 * 20),\(force($0))" })
        #expect(recording.accelerometer.times[50] - recording.accelerometer.times[0] == 1_000_000_000)
    }

    @Test("a t that never changes is no time")
    func constantTime() throws {
        let text = "ax,ay,az,t\n" + rows { "\(force($0)),-75" }
        #expect(try error(text).message.contains("without a time column"))
        #expect(try read(text, assume: ["rate=50"]).accelerometer.times[50] == 1_000_000_000)
    }

    @Test("a rate beside times of the log's own has no effect, and that is said")
    func unusedRate() throws {
        let recording = try read(
            "time (s),ax,ay,az\n" + rows { "\(Double($0) / 50),\(force($0))" }, assume: ["rate=26"])
        #expect(messages(recording).contains("--assume rate=26 has no effect"))
        #expect(recording.accelerometer.times[50] == 1_000_000_000)
    }

    @Test("milliseconds behind a colon are a count")
    func colonBeforeMilliseconds() throws {
        let recording = try read(
            "time,ax,ay,az\n" + rows(90) { "2024-9-12 11:44:25:\($0 * 11),\(force($0))" })
        #expect(recording.accelerometer.count == 90)
        #expect(
            zip(recording.accelerometer.times.dropFirst(), recording.accelerometer.times).allSatisfy {
                $0 - $1 == 11_000_000
            })
    }

    @Test("milliseconds with their zeros stay decimals behind a colon")
    func paddedMilliseconds() throws {
        let recording = try read(
            "time,ax,ay,az\n10:20:30:072,\(force(0))\n10:20:30:1,\(force(1))\n10:20:30:103,\(force(2))\n")
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 28_000_000)
    }

    @Test("rows that come in bursts have times of arrival")
    func bursts() throws {
        let recording = try read(
            "time,ax,ay,az\n"
                + rows { "2025-09-18T05:06:\(10 + $0 / 10).\(String(format: "%06d", $0 % 10 * 20)),\(force($0))" })
        #expect(messages(recording).contains("the times are those of arrival"))
    }

    @Test("blank lines between rows of a known rate are told, those at the end are not")
    func dividers() throws {
        let body = { (divider: String) in
            "ax,ay,az\n" + self.rows(50) { self.force($0) } + divider + self.rows(50) { self.force($0 + 50) }
        }
        let divided = try read(body("\n\n"), assume: ["rate=50"])
        #expect(messages(divided).contains("blank lines divide the rows at 1 place(s)"))
        #expect(divided.accelerometer.count == 100)
        #expect(!messages(try read(body("") + "\n\n", assume: ["rate=50"])).contains("blank lines"))
        #expect(
            !messages(try read("ax,ay,az\n\n" + rows { force($0) + "\n" }, assume: ["rate=50"])).contains("blank lines")
        )
    }

    // MARK: Shapes

    @Test("a label alone names the axes on the lines below it, as ROS prints messages")
    func labelAbove() throws {
        let text = rows(30) { row in
            let force = force(row).split(separator: ",")
            return "linear_acceleration: \n  x: \(force[0])\n  y: \(force[1])\n  z: \(force[2])\n"
                + "angular_velocity: \n  x: \(0.01 * noise(row, 1))\n  y: 0.02\n  z: 0.01\n---"
        }
        let recording = try read(text, assume: ["rate=50", "gyroscope=rad/s"])
        #expect(recording.accelerometer.count == 30 && recording.gyroscope.count == 30)
        #expect(recording.gyroscope.values[0].y == 0.02)
    }

    @Test("labels that lack an axis are named")
    func labelsWithoutAxis() throws {
        let text = rows(12) { "accel_x: 0.3\naccel_z: 9.8\nyaw: \($0)" }
        #expect(try error(text).message.contains("the accelerometer lacks an axis"))
    }

    @Test("lists of numbers are rows, and the columns of labelled lines can be named")
    func lists() throws {
        let list = try read(
            rows { "[\(force($0, 1, ", ")), \(1_609_279_173 + Double($0) / 50)]" },
            columns: ["t=4:s,ax=1:m/s^2,ay=2,az=3"])
        #expect(list.accelerometer.count == 100)
        let labelled = try read(
            rows(30) { "p: x= 0.1 | y= 0.2 | z= 9.8\ntime : \(30_000 + $0 * 20) n=1" },
            columns: ["t=time:ms,ax=p x:m/s^2,ay=p y,az=p z"])
        #expect(labelled.accelerometer.count == 30)
    }

    @Test("names above rows of another number of cells are told before a rate is asked for")
    func misfittingHeader() throws {
        let error = try error("ax,ay,az,gx,gy,gz\n" + rows { force($0) })
        #expect(error.message.contains("6 names above rows of 3 cells"))
    }

    @Test("columns that --columns leaves out of a table without names are told by their numbers")
    func unnamedColumns() throws {
        let recording = try read(
            rows { "\(Double($0) / 50),\(force($0)),\(noise($0, 5)),\(noise($0, 6)),\(noise($0, 7))" },
            columns: ["t=1:s,ax=2:m/s^2,ay=3,az=4"])
        #expect(messages(recording).contains("columns that are not read: 5, 6, 7"))
    }
}
