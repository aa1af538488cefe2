import Foundation
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// `# key: value` lines at the top work in every text format, in folders and in zip files.
struct MetadataLinesTests {
    private let statements = """
        # north: true
        # attitude-north: arbitrary
        # place: 47.5,-122.3,20
        # date: 2024-05-06
        # device: Board 7
        # start: 2024-05-06T10:00:00Z
        # unix-seconds-at-zero: 1715000000
        # reference-mount: fit
        # reference-delay: 0.08

        """

    /// A device that turns about its z axis, lying.
    private func rows(_ header: String, _ separator: String = ",") -> String {
        header.split(separator: ",").joined(separator: separator) + "\n"
            + (0..<400).map { row in
                let t = Double(row) / 100
                let angle = 0.6 * sin(2 * t)
                let cells = [
                    t, 0, 0, 9.81, 0, 0, 1.2 * cos(2 * t), 20 * sin(angle), 20 * cos(angle), -40, cos(angle / 2), 0, 0,
                    sin(angle / 2),
                ]
                return cells.map { String($0) }.joined(separator: separator) + "\n"
            }.joined()
    }

    private let wide =
        "time (s),acc_x (m/s^2),acc_y (m/s^2),acc_z (m/s^2),gyro_x (rad/s),gyro_y (rad/s),gyro_z (rad/s),mag_x (uT),"
        + "mag_y (uT),mag_z (uT),dev_qw,dev_qx,dev_qy,dev_qz"

    private func read(_ text: String, _ name: String = "log.csv") throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: name, options: ReadOptions())
    }

    private func expectStatements(_ recording: Recording, _ comment: Comment) {
        let metadata = recording.metadata
        #expect(metadata.reference.north == .true, comment)
        #expect(metadata.reference.mount == .fit && metadata.reference.delay == .seconds(0.08), comment)
        #expect(metadata.place?.latitude == 47.5 && metadata.place?.longitude == -122.3, comment)
        #expect(metadata.date?.text == "2024-05-06", comment)
        #expect(metadata.device == "Board 7", comment)
        #expect(metadata.start == "2024-05-06T10:00:00Z" && metadata.unixSecondsAtZero == 1_715_000_000, comment)
        #expect(metadata.attitudeIsRelative, comment)
    }

    @Test("in wide tables of every separator, in long tables, and without a format that knows them")
    func everyTable() throws {
        for separator in [",", ";", "\t"] {
            expectStatements(try read(statements + rows(wide, separator)), "separator \(separator)")
        }
        let long =
            "timestamp,sensor,x,y,z\n"
            + (0..<400).map { row in
                "\(Double(row) / 100),accelerometer,0.\(row % 3),0.1,9.8\n\(Double(row) / 100),gyroscope,0,0,0.\(row % 5)\n"
            }.joined()
        expectStatements(try read(statements + long), "long table")
    }

    @Test("in a folder of tables, and in a zip file")
    func folders() throws {
        let sensor = { (scale: Int, unit: String) in
            "t,x (\(unit)),y (\(unit)),z (\(unit))\n"
                + (0..<400).map {
                    "\(Double($0) / 100),0.\($0 % 7 * scale),0.2,\(unit == "rad/s" ? 0 : 9).\($0 % 3)\n"
                }.joined()
        }
        let folder = NSTemporaryDirectory() + "metadata-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tables = [("accelerometer.csv", statements + sensor(1, "m/s^2")), ("gyroscope.csv", sensor(2, "rad/s"))]
        for (name, text) in tables {
            try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        }
        expectStatements(try RecordingReader.read(path: folder), "folder")
        let zip = FormatSamples.zip(tables.map { ($0.0, Array($0.1.utf8)) })
        expectStatements(try RecordingReader.read(bytes: zip, name: "log.zip"), "zip")
        let packed = FormatSamples.zip([("log.csv", Array((statements + rows(wide)).utf8))])
        expectStatements(try RecordingReader.read(bytes: packed, name: "log.zip"), "one table in a zip")
    }

    @Test("what the format says of itself stays, and other lines are no metadata")
    func foreign() throws {
        let recording = try read("# Version: 3\n# note: north: true\n" + rows(wide))
        #expect(recording.metadata.reference == ReferenceTerms())
        #expect(recording.metadata.other.isEmpty)
    }

    @Test("a value that cannot be read is named, with what was expected")
    func unreadable() throws {
        for (line, expected) in [
            ("# north: upwards", "true, magnetic or arbitrary"), ("# reference-delay: soon", "seconds or fit"),
            ("# reference-mount: loose", "known or fit"), ("# place: here", "LAT,LON"),
        ] {
            let warnings = try read(line + "\n" + rows(wide)).warnings.filter { $0.code == .unreadableMetadata }
            #expect(warnings.count == 1 && warnings[0].message.contains(expected), "\(line)")
        }
    }

    @Test("dev_qw is read in a wide table, whatever the sensors are called")
    func deviceQuaternion() throws {
        for names in [
            wide, wide.replacing("acc_", with: "accel_"), wide.replacing(" (m/s^2)", with: ""),
            wide.replacing("gyro_x (rad/s)", with: "wx").replacing("gyro_y (rad/s)", with: "wy")
                .replacing("gyro_z (rad/s)", with: "wz"),
        ] {
            let recording = try read(rows(names))
            #expect(recording.attitude.count == 400, "\(names)")
            #expect(recording.provenance[.attitude]?.source == "dev_qw,dev_qx,dev_qy,dev_qz", "\(names)")
        }
    }

    @Test("what is written is read back")
    func roundTrip() throws {
        var recording = try read(statements + rows(wide))
        recording.reference = recording.attitude
        for (north, delay) in [
            (ReferenceNorth.arbitrary, ReferenceDelay.fit), (.magnetic, .seconds(-0.25)), (.true, .seconds(0)),
        ] {
            recording.metadata.reference = ReferenceTerms(north: north, mount: .known, delay: delay)
            let text = String(decoding: try CanonicalWriter.bytes(of: recording), as: UTF8.self)
            #expect(try read(text).metadata.reference == recording.metadata.reference)
        }
    }
}
