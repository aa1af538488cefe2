import Foundation
import Testing

@Suite("Long logs in chapters")
struct ChapterTests {
    private let folder: TemporaryFolder
    private let log: String

    init() throws {
        folder = try TemporaryFolder()
        log = folder.path("day.csv")
        try SimulatedLog.copy(seconds: 200, seed: 1, to: folder.url("day.csv"))
    }

    private func lines(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { try json(String($0)) }
    }

    private func rmse(_ line: [String: Any], _ filter: String = "vqf") throws -> Double {
        let result = try #require(line["result"] as? [String: Any])
        let filters = try #require(result["filters"] as? [[String: Any]])
        let found = try #require(filters.first { $0["name"] as? String == filter })
        return try #require((found["metrics"] as? [String: Any])?["heading.rmse"] as? Double)
    }

    @Test("a report and a line per chapter, thinned tracks, and the tables of all")
    func analyze() throws {
        let out = folder.path("out")
        let outcome = try Tool.run("analyze", log, "--every", "60", "--filters", "vqf,kalman", "--out", out)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("in chapters") && outcome.output.contains("3 chapters"))
        let text = outcome.output.replacing("\n", with: " ")
        #expect(text.contains("is off by") && text.contains("each of the 3 chapters counts as a log"))
        let names = ["day-000000s", "day-000060s", "day-000120s"]
        #expect(try FileManager.default.contentsOfDirectory(atPath: out + "/reports").sorted() == names)
        for name in ["fleet.html", "fleet.json", "fleet.sqlite", "results.jsonl"] {
            #expect(FileManager.default.fileExists(atPath: "\(out)/\(name)"), "\(name)")
        }
        let results = try lines(String(contentsOfFile: out + "/results.jsonl", encoding: .utf8))
        #expect(results.map { $0["id"] as? String } == names)
        // Two filters and the reference, a row per second.
        let tracks = try String(contentsOfFile: out + "/reports/day-000060s/tracks.csv", encoding: .utf8)
        #expect((175...185).contains(tracks.split(separator: "\n").count))
        // The same as of that part alone.
        let part = try Tool.run(
            "analyze", log, "--from", "60", "--to", "119.999", "--filters", "vqf,kalman", "--out", folder.path("part"))
        #expect(part.status == 0)
        let (own, alone) = (
            try Report(out + "/reports/day-000060s/report.json"), try Report(folder.path("part/report.json"))
        )
        for filter in ["vqf", "kalman"] {
            let error = try #require(Report.number(try own.filter(filter), "accuracy", "headingRMSEDegrees"))
            #expect(error == Report.number(try alone.filter(filter), "accuracy", "headingRMSEDegrees"))
        }
    }

    @Test("reports of another length do not stay, and a notebook is of one chapter")
    func folders() throws {
        let out = folder.path("out")
        for (seconds, count) in [("60", 3), ("100", 2)] {
            #expect(
                try Tool.run("analyze", log, "--every", seconds, "--filters", "vqf", "--out", out).status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: out + "/reports").count == count)
        }
        let outcome = try Tool.run("export", "notebook", out, "--out", folder.path("notebooks"))
        expectError(outcome, 66, says: "reports of 2 logs or chapters", "reports/day-000000s")
    }

    @Test("a line of batch pools its chapters")
    func batch() throws {
        let manifest = try folder.file("logs.csv", "path\nday.csv\n")
        let options = ["--every", "60", "--filters", "vqf,kalman"]
        let outcome = try Tool.run(["batch", manifest, "--out", folder.path("b"), "--reports"] + options)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let results = try lines(String(contentsOfFile: folder.path("b/results.jsonl"), encoding: .utf8))
        #expect(results.count == 1 && results[0]["id"] as? String == "day")
        #expect((results[0]["options"] as? [String: String])?["every"] == "60")
        #expect(results[0]["report"] as? String == "reports/day-000000s/report.html")
        _ = try Tool.run(["analyze", log, "--out", folder.path("a")] + options)
        let chapters = try lines(String(contentsOfFile: folder.path("a/results.jsonl"), encoding: .utf8))
        let weights = try chapters.map {
            try #require(($0["result"] as? [String: Any])?["durationSeconds"] as? Double)
        }
        let square = try zip(chapters, weights).reduce(0) { try $0 + rmse($1.0) * rmse($1.0) * $1.1 }
        #expect((try rmse(results[0]) - (square / weights.reduce(0, +)).squareRoot()).magnitude < 1e-9)
        let again = try Tool.run(["batch", manifest, "--out", folder.path("b"), "--reports"] + options)
        #expect(again.messages.contains("1 of them unchanged"))
    }

    @Test("options of the whole log, bad lengths and results of others are refused")
    func refusals() throws {
        expectError(
            try Tool.run("analyze", log, "--every", "60", "--reference", log), 64, says: "--every", "--reference")
        expectError(try Tool.run("analyze", log, "--every", "5"), 64, says: "--every", "60")
        expectError(try Tool.run("analyze", log, "--every", "-60"), 64, says: "--every", "60")
        let out = folder.path("out")
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        // Not a chapter's name, though it begins as one.
        let manifest = try folder.file("logs.csv", "path,id\nday.csv,day-other\n")
        #expect(try Tool.run("batch", manifest, "--out", out, "--filters", "vqf").status == 0)
        let outcome = try Tool.run("analyze", log, "--every", "60", "--filters", "vqf", "--out", out)
        #expect(outcome.status == 73 && outcome.messages.contains("results of other logs"), "\(outcome.messages)")
    }

    @Test("a pipe is read to its end, and has no checksum")
    func pipe() throws {
        let text = try String(contentsOfFile: log, encoding: .utf8)
        let schema = text.hasPrefix("# schema") ? text : "# schema: sensorlab.log/1\n" + text
        let outcome = try Tool.run(
            ["analyze", "-", "--every", "60", "--filters", "vqf", "--out", folder.path("out")], input: schema)
        #expect(outcome.status == 0 && outcome.output.contains("3 chapters"), "\(outcome.messages)")
        let results = try lines(String(contentsOfFile: folder.path("out/results.jsonl"), encoding: .utf8))
        #expect(results.count == 3 && results.allSatisfy { $0["sha256"] is NSNull })
    }

    @Test("damage is in the results; a log without samples fails and leaves no results")
    func damage() throws {
        let text = "# schema: sensorlab.log/1\n" + (try String(contentsOfFile: log, encoding: .utf8))
        _ = try folder.file("damaged.csv", text + "word\n")
        let rows = text.split(separator: "\n")
        let head = rows.prefix { $0.hasPrefix("#") }.count + 1
        _ = try folder.file("empty.csv", rows.prefix(head).joined(separator: "\n") + "\n")
        let manifest = try folder.file("logs.csv", "path\ndamaged.csv\nempty.csv\n")
        let options = ["--every", "60", "--filters", "vqf"]
        let outcome = try Tool.run(["batch", manifest, "--out", folder.path("b")] + options)
        #expect(outcome.status == 1, "\(outcome.messages)")
        let results = try lines(String(contentsOfFile: folder.path("b/results.jsonl"), encoding: .utf8))
        #expect((results[1]["failure"] as? [String: Any])?["code"] as? String == "no-samples", "\(results[1])")
        _ = try Tool.run(["analyze", folder.path("damaged.csv"), "--out", folder.path("a")] + options)
        let chapters = try lines(String(contentsOfFile: folder.path("a/results.jsonl"), encoding: .utf8))
        for line in [results[0], try #require(chapters.last)] {
            let warnings = (line["result"] as? [String: Any])?["warnings"] as? [String] ?? []
            #expect(warnings.contains("cell-count") || warnings.contains("unreadable-cells"), "\(warnings)")
        }
        let empty = try Tool.run(["analyze", folder.path("empty.csv"), "--out", folder.path("e")] + options)
        #expect(empty.status == 65, "\(empty.messages)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("e/results.jsonl")))
    }
}
