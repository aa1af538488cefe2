import Foundation
import TestSupport
import Testing

/// `simulate` at the command line.
@Suite("simulate")
struct SimulateVerbTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("--list names scenarios, devices and effects")
    func list() throws {
        let outcome = try Tool.run("simulate", "--list")
        #expect(outcome.status == 0)
        for name in ["ar-panning", "texting", "compass-swing", "car", "Nexus 5", "quantisation"] {
            #expect(outcome.output.contains(name))
        }
        // `--quiet` is accepted, as by every verb that says what it waits for.
        #expect(try Tool.run("simulate", "--list", "--quiet").status == 0)
    }

    @Test("every error on the list is one line that says what to do, and leaves no file")
    func badInput() throws {
        let out = folder.path("none.csv")
        let cases: [([String], [String])] = [
            (["textng"], ["textng", "did you mean texting?"]),
            (["texting", "--duration", "0"], ["duration", "10.0"]),
            (["texting", "--duration", "-5"], ["duration"]),
            (["texting", "--rate", "0"], ["rate", "10000"]),
            (["texting", "--magnetometer-rate", "1e9"], ["rate of the magnetometer"]),
            (["texting", "--seed", "-1"], ["-1", "whole number"]),
            (["texting", "--device", "iphone6"], ["iphone6", "Nexus 5"]),
            (["turntable", "--dipole", "0,0.1,0,0,0,1"], ["magnet", "0.01"]),
            (["turntable", "--dipole", "0,0.1"], ["--dipole", "2 numbers"]),
            (["texting", "--approaching-magnet", "5,9,0,0,0,1"], ["magnet", "0.01"]),
            (["texting", "--attached-magnet", "9,5,1,2,3"], ["--attached-magnet", "FROM"]),
            (["texting", "--delay", "gravity=0.1"], ["gravity", "expected"]),
            (["texting", "--noise", "gyroscope=1,2"], ["--noise", "expected"]),
            (["texting", "--place", "95,0"], ["--place", "-90 to 90"]),
            (["turntable", "--noise", "accelerometer=1e308"], ["accelerometer reads", "smaller"]),
            (["turntable", "--gyroscope-bias", "1e308,0,0"], ["gyroscope reads"]),
            (["turntable", "--hard-iron", "1e308,1e308,0"], ["magnetometer reads"]),
            (["ar-walking", "--location-error", "1e308"], ["location"]),
            (["pan", "--set", "pan.perod=3"], ["pan.perod", "did you mean period?"]),
            (["pan", "--set", "fan.period=3"], ["fan.period", "expected one of pan"]),
            (["pan", "--set", "pan.period=0"], ["pan.period", "0.05...3600"]),
            (["texting", "--set", "texting.period=3"], ["no parameter period", "it has none"]),
            (["pan", "--sensors", "raw"], ["no sensor set raw", "raw-phone"]),
            (["pan", "--sensors", "raw-phone", "--device", "nexus5"], ["--sensors raw-phone", "--device"]),
            (["pan", "--field", "magent"], ["no field magent", "did you mean magnet?"]),
            ([], ["scenario"]),
        ]
        for (arguments, words) in cases {
            let outcome = try Tool.run(["simulate"] + arguments + ["--out", out])
            #expect(outcome.status == 64, "\(arguments): \(outcome.messages)")
            for word in words {
                #expect(outcome.messages.contains(word), "\(arguments): \(outcome.messages)")
            }
            #expect(!FileManager.default.fileExists(atPath: out))
        }
    }

    @Test("every committed recording is what scripts/golden/datasets makes")
    func committedRecordings() throws {
        let script = SharedData.committed("../scripts/golden/datasets").standardizedFileURL.path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [script, Tool.executable.path, folder.root.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.root.path).filter { $0.hasSuffix(".gz") }
        #expect(names.count >= 6)
        for name in names {
            let made = try Tool.run("convert", folder.path(name), "--out", "-")
            let committed = try Tool.run("convert", SharedData.committed(name).path, "--out", "-")
            #expect(made.status == 0 && committed.status == 0)
            #expect(made.output == committed.output, "\(name)")
        }
    }

    @Test(
        "errors that no sensor has are refused by one line that names the sensor",
        arguments: [
            ("--noise", "accelerometer=-1", "noise of the accelerometer is -1.0"),
            ("--noise", "gyroscope=0.1,0.1,-0.1", "noise of the gyroscope"),
            ("--range", "magnetometer=-5", "range of the magnetometer is -5.0"),
            ("--range", "magnetometer=0", "range of the magnetometer"),
            ("--resolution", "accelerometer=-0.1", "resolution of the accelerometer is -0.1"),
            ("--soft-iron", "-1,-1,-1,0,0,0", "soft iron"), ("--soft-iron", "1,1,1,2,0,0", "soft iron"),
            ("--jitter", "accelerometer=1e308", "jitter of the accelerometer is 1e+308"),
            ("--jitter", "accelerometer=-1", "jitter of the accelerometer"),
            ("--scale-error", "gyroscope=-150", "gyroscope"),
        ])
    func impossibleErrors(_ option: String, _ value: String, _ words: String) throws {
        let log = folder.path("impossible.csv")
        expectError(try Tool.run("simulate", "ar-panning", option, value, "--out", log), 64, says: words)
        #expect(!folder.names.contains("impossible.csv"))
    }

    @Test("motion, sensors and field are three choices, and the log says what was set of them")
    func zoo() throws {
        let log = try Tool.run(
            "simulate", "boat-anchor-roll-15", "--sensors", "raw-phone", "--field", "magnet", "--seed", "3", "--set",
            "boat-anchor-roll-15.period=30", "--set", "raw-phone.bias=-0.01", "--set", "magnet.width=8", "--noiseless",
            "--hard-iron", "1,2,3", "--duration", "20")
        #expect(log.status == 0, "\(log.messages)")
        for line in [
            "# device: simulated raw-phone", "# scenario: boat-anchor-roll-15", "# room-field: magnet",
            "# settings: boat-anchor-roll-15.period=30.0 raw-phone.bias=-0.01 magnet.width=8.0",
        ] { #expect(log.output.contains("\(line)\n"), "\(line)") }
        let list = try Tool.run("simulate", "--list").output
        for name in ["boat-anchor-roll-15", "panorama", "raw-phone", "uneven"] {
            #expect(list.contains("\n  \(name)  "), "\(name)")
        }
    }

    @Test("truth and places are files of their own")
    func truth() throws {
        let (truth, places) = (folder.path("truth.json"), folder.path("places.csv"))
        let outcome = try Tool.run(
            "simulate", "ar-panning", "--duration", "60", "--hard-iron", "-30,12,5", "--truth", truth, "--places-out",
            places)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.hasPrefix("# schema: sensorlab.log/1\n"))
        #expect(outcome.output.contains("# device: simulated iPhone 5\n"))
        let json = try String(contentsOfFile: truth, encoding: .utf8)
        #expect(json.contains("\"sensorlab.simulation/1\"") && json.contains("-30"))
        let table = try String(contentsOfFile: places, encoding: .utf8)
        #expect(table.hasPrefix("name,lat,lon,alt\n") && table.contains("Tibidabo"))
    }

    @Test("a calibration found in a figure of eight takes a walk's hard iron away")
    func calibrationCarriesOver() throws {
        let (eight, walk) = (folder.path("eight.csv"), folder.path("walk.csv"))
        for (scenario, path) in [("figure-eight", eight), ("texting", walk)] {
            #expect(try Tool.run("simulate", scenario, "--seed", "5", "--all-effects", "--out", path).status == 0)
        }
        var calibrations: [String] = []
        for sensor in ["magnetometer", "gyroscope"] {
            let file = folder.path("\(sensor).json")
            #expect(try Tool.run("calibrate", sensor, eight, "--out", file, "--quiet").status == 0)
            calibrations += ["--calibration", file]
        }
        let calibrated = try meanError(of: walk, calibrations)
        let raw = try meanError(of: walk, ["--calibration", "none"])
        #expect(calibrated < 6, "\(calibrated) degrees")
        #expect(raw > 30, "\(raw) degrees")
    }

    /// The mean angle between a filter's orientation and the reference of the log, degrees.
    private func meanError(of log: String, _ options: [String]) throws -> Double {
        let outcome = try Tool.run(["fuse", log, "--filter", "vqf", "--quiet"] + options)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let reference = try orientations(
            String(contentsOfFile: log, encoding: .utf8), ["ref_qw", "ref_qx", "ref_qy", "ref_qz"])
        var (sum, count) = (0.0, 0.0)
        for (time, q) in try orientations(outcome.output, ["qw", "qx", "qy", "qz"]) {
            guard let truth = reference[time] else { continue }
            let dot = zip(q, truth).reduce(0) { $0 + $1.0 * $1.1 }
            sum += 2 * acos(min(1, abs(dot))) * 180 / .pi
            count += 1
        }
        try #require(count > 1000)
        return sum / count
    }

    /// Four columns of a table by the text of the column `t`.
    private func orientations(_ table: String, _ names: [String]) throws -> [String: [Double]] {
        let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let header = try #require(lines.first).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let columns = try names.map { try #require(header.firstIndex(of: $0)) }
        var rows: [String: [Double]] = [:]
        for line in lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = columns.compactMap { Double(cells[$0]) }
            if numbers.count == 4 { rows[String(cells[0])] = numbers }
        }
        return rows
    }
}
