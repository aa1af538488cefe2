import Foundation
import TestSupport
import Testing

@Suite("analyze")
struct AnalyzeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let keys: Set<String> = [
        "schema", "tool", "input", "recording", "geomagnetism", "calibration", "filters", "headingOffset", "deviation",
        "budget", "recommendation", "warnings", "performance", "verdict", "actions", "timeline", "agreement",
    ]

    @Test("the demo recording: every output, every key, and the calibration and accuracy that its simulation allows")
    func demo() throws {
        let log = SharedData.committed("ar-panning-barcelona.csv.gz").path
        let outcome = try Tool.run("analyze", log, "--out", folder.path("r"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        for name in ["report.html", "report.json", "report.md", "tracks.csv"] {
            #expect(FileManager.default.fileExists(atPath: folder.path("r/\(name)")))
        }
        let report = try Report(folder.path("r/report.json"))
        #expect(Self.keys.isSubset(of: report.json.keys))
        #expect(report.json["schema"] as? String == "sensorlab.report/1")
        #expect(report.filterNames == ["lowpass", "complementary", "kalman", "vqf", "sensorlab", "fixed-lag", "map"])

        // WMM2015v2 at Barcelona in June 2015 by the PyPI package pygeomag: 0.543 degrees
        // (docs/reference/geomagnetism.md).
        let declination = try #require(Report.number(report.json["geomagnetism"], "declinationDegrees"))
        #expect((declination - 0.543).magnitude < 0.001)
        // The simulated truth: hard iron 103.6, 289.6, 60.4 microtesla, gyroscope bias 0.1038, -0.0214, 0.0194 rad/s.
        let calibration = try #require(report.json["calibration"] as? [String: Any])
        let magnetometer = try #require(calibration["magnetometer"] as? [String: Any])
        #expect(magnetometer["accepted"] as? Bool == true)
        let hardIron = try #require(magnetometer["hardIron"] as? [Double])
        for (found, truth) in zip(hardIron, [103.6, 289.6, 60.4]) { #expect((found - truth).magnitude < 1.5) }
        let gyroscope = try #require(calibration["gyroscope"] as? [String: Any])
        let bias = try #require(gyroscope["bias"] as? [Double])
        for (found, truth) in zip(bias, [0.1038, -0.0214, 0.0194]) { #expect((found - truth).magnitude < 0.001) }

        let kalman = try #require(Report.number(try report.filter("kalman"), "accuracy", "totalRMSEDegrees"))
        let lowpass = try #require(Report.number(try report.filter("lowpass"), "accuracy", "totalRMSEDegrees"))
        #expect(kalman < 2.5)
        #expect(lowpass > kalman)
        let best = try #require((report.json["recommendation"] as? [String: Any])?["filter"] as? String)
        #expect(try #require(Report.number(try report.filter(best), "accuracy", "totalRMSEDegrees")) <= kalman)
        #expect(report.json["deviation"] is [String: Any])
        #expect(report.json["headingOffset"] is [String: Any])
    }

    @Test(
        "classic logs without a gyroscope: every filter that can runs, a warning says what is lost, the report is full",
        arguments: ["classic-accelerometer-magnetometer-gravity", "classic-gravity-magnetometer"])
    func classic(name: String) throws {
        let log = SharedData.committed("\(name).csv.gz").path
        let outcome = try Tool.run("analyze", log, "--filters", "all", "--out", folder.path("r"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        let report = try Report(folder.path("r/report.json"))
        #expect(
            report.filterNames == [
                "compass", "lowpass", "tilt", "triad", "quest", "radius-lowpass", "circular", "mean-rotation",
                "complementary", "mahony", "aqua", "ekf", "ukf", "kalman", "sensorlab",
            ])
        let codes = report.warnings.map(\.code)
        #expect(codes.contains("no-gyroscope"))
        #expect(codes.contains("filter-not-run"), "gyro cannot run")
        let magnetometer = try #require(
            (report.json["calibration"] as? [String: Any])?["magnetometer"] as? [String: Any])
        #expect(magnetometer["accepted"] as? Bool == true)
        for filter in report.filterNames {
            let section = try report.filter(filter)
            #expect(section["accuracy"] is NSNull, "there is no reference")
            #expect(Report.number(section, "heading", "definedShare") ?? 0 > 0.9)
            #expect(Report.number(section, "rho", "recordedGravityMeanDegrees") != nil)
            #expect(Report.number(section, "rho", "rmsToRecordedGravityDegrees") ?? 99 < 10)
        }
        for file in ["report.html", "report.md", "tracks.csv"] {
            #expect(FileManager.default.fileExists(atPath: folder.path("r/\(file)")))
        }
    }

    @Test("commands that the report advises for a log repeat the options that read it, and run")
    func given() throws {
        let log = SharedData.committed("ar-panning-barcelona.csv.gz").path
        let options = ["--to", "60", "--assume=magnetometer=uT"]
        let outcome = try Tool.run(["analyze", log, "--out", folder.path("r"), "--json"] + options)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let actions = try #require(try Report(folder.path("r/report.json")).json["actions"] as? [[String: Any]])
        let command = try #require(
            actions.compactMap { $0["command"] as? String }.first { $0.hasPrefix("sensorlab compare") })
        #expect(command.contains("\(log) --to 60 --assume=magnetometer=uT --filters "), "\(command)")
        let words = command.split(separator: " ").dropFirst().map(String.init)
        let again = try Tool.run(words + ["--out", folder.path("comparison")])
        #expect(again.status == 0, "\(again.messages)")
    }

    @Test("the same log gives the same bytes, but for the times in `performance`")
    func deterministic() throws {
        let log = SharedData.committed("ar-panning-barcelona.csv.gz").path
        for name in ["a", "b"] {
            #expect(
                try Tool.run("analyze", log, "--quiet", "--jobs", name == "a" ? "1" : "4", "--out", folder.path(name))
                    .status == 0)
        }
        func text(_ path: String) throws -> Data { try Data(contentsOf: folder.url(path)) }
        #expect(try text("a/tracks.csv") == text("b/tracks.csv"))
        var (a, b) = (try Report(folder.path("a/report.json")).json, try Report(folder.path("b/report.json")).json)
        a["performance"] = nil
        b["performance"] = nil
        #expect(NSDictionary(dictionary: a) == NSDictionary(dictionary: b))
    }

    @Test("a refused calibration is written, warned of, and under --strict exit code 1")
    func refused() throws {
        // Level turns only: one circle of directions determines no ellipsoid.
        var text = "t,ax,ay,az,mx (uT),my (uT),mz (uT)\n"
        var state: UInt64 = 1
        func noise() -> Double {  // uniform in +-0.5 microtesla (a linear congruential generator, Knuth's MMIX)
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(1 << 53) - 0.5
        }
        for index in 0..<3000 {
            let angle = Double(index) / 300
            let field = [100 + 22 * sin(angle), -50 + 22 * cos(angle), 260].map { String($0 + noise()) }
            text += "\(Double(index) / 50),0,0,9.81,\(field.joined(separator: ","))\n"
        }
        let log = try folder.file("level.csv", text)
        #expect(try Tool.run("analyze", log, "--quiet", "--out", folder.path("r")).status == 0)
        let report = try Report(folder.path("r/report.json"))
        let section = try #require((report.json["calibration"] as? [String: Any])?["magnetometer"] as? [String: Any])
        #expect(section["accepted"] as? Bool == false)
        #expect((section["reason"] as? String)?.isEmpty == false)
        #expect(report.warnings.map(\.code).contains("magnetometer-calibration-refused"))
        #expect(try Tool.run("analyze", log, "--quiet", "--strict", "--out", folder.path("s")).status == 1)
    }
}
