import Foundation
import TestSupport
import Testing

/// Many logs: lines, resumption, failures, and what is made of them.
@Suite("batch and history")
struct BatchTests {
    private let folder: TemporaryFolder
    private let manifest: String

    /// Three logs, two of them equal, a log that is none and one that is not there.
    init() throws {
        folder = try TemporaryFolder()
        for (name, seed) in [("a", 1), ("b", 1), ("c", 2)] {
            try SimulatedLog.copy(seconds: 30, seed: seed, to: folder.url("\(name).csv"))
        }
        _ = try folder.file("damaged.csv", "no log at all\n")
        manifest = try folder.file(
            "logs.csv",
            """
            path,id,device,group,date,app
            a.csv,a,phone,hand,2026-01-01,1.0
            b.csv,b,phone,hand,2026-01-11,1.1
            damaged.csv,d,phone,hand,,
            missing.csv,m,,,,
            c.csv,c,other,pocket,2026-02-01,1.1

            """)
    }

    private func batch(_ arguments: String...) throws -> Tool.Outcome {
        try Tool.run(["batch", manifest, "--filters", "vqf,kalman"] + arguments)
    }

    private func lines(_ name: String = "out/results.jsonl") throws -> [[String: Any]] {
        try String(contentsOf: folder.url(name), encoding: .utf8).split(separator: "\n").map { try json(String($0)) }
    }

    @Test("one line per row in their order, failures among them; equal contents keep their own lines")
    func results() throws {
        let outcome = try batch("--out", folder.path("out"), "--jobs", "2")
        #expect(outcome.status == 1 && outcome.messages.contains("5 logs, 2 failed"), "\(outcome.messages)")
        // At the end why they failed, and the worst of the others, the largest error first.
        for words in ["2 failed:", "1 no-such-file: missing.csv", "largest heading error"] {
            #expect(outcome.messages.contains(words), "\(outcome.messages)")
        }
        let worst = outcome.messageLines.suffix(3).map { $0.split(separator: " ") }
        #expect(Set(worst.map { $0[0] }) == ["a", "b", "c"], "\(outcome.messages)")
        let errors = worst.compactMap { Double($0[2].dropLast()) }
        #expect(errors.count == 3 && errors == errors.sorted(by: >))
        let found = try lines()
        #expect(found.map { $0["id"] as? String } == ["a", "b", "d", "m", "c"])
        #expect(found.map { ($0["failure"] as? [String: Any]) != nil } == [false, false, true, true, false])
        #expect(found[0]["sha256"] as? String == found[1]["sha256"] as? String)
        #expect(found[0]["key"] as? String != found[1]["key"] as? String)
        #expect((found[3]["failure"] as? [String: Any])?["code"] as? String == "no-such-file")
        let result = try #require(found[4]["result"] as? [String: Any])
        let filters = try #require(result["filters"] as? [[String: Any]])
        #expect(filters.map { $0["name"] as? String }.prefix(2) == ["vqf", "kalman"])
        let metrics = try #require(filters[0]["metrics"] as? [String: Any])
        #expect(try #require(metrics["heading.rmse"] as? Double) > 0)
        let text = try String(contentsOf: folder.url("out/results.jsonl"), encoding: .utf8)
        #expect(!text.contains("econds\":0.") || !text.contains("performance"))

        // Nothing is done again, and what changed is.
        let again = try batch("--out", folder.path("out"))
        #expect(again.messages.contains("4 of them unchanged"), "\(again.messages)")
        #expect(try String(contentsOf: folder.url("out/results.jsonl"), encoding: .utf8) == text)
        try FileManager.default.removeItem(at: folder.url("b.csv"))
        try FileManager.default.copyItem(at: folder.url("c.csv"), to: folder.url("b.csv"))
        #expect(try batch("--out", folder.path("out")).messages.contains("3 of them unchanged"))
        #expect(try lines()[1]["sha256"] as? String == found[4]["sha256"] as? String)
        #expect(try batch("--out", folder.path("out"), "--north", "magnetic").messages.contains("5 logs, 2 failed"))
    }

