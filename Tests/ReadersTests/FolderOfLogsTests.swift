import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// What a path means to a verb that takes several logs.
@Suite("folders of logs")
struct FolderOfLogsTests {
    @Test("a folder of logs stands for them; what is no log is left out and named; a log is itself")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("logs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["b.csv", "a.csv"] {
            var text = "t,ax,ay,az,gx (rad/s),gy (rad/s),gz (rad/s)\n"
            for index in 0..<200 { text += "\(Double(index) / 100),0,0,9.81,0,0,0.1\n" }
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        try "no log\n".write(to: folder.appendingPathComponent("notes.txt"), atomically: true, encoding: .utf8)
        let found = try RecordingReader.readAll(path: folder.path)
        #expect(found.logs.map(\.path) == ["a.csv", "b.csv"].map { folder.path + "/" + $0 })
        #expect(found.leftOut.map(\.code) == [.logLeftOut] && found.leftOut[0].text.contains("notes.txt"))
        let one = try RecordingReader.readAll(path: folder.appendingPathComponent("a.csv").path)
        #expect(one.logs.count == 1 && one.leftOut.isEmpty)
        for name in ["a.csv", "b.csv"] { try FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
        #expect(throws: SensorLabError.self) { try RecordingReader.readAll(path: folder.path) }
        #expect(throws: SensorLabError.self) { try RecordingReader.readAll(path: folder.path + "/missing") }
    }

    /// People pack a log to send it, and keep it beside notes: then the folder is the log.
    @Test(
        "a zip with one log in it is that log, whatever its format",
        arguments: FormatSamples.all.filter { $0.files.isEmpty && !$0.bytes.starts(with: [0x50, 0x4b]) })
    func oneLog(sample: FormatSamples.Sample) throws {
        var options = ReadOptions()
        options.assumptions = sample.assumptions
        let alone = try RecordingReader.read(bytes: sample.bytes, name: sample.name, options: options)
        let notes = Array("Recorded on the roof.\n".utf8)
        let packed = try RecordingReader.read(
            bytes: FormatSamples.zip([("README.txt", notes), (sample.name, sample.bytes)]), name: "sent.zip",
            options: options)
        #expect(packed.metadata.format == alone.metadata.format)
        expectSameStreams(packed, alone)
    }

    /// `rostopic echo -p` writes a table for each topic: its `linear_acceleration` is specific force in a folder, too.
    @Test("tables of several ROS topics in one zip are one log; the same topic twice, two logs")
    func topics() throws {
        let header = "%time,field.header.seq,field.header.stamp,field.header.frame_id"
        func axes(_ name: String) -> String { "xyz".map { ",field.\(name).\($0)" }.joined() }
        var imu = header + axes("angular_velocity") + axes("linear_acceleration") + "\n"
        var field = header + axes("magnetic_field") + "\n"
        var fix = header + ",field.latitude,field.longitude,field.altitude\n"
        for index in 0..<200 {
            let stamp = 1_600_000_000_000_000_000 + index * 10_000_000
            let row = "\(stamp),\(index),\(stamp),imu_link"
            imu += row + ",0.001,0.002,0.1,0.1,0.2,9.8\n"
            field += row + ",0.00002,0.000001,-0.00004\n"
            if index % 100 == 0 { fix += row + ",48.1,11.5,520\n" }
        }
        let files = [("imu.csv", imu), ("mag.csv", field), ("fix.csv", fix)].map { ($0, Array($1.utf8)) }
        let recording = try RecordingReader.read(bytes: FormatSamples.zip(files), name: "bag.zip")
        #expect(recording.metadata.format == "rostopic CSV")
        #expect(recording.sensors == [.accelerometer, .gyroscope, .magnetometer, .location])
        #expect(recording.accelerometer.values[7] == Vector3(0.1, 0.2, 9.8))
        #expect((recording.magnetometer.values[7] - Vector3(20, 1, -40)).length < 1e-9)
        #expect(recording.location.values.first?.place.height == 520)
        #expect(throws: SensorLabError.self) {
            try RecordingReader.read(
                bytes: FormatSamples.zip([("run1.csv", files[0].1), ("run2.csv", files[0].1)]), name: "runs.zip")
        }
    }

    @Test("tables that nothing reads are named once, in one note; those that are read, and notes, are not")
    func unreadTables() throws {
        let pressure = Array(("time,seconds_elapsed,relativeAltitude,pressure\n" + "1,0,2,1013\n2,1,2,1013\n").utf8)
        let files =
            FormatSamples.sensorLogger(ios: false) + [
                ("run/Barometer.csv", pressure), ("run/Steps.csv", Array("time,steps\n1,2\n2,3\n".utf8)),
                ("run/README.txt", Array("Recorded on the roof.\n".utf8)),
            ]
        let recording = try RecordingReader.read(bytes: FormatSamples.zip(files), name: "log.zip")
        let named = recording.warnings.filter { $0.code == .unknownColumns && $0.message.contains("tables") }
        #expect(named.count == 1 && named[0].code.severity == .note)
        #expect(named.first?.message.hasSuffix("Barometer.csv, Steps.csv") == true, "\(named)")
        let whole = try RecordingReader.read(
            bytes: FormatSamples.zip(FormatSamples.sensorLogger(ios: false)), name: "log.zip")
        #expect(!whole.warnings.contains { $0.message.contains("tables") }, "\(whole.warnings)")
    }

