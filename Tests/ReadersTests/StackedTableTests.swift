import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Several tables in one file, one below the other.
struct StackedTableTests {
    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
    }

    private func rows(_ range: Range<Int>, _ values: String) -> String {
        range.map { "\(Double($0) / 50),\(values)\n" }.joined()
    }

    private static let force = "0.5,-0.25,9.75"
    private static let rate = "0.01,-0.02,0.03"
    private static let field = "20.5,-3.25,-41.5"

    @Test("a table for each sensor, with and without empty lines", arguments: ["", "\n", "\r\n\n"])
    func sensors(_ between: String) throws {
        for headers in [
            ["time (s),ax,ay,az", "time (s),gx,gy,gz", "time (s),mx,my,mz"],
            [
                "Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2)", "Time (s),X (rad/s),Y (rad/s),Z (rad/s)",
                "Time (s),X (µT),Y (µT),Z (µT)",
            ], ["t,ax,ay,az", "t,gx,gy,gz", "t,mx,my,mz"],
        ] {
            let text = zip(headers, [Self.force, Self.rate, Self.field]).map { $0 + "\n" + rows(0..<200, $1) }
                .joined(separator: between)
            let recording = try read(text)
            #expect(recording.accelerometer.values.allSatisfy { $0 == Vector3(0.5, -0.25, 9.75) })
            #expect(recording.gyroscope.values.allSatisfy { $0 == Vector3(0.01, -0.02, 0.03) })
            #expect(recording.magnetometer.values.allSatisfy { $0 == Vector3(20.5, -3.25, -41.5) })
            for sensor in [SensorKind.accelerometer, .gyroscope, .magnetometer] {
                #expect(recording.times(of: sensor).count == 200)
            }
            #expect(!recording.warnings.contains { $0.code.isDamage })
        }
    }

    @Test("columns in another order, and more of them, go on")
    func otherColumns() throws {
        let first = "time (s),ax,ay,az,gx,gy,gz\n" + rows(0..<100, "\(Self.force),\(Self.rate)")
        let turned = try read(first + "time (s),gx,gy,gz,ax,ay,az\n" + rows(100..<200, "\(Self.rate),\(Self.force)"))
        #expect(turned.accelerometer.count == 200)
        #expect(turned.accelerometer.values.allSatisfy { $0 == Vector3(0.5, -0.25, 9.75) })
        let wider = try read(
            "time (s),ax,ay,az\n" + rows(0..<100, Self.force) + "time (s),ax,ay,az,gx,gy,gz\n"
                + rows(100..<200, "\(Self.force),\(Self.rate)"))
        #expect(wider.accelerometer.count == 200 && wider.gyroscope.count == 100)
    }

    @Test("a table that begins earlier again, one in another unit and one of no sensor are told, and not mixed in")
    func leftOut() throws {
        let first = "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2)\n" + rows(0..<200, Self.force)
        for second in [
            "time (s),az (m/s^2),ay (m/s^2),ax (m/s^2)\n" + rows(0..<150, Self.force),
            "time (s),ax (g),ay (g),az (g)\n" + rows(200..<400, "0.05,-0.025,1"),
        ] {
            let recording = try read(first + second)
            #expect(recording.accelerometer.count == 200)
            let warning = try #require(recording.warnings.first { $0.code == .secondStream })
            #expect(warning.place == "log.csv:202")
        }
        let unknown = try read(first + "time (s),flow x,flow y,flow z\n" + rows(0..<150, Self.force))
        #expect(unknown.accelerometer.count == 200)
        #expect(unknown.warnings.contains { $0.code == .unreadableTable && $0.place == "log.csv:202" })
    }

    @Test("rows of words are no header: a summary below the rows is left out as before")
    func summaries() throws {
        let text = "time (s),ax,ay,az\n" + rows(0..<200, Self.force) + "mean,0.5,-0.25,9.75\nend,of,the,log\n"
        let recording = try read(text)
        #expect(recording.accelerometer.count == 200)
        #expect(recording.warnings.contains { $0.code == .unreadableTime })
        #expect(!recording.warnings.contains { $0.code == .unreadableTable })
    }
}
