import Foundation
import TestSupport
import Testing

/// `--place` is read in one way by every verb.
@Suite("Places on the command line")
struct PlaceArgumentTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let verbs = [
        ["info", "log.csv"], ["convert", "log.csv", "--out", "a.csv"], ["analyze", "log.csv"],
        ["calibrate", "accelerometer", "log.csv"], ["calibrate", "magnetometer", "log.csv"],
        ["fuse", "log.csv", "--filter", "lowpass"], ["geodesy", "sun", "--time", "2026-06-21T10:00:00Z"],
        ["declination", "--date", "2026-01-01"], ["simulate", "turntable"],
        ["deviation", "log.csv", "--date", "2026-01-01"], ["compare", "log.csv"], ["batch", "log.csv"],
        ["project", "log.csv", "--places", "log.csv"], ["serve"],
    ]

    @Test("what is no place on Earth is a usage error of one line", arguments: verbs)
    func refused(_ verb: [String]) throws {
        _ = try folder.file("log.csv", "t,ax,ay,az\n" + (0..<99).map { "\($0),0,0,9.8\n" }.joined())
        for place in [
            "nan,11", "48,inf", "91,0", "48,999", "48,-181", "48", "48,11,5,6", "48,11,nan", "48,11,1e9", "a,b", "",
        ] {
            let outcome = try Tool.run(verb + ["--place", place], in: folder.root)
            expectError(outcome, 64, says: "--place")
        }
        #expect(folder.names == ["log.csv"])
    }

    @Test("the places of a deviation and of geodesy are read in the same way")
    func otherOptions() throws {
        let table = try folder.file("table.csv", "heading,deviation\n0,1\n90,2\n180,1\n270,0\n")
        let place = ["--place", "48,11", "--date", "2026-01-01"]
        expectError(try Tool.run(["deviation", table, "--at", "nan,1"] + place), 64, says: "--at")
        expectError(try Tool.run(["deviation", table, "--at", "1,999"] + place), 64, says: "longitude")
        expectError(try Tool.run("geodesy", "utm", "nan,11"), 64, says: "latitude")
        expectError(try Tool.run("geodesy", "distance", "48,11", "91,0"), 64, says: "latitude")
    }

    @Test("what a deviation table does not need is refused, and unknown sigmas are null")
    func deviationTables() throws {
        let table = try folder.file("table.csv", "heading,deviation\n0,1\n90,2\n")
        for option in [
            ["--from", "1"], ["--without", "gyroscope"], ["--calibration", "auto"], ["--assume", "rate=5"],
        ] {
            expectError(try Tool.run(["deviation", table] + option), 64, says: option[0], "found a table")
        }
        let outcome = try Tool.run("deviation", table, "--json", "--quiet")
        #expect(outcome.status == 0 && !outcome.output.contains("inf") && !outcome.output.contains("nan"), "\(outcome)")
        _ = try json(outcome.output)
    }
}