    @Test("a mark within names separates nothing: such a table is named too")
    func marksInNames() throws {
        let angles =
            "n,Roll | Phi | X (degrees),Pitch | Theta | Y (degrees),Yaw | Psi | Z (degrees)\n1,2,3,4\n2,2,3,4\n"
        let force = "time (s),x,y,z\n" + (0..<20).map { "\(Double($0) / 50),0.1,0.2,9.8\n" }.joined()
        let files = [("Angles.csv", angles), ("Accelerometer.csv", force)].map { ($0, Array($1.utf8)) }
        let recording = try RecordingReader.read(bytes: FormatSamples.zip(files), name: "log.zip")
        #expect(recording.warnings.contains { $0.code == .unknownColumns && $0.text.hasSuffix("Angles.csv") })
    }

    @Test(
        "tables that are given by hand are added to those that are read without, and take the place of their own kind")
    func givenBesideKnown() throws {
        func table(_ names: String, _ row: String) -> [UInt8] {
            Array(("time (s),\(names)\n" + (0..<40).map { "\(Double($0) / 50),\(row)\n" }.joined()).utf8)
        }
        let files = [
            ("Accelerometer.csv", table("x (m/s^2),y (m/s^2),z (m/s^2)", "0.1,0.2,9.8")),
            ("Gyroscope.csv", table("x (rad/s),y (rad/s),z (rad/s)", "0.5,0.25,0.125")),
            ("Strange.csv", table("a,b,c,d", "1,0,0,0")),
            ("Other.csv", table("a,b,c", "0.3,0.4,9.7")),
        ]
        func read(_ columns: [String], _ files: [(String, [UInt8])]) throws -> Recording {
            var options = ReadOptions()
            options.mapping = try ColumnMapping(columns)
            return try RecordingReader.read(bytes: FormatSamples.zip(files), name: "log.zip", options: options)
        }
        let attitude = "Strange.csv:t=1:s,dev_qw=2,dev_qx=3,dev_qy=4,dev_qz=5"
        let both = try read([attitude], files)
        #expect(both.sensors == [.accelerometer, .gyroscope, .attitude])
        #expect(both.gyroscope.values.first == Vector3(0.5, 0.25, 0.125))
        #expect(both.provenance[.gyroscope]?.decidedBy.contains("header") == true)
        #expect(both.metadata.format.hasPrefix("columns as given, and "))
        #expect(both.warnings.contains { $0.code == .unknownColumns && $0.text.hasSuffix("Other.csv") })
        let replaced = try read(["Other.csv:t=1:s,ax=2:m/s^2,ay=3,az=4"], files)
        #expect(replaced.accelerometer.values.first == Vector3(0.3, 0.4, 9.7) && replaced.gyroscope.count == 40)
        #expect(replaced.warnings.contains { $0.code == .secondStream && $0.text.contains("accelerometer") })
        // Another log in the same folder.
        let run = table("ax,ay,az,gx (rad/s),gy (rad/s),gz (rad/s)", "0.1,0.2,9.8,0.5,0.25,0.125")
        let alone = try read(["Other.csv:t=1:s,ax=2:m/s^2,ay=3,az=4"], [("Other.csv", files[3].1), ("run.csv", run)])
        #expect(alone.sensors == [.accelerometer] && alone.accelerometer.values.first?.x == 0.3)
    }

    @Test("a table that is given decides the unit of one that is read without")
    func givenIsEvidence() throws {
        let rows = (0..<400).map { row -> (String, String) in
            let angle = Double.sin(Double(row) / 40)
            let rate = Double.cos(Double(row) / 40) * 50 / 40 * 180 / Double.pi
            return (
                "\(Double(row) / 50),0.\(row % 7),\(9.80665 * Double.sin(angle)),\(9.80665 * Double.cos(angle))\n",
                "\(Double(row) / 50),\(rate),0.0\(row % 7),0.0\(row % 5)\n"
            )
        }
        let files = [
            ("Strange.csv", "when,a,b,c\n" + rows.map(\.0).joined()),
            ("Gyroscope.csv", "time (s),x,y,z\n" + rows.map(\.1).joined()),
        ].map { ($0, Array($1.utf8)) }
        var options = ReadOptions()
        options.mapping = try ColumnMapping(["Strange.csv:t=1:s,ax=2:m/s^2,ay=3,az=4"])
        let recording = try RecordingReader.read(bytes: FormatSamples.zip(files), name: "log.zip", options: options)
        #expect(recording.sensors == [.accelerometer, .gyroscope])
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
    }

