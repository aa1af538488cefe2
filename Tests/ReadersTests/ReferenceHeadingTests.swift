import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

@Suite("Headings of a reference")
struct ReferenceHeadingTests {
    private static let rows = (0..<40).map {
        "\(Double($0) / 10),0,0,9.8,\($0 % 8 == 0 ? "350.5" : ""),\($0 == 0 ? "0.25" : "")\n"
    }
    .joined()

    private func check(_ recording: Recording) {
        let stream = recording.referenceHeading
        #expect(stream.count == 5 && stream.times[1] - stream.times[0] == 800_000_000)
        #expect(stream.values.allSatisfy { $0.heading == Angle.radians(350.5) })
        #expect(stream.values[0].sigma == Angle.radians(0.25) && stream.values[1].sigma.isNaN)
        #expect(recording.reference.isEmpty && recording.heading.isEmpty)
    }

    @Test("are read from a canonical log, and written as they were read")
    func canonical() throws {
        let text = "# schema: sensorlab.log/1\nt,ax,ay,az,ref_heading,ref_heading_sigma\n" + Self.rows
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
        check(recording)
        check(try RecordingReader.read(bytes: CanonicalWriter.bytes(of: recording), name: "again.csv"))
    }

    @Test("are read from a table with names of its own")
    func wide() throws {
        let text =
            "time (s),acc_x (m/s^2),acc_y (m/s^2),acc_z (m/s^2),ref_heading (deg),ref_heading_sigma (deg)\n" + Self.rows
        check(try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv"))
    }

    @Test("are read from the columns that the user names")
    func mapped() throws {
        var options = ReadOptions()
        options.mapping = try ColumnMapping(["t=1:s,ax=2:m/s^2,ay=3:m/s^2,az=4:m/s^2,ref_heading=5,ref_heading_sigma=6"]
        )
        check(try RecordingReader.read(bytes: Array(Self.rows.utf8), name: "log.csv", options: options))
    }

    @Test("of -180 to 180 degrees are those of 0 to 360")
    func signed() throws {
        let text = "t,ax,ay,az,ref_heading\n0,0,0,9.8,-90\n0.1,0,0,9.8,-0.5\n0.2,0,0,9.8,180\n"
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
        #expect(recording.referenceHeading.values.map(\.heading) == [270, 359.5, 180].map(Angle.radians))
    }

    @Test("a heading that is none, and a sigma that is none")
    func damaged() throws {
        let text = "t,ax,ay,az,ref_heading,ref_heading_sigma\n0,0,0,9.8,361,1\n0.1,0,0,9.8,10,-1\n0.2,0,0,9.8,20,x\n"
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
        #expect(recording.referenceHeading.count == 2)
        #expect(recording.referenceHeading.values.allSatisfy { $0.sigma.isNaN })
        #expect(recording.warnings.contains { $0.message.contains("referenceHeading") })
    }
}
