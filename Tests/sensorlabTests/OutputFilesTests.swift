import Foundation
import TestSupport
import Testing

/// What a command writes is never what it reads, and never written twice.
@Suite("Output files")
struct OutputFilesTests {
    let folder: TemporaryFolder
    private let log: String

    init() throws {
        folder = try TemporaryFolder()
        var text = "t,ax,ay,az,gx,gy,gz,mx,my,mz,ref_qw,ref_qx,ref_qy,ref_qz\n"
        for index in 0..<600 {
            let t = Double(index) / 50
            text +=
                "\(t),0.0\(index % 3),0.02,9.8\(index % 7),0.00\(index % 4),0,0.00\(index % 3),\(20 * cos(t)),"
                + "\(20 * sin(t)),-40.\(index % 5),1,0,0,0\n"
        }
        log = try folder.file("log.csv", text)
    }

    /// Verbs with an option that writes; `LOG` is the log, `FILE` what is written.
    private static let verbs = [
        "convert LOG --out FILE", "fuse LOG --filter lowpass --out FILE",
        "fuse LOG --filter map --findings FILE", "fuse LOG --filter map --write-calibration FILE",
        "calibrate magnetometer LOG --out FILE", "calibrate magnetometer LOG --picture FILE",
        "calibrate gyroscope LOG --out FILE", "calibrate accelerometer LOG --out FILE",
        "calibrate heading LOG --out FILE",
        "tune LOG --filter lowpass --out FILE",
        "compare LOG --junit FILE", "noise LOG --picture FILE", "deviation LOG --card FILE",
        "deviation LOG --picture FILE", "info LOG --save-mapping FILE", "export mcap LOG --out FILE",
        "export track LOG --filter vqf --out FILE",
        "project LOG --places LOG --at 1 --picture FILE",
        "project LOG --places LOG --out FILE",
        "align LOG --picture FILE", "declination --points LOG --out FILE", "serve LOG --out FILE",
    ]