    // MARK: What the names of files say

    private static func table(_ names: String, _ row: String) -> [UInt8] {
        Array(("Timestamp (us),\(names)\n" + (0..<40).map { "\(23_000_000 + 20_000 * $0),\(row)\n" }.joined()).utf8)
    }

    private static let quaternions = "Quaternion W,Quaternion X,Quaternion Y,Quaternion Z"
    private static let accelerations = "Acceleration X (g),Acceleration Y (g),Acceleration Z (g)"
    private static let inertial = (
        "Inertial.csv",
        table(
            "Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)",
            "0.1,0.2,0.3,0.01,0.02,0.99")
    )

    private func read(_ files: [(String, [UInt8])]) throws -> Recording {
        try RecordingReader.read(bytes: FormatSamples.zip(files), name: "log.zip")
    }

    @Test(
        "linear acceleration by the name of its file", arguments: ["LinearAcceleration", "UserAcceleration", "lin_acc"])
    func linearByFile(_ name: String) throws {
        for (names, row) in [
            (Self.quaternions + "," + Self.accelerations, "1,0,0,0,0.001,0.002,0.003"),
            (Self.accelerations, "0.001,0.002,0.003"),
            ("ax (g),ay (g),az (g)", "0.001,0.002,0.003"), ("x (g),y (g),z (g)", "0.001,0.002,0.003"),
        ] {
            let recording = try read([Self.inertial, ("\(name).csv", Self.table(names, row))])
            #expect(abs((recording.accelerometer.values.first?.z ?? 0) - 0.99 * 9.80665) < 1e-9)
            #expect(abs((recording.linearAcceleration.values.first?.z ?? 0) - 0.003 * 9.80665) < 1e-9)
            #expect(!recording.warnings.contains { $0.code == .secondStream || $0.code == .incompleteColumns })
        }
    }

    @Test(
        "accelerations in the axes of the earth are no sensor's",
        arguments: ["EarthAcceleration", "world_acc", "FreeAcceleration"])
    func earthByFile(_ name: String) throws {
        let files = [
            ("\(name).csv", Self.table(Self.quaternions + "," + Self.accelerations, "1,0,0,0,0.001,0.002,0.003")),
            Self.inertial,
        ]
        let recording = try read(files)
        #expect(recording.sensors == [.accelerometer, .gyroscope, .attitude])
        #expect(abs((recording.accelerometer.values.first?.z ?? 0) - 0.99 * 9.80665) < 1e-9)
        #expect(
            recording.warnings.contains {
                $0.code == .unknownColumns && $0.text.lowercased().contains("acceleration x")
            })
        #expect(!recording.warnings.contains { $0.code == .incompleteColumns || $0.code == .secondStream })
        let plain = try read([("\(name).csv", Self.table("x (g),y (g),z (g)", "0.001,0.002,0.003")), Self.inertial])
        #expect(plain.sensors == [.accelerometer, .gyroscope])
        #expect(plain.warnings.contains { $0.code == .unknownColumns && $0.text.hasSuffix("\(name).csv") })
    }

    @Test("columns called accelerometer go before a file called acceleration, and a user's number says nothing")
    func accelerometerFirst() throws {
        let other = ("Acceleration.csv", Self.table("x (g),y (g),z (g)", "0.5,0.5,0.7"))
        let recording = try read([other, Self.inertial])
        #expect(abs((recording.accelerometer.values.first?.z ?? 0) - 0.99 * 9.80665) < 1e-9)
        #expect(recording.warnings.contains { $0.code == .secondStream && $0.text.contains("Acceleration.csv") })
        let user = try read([("user_3_acc.csv", Self.table("ax (g),ay (g),az (g)", "0.5,0.5,0.7"))])
        #expect(user.sensors == [.accelerometer])
    }

    @Test(
        "words that fill the names of a quaternion's columns",
        arguments: [
            "W Element,X Element,Y Element,Z Element", "Element 1,Element 2,Element 3,Element 4",
            "Element 0,Element 1,Element 2,Element 3",
        ])
    func elements(_ names: String) throws {
        let recording = try read([Self.inertial, ("Quaternion.csv", Self.table(names, "0.8,0,0,0.6"))])
        #expect(recording.attitude.count == 40)
        #expect(abs((recording.attitude.values.first?.w ?? 0).magnitude - 0.8) < 1e-12)
    }

    /// A table whose name or header is damaged would otherwise be none of the log.
    @Test("an unread table of a zip file whose bytes are not those that were packed is damage")
    func unreadDamage() throws {
        let steps = ("run/Steps.csv", Array("time,steps\n1,2\n2,3\n".utf8))
        var bytes = FormatSamples.zip(FormatSamples.sensorLogger(ios: false) + [steps])
        let text = Array("time,steps".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
        bytes[start] ^= 1
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.warnings.contains { $0.code == .corruptGzip && $0.place.hasSuffix("Steps.csv") })
    }
}
