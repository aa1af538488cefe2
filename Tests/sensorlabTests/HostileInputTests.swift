import Foundation
import TestSupport
import Testing

/// Malformed files and full disks: one line, the right exit code, and no silent loss of data.
@Suite("Hostile input")
struct HostileInputTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let demo = SharedData.committed("ar-panning-barcelona.csv.gz").path

    /// A phone that turns about its axes, 50 Hz, with `head` in front and rows changed.
    private func log(
        _ name: String, head: String = "", rows: Int = 1000, change: (Int, String) -> String = { _, row in row }
    ) throws -> String {
        var text = head + "t,ax,ay,az,gx (rad/s),gy (rad/s),gz (rad/s),mx,my,mz\n"
        for index in 0..<rows {
            let t = Double(index) / 50
            let field = "\(20 * cos(t)),\(20 * sin(t)),-40.\(index % 5)"
            text += change(index, "\(t),0.0\(index % 3),0.02,9.8\(index % 7),0.00\(index % 4),0,1,\(field)") + "\n"
        }
        return try folder.file(name, text)
    }

    @Test(
        "standard output that takes nothing is 74 and one line",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
        arguments: [
            ["info", demo], ["info", "--json", demo], ["filters"], ["filters", "--json"], ["--help"], ["--version"],
            ["declination", "--place", "48,11", "--date", "2020-01-01"], ["simulate", "--list"],
            ["convert", demo, "--out", "-"], ["analyze", demo, "--filters", "lowpass", "--json", "--quiet"],
        ])
    func fullDisk(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = Tool.executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.root
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        let messages = folder.url("messages")
        try Data().write(to: messages)
        process.standardError = try FileHandle(forWritingTo: messages)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: messages, encoding: .utf8)
        #expect(process.terminationStatus == 74, "\(text)")
        let lines = text.split(separator: "\n").filter { $0.contains("error:") }
        #expect(lines.count == 1 && text.contains("standard output"), "\(text)")
    }

    @Test(
        "one wild reading of the magnetometer costs the calibration, not the program", arguments: ["9900000", "65535"])
    func spikes(_ value: String) throws {
        let path = try log("spike.csv") { index, row in
            guard index % 397 == 11 else { return row }
            return row.split(separator: ",").dropLast(3).joined(separator: ",") + ",\(value),\(value),\(value)"
        }
        let outcome = try Tool.run("calibrate", "magnetometer", path, "--out", folder.path("m.json"))
        #expect([0, 1].contains(outcome.status), "\(outcome.messages)")
        #expect(try Tool.run("analyze", path, "--quiet", "--out", folder.path("r")).status == 0)
    }

    @Test("a clock that jumps by years costs what its samples cost", arguments: ["1e7", "1e9"])
    func clockJump(_ jump: String) throws {
        let path = try log("jump.csv") { index, row in
            guard index >= 500 else { return row }
            return "\(Int(Double(jump)!) + index / 50).\(index % 50 * 2 + 10)" + row.drop { $0 != "," }
        }
        let clock = ContinuousClock()
        let time = try clock.measure {
            let outcome = try Tool.run("analyze", path, "--filters", "lowpass", "--quiet", "--out", folder.path("r"))
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
        // A second in release mode; a debug build on a busy machine takes a minute.
        #expect(time < .seconds(240))
    }

    @Test("a clock that was never set costs the declination, not the report; the user's own date is an error")
    func oldDate() throws {
        let path = try log("old.csv", head: "# schema: sensorlab.log/1\n# place: 48,11,500\n# date: 1890-01-01\n")
        let outcome = try Tool.run(
            "analyze", path, "--filters", "lowpass", "--calibration", "none", "--out", folder.path("r"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect((outcome.output + outcome.messages).contains("no-declination"), "\(outcome.output)")
        #expect(folder.names.contains("r"))
        expectError(try Tool.run("analyze", path, "--date", "1890-01-01", "--out", folder.path("s")), 64, says: "1890")
    }

    @Test("a calibration that no sensor has is 65, with file and member")
    func calibration() throws {
        let good = folder.path("good.json")
        #expect(try Tool.run("calibrate", "gyroscope", Self.demo, "--out", good).status <= 1)
        var content = try json(try String(contentsOfFile: good, encoding: .utf8))
        var section = try #require(content["gyroscope"] as? [String: Any])
        section["bias"] = [9e19, 0, 0]
        content["gyroscope"] = section
        let bad = folder.url("bad.json")
        try JSONSerialization.data(withJSONObject: content).write(to: bad)
        let outcome = try Tool.run("fuse", Self.demo, "--filter", "lowpass", "--calibration", bad.path)
        expectError(outcome, 65, says: "bad.json", "gyroscope.bias")
    }

    @Test("a device or a pipe in place of a file is refused and not read")
    func devices() throws {
        let fuse = ["fuse", Self.demo, "--filter", "lowpass", "--quiet", "--calibration"]
        expectError(try Tool.run(fuse + ["/dev/zero"]), 66, says: "/dev/zero", "device")
        let pipe = folder.path("pipe.json")
        #expect(mkfifo(pipe, 0o600) == 0)
        expectError(try Tool.run(fuse + [pipe]), 66, says: "pipe.json", "pipe")
        expectError(try Tool.run("compare", "--manifest", "/dev/zero"), 66, says: "/dev/zero")
    }

    @Test(
        "a pipe that nobody reads is refused as an output; one whose reader comes later is written",
        .timeLimit(.minutes(1)))
    func outputPipe() throws {
        let pipe = folder.path("pipe.csv")
        #expect(mkfifo(pipe, 0o600) == 0)
        expectError(
            try Tool.run("convert", Self.demo, "--quiet", "--out", pipe), 73, says: "pipe.csv", "no program reads")
        let outcome = try Tool.shell(
            #"(sleep 1; cat pipe.csv > copy.csv) & "$0" convert '\#(Self.demo)' --quiet --out pipe.csv; s=$?; wait; exit $s"#,
            in: folder.root)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try Data(contentsOf: folder.url("copy.csv")).count > 1000)
    }

    @Test("a standard output that is closed is an error, and no file takes its place")
    func closedOutput() throws {
        let info = try Tool.shell(#""$0" info '\#(Self.demo)' >&-"#)
        expectError(info, 74, says: "standard output: it is closed")
        let convert = #""$0" convert '\#(Self.demo)' --quiet --out"#
        #expect(try Tool.shell("\(convert) a.csv; \(convert) b.csv <&- >&- 2>&-", in: folder.root).status == 0)
        #expect(try Data(contentsOf: folder.url("a.csv")) == Data(contentsOf: folder.url("b.csv")))
    }

    @Test("who waits says for what, unless quiet: a pipe without a writer, silent standard input, a locked history")
    func waiting() throws {
        let pipe = folder.path("pipe.csv")
        #expect(mkfifo(pipe, 0o600) == 0)
        let table = try log("table.csv")
        let history = folder.path("history.sqlite")
        let compare = ["compare", Self.demo, "--filters", "lowpass", "--quiet", "--history", history]
        #expect(try Tool.run(compare).status == 0)
        // Slow enough for the tool to say what it waits for.
        let slow = "(sleep 4; cat '\(table)')"
        let copy = folder.path("copy.csv")
        var cases: [(command: String, what: String?)] = [
            ("(sleep 4; cat '\(table)' > '\(pipe)') & exec \"$0\" info '\(pipe)'", "a program that writes into"),
            ("\(slow) | \"$0\" info -", "standard input"),
            ("\(slow) | \"$0\" convert - --quiet --out '\(copy)'", nil),
        ]
        if FileManager.default.fileExists(atPath: "/usr/bin/sqlite3") {
            let lock = "(echo 'PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE;'; sleep 4; echo 'COMMIT;')"
            cases.append(
                ("\(lock) | sqlite3 '\(history)' & sleep 1; exec \"$0\" history '\(history)'", "another program"))
        }
        // All wait at the same time.
        var shells: [(process: Process, messages: URL)] = []
        for (index, (command, _)) in cases.enumerated() {
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", command, Tool.executable.path]
            let messages = folder.url("messages-\(index)")
            try Data().write(to: messages)
            shell.standardError = try FileHandle(forWritingTo: messages)
            shell.standardOutput = FileHandle.nullDevice
            try shell.run()
            shells.append((shell, messages))
        }
        for ((command, what), (shell, messages)) in zip(cases, shells) {
            shell.waitUntilExit()
            let text = try String(contentsOf: messages, encoding: .utf8)
            let isSaid = what.map { text.contains("waiting for \($0)") } ?? text.isEmpty
            #expect(shell.terminationStatus == 0 && isSaid, "\(command): \(text)")
        }
    }

    @Test("what a killed run left is removed by the next one that writes there")
    func leftovers() throws {
        let process = Process()
        process.executableURL = Tool.executable
        let long = folder.path("long.csv")
        #expect(try Tool.run("simulate", "ar-panning", "--duration", "1200", "--out", long).status == 0)
        process.arguments = ["convert", long, "--out", folder.path("copy.csv.gz")]
        try process.run()
        while process.isRunning, !folder.names.contains(where: { $0.hasSuffix(".partial") }) { usleep(500) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try Tool.run("convert", Self.demo, "--out", folder.path("small.csv")).status == 0)
        #expect(!folder.names.contains { $0.hasSuffix(".partial") }, "\(folder.names)")
    }

    @Test("ids of places reach the terminal without escapes and turned writing")
    func placeIds() throws {
        let nasty = "evil\u{1B}[2J\u{202E}gpj"
        let places = try folder.file("places.csv", "id,name,lat,lon\n\(nasty),\(nasty),41.375,2.149\n")
        let outcome = try Tool.run(
            "project", Self.demo, "--places", places, "--filter", "lowpass", "--to", "5", "--out", folder.path("p.csv"))
        for text in [outcome.output, outcome.messages] {
            #expect(!text.contains("\u{202E}") && !text.contains("\u{1B}"), "\(text)")
        }
    }
}
