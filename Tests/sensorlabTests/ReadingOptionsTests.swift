import Foundation
import TestSupport
import Testing

/// What of a log is read, and how it is understood: the options that every verb with a LOG has.
@Suite("Reading options")
struct ReadingOptionsTests {
    let folder: TemporaryFolder
    private let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path

    init() throws { folder = try TemporaryFolder() }

    private func rows(_ arguments: String...) throws -> [[Substring]] {
        let outcome = try Tool.run(["convert"] + arguments + ["--out", "-", "--quiet"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        return outcome.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
    }

    @Test("--from and --to: seconds of the log's clock, and the same part by wall-clock time")
    func part() throws {
        let log = try folder.file(
            "log.csv",
            "# unix-seconds-at-zero: 1464953655\nt,ax,ay,az\n" + (0..<10).map { "\($0),0,0,9.8\n" }.joined())
        let byClock = try rows(log, "--from", "2", "--to", "5.5")
        #expect(byClock.dropFirst().map(\.[0]) == ["2", "3", "4", "5"])
        // 1464953655 s is 2016-06-03T11:34:15Z.
        let byWall = try rows(log, "--from", "2016-06-03T11:34:17Z", "--to", "2016-06-03 13:34:20.5+02:00")
        #expect(byWall == byClock)
        let fused = try Tool.run("fuse", log, "--filter", "lowpass", "--quiet", "--from", "8")
        #expect(fused.status == 65 || !fused.output.contains("\n2,"))
    }

    @Test("--without leaves a sensor out, --resample puts all on one clock")
    func columnsAndClock() throws {
        let header = try #require(try rows(demo, "--to", "2", "--without", "gyroscope").first)
        #expect(!header.contains("gx") && header.contains("ax") && header.contains("mx"))
        let table = try rows(demo, "--from", "1", "--to", "3", "--resample", "50")
        // Fixes keep stamps of their own: the rows of the accelerometer.
        #expect(table[0][1] == "ax")
        let times = table.dropFirst().filter { !$0[1].isEmpty }.compactMap { Double($0[0]) }
        #expect((95...101).contains(times.count))
        for (a, b) in zip(times, times.dropFirst()) { #expect((b - a - 0.02).magnitude < 2e-9) }
    }

    @Test("--place tells which way the field points: face up in Sydney")
    func place() throws {
        let log = try folder.file(
            "log.csv",
            "time (s),acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n"
                + (0..<40).map { "\(Double($0) / 10),0,0,9.8,0,25,50\n" }.joined())
        func decided(_ arguments: String...) throws -> (reason: String, messages: String) {
            let outcome = try Tool.run(["info", log, "--json"] + arguments)
            let answer = try json(outcome.output)
            let streams = try #require((answer["recording"] as? [String: Any])?["streams"] as? [[String: Any]])
            let codes = (answer["warnings"] as? [[String: Any]])?.compactMap { $0["code"] as? String } ?? []
            return (try #require(streams[0]["decidedBy"] as? String), codes.joined(separator: " "))
        }
        let known = try decided("--place", "-33.86,151.21")
        #expect(known.reason.contains("which there points up") && !known.messages.contains("sign-undecided"))
        let unknown = try decided()
        #expect(unknown.messages.contains("sign-undecided"))
        // In the north the same log would be CoreMotion's, turned.
        #expect(try rows(log, "--place", "48.1,11.6", "--assume", "magnetometer=uT")[1][3] == "-9.8")
        #expect(try rows(log, "--place", "-33.86,151.21")[1][3] == "9.8")
        let fused = try Tool.run(
            "fuse", log, "--filter", "compass", "--place", "-33.86,151.21", "--date", "2026-03-01")
        #expect(fused.status == 0 && !fused.messages.contains("sign-undecided"), "\(fused.messages)")
    }

    @Test("a sensor that the log names is listed though its readings are no specific force")
    func accelerometerWithoutGravity() throws {
        let log = try folder.file(
            "Accelerometer.csv",
            "time,seconds_elapsed,z,y,x\n"
                + (0..<9).map { "170000000\($0)000000000,\($0),0.3,-0.2,0.1\n" }.joined())
        let outcome = try Tool.run("info", log)
        #expect(outcome.output.contains("accelerometer ") && outcome.output.contains("without gravity"))
        #expect(outcome.messages.contains("no-gravity"))
    }
}
