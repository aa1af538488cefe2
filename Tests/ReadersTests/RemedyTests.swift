import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// An option that a refusal prints reads the log correctly when it is pasted; otherwise none is printed.
struct RemedyTests {
    private func read(_ text: String, _ name: String = "log.csv", mapping: [String] = []) throws -> Recording {
        var options = ReadOptions()
        if !mapping.isEmpty { options.mapping = try ColumnMapping(mapping) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: name, options: options)
    }

    private func refusal(_ text: String, _ name: String = "log.csv") throws -> SensorLabError {
        try #require(#expect(throws: SensorLabError.self) { try read(text, name) })
    }

    private func lines(_ count: Int = 300, _ line: (Int) -> String) -> String {
        (0..<count).map { line($0) + "\n" }.joined()
    }

    /// Writes a folder of tables, and hands it to the body.
    private func withFolder<Result>(
        _ tables: [(name: String, text: String)], _ body: (String) throws -> Result
    ) throws -> Result {
        let folder = NSTemporaryDirectory() + "remedies-\(UInt64.random(in: 0 ... .max))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in tables {
            let path = folder + "/" + name
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        return try body(folder)
    }

    // MARK: Gyroscopes in counts

    /// A turning device: the accelerometer's gravity, moved by steps of a walk, and the rate in a unit of so many per
    /// deg/s.
    private func turning(perDegree: Double, shake: Double) -> String {
        "time (s),acc_x (g),acc_y (g),acc_z (g),gyr_x,gyr_y,gyr_z\n"
            + lines(1500) { row in
                let t = Double(row) / 100
                let (angle, rate) = (0.8 * Double.sin(2 * t), 1.6 * Double.cos(2 * t) * 180 / .pi * perDegree)
                let step = shake * Double.sin(13 * t)
                return "\(t),\(step),\(Double.sin(angle) + step * 0.7),\(Double.cos(angle) - step),"
                    + "\(Int(clamping: rate.rounded())),0,\(row % 3)"
            }
    }

    @Test("the counts of a chip are read by the motion, also where a walk disturbs it, and another one is offered")
    func countsOfGyroscopes() throws {
        for shake in [0, 0.2] {
            let warnings = try read(turning(perDegree: 131, shake: shake)).warnings
            let warning = try #require(warnings.first { $0.code == .unitUndecided && $0.message.contains("gyroscope") })
            #expect(warning.message.contains("deg/s/131,") && warning.advice.contains("--assume gyroscope="))
        }
    }

    @Test("thousandths of a radian are proposed beside the counts that are nearly the same")
    func milliradians() throws {
        let error = try refusal(turning(perDegree: 17.4533, shake: 0))
        #expect(error.advice.contains("gyroscope=mrad/s or --assume gyroscope=deg/s/16.4"))
    }

    // MARK: Long tables by number

    private let readings: [Int: (Int) -> String] = [
        1: { "0.\($0 % 7),-0.3,9.7" }, 2: { "20.\($0 % 9),-5.5,-41.2" }, 4: { "0.01,-0.\($0 % 5),0.02" },
        14: { "120.\($0 % 9),-45.5,-41.2" },
    ]

    private func long(_ types: [Int], name: String = "sensor_type") -> String {
        "timestamp,\(name),x,y,z\n"
            + lines { row in
                let type = types[row % types.count]
                return
                    "\(412_345_670_000_000 + 10_000_000 * (row / types.count)),\(type),\(readings[type]?(row) ?? "0,0,0")"
            }
    }

    @Test("Android's numbers of sensor types", arguments: ["sensor_type", "type", "sensorType"])
    func androidTypes(_ name: String) throws {
        let recording = try read(long([1, 4, 2], name: name))
        #expect(recording.accelerometer.count == 100)
        #expect(recording.gyroscope.count == 100)
        #expect(recording.magnetometer.values[0].z == -41.2)
        let both = try read(long([1, 4, 2, 14]))
        #expect(both.magnetometer.values[0].x > 100)
        #expect(both.magnetometerCorrected.values[0].x < 30)
    }