    @Test(
        "the same manifest from another folder, by its absolute path, is the same lines, with options' files and failures"
    )
    func elsewhere() throws {
        let calibration = try Tool.run(
            "calibrate", "gyroscope", folder.path("a.csv"), "--out", folder.path("gyr.json"), "--quiet")
        #expect(calibration.status == 0, "\(calibration.messages)")
        _ = try folder.file(
            "rows.csv", "path,id,calibration\na.csv,a,\nb.csv,b,gyr.json\ndamaged.csv,d,\nmissing.csv,m,gyr.json\n")
        let parent = folder.root.deletingLastPathComponent()
        let name = folder.root.lastPathComponent
        func run(_ prefix: String, in directory: URL) throws -> (messages: String, text: String) {
            let outcome = try Tool.run(
                [
                    "batch", prefix + "rows.csv", "--out", prefix + "out", "--filters", "vqf", "--calibration",
                    prefix + "gyr.json",
                ], in: directory)
            return (outcome.messages, try String(contentsOf: folder.url("out/results.jsonl"), encoding: .utf8))
        }
        let first = try run("\(name)/", in: parent)
        let found = try lines()
        #expect(found.map { $0["path"] as? String } == ["a.csv", "b.csv", "damaged.csv", "missing.csv"])
        #expect(!first.text.contains(name), "\(first.text)")
        let sources = found.prefix(2).map {
            (($0["result"] as? [String: Any])?["calibrations"] as? [[String: Any]])?.first?["source"] as? String
        }
        let given = (found[0]["options"] as? [String: Any])?["calibration"] as? String
        #expect(given?.hasPrefix("gyr.json#") == true && sources[1] == "gyr.json", "\(given ?? "none") \(sources)")
        let second = try run(folder.root.path + "/", in: URL(fileURLWithPath: "/"))
        #expect(second.messages.contains("3 of them unchanged"), "\(second.messages)")
        #expect(second.text == first.text)
        #expect(try run("", in: folder.root).text == first.text)
    }

