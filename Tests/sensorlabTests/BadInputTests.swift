import Foundation
import TestSupport
import Testing

/// Errors: one clear line, the documented exit code, nothing half-written. Warnings: counted, the rest is used.
@Suite("Bad input")
struct BadInputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Twenty seconds at rest, face up, 50 Hz, with rows damaged by `change`.
    func log(_ name: String, change: (Int, String) -> String? = { _, row in row }) throws -> String {
        var text = "t,ax,ay,az,gx,gy,gz,mx,my,mz\n"
        for index in 0..<1000 {
            let row =
                "\(Double(index) / 50),0.01,0.02,9.8\(index % 7),0.001,0,0.00\(index % 3),0.\(index % 9),22.1,-40.\(index % 5)"
            if let row = change(index, row) { text += row + "\n" }
        }
        return try folder.file(name, text)
    }

    @Test("a missing file is 66", arguments: ["analyze", "info", "deviation"])
    func missing(verb: String) throws {
        expectError(try Tool.run(verb, folder.path("none.csv")), 66, says: "none.csv")
    }

    @Test("an empty file is 65")
    func empty() throws {
        expectError(
            try Tool.run("analyze", try folder.file("empty.csv", ""), "--out", folder.path("r")), 65, says: "empty")
        #expect(folder.names == ["empty.csv"])
    }

    @Test("a header without sensors is 65")
    func noSensors() throws {
        let path = try folder.file("other.csv", "name,price\nbread,2\n")
        expectError(try Tool.run("analyze", path, "--out", folder.path("r")), 65, says: "other.csv")
    }

    @Test("text where a number belongs in every row is 65")
    func text() throws {
        let path = try folder.file(
            "text.csv", "t,ax,ay,az,mx,my,mz\n" + String(repeating: "0,a,b,c,d,e,f\n", count: 50))
        expectError(try Tool.run("analyze", path, "--out", folder.path("r")), 65, says: "text.csv")
    }

    @Test("an output folder that cannot be made is 73, and nothing is left behind")
    func unwritable() throws {
        let path = try log("good.csv")
        let blocker = try folder.file("blocker", "")
        expectError(try Tool.run("analyze", path, "--quiet", "--out", blocker + "/report"), 73, says: "blocker")
        #expect(folder.names == ["blocker", "good.csv"])
    }

    @Test("a verb that does not exist gets the nearest one, a file gets the verb that it lacks")
    func unknownVerb() throws {
        expectError(try Tool.run("analyse", "log.csv"), 64, says: "did you mean 'analyze'?")
        expectError(try Tool.run("xyzzy"), 64, says: "'xyzzy' is not a command; see 'sensorlab --help'")
        expectError(try Tool.run("version"), 64, says: "did you mean --version?")
        let path = try log("plain.csv")
        expectError(try Tool.run(path), 64, says: "sensorlab analyze \(path)")
    }

    @Test("an unknown filter is 64 and the nearest name is suggested")
    func unknownFilter() throws {
        let path = try log("good.csv")
        expectError(try Tool.run("fuse", path, "--filter", "kalmann"), 64, says: "did you mean kalman?")
        expectError(
            try Tool.run("fuse", path, "--filter", "map", "--findings", "a.json", "--write-calibration", "a.json"), 64,
            says: "both name the file")
        expectError(try Tool.run("analyze", path, "--filters", "lowpas"), 64, says: "did you mean lowpass?")
    }

    @Test("an unknown parameter is 64 and the nearest name is suggested; values out of range are 64")
    func unknownParameter() throws {
        let path = try log("good.csv")
        expectError(
            try Tool.run("fuse", path, "--filter", "lowpass", "--set", "lowpass.accelerometerWeigth=0.5"), 64,
            says: "did you mean accelerometerWeight?")
        expectError(
            try Tool.run("fuse", path, "--filter", "lowpass", "--set", "lowpass.accelerometerWeight=1.5"), 64,
            says: "accelerometerWeight", "1.5")
    }

    @Test("calibration files: missing 66, of another schema 65")
    func calibrationFiles() throws {
        let path = try log("good.csv")
        let fuse = ["fuse", path, "--filter", "lowpass", "--quiet", "--calibration"]
        expectError(try Tool.run(fuse + [folder.path("none.json")]), 66, says: "none.json")
        let newer = try folder.file("newer.json", #"{"schema": "sensorlab.calibration/9"}"#)
        expectError(try Tool.run(fuse + [newer]), 65, says: "sensorlab.calibration/9", "sensorlab.calibration/1")
        let broken = try folder.file("broken.json", "{")
        expectError(try Tool.run(fuse + [broken]), 65, says: "not valid JSON")
    }

    @Test("an interrupted run leaves nothing half-written")
    func interrupted() throws {
        let log = folder.path("long.csv")
        #expect(try Tool.run("simulate", "ar-panning", "--duration", "1200", "--out", log).status == 0)
        let process = Process()
        process.executableURL = Tool.executable
        process.arguments = ["convert", log, "--out", folder.path("new/copies/copy.csv.gz")]
        func copies() -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder.path("new/copies"))) ?? []
        }
        try process.run()
        // Until the temporary file is there, or the work is done.
        while process.isRunning, !copies().contains(where: { $0.hasSuffix(".partial") }) { usleep(1000) }
        process.terminate()
        process.waitUntilExit()
        // Either it was too late, and the file is there, or nothing is.
        #expect((process.terminationStatus == 0) == (copies() == ["copy.csv.gz"]))
        #expect((process.terminationStatus == 0) == folder.names.contains("new"))
        #expect([0, 128 + SIGTERM].contains(process.terminationStatus))
        #expect(!copies().contains { $0.hasSuffix(".partial") }, "\(copies())")
    }

    @Test("a resampling that no memory holds is refused")
    func resampling() throws {
        let path = try folder.file("wide.csv", "t,ax,ay,az\n0,0,0,9.8\n1,0,0,9.8\n4000000000,0,0,9.8\n")
        expectError(
            try Tool.run("fuse", path, "--filter", "lowpass", "--resample", "50", "--quiet"), 64, says: "--resample")
    }

    @Test(
        "damage is a warning with a count; under --strict it is 65",
        arguments: [
            ("NaN", "not-a-number"), ("one cell", "unreadable"), ("backwards", "time-backwards"),
            ("doubled", "duplicate"),
        ])
    func damage(kind: String, code: String) throws {
        let path = try log("damaged.csv") { index, row in
            guard index == 500 else { return row }
            switch kind {
            case "NaN": return row.replacingOccurrences(of: ",22.1,", with: ",nan,")
            case "one cell": return row.replacingOccurrences(of: ",22.1,", with: ",?,")
            case "backwards": return row.replacingOccurrences(of: "10.0,", with: "3.0,")
            default: return row + "\n" + row
            }
        }
        let outcome = try Tool.run("analyze", path, "--out", folder.path("r"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        let report = try Report(folder.path("r/report.json"))
        let codes = report.warnings.map(\.code)
        #expect(codes.contains { $0.contains(code) }, "\(codes)")
        let strict = try Tool.run("analyze", path, "--out", folder.path("s"), "--strict")
        #expect(strict.status == 65, "\(strict.messages)")
        #expect(!folder.names.contains("s"))
    }

    @Test("a truncated .gz: a warning, and what could be read is used")
    func truncated() throws {
        let whole = try Data(contentsOf: SharedData.committed("ar-panning-barcelona.csv.gz"))
        try whole.prefix(whole.count / 2).write(to: folder.url("cut.csv.gz"))
        let outcome = try Tool.run("info", folder.path("cut.csv.gz"), "--json")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("truncated"))
        #expect(try Tool.run("info", folder.path("cut.csv.gz"), "--strict").status == 65)
    }

    @Test("metadata that cannot be read is a warning, not a guess")
    func metadata() throws {
        let text = "# place: 999,abc\n# north: up\nt,ax,ay,az\n0,0,0,9.8\n0.1,0,0,9.8\n"
        let outcome = try Tool.run("info", try folder.file("meta.csv", text))
        #expect(outcome.status == 0)
        for words in [
            "place: found \"999,abc\", expected LAT,LON", "north: found \"up\", expected true, magnetic or arbitrary",
        ] {
            #expect(outcome.messages.contains(words), "\(outcome.messages)")
        }
    }

    @Test("a stream without samples is a warning")
    func emptyStream() throws {
        let path = try log("silent.csv") { _, row in
            let cells = row.split(separator: ",")
            return (cells.prefix(7) + ["", "", ""]).joined(separator: ",")
        }
        let outcome = try Tool.run("info", path, "--json")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("magnetometer"), "the message names the empty stream")
    }

    @Test(
        "usage errors are one line and 64",
        arguments: [
            ["--resample", "nan"], ["--resample", "-5"], ["--jobs", "0"], ["--jobs", "-3"], ["--from", "nan"],
            ["--set", "kalman.accelerometerNoise=nan"], ["--filters", ""], ["--filters", "kalman,Kalman"],
            ["--out", ""],
            ["--place", "91,0"], ["--date", "2026-02-30"], ["--without", "gyro"], ["--without", "gyroscope,"],
            ["--what"],
            ["--calibration", "auto", "--calibration", "none"],
        ])
    func usage(options: [String]) throws {
        expectError(try Tool.run(["analyze", try log("good.csv")] + options), 64)
        #expect(folder.names == ["good.csv"])
    }

    @Test("--without names the one that is no sensor, and says that several are allowed")
    func without() throws {
        let path = try log("good.csv")
        for (list, says) in [("accelerometer,nosuch", "'nosuch' is no sensor"), ("gyroscope,", "an empty name")] {
            expectError(
                try Tool.run("info", path, "--without", list), 64, says: says, "separated by commas: accelerometer, ")
        }
    }

    @Test("a name with a line break stays on one line")
    func lineBreak() throws {
        let path = try log("a\nb.csv")
        expectError(try Tool.run("deviation", path), 65, says: "a b.csv")
    }

    @Test("a log of one sensor of several that were recorded is 65 and says what is missing and what there is")
    func oneSensor() throws {
        let path = try folder.file("Magnetometer.csv", "t,mx,my,mz\n" + (0..<50).map { "\($0),0,22,-40\n" }.joined())
        expectError(
            try Tool.run("analyze", path, "--out", folder.path("r")), 65,
            says: "kalman, vqf, sensorlab, fixed-lag cannot run without an accelerometer or gravity",
            "has only magnetometer", "give the folder")
        #expect(folder.names == ["Magnetometer.csv"])
    }

    @Test("a log without a reading, and one in which no orientation is ever defined, are 65", arguments: [true, false])
    func noReading(isCanonical: Bool) throws {
        let zeros = "t,ax,ay,az,mx,my,mz\n" + (0..<100).map { "\($0),0,0,0,0,0,0\n" }.joined()
        let path = try folder.file("zeros.csv", (isCanonical ? "# schema: sensorlab.log/1\n" : "") + zeros)
        expectError(
            try Tool.run("analyze", path, "--out", folder.path("r")), 65,
            says: isCanonical ? "gave no orientation at any time" : "all 100 samples are zero")
        #expect(folder.names == ["zeros.csv"])
    }

    @Test(
        "a cell of a deviation table that cannot be is 65, with its line",
        arguments: ["10,x,1", "10", "10,1e300,1", "1e9,1,1", "10,1,-1", "10,nan,1"])
    func deviationCell(row: String) throws {
        let path = try folder.file("table.csv", "heading,deviation,weight\n0,1,1\n\(row)\n")
        expectError(try Tool.run("deviation", path), 65, says: "table.csv:3", "expected a number of")
    }

    @Test("two calibrations of one sensor are 64")
    func calibrationTwice() throws {
        let path = try log("good.csv")
        let file = folder.path("gyroscope.json")
        #expect(try Tool.run("calibrate", "gyroscope", path, "--out", file, "--quiet").status == 0)
        expectError(
            try Tool.run("fuse", path, "--filter", "lowpass", "--calibration", file, "--calibration", file), 64,
            says: "gyroscope", "one file per sensor")
    }

    @Test("a refused deviation curve is a warning of analyze, and 1 under --strict")
    func refusedDeviation() throws {
        // At rest, with a reference: one heading determines no curve.
        var text = "# north: magnetic\nt,ax,ay,az,mx,my,mz,ref_qw,ref_qx,ref_qy,ref_qz\n"
        for index in 0..<1000 {
            let force = "0.0\(index % 3),0.0\(index % 4),9.8\(index % 5)"
            text += "\(Double(index) / 50),\(force),0.\(index % 3),22.\(index % 7),-40.\(index % 5),1,0,0,0\n"
        }
        let path = try folder.file("still.csv", text)
        let options = ["analyze", path, "--quiet", "--calibration", "none", "--out", folder.path("r")]
        #expect(try Tool.run(options).status == 0)
        #expect(try Report(folder.path("r/report.json")).warnings.map(\.code).contains("deviation-refused"))
        let strict = try Tool.run(options + ["--strict"])
        #expect(strict.status == 1)
        #expect(strict.messageLines.count == 1)
    }
}