    /// Runs a verb whose output is the log by another name.
    private func refuse(_ verb: String, _ output: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: log))
        let words = verb.split(separator: " ").map { $0 == "LOG" ? log : $0 == "FILE" ? output : String($0) }
        expectError(try Tool.run(words), 73, says: "this command reads it", sourceLocation: sourceLocation)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: log)) == before, "\(verb)", sourceLocation: sourceLocation)
    }

    @Test("an output that is the input is refused by every verb", arguments: verbs)
    func sameFile(_ verb: String) throws { try refuse(verb, log) }

    @Test("the file counts, not its name: links of both kinds, and other ways to the same folder")
    func otherNames() throws {
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.path("soft.csv"), withDestinationPath: "log.csv")
        try manager.linkItem(atPath: log, toPath: folder.path("hard.csv"))
        try manager.createDirectory(at: folder.url("below"), withIntermediateDirectories: true)
        for name in ["soft.csv", "hard.csv", "below/../log.csv", "./log.csv"] {
            try refuse("convert LOG --out FILE", folder.path(name))
        }
    }

    @Test("a log in the folder of the report is not replaced by a file of the report")
    func insideTheFolder() throws {
        try FileManager.default.createDirectory(at: folder.url("report"), withIntermediateDirectories: true)
        let path = folder.path("report/tracks.csv")
        try FileManager.default.moveItem(atPath: log, toPath: path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        expectError(
            try Tool.run("analyze", path, "--filters", "lowpass", "--quiet", "--out", folder.path("report")), 73,
            says: "this command reads it")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("report")) == ["tracks.csv"])
    }

    @Test("a log that a manifest names, a table of a folder, and standard input are inputs too")
    func otherInputs() throws {
        let manifest = try folder.file("manifest.csv", "path\nlog.csv\n")
        let before = try Data(contentsOf: URL(fileURLWithPath: log))
        let compare = ["compare", "--manifest", manifest, "--filters", "lowpass", "--quiet"]
        #expect(try Tool.run(compare + ["--junit", log]).status == 73)
        try FileManager.default.createDirectory(at: folder.url("parts"), withIntermediateDirectories: true)
        _ = try folder.file("parts/Accelerometer.csv", "t,ax,ay,az\n" + (0..<99).map { "\($0),0,0,9.8\n" }.joined())
        let part = folder.path("parts/Accelerometer.csv")
        #expect(try Tool.run("convert", folder.path("parts"), "--quiet", "--out", part).status == 73)
        #expect(try String(contentsOfFile: part, encoding: .utf8).hasPrefix("t,ax,ay,az\n0,0"))
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "exec \"$0\" convert - --quiet --out \"$1\" < \"$1\"", Tool.executable.path, log]
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 73)
        #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == before)
    }

    @Test(
        "two outputs of one file are a usage error, whatever they are called",
        arguments: [
            ["simulate", "turntable", "--out", "a.csv", "--truth", "./a.csv"],
            ["simulate", "turntable", "--out", "a.csv", "--places-out", "new/../a.csv"],
            ["simulate", "turntable", "--truth", "-"],
            ["deviation", "log.csv", "--card", "a.svg", "--picture", "a.svg"],
            ["compare", "log.csv", "--filters", "lowpass", "--out", "a", "--junit", "a"],
            ["fuse", "log.csv", "--filter", "map", "--findings", "a", "--write-calibration", "a"],
            ["deviation", "log.csv", "--card", "link", "--picture", "a"],
        ])
    func twice(_ arguments: [String]) throws {
        try FileManager.default.createDirectory(at: folder.url("new"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "a")
        expectError(try Tool.run(arguments, in: folder.root), 64, says: "both name")
        #expect(folder.names == ["link", "log.csv", "new"])
    }

    @Test("a link that ends nowhere but in itself is not replaced")
    func circle() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("a"), withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: "a")
        expectError(
            try Tool.run("convert", log, "--quiet", "--out", folder.path("a")), 73, says: "cannot be created", "links")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("a")) == "b")
    }

    @Test("what is asked to be replaced is: a baseline; standard output may be named beside a file")
    func replaced() throws {
        let baseline = folder.path("baseline.json")
        for _ in 0..<2 {
            let outcome = try Tool.run(
                "compare", log, "--filters", "lowpass", "--quiet", "--baseline", baseline, "--update-baseline")
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
        #expect(try Tool.run("simulate", "turntable", "--out", "-", "--truth", folder.path("t.json")).status == 0)
    }

    @Test(
        "a word that is no path is no input, also where a file is called so",
        arguments: [
            ["fuse", "log.csv", "--filter", "lowpass", "--quiet", "--out", "lowpass"],
            ["fuse", "log.csv", "--filter", "lowpass", "--calibration", "none", "--quiet", "--out", "none"],
            ["simulate", "turntable", "--out", "turntable"],
        ])
    func words(_ arguments: [String]) throws {
        for _ in 0..<2 {
            let outcome = try Tool.run(arguments, in: folder.root)
            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(folder.names == ["log.csv", arguments[arguments.count - 1]])
        }
    }

    @Test(
        "a file that an option reads is an input, before anything is read",
        arguments: [
            "fuse log.csv --filter lowpass --calibration FILE --out FILE",
            "fuse log.csv --parameters FILE --out FILE", "project log.csv --places FILE --out FILE",
            "project log.csv --places log.csv --camera FILE --out FILE",
            "calibrate heading log.csv --reference FILE --out FILE", "convert log.csv --mapping FILE --out FILE",
            "calibrate magnetometer log.csv FILE --out FILE", "declination --points FILE --out FILE",
        ])
    func optionFiles(_ verb: String) throws {
        let path = try folder.file("file.json", "nothing of use\n")
        let words = verb.split(separator: " ").map { $0 == "FILE" ? "file.json" : String($0) }
        expectError(try Tool.run(words, in: folder.root), 73, says: "this command reads it")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "nothing of use\n")
    }

    @Test("a link to nothing: as an output its target is written; as an input it says where it points")
    func danglingLinks() throws {
        let link = folder.path("link.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.csv")
        expectError(try Tool.run("info", link), 66, says: "link to target.csv", "does not exist")
        let outcome = try Tool.run("convert", log, "--quiet", "--out", link)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(folder.names == ["link.csv", "log.csv", "target.csv"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target.csv")
    }

    @Test(
        "an empty name is no file",
        arguments: [
            ["declination", "--place", "48,11", "--date", "2026-01-01", "--out", ""],
            ["convert", "log.csv", "--out", ""], ["fuse", "log.csv", "--filter", "lowpass", "--out", ""],
            ["compare", "log.csv", "--history", ""],
            [
                "calibrate", "import", "--convention", "motioncal", "--offset", "1,2,3", "--matrix",
                "1,0,0,0,1,0,0,0,1",
                "--out", "",
            ],
        ])
    func emptyNames(_ arguments: [String]) throws {
        expectError(try Tool.run(arguments, in: folder.root), 64)
        #expect(folder.names == ["log.csv"])
    }
}