    @Test("numbers of an app's own are not Android's, and mapped rows of several sensors are refused")
    func otherNumbers() throws {
        let own =
            long([1, 4, 2]).split(separator: "\n").map { line in
                line.split(separator: ",").enumerated().map {
                    $0 == 1 ? ["1": "2", "2": "1"][$1] ?? String($1) : String($1)
                }
                .joined(separator: ",")
            }.joined(separator: "\n") + "\n"
        #expect(throws: SensorLabError.self) { try read(own) }
        for text in [own, long([1, 4, 2])] {
            let error = #expect(throws: SensorLabError.self) { try read(text, mapping: ["t=1:ns,ax=3,ay=4,az=5"]) }
            #expect(error?.code == .severalDevices)
        }
    }

    // MARK: Proposed clocks

    @Test("a sentence's yaw is no clock, and its checksum no part of the last number")
    func sentences() throws {
        let text = lines { row in
            let yaw = 151.9 + 2 * Double.sin(Double(row) / 60)
            return
                "$VNYMR,+\(yaw),+002.4,+012.\(10 + row % 7),-00.2891,+00.1\(row % 9),+00.3515,+02.0\(row % 7),-00.377,-09.557,"
                + "-00.0284,-00.0\(row % 8)38,-00.160\(row % 5)*\(row % 2 == 0 ? "69" : "6E")"
        }
        let error = try refusal(text, "vn.txt")
        #expect(!error.advice.contains("t=2"))
        #expect(error.advice.contains("rate=HZ"))
        // Angles, field and rate cannot be distinguished by their lengths.
        #expect(!error.advice.contains("mx=") && !error.advice.contains("gx="))
        var options = ReadOptions()
        options.mapping = try ColumnMapping(["ax=8:m/s^2,ay=9,az=10,gx=11:rad/s,gy=12,gz=13"])
        options.assumptions = [Assumption(rateHz: 100)]
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "vn.txt", options: options)
        #expect(recording.gyroscope.count == 300)
        #expect(recording.gyroscope.values[4].z == -0.1604)
        #expect(!recording.warnings.contains { $0.code == .unreadableCells })
    }

    @Test("nanoseconds of a second are no clock: the whole seconds are beside them")
    func partsOfASecond() throws {
        let text = lines { row in
            "\(1_684_316_472 + row / 250),\(row % 250 * 4_000_000),imu_link" + String(repeating: ",0.0", count: 24)
                + ",-0.37\(row % 8),2.06,9.55,-0.37\(row % 8),2.06,9.56"
        }
        let error = try refusal(text)
        #expect(error.advice.contains("--columns t=1:s,t+=2:ns,"))
        #expect(error.advice.contains("28 -0.370"))
        let recording = try read(text, mapping: ["t=1:s,t+=2:ns,ax=28:m/s^2,ay=29,az=30"])
        #expect(recording.accelerometer.times[299] - recording.accelerometer.times[0] == 299 * 4_000_000)
    }

    // MARK: Folders

    private func table(_ header: String, _ cells: String) -> String {
        header + "\n" + lines { "\(1_684_316_472_340 + $0 * 10)\(cells)\($0 % 7)" }
    }

    @Test("an option for every table of a folder, and a note of those that it leaves out")
    func foldersWithoutHeaders() throws {
        let names = ["acce.txt", "gravity.txt", "gyro.txt", "linacce.txt", "magnet.txt"]
        let readings = [" 0.1 0.2 9.8", " 0.1 0.1 9.8", " 0.01 0.02 0.0", " 0.1 0.1 0.0", " 52.1 -34.7 366.8"]
        let tables = zip(names, readings).map { (name: $0, text: table("# Created at noon", $1)) }
        try withFolder(tables) { folder in
            let error = #expect(throws: SensorLabError.self) { try RecordingReader.read(path: folder) }
            for name in names { #expect(error?.advice.contains("--columns \(name):t=1:ms,") == true) }
            var options = ReadOptions()
            options.mapping = try ColumnMapping(["acce.txt:t=1:ms,ax=2:m/s^2,ay=3,az=4"])
            let recording = try RecordingReader.read(path: folder, options: options)
            let note = recording.warnings.first { $0.code == .unknownColumns }
            #expect(note?.message.contains("magnet.txt") == true)
        }
    }

    @Test("an option for every table with names that nobody knows")
    func foldersOfStrangers() throws {
        let estonian = [
            (
                "Kiirendus.csv",
                "\"Aeg (ms)\";\"Kiirendus x (m/s^2)\";\"Kiirendus y (m/s^2)\";\"Kiirendus z (m/s^2)\"",
                ";0,1;0,2;9,8"
            ),
            (
                "Guroskoop.csv", "\"Aeg (ms)\";\"Güroskoop x (rad/s)\";\"Güroskoop y (rad/s)\";\"Güroskoop z (rad/s)\"",
                ";0,01;0,02;0,0"
            ),
        ].map { (name: $0, text: table($1, $2)) }
        let plain = [
            ("acc_walking.csv", "attr_time,attr_x,attr_y,attr_z", ",0.1,0.2,9.8"),
            ("Gyroscope_walking.csv", "attr_time,attr_x,attr_y,attr_z", ",0.1,0.2,0.8"),
        ].map { (name: $0, text: table($1, $2)) }
        // Their units say what they are.
        try withFolder(estonian) { folder in
            let recording = try RecordingReader.read(path: folder)
            #expect(recording.accelerometer.count == 300)
            #expect(recording.gyroscope.count == 300)
        }
        try withFolder(plain) { folder in
            let error = try #require(#expect(throws: SensorLabError.self) { try RecordingReader.read(path: folder) })
            let columns = error.advice.split(separator: " ").filter { $0.contains(".csv:t=") }.map(String.init)
            #expect(columns.count == 2, "\(error.advice)")
            var options = ReadOptions()
            options.mapping = try ColumnMapping(columns)
            options.assumptions = [Assumption(sensor: .gyroscope, unit: .radiansPerSecond)]
            let recording = try RecordingReader.read(path: folder, options: options)
            #expect(recording.accelerometer.count == 300)
            #expect(recording.gyroscope.count == 300)
        }
    }

    @Test("a file for every row: how to make one of them")
    func filesOfRows() throws {
        let rows = (0..<9).map { (name: "oxts/data/00\($0).txt", text: "49.0 8.4 116.4 0.01 0.02 1.2\n") }
        try withFolder(rows + [(name: "oxts/timestamps.txt", text: lines(9) { "2011-09-26 13:02:2\($0).5" })]) {
            folder in
            for path in [folder, folder + "/oxts"] {
                let error = #expect(throws: SensorLabError.self) { try RecordingReader.read(path: path) }
                #expect(error?.advice.contains("/timestamps.txt <(cat ") == true)
            }
        }
    }

    // MARK: Other kinds of files

    @Test("bytes of a kind that nobody knows are no columns")
    func binaries() {
        let bytes = Array("MD".utf8) + (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) }
        let error = #expect(throws: SensorLabError.self) { try RecordingReader.read(bytes: bytes, name: "log.cwa") }
        #expect(error?.message.contains("neither text") == true)
    }

    @Test(arguments: [
        ("MATLAB 5.0 MAT-file, Platform: GLNXA64", "MATLAB"), ("\u{89}HDF\r\n\u{1a}\n", "HDF5"),
        ("PAR1\u{15}\0", "Parquet"),
        ("\u{93}NUMPY\u{1}\0v\0{", "NumPy"), ("\u{e}\u{10}C\u{8}0\0\0\0.FIT&T", "FIT"), ("MD\u{fc}\u{3}\u{16}^", "CWA"),
        ("\u{b5}b\u{2}\u{10}", "UBX"), ("\0\u{6}\u{a}0123\u{9}\u{fe}\u{1c}\u{0}\u{1}!lr000000000", "MAVLink"),
        (
            "H Product:Blackbox flight data recorder by Nicholas Sherlock\nH Field I name:time,gyroADC[0]\n",
            "blackbox_decode"
        ),
        ("<?xml version=\"1.0\"?><mvnx version=\"4\"><subject>\n", "MVNX"),
        ("<?xml version=\"1.0\"?>\n<gpx><trk>\n", "GPX"),
        ("\0\0\0\u{20}ftypmp42", "video"),
    ])
    func foreignFiles(_ beginning: String, _ expected: String) {
        var bytes = beginning.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        bytes += (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) }
        let error = #expect(throws: SensorLabError.self) { try RecordingReader.read(bytes: bytes, name: "log") }
        #expect(error?.code == .otherExport)
        let text = (error?.message ?? "") + (error?.advice ?? "")
        #expect(text.contains(expected))
    }
}
