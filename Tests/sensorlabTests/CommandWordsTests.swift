import Foundation
import TestSupport
import Testing

/// One vocabulary: what a user writes by habit from another verb or another program is taken or answered with the right
/// words.
@Suite("Words of the command line")
struct CommandWordsTests {
    let folder: TemporaryFolder
    private let demo = "datasets/ar-panning-barcelona.csv.gz"

    init() throws { folder = try TemporaryFolder() }

    @Test("--filter and --filters are one option, and silent", arguments: ["--filter", "--filters"])
    func filters(option: String) throws {
        let log = demo
        for arguments in [
            ["fuse", log, option, "vqf", "--out", folder.path("a.csv")],
            ["export", "track", log, option, "vqf", "--out", folder.path("a.tum")],
            ["analyze", log, option, "vqf,lowpass", "--out", folder.path("r"), "--quiet"],
            ["compare", log, option, "lowpass", option, "vqf", "--out", folder.path("c"), "--quiet"],
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(arguments): \(outcome.messages)")
        }
        let report = try String(contentsOfFile: folder.path("c/comparison.json"), encoding: .utf8)
        #expect(report.contains("\"vqf\"") && report.contains("\"lowpass\""))
    }

    @Test(
        "a verb that runs one filter refuses several", arguments: [["fuse"], ["export", "track"], ["align"], ["tune"]])
    func several(verb: [String]) throws {
        let outcome = try Tool.run(verb + [demo, "--filters", "vqf,kalman"])
        expectError(outcome, 64, says: "expected one filter", "compare LOG --filters vqf,kalman")
    }

    @Test(
        "a wrong option names the right one",
        arguments: [
            (["analyze", "LOG", "-o", "x"], "did you mean --out?"),
            (["info", "LOG", "--output=x"], "info has no option"),
            (["fuse", "LOG", "-f", "vqf"], "did you mean --filter?"),
            (["compare", "LOG", "-j", "2"], "did you mean --jobs?"),
            (["analyze", "LOG", "--plaec", "1,2"], "did you mean --place?"),
            (["info", "LOG", "--projection", "sine"], "it is an option of"),
            (["calibrate", "magnetometer", "LOG", "--ouut", "x"], "calibrate magnetometer has no option '--ouut'"),
            (["fuse", "LOG", "--filter", "kalman", "--set", "magnetometerNoise=1"], "kalman.magnetometerNoise=1"),
            (["fuse", "LOG", "--filter", "vqf", "--set", "magnetometerNoise=1"], "did you mean"),
            (["fuse", "LOG", "--filter", "vqf", "--set", "nonsense=1"], "sensorlab filters NAME"),
        ])
    func wrongOption(arguments: [String], answer: String) throws {
        let log = demo
        expectError(try Tool.run(arguments.map { $0 == "LOG" ? log : $0 }), 64, says: answer)
    }

    @Test("a log too many names the verbs that take several")
    func tooMany() throws {
        expectError(
            try Tool.run("analyze", "a.csv", "b.csv"), 64, says: "sensorlab compare a.csv b.csv", "sensorlab batch")
        expectError(try Tool.run("batch", "a.csv", "b.csv"), 64, says: "'logs/*.csv'")
        // A value that begins with a minus sign is no option, and what follows an option is its value.
        expectError(try Tool.run("declination", "x", "--place", "-33.8,151.2", "--date", "2026-01-01"), 64, says: "'x'")
    }