    /// Another build ID changes the program's file and not what it does, as does a byte behind its end where it has
    /// none.
    @Test("another build of the program does all logs again, by lines that differ in their keys alone")
    func anotherBuild() throws {
        _ = try batch("--out", folder.path("out"))
        let before = try lines()
        let copy = folder.url("sensorlab")
        try FileManager.default.copyItem(at: Tool.executable.resolvingSymlinksInPath(), to: copy)
        let program = try Data(contentsOf: copy)
        // The note of a build ID of twenty bytes, by GNU.
        let note: [UInt8] = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4E, 0x55, 0]
        let place = program.range(of: Data(note))?.upperBound
        let file = try FileHandle(forWritingTo: copy)
        try file.seek(toOffset: UInt64(place ?? program.endIndex))
        try file.write(contentsOf: Data([place.map { ~program[$0] } ?? 0]))
        try file.close()
        let process = Process()
        process.executableURL = copy
        process.arguments = ["batch", manifest, "--filters", "vqf,kalman", "--out", folder.path("out")]
        let messages = Pipe()
        process.standardError = messages
        try process.run()
        let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.contains("5 logs, 2 failed"), "\(text)")
        for (old, new) in zip(before, try lines()) {
            #expect(old["failure"] is NSNull ? old["key"] as? String != new["key"] as? String : true)
            func rest(_ line: [String: Any]) throws -> Data {
                try JSONSerialization.data(
                    withJSONObject: line.filter { $0.key != "key" }, options: .sortedKeys)
            }
            #expect(try rest(old) == rest(new))
        }
    }

    @Test("the numbers of a line are those of analyze")
    func sameAsAnalyze() throws {
        _ = try batch("--out", folder.path("out"))
        let report = try json(
            try Tool.run(
                "analyze", folder.path("c.csv"), "--filters", "vqf,kalman", "--date", "2026-02-01", "--json", "--out",
                folder.path("report")
            ).output)
        let filters = try #require(report["filters"] as? [[String: Any]])
        let errors = try #require(filters[1]["errors"] as? [String: Any])
        let result = try #require(try lines()[4]["result"] as? [String: Any])
        let line = try #require((result["filters"] as? [[String: Any]])?[1]["metrics"] as? [String: Double])
        #expect(line["total.p95"] == (errors["total"] as? [String: Any])?["p95Degrees"] as? Double)
        #expect(line["heading.rmse"] == (errors["heading"] as? [String: Any])?["rmseDegrees"] as? Double)
    }

    @Test("a stream of rows gives a stream of the same lines")
    func stream() throws {
        _ = try batch("--out", folder.path("out"))
        let rows = ["a", "b", "c"].map { "{\"path\": \"\(folder.path("\($0).csv"))\", \"id\": \"\($0)\"}" }
        let outcome = try Tool.run(
            ["batch", "-", "--jobs", "1", "--filters", "vqf,kalman"], input: rows.joined(separator: "\n"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        let streamed = try outcome.output.split(separator: "\n").map { try json(String($0)) }
        #expect(streamed.map { $0["id"] as? String } == ["a", "b", "c"])
        let sums = streamed.map { $0["sha256"] as? String }
        let known = try lines()
        #expect(sums == [known[0], known[1], known[4]].map { $0["sha256"] as? String })
    }

    @Test("the page, the JSON and the database of a folder, with links to the reports")
    func summary() throws {
        _ = try batch("--out", folder.path("out"), "--reports")
        #expect(try lines()[0]["report"] as? String == "reports/a/report.html")
        #expect(FileManager.default.fileExists(atPath: folder.path("out/reports/a/report.html")))
        let outcome = try Tool.run("batch", "--summary", folder.path("out"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.contains("5 logs") && outcome.output.contains("vqf"))
        let page = try String(contentsOf: folder.url("out/fleet.html"), encoding: .utf8)
        #expect(page.contains("Heading error per device") && page.contains("no-such-file"))
        // Every log's page is linked, whether it is an outlier or not.
        #expect(page.contains("<a href=\"reports/a/report.html\">a</a>"))
        let report = try json(try String(contentsOf: folder.url("out/fleet.json"), encoding: .utf8))
        #expect(report["schema"] as? String == "sensorlab.fleet/1")
        #expect((report["totals"] as? [String: Any])?["failed"] as? Int == 2)
    }

    @Test("a history keeps what two processes write at once, and shows it")
    func history() throws {
        let history = folder.path("history.sqlite")
        let processes = try ["a", "b", "c", "a"].enumerated().map { index, name in
            let process = Process()
            process.executableURL = Tool.executable
            process.arguments = [
                "compare", folder.path("\(name).csv"), "--filters", "vqf,kalman", "--quiet", "--history", history,
                "--out", folder.path("comparison\(index)"),
            ]
            try process.run()
            return process
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        _ = try Tool.run(
            "analyze", folder.path("a.csv"), "--filters", "vqf", "--out", folder.path("r"), "--quiet", "--history",
            history)
        let report = try json(try Tool.run("history", history, "--json", "--metric", "total.rmse").output)
        let points = try #require(report["points"] as? [[String: Any]])
        #expect(points.count { $0["filter"] as? String == "vqf" } == 5)
        #expect(points.count { $0["filter"] as? String == "kalman" } == 4)
        #expect(Set(points.map { $0["program"] as? String }).count == 1 && points[0]["program"] is String)
        // The same log by `analyze`, which calibrates, is the same recording and another option.
        let named = try json(try Tool.run("history", history, "--json", "--recording", "a", "--filter", "vqf").output)
        #expect((named["points"] as? [[String: Any]])?.count { $0["verb"] as? String == "analyze" } == 1)
        let outcome = try Tool.run("history", history, "--filter", "vqf", "--out", folder.path("page"))
        #expect(outcome.output.contains("vqf") && outcome.output.contains("analyze"))
        #expect(FileManager.default.fileExists(atPath: folder.path("page/history.svg")))
        let again = ["compare", folder.path("a.csv"), "--filters", "vqf,kalman", "--quiet", "--baseline", history]
        _ = try Tool.run(Array(again.dropLast(2)) + ["--history", history])
        #expect(try Tool.run(again).status == 0)
        let other = try Tool.run(["compare", folder.path("c.csv")] + Array(again.dropFirst(2)))
        #expect(other.status == 1, "a recording of the baseline is missing")
        expectError(try Tool.run("history", manifest), 65, says: "it is not a history")
        expectError(try Tool.run("history", history, "--metric", "speed"), 64, says: "--metric speed")
        expectError(try Tool.run("history", history, "--recording", "walk"), 66, says: "recording \"walk\"")
    }

    @Test("what cannot be begun is refused with one line")
    func refused() throws {
        expectError(try Tool.run("batch"), 64, says: "manifest")
        expectError(try Tool.run("batch", "nowhere.csv"), 66, says: "no such manifest")
        expectError(try Tool.run("batch", "nowhere*.csv"), 66, says: "no file fits")
        expectError(try Tool.run("batch", manifest, "--shard", "3/2", "--out", folder.path("x")), 64, says: "--shard")
        expectError(try Tool.run("batch", manifest, "--reports"), 64, says: "--out")
        expectError(try Tool.run("batch", manifest, "--filters", "kalmann"), 64, says: "kalman")
        expectError(try Tool.run("batch", "--summary", folder.path("nothing")), 66, says: "results.jsonl")
        expectError(try Tool.run("batch", "-", input: "{\"path\": 1}\n{"), 65, says: "standard input:2")
    }

    @Test("killed, resumed, sharded, hung: scripts/checks/fleet on a few logs")
    func checks() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = SharedData.committed("../scripts/checks/fleet").standardized.path
        process.arguments = [
            "python3", script, Tool.executable.path, "--logs", "12", "--seconds", "30", "--kills", "4",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }

    @Test(
        "the trials of the phones give the numbers of compare --preset phones",
        .enabled(if: SharedData.isPresent, "the recordings of the phones are not here"))
    func phones() throws {
        let trials = SharedData.dataset("phones").path
        let filters = ["--filters", "lowpass,vqf"]
        let batch = try Tool.run(
            ["batch", trials, "--preset", "phones", "--out", folder.path("phones"), "--quiet"] + filters)
        #expect(batch.status == 0, "\(batch.messages)")
        #expect(try Tool.run("batch", "--summary", folder.path("phones"), "--quiet").status == 0)
        let fleet = try json(try String(contentsOf: folder.url("phones/fleet.json"), encoding: .utf8))
        let errors = try #require(fleet["errors"] as? [[String: Any]])
        let comparison = try json(try Tool.run(["compare", trials, "--preset", "phones", "--json"] + filters).output)
        func check(_ summaries: [[String: Any]], _ scope: String, _ name: String) throws {
            for summary in summaries {
                let metrics = try #require(summary["metrics"] as? [String: [String: Any]])
                #expect(metrics.count > 30)
                for (metric, expected) in metrics {
                    let found = errors.first {
                        $0["scope"] as? String == scope && $0["name"] as? String == name
                            && $0["filter"] as? String == summary["name"] as? String
                            && $0["metric"] as? String == metric
                    }
                    let (mean, other) = (
                        try #require(found?["mean"] as? Double), try #require(expected["mean"] as? Double)
                    )
                    #expect((mean - other).magnitude <= 1e-9 * max(1, other.magnitude), "\(name) \(metric)")
                    #expect(found?["logs"] as? Int == expected["recordings"] as? Int)
                }
            }
        }
        try check(try #require(comparison["overall"] as? [[String: Any]]), "all", "all")
        for group in try #require(comparison["groups"] as? [[String: Any]]) {
            try check(
                try #require(group["filters"] as? [[String: Any]]), "group", try #require(group["name"] as? String))
        }
    }
}
