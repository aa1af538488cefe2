import Foundation
import TestSupport
import Testing

/// What other programs take for commands, and files that are not what they should be.
@Suite("Hostile output")
struct HostileOutputTests {
    private static let isSanitized = ProcessInfo.processInfo.environment["SENSORLAB_SANITIZER"] != nil
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func log(name: String) throws -> String {
        let rows = (0..<300).map { "\(Double($0) / 100),0.1,0.2,9.8,0,0,0.\($0 % 7),20,0,-40\n" }.joined()
        return try folder.file(
            "log.csv", "# schema: sensorlab.log/1\n# name: \(name)\nt,ax,ay,az,gx,gy,gz,mx,my,mz\n" + rows)
    }

    @Test("no line of output or messages begins with GitHub's mark of a command")
    func runnerCommands() throws {
        let long = String(repeating: "word ", count: 14)
        for name in ["::error title=a::b", long + "::error ::warning " + long, "a ##[error]b ##vso[task.x]c"] {
            let path = try log(name: name)
            for arguments in [["info", path], ["analyze", path, "--filters", "vqf", "--out", folder.path("r")]] {
                let outcome = try Tool.run(arguments)
                #expect(!outcome.output.contains("##[") && !outcome.output.contains("##vso["))
                for line in (outcome.output + outcome.messages).split(separator: "\n") {
                    #expect(!line.drop(while: \.isWhitespace).hasPrefix("::"), "\(line)")
                }
            }
        }
    }

    @Test("JSON escapes what terminals obey and what turns text around")
    func escapedJSON() throws {
        let path = try log(name: "a\u{9B}31m\u{202E}b\u{2028}\u{FEFF}\u{7F}")
        let outcome = try Tool.run("info", "--json", path)
        #expect(outcome.output.contains(#"a\u009b31m\u202eb\u2028\ufeff\u007f"#))
        let recording = try #require(try json(outcome.output)["recording"] as? [String: Any])
        #expect(recording["name"] as? String == "a\u{9B}31m\u{202E}b\u{2028}\u{FEFF}\u{7F}")
    }

    @Test("JSON has no command of a runner either, and the same text")
    func commandInJSON() throws {
        let outcome = try Tool.run("info", "--json", try log(name: "## ##[error]b##vso[task.x]"))
        #expect(
            outcome.output.contains(#"#\u0023 #\u0023[error]b#\u0023vso[task.x]"#), "\(outcome.output.prefix(2000))")
        let recording = try #require(try json(outcome.output)["recording"] as? [String: Any])
        #expect(recording["name"] as? String == "## ##[error]b##vso[task.x]")
    }

    @Test("a log in place of a manifest is refused by its first lines")
    func logAsManifest() throws {
        let path = try log(name: "a")
        expectError(try Tool.run("batch", path), 65, says: "log.csv:3: found \"t,ax,ay,az", "the column path")
    }

    #if os(Linux)
        @Test(
            "too little memory is 74 and one line",
            .disabled(if: Self.isSanitized, "a sanitizer takes more addresses than this test leaves"))
        func outOfMemory() throws {
            let path = folder.path("log.csv")
            let row = #"printf "%.2f,1,2,9,0,0,0,20,0,-40\n", i / 100"#
            #expect(
                try Tool.shell(
                    "(echo t,ax,ay,az,gx,gy,gz,mx,my,mz; awk 'BEGIN { for (i = 0; i < 1500000; i++) \(row) }') > \(path)"
                ).status == 0)
            let outcome = try Tool.shell("ulimit -v 350000; exec \"$0\" info \(path)")
            expectError(outcome, 74, says: "failed to allocate")
        }

        @Test("a name that is not UTF-8")
        func name() throws {
            let outcome = try Tool.shell(
                "printf 't,ax\\n' > $'a\\xff.csv'; exec \"$0\" info $'a\\xff.csv'", in: folder.root)
            expectError(outcome, 66, says: "its name is not UTF-8", "rename it")
        }
    #endif

    @Test("a study that is refused leaves nothing")
    func study() throws {
        let log = SharedData.committed("swinging-gaps.csv.gz").path
        _ = try folder.file("logs.csv", "path,id\n\(log),a\n\(log),b\n")
        let outcome = try Tool.shell(
            #"ulimit -n 16; exec "$0" study logs.csv --out out --filters lowpass --jobs 2 --quiet"#, in: folder.root)
        #expect(outcome.status == 74 && folder.names == ["logs.csv"], "\(folder.names) \(outcome.messages)")
    }
}
