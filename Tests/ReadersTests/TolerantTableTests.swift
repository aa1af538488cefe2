import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Tables of unknown programs: preambles, comments, encodings, line ends, names with units in words.
struct TolerantTableTests {
    private func read(_ bytes: [UInt8], name: String = "log.csv", _ assume: [String] = []) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = assume.compactMap { Assumption($0) }
        return try RecordingReader.read(bytes: bytes, name: name, options: options)
    }

    private func read(_ text: String, name: String = "log.csv", _ assume: [String] = []) throws -> Recording {
        try read(Array(text.utf8), name: name, assume)
    }

    private static let header = "time (s),acc_x (m/s²),acc_y (m/s²),acc_z (m/s²),mag_x (µT),mag_y (µT),mag_z (µT)"

    private static func rows(_ separator: String = ",", count: Int = 30) -> String {
        (0..<count).map { row in
            ["\(Double(row) / 50)", "0.5", "-0.25", "9.75", "10.5", "21.5", "-40.5"].joined(separator: separator) + "\n"
        }.joined()
    }

    private static var table: String { header + "\n" + rows() }

    private func check(_ recording: Recording, count: Int = 30) {
        #expect(recording.accelerometer.count == count)
        #expect(recording.accelerometer.values.last == Vector3(0.5, -0.25, 9.75))
        #expect(recording.magnetometer.count == count)
        #expect(recording.magnetometer.values.first == Vector3(10.5, 21.5, -40.5))
        #expect(recording.provenance[.accelerometer]?.unit == "m/s^2")
    }

    // MARK: Encodings and line ends

    @Test(arguments: [true, false], [true, false])
    func utf16(isBig: Bool, hasMark: Bool) throws {
        // Without a mark the first letters must be ASCII.
        let units = Array((hasMark ? [0xfeff] : []) + Self.table.utf16)
        let bytes = units.flatMap { isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
        check(try read(bytes))
    }

    @Test func utf16OfManyPieces() throws {
        let rows = Self.rows(count: 20_000)
        let bytes = ([0xfeff] + (Self.header + "\r\n" + rows).utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        check(try read(bytes), count: 20_000)
    }

    @Test func surrogatesBecomeOneCharacter() {
        var bytes: [UInt8] = [0xff, 0xfe, 0x3d, 0xd8, 0x00, 0xde, 0x41, 0x00, 0x3d, 0xd8, 0x42, 0x00]
        var decoder = UTF16Decoder(beginning: bytes)
        decoder?.convert(&bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1f600}A\u{fffd}B")
    }

    @Test func latin1() throws {
        check(try read(Self.table.unicodeScalars.map { UInt8($0.value & 255) }))
    }

    @Test(arguments: ["\r", "\r\n", "\r\r\n", "\n"])
    func lineEnds(_ end: String) throws {
        check(try read(Self.table.split(separator: "\n").joined(separator: end) + end))
    }

    @Test func returnsAtTheEndsOfPieces() {
        var filter = LineEndFilter(beginning: Array("a\rb\r".utf8))
        var text: [UInt8] = []
        for piece in ["a\rb\r", "\r", "c\r", "", ""] {
            var bytes = Array(piece.utf8)
            filter?.convert(&bytes)
            text += bytes
        }
        #expect(String(decoding: text, as: UTF8.self) == "a\nb\nc\n")
    }

    // MARK: Preambles and comments

    @Test(arguments: [
        "sep=,\n", "sep=,\nDevice:,watch\nOutputRate:,60\nVersion:,3,1\n\n", "# made by hand\n# t in s\n",
        "Recorded 2024-05-01\nby nobody\n", "%a;b\n%c\n", "//x\n//y\n",
    ])
    func preambles(_ preamble: String) throws {
        check(try read(preamble + Self.table))
    }

    @Test func commentsAmongRows() throws {
        let text =
            Self.header + "\n" + Self.rows(count: 15) + "# a note, with commas\n#\n"
            + Self.rows(count: 30)
            .split(separator: "\n").dropFirst(15).map { $0 + "\n" }.joined()
        let recording = try read(text)
        check(recording)
        #expect(!recording.warnings.contains { $0.code.isDamage })
    }

    /// numpy's, MATLAB's and C's marks.
    @Test(arguments: ["#", "%", "//"])
    func theHeaderMayBeAComment(mark: String) throws {
        let text =
            "\(mark) made by a program\n\(mark) time_s  ax ay az mx_uT my_uT mz_uT\n"
            + Self.rows("  ").replacing("\n", with: "  \n")
        check(try read(text))
    }

    @Test(arguments: ["#", "%", "//"])
    func aCommentThatExplainsTheHeaderIsNone(mark: String) throws {
        let names = "time_s ax ay az mx_uT my_uT mz_uT"
        let recording = try read("\(mark) of my board, \(names)\n\(names)\n" + Self.rows(" "))
        check(recording)
        #expect(!recording.warnings.contains { $0.code.isDamage })
    }

    @Test func aSeparatorBehindTheLastCellAloneIsNoColumn() throws {
        check(try read(Self.header + "\n" + Self.rows().replacing("\n", with: ",\n")))
        check(try read(Self.header + ",\n" + Self.rows()))
    }

    @Test func rowNumbersWithoutAName() throws {
        let rows = Self.rows().split(separator: "\n").enumerated().map { "\($0.offset + 1),\($0.element)\n" }.joined()
        check(try read(Self.header + "\n" + rows))
    }

    /// The largest number has none behind it; the columns do not fit the names, and a question or an error is right.
    @Test func rowNumbersThatEndWithTheLargest() {
        let rows = Self.rows(count: 4).split(separator: "\n").enumerated()
            .map { "\(Int.max - 1 + min($0.offset, 1)),\($0.element)\n" }.joined()
        #expect(throws: SensorLabError.self) { try read(Self.header + "\n" + rows) }
    }

    // MARK: Names

    @Test(arguments: [
        "microtesla", "microteslas", "micro tesla", "uT", "µT", "μT", "MicroTesla",
    ])
    func fieldsInWords(_ unit: String) { #expect(LogUnit(spelling: unit, of: .magnetometer) == .microtesla) }

    @Test(arguments: [
        "degrees per second", "degree per second", "deg per sec", "degrees/second", "deg/s", "dps",
        "degrees_per_second"
            .split(separator: "_").joined(separator: "/"),
    ])
    func ratesInWords(_ unit: String) { #expect(LogUnit(spelling: unit, of: .gyroscope) == .degreesPerSecond) }

    @Test(arguments: [
        "metres per second squared", "meters per second squared", "meter per second squared", "m per s^2",
        "meters/per/second/squared", "m/s²",
    ])
    func accelerationsInWords(_ unit: String) {
        #expect(LogUnit(spelling: unit, of: .accelerometer) == .metresPerSecondSquared)
    }

    @Test(arguments: [
        "time (s),ax_g,ay_g,az_g,mx_uT,my_uT,mz_uT", "elapsed (s),x-axis acc (g),y-axis acc (g),z-axis acc (g),a,b,c",
        "time (seconds),Accel_X_g,Accel_Y_g,Accel_Z_g,n,o,p",
    ])
    func unitsInNames(_ header: String) throws {
        let rows = (0..<20).map { "\(Double($0) / 50),0,0,1,10,20,-40\n" }.joined()
        let recording = try read(header + "\n" + rows, ["accelerometer=android"])
        #expect(recording.provenance[.accelerometer]?.unit == "g")
        #expect(abs((recording.accelerometer.values.first?.z ?? 0) - 9.80665) < 1e-12)
    }

    @Test(arguments: [
        ("2021-04-09 12:31:12.5", 1_617_971_472.5), ("2021/4/9 12:31:12.5", 1_617_971_472.5),
        ("09-Apr-2021 12:31:12.5", 1_617_971_472.5),
        ("2021.04.09 9:31:12", 1_617_960_672), ("27-apr-2021 15:49:51", 1_619_538_591),
    ])
    func dates(_ text: String, _ seconds: Double) {
        #expect(WallClockText.nanoseconds(text)?.time == Int64(clamping: seconds * 1e9))
    }

    @Test(arguments: [
        "3/4/2021 10:11:12", "32-Apr-2021 10:11:12", "2021/13/1 10:11:12", "a/b/c 1:2:3", "2021-4-9", " ", "2021/4/9 ",
    ])
    func datesThatAreNone(_ text: String) { #expect(WallClockText.nanoseconds(text) == nil) }

    @Test func aUnitThatOneQuantityHasTellsTheSensor() throws {
        let text =
            "time,DeviceName,AccX(g),AccY(g),AccZ(g),AsX(°/s),AsY(°/s),AsZ(°/s),HX(uT),HY(uT),HZ(uT)\n"
            + (0..<20).map { "2022-05-04 10:11:0\($0 / 10).\($0 % 10),WT,0,0,1,1,2,3,10,20,-40\n" }.joined()
        let recording = try read(text, ["accelerometer=android"])
        #expect(recording.sensors == [.accelerometer, .gyroscope, .magnetometer])
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
        #expect(recording.magnetometer.values.first == Vector3(10, 20, -40))
        let alone = try read("ms,X (uT),Y (uT),Z (uT)\n" + (0..<20).map { "\(20 * $0),10,20,-40\n" }.joined())
        #expect(alone.sensors == [.magnetometer])
        #expect(alone.magnetometer.times[1] - alone.magnetometer.times[0] == 20_000_000)
    }

    @Test func headingsOfCoreLocation() throws {
        func log(_ trueHeading: String) -> String {
            "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),trueHeading,magneticHeading,headingAccuracy,steps\n"
                + (0..<20).map { "\(Double($0) / 50),0,0,9.81,\(trueHeading),90,10,4\n" }.joined()
        }
        let known = try read(log("92.5"))
        #expect(abs((known.heading.values.first ?? 0) - 92.5 * .pi / 180) < 1e-12)
        #expect(known.provenance[.heading]?.convention.contains("true north") == true)
        let unknown = try read(log("-1"))
        #expect(abs((unknown.heading.values.first ?? 0) - .pi / 2) < 1e-12)
        #expect(unknown.provenance[.heading]?.convention.contains("magnetic north") == true)
        let named = known.warnings.first { $0.code == .unknownColumns }
        #expect(named?.message.contains("steps") == true && named?.message.contains("headingAccuracy") == false)
    }

    // MARK: Lines and files of several kinds

    @Test(arguments: [true, false])
    func taggedLines(stampFirst: Bool) throws {
        let lines = (0..<40).flatMap { row in
            [("ACC", "0.5,-0.25,9.75"), ("MAG", "10.5,21.5,-40.5"), ("PRX", "5,0,0")].map { tag, values in
                stampFirst ? "\(5000 + 10 * row),\(tag),\(values)\n" : "\(tag),\(5000 + 10 * row),\(values)\n"
            }
        }
        let recording = try read(lines.joined(), name: "log.txt")
        check(recording, count: 40)
        #expect(recording.metadata.format == "tagged lines")
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 10_000_000)
        #expect(recording.warnings.contains { $0.code == .unknownColumns && $0.message.contains("PRX") })
    }

    @Test func dotOfMovella() throws {
        let head =
            "sep=,\nDeviceTag:,left\nFirmwareVersion:,3.0.0\nOutputRate:,60Hz\nMeasurement Mode:,Inertial (with mag)\n\n"
            + "PacketCounter,SampleTimeFine,Acc_X,Acc_Y,Acc_Z,Gyr_X,Gyr_Y,Gyr_Z,Mag_X,Mag_Y,Mag_Z\n"
        // The counter of microseconds wraps after 71 minutes.
        let rows = (0..<40).map { row in
            "\(row + 1),\((4_294_800_000 + 16_667 * row) % 4_294_967_296),0.1,0.2,9.8,1,2,3,0.3,0.1,-0.9\n"
        }
        let recording = try read(head + rows.joined())
        #expect(recording.accelerometer.count == 40)
        #expect(recording.accelerometer.times[39] - recording.accelerometer.times[0] == 39 * 16_667_000)
        #expect(abs((recording.gyroscope.values.first?.z ?? 0) - 3 * .pi / 180) < 1e-12)
        #expect(recording.metadata.device == "Xsens DOT left")
        #expect(recording.provenance[.magnetometer]?.unit == "a.u.")
    }

    // MARK: What is refused

    @Test func aTableOfNumbersGetsAnOptionThatWorks() throws {
        let rows = (0..<40).map { "\(7_000_000 + 5_000_000 * $0),0.1,0.2,9.8\n" }.joined()
        do {
            _ = try read(rows, name: "imu.csv")
            Issue.record("it was read")
        } catch let error as SensorLabError {
            #expect(error.kind == .badData && error.message.contains("no header"))
            let words = error.advice.split(separator: " ").map(String.init)
            let place = try #require(words.firstIndex(of: "--columns"))
            var options = ReadOptions()
            options.mapping = try ColumnMapping([words[place + 1]])
            let recording = try RecordingReader.read(bytes: Array(rows.utf8), name: "imu.csv", options: options)
            #expect(recording.accelerometer.count == 40)
            // The header that it prints says the same.
            let header = try #require(error.advice.components(after: "such as ")?.components(before: ", or"))
            #expect(try read(header + "\n" + rows).accelerometer.values == recording.accelerometer.values)
        }
    }

    @Test func aRefusalNamesTheNearestFormatAndNoneThatIsRefused() {
        let rows = (0..<20).map { "\($0),1,2,3\n" }.joined()
        for (header, nearest) in [
            ("t,alpha,beta,gamma", "canonical"), ("loggingTime,a,b,c", "SensorLog"), ("u,v,w2,k", "wide CSV"),
        ] {
            #expect {
                try read(header + "\n" + rows)
            } throws: { error in
                let text = "\(error)"
                return text.contains("nearest to \(nearest)") && text.contains("--columns")
                    && !text.contains("DataFlash")
                    && !text.contains("SQLite")
            }
        }
    }
}

extension String {
    fileprivate func components(before text: String) -> String? {
        guard let range = firstRange(of: text) else { return nil }
        return String(self[..<range.lowerBound])
    }
}

/// Names and clocks of unknown programs.
extension TolerantTableTests {

    @Test(arguments: [
        "accelerometer_lsm6ds3_c.x,accelerometer_lsm6ds3_c.y,accelerometer_lsm6ds3_c.z",
        "AccelCorrectedX,AccelCorrectedY,AccelCorrectedZ", "accSmooth[0],accSmooth[1],accSmooth[2]",
        "xAccl,yAccl,zAccl", "IMU_ATTI(0):accelX,IMU_ATTI(0):accelY,IMU_ATTI(0):accelZ",
        "Acceleration (m/s^2) X,Acceleration (m/s^2) Y,Acceleration (m/s^2) Z",
    ])
    func qualifiedNames(_ names: String) throws {
        let recording = try read("time (s),\(names),mag_x (µT),mag_y (µT),mag_z (µT)\n" + Self.rows())
        check(recording)
    }

    @Test func aSensorWithStrangeNamesIsToldOf() throws {
        let names = "myaccone,myacctwo,myaccthree"
        let recording = try read("time (s),\(names),mag_x (µT),mag_y (µT),mag_z (µT)\n" + Self.rows())
        #expect(recording.accelerometer.isEmpty)
        let warning = recording.warnings.first { $0.code == .incompleteColumns }
        #expect(warning?.advice.contains("ax=2,ay=3,az=4") == true)
    }

    @Test func aCountOfRowsIsNoClock() throws {
        let rows = (0..<30).map { "\($0 + 1),0.5,-0.25,9.75\n" }.joined()
        #expect {
            try read("Sample Time,ax,ay,az\n" + rows)
        } throws: { error in
            (error as? SensorLabError)?.advice.contains("--assume rate=HZ") == true
        }
        let recording = try read("Sample Time,ax,ay,az\n" + rows, ["rate=50"])
        #expect(recording.accelerometer.times[1] - recording.accelerometer.times[0] == 20_000_000)
        #expect {
            try read(rows)
        } throws: { error in
            guard let advice = (error as? SensorLabError)?.advice else { return false }
            return advice.contains("ax=2:m/s^2") && advice.contains("--assume rate=HZ") && !advice.contains("t=1")
        }
    }

    /// The columns of a table without header by their readings: magnetometer before gyroscope here.
    @Test func theProposedHeaderFollowsTheReadings() throws {
        func advice(_ row: (Double) -> [Double]) -> String {
            let rows = (0..<40).map { index in
                ([Double(index) / 50] + row(Double(index))).map { "\($0)" }.joined(separator: ",") + "\n"
            }.joined()
            do {
                _ = try read(rows)
                return ""
            } catch { return (error as? SensorLabError)?.advice ?? "" }
        }
        let force = [0.5, -0.25, 9.75]
        let field = [-20.5, 12.25, -37.0]
        func rate(_ x: Double) -> [Double] { [Double.sin(x), 0.3 * Double.cos(x), 0.1 * Double.sin(2 * x)] }
        #expect(advice { force + rate($0) + field }.contains("ax=2:m/s^2,ay=3:m/s^2,az=4:m/s^2,gx=5"))
        #expect(advice { force + field + rate($0) }.contains("mx=5:uT,my=6:uT,mz=7:uT,gx=8"))
        #expect(advice { rate($0) + rate($0 + 1) + rate($0 + 2) }.contains("ax=COLUMN"))
    }

    @Test(arguments: [
        ("22.12.2021 21:09:46.5", "2021-12-22 21:09:46.5"), ("12/22/2021 09:09:46.5 PM", "2021-12-22 21:09:46.5"),
        ("20211222_210946.5", "2021-12-22 21:09:46.5"), ("Wed Dec 22 21:09:46 2021", "2021-12-22 21:09:46"),
        ("22-Oct-2021 21:09:46", "2021-10-22 21:09:46"), ("21:09:46.5 ->", "21:09:46.5"),
        ("12/22/2021 12:09:46 AM", "2021-12-22 00:09:46"), ("9:09:46 PM", "21:09:46"),
        ("20211222210946", "2021-12-22 21:09:46"), ("20211222210946500", "2021-12-22 21:09:46.5"),
        ("20211222210946.5", "2021-12-22 21:09:46.5"),
    ])
    func datesOfStrangers(_ text: String, _ plain: String) throws {
        let found = try #require(WallClockText.nanoseconds(text))
        #expect(found.time == WallClockText.nanoseconds(plain)?.time)
    }

    @Test(arguments: ["3/4/2021 10:00:00", "13:00:00 PM", "0:10:00 AM", "2021122_210946", "22.13.2021 10:00:00"])
    func noDates(_ text: String) { #expect(WallClockText.nanoseconds(text) == nil) }

    @Test(
        "digits of a date are one under the name of a time, and counts of milliseconds and microseconds are none",
        arguments: ["", "."])
    func datesInDigits(_ point: String) throws {
        let rows = (0..<90).map {
            "2021122223595\($0 / 20 + 5)\(point)\(String(1000 + $0 % 20 * 50).dropFirst()),0.5,-0.25,9.75\n"
        }
        let recording = try read("timestamp,ax,ay,az\n" + rows.joined())
        #expect(recording.metadata.date == CalendarDate("2021-12-22"))
        #expect(recording.accelerometer.times[89] - recording.accelerometer.times[0] == 4_450_000_000)
        #expect(!WallClockText.isDigitsOfADate("1640207386500"))
        #expect(!WallClockText.isDigitsOfADate("16402073865001234"))
        #expect(!WallClockText.isDigitsOfADate("20211322210946"))
    }

    @Test func aDateWithoutZoneGivesTheDay() throws {
        let rows = (0..<30).map { "2021-12-22 21:09:\(10 + $0).0,0.5,-0.25,9.75\n" }.joined()
        #expect(try read("time,ax,ay,az\n" + rows).metadata.date == CalendarDate("2021-12-22"))
    }
}