    @Test("sensors to leave out are a list, or the option repeated", arguments: [true, false])
    func without(isList: Bool) throws {
        let sensors =
            isList
            ? ["--without", "Gyroscope, magnetometer"] : ["--without", "gyroscope", "--without", "magnetometer"]
        let lines = try Tool.run(["info", demo] + sensors).output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("accelerometer") })
        #expect(!lines.contains { $0.hasPrefix("gyroscope") || $0.hasPrefix("magnetometer") })
    }

    @Test("numbers with a blank between them are no second log; usage names the command's own help")
    func blanksAndHelp() throws {
        expectError(try Tool.run("analyze", demo, "--place", "41.4", "2.1"), 64, says: "--place 48.137,11.575")
        expectError(
            try Tool.run("fuse", demo, "--filter", "kalman", "--set", "magnetometerNoise=1"), 64,
            says: "see 'sensorlab fuse --help'")
        let outcome = try Tool.run("batch", "logs.csv", "--preset", "nosuch")
        expectError(outcome, 64, says: "one of the following: broad, phones, ")
        #expect(!outcome.messages.contains("expected:"), "\(outcome.messages)")
    }

    @Test("a notebook has the name that was given, or goes into the folder")
    func notebookOfAName() throws {
        let report = folder.path("r")
        #expect(try Tool.run("analyze", demo, "--filter", "vqf", "--out", report, "--quiet").status == 0)
        #expect(try Tool.run("export", "notebook", report, "--out", folder.path("n.ipynb")).status == 0)
        #expect(try Tool.run("export", "notebook", report, "--out", folder.path("n")).status == 0)
        // Both load from the report beside them.
        let texts = try ["n.ipynb", "n/r.ipynb"].map { try String(contentsOfFile: folder.path($0), encoding: .utf8) }
        #expect(texts[0] != texts[1] && texts[0] == texts[1].replacingOccurrences(of: "../r", with: "r"))
        expectError(try Tool.run("export", "notebook", demo), 65, says: "sensorlab analyze LOG")
    }

    @Test("help for a command that does not exist is an error with the nearest one")
    func help() throws {
        expectError(try Tool.run("help", "nosuch"), 64, says: "'nosuch' is not a command")
        expectError(try Tool.run("help", "analyse"), 64, says: "did you mean 'analyze'?")
        expectError(try Tool.run("help", "calibrate", "compass"), 64, says: "'calibrate compass' is not a command")
        #expect(try Tool.run("help", "analyze").status == 0)
    }

    @Test("an address gets the command that fetches it")
    func address() throws {
        let address = "https://example.com/a.csv"
        expectError(
            try Tool.run("info", address), 66, says: "found an address", "curl -L '\(address)' | sensorlab analyze -")
        expectError(try Tool.run("info", "file:///tmp/a.csv"), 66, says: "leave out file://")
    }

    @Test("a notebook from the folder and from the report in it is the same")
    func notebook() throws {
        let report = folder.path("demo-report")
        #expect(try Tool.run("analyze", demo, "--filters", "vqf", "--out", report, "--quiet").status == 0)
        for (source, target) in [(report, "a"), (report + "/report.json", "b")] {
            let outcome = try Tool.run("export", "notebook", source, "--out", folder.path(target))
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
        let written = ["a", "b"].map { FileManager.default.contents(atPath: folder.path("\($0)/demo-report.ipynb")) }
        #expect(written[0] != nil && written[0] == written[1])
    }

    @Test("a failure under --quiet prints one line")
    func quiet() throws {
        let manifest = try folder.file("logs.csv", "path\nnone.csv\n")
        let moving = "datasets/swinging-gaps.csv.gz"
        for arguments in [
            ["batch", manifest, "--out", folder.path("results"), "--quiet"], ["noise", moving, "--strict", "--quiet"],
            ["compare", folder.path("none.csv"), "--quiet"],
        ] {
            let outcome = try Tool.run(arguments)
            #expect([1, 66].contains(outcome.status), "\(arguments): \(outcome.status)")
            #expect(outcome.messageLines.count == 1, "\(arguments): \(outcome.messages)")
        }
    }
}

/// Help that fits a screen.
@Suite("Help")
struct HelpTests {
    @Test(
        "each verb's help: at most 40 lines of 80 columns, examples first, every option named",
        arguments: [
            "analyze", "info", "convert", "noise", "deviation", "declination", "filters", "fuse", "compare", "serve",
            "batch", "study", "history", "project", "tune", "align", "simulate", "calibrate magnetometer",
            "calibrate heading", "export track", "export replay", "compasses", "sightings",
        ])
    func screen(verb: String) throws {
        let words = verb.split(separator: " ").map(String.init)
        let outcome = try Tool.run(words + ["--help"])
        let lines = outcome.output.components(separatedBy: "\n")
        #expect(outcome.status == 0 && lines.count <= 41, "\(lines.count) lines")
        #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("  sensorlab ") }, "\(outcome.output)")
        let example = lines.firstIndex { $0.hasPrefix("  sensorlab ") } ?? .max
        #expect(example < (lines.firstIndex { $0.hasPrefix("  --") } ?? .max), "\(outcome.output)")
        let whole = try Tool.run(["help"] + words).output
        // A default is shown as it is typed.
        #expect(!whole.contains(/default:\s+[A-Z]\w+\(/))
        let options = Set(whole.matches(of: /^  (--[a-z-]+)/.anchorsMatchLineEndings()).map { String($0.1) })
        let named = Set(outcome.output.matches(of: /--[a-z-]+/).map { String($0.0) })
        let missing = options.subtracting(named).subtracting(["--version"])
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test("the program alone asks for a log and names three commands")
    func alone() throws {
        let outcome = try Tool.run()
        #expect(outcome.status == 0 && outcome.output.contains("needs a log"))
        for verb in ["analyze", "info", "compare"] { #expect(outcome.output.contains("sensorlab \(verb) LOG")) }
        #expect(outcome.output.split(separator: "\n").count <= 12)
    }
}
