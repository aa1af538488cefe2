import Foundation
import TestSupport
import Testing

/// What the rows of a manifest say beside their logs: claims, places, dates and calibrations, and what is wrong with
/// them.
@Suite("rows of a manifest")
struct ManifestRowTests {
    private let folder: TemporaryFolder

    /// Two logs with a reference, place and date.
    init() throws {
        folder = try TemporaryFolder()
        for (name, seed) in [("a", 1), ("b", 2)] {
            try SimulatedLog.copy(seconds: 30, seed: seed, to: folder.url("\(name).csv"))
        }
    }

    private func batch(_ rows: String, _ arguments: String...) throws -> (lines: [[String: Any]], Tool.Outcome) {
        let manifest = try folder.file("rows.csv", rows)
        let outcome = try Tool.run(["batch", manifest, "--filters", "vqf"] + arguments)
        let lines = try outcome.output.split(separator: "\n").map { try json(String($0)) }
        // The output is in the order of completion.
        return (lines.sorted { ($0["id"] as? String ?? "") < ($1["id"] as? String ?? "") }, outcome)
    }

    private func warnings(_ line: [String: Any]) throws -> [[String: String]] {
        let result = try #require(line["result"] as? [String: Any], "\(line)")
        return try #require(result["rowWarnings"] as? [[String: String]])
    }

    @Test("claims that cannot be read cost only themselves, in words; under --strict the log")
    func claims() throws {
        _ = try folder.file("claims.csv", "time,heading\n1,2\n")
        let rows = "path,claims\na.csv,maximum:claims.csv\nb.csv,maximum:nowhere.csv\n"
        let (lines, outcome) = try batch(rows)
        #expect(outcome.status == 0, "\(outcome.messages)")
        for (line, reason) in zip(lines, ["claims.csv: the claims are left out: found the header", "cannot be read"]) {
            let found = try warnings(line)
            #expect(found.map { $0["code"] } == ["unreadable-table"])
            let message = try #require(found.first?["message"])
            #expect(message.contains(reason) && !message.contains(folder.path("")), "\(message)")
            let result = try #require(line["result"] as? [String: Any])
            #expect((result["claims"] as? [Any])?.isEmpty == true && (result["filters"] as? [Any])?.isEmpty == false)
            #expect((result["warnings"] as? [String])?.contains("unreadable-table") == true)
        }
        #expect(try batch(rows, "--strict").1.status == 1)
    }

    @Test("a study with claims that cannot be read keeps its headline, and says so")
    func study() throws {
        let rows = "path,id,claims\na.csv,t1,maximum:nowhere.csv\nb.csv,t2,\n"
        let manifest = try folder.file("trials.csv", rows)
        let outcome = try Tool.run("study", manifest, "--out", folder.path("out"), "--filters", "vqf")
        #expect(outcome.status == 0, "\(outcome.messages)")
        let report = try json(String(contentsOf: folder.url("out/study.json"), encoding: .utf8))
        #expect((report["best"] as? [String: String])?["calibration"] == "auto")
        #expect((report["totals"] as? [String: Any])?["compared"] as? Int == 2)
        let warnings = try #require(report["warnings"] as? [[String: String]])
        #expect(warnings.map { $0["trial"] } == ["t1"] && warnings[0]["code"] == "unreadable-table")
        let page = try String(contentsOf: folder.url("out/study.html"), encoding: .utf8)
        #expect(page.contains("nowhere.csv: the claims are left out"))
    }

    @Test("a place or date that is not the log's own is used, as with --place and --date, and both are said")
    func site() throws {
        let (lines, _) = try batch("path,place,date\na.csv,-33.8 151.2,2019-01-01\nb.csv,,\n")
        let found = try warnings(lines[0])
        #expect(found.map { $0["code"] } == ["site-contradicted", "site-contradicted"])
        let text = found.compactMap { $0["message"] }.joined(separator: "\n")
        for word in ["-33.8,151.2", "41.375", "2019-01-01", "2015-06-22", "km away"] {
            #expect(text.contains(word), "\(word) in \(text)")
        }
        #expect(try warnings(lines[1]).isEmpty)
        let declination = try #require((lines[0]["result"] as? [String: Any])?["declinationDegrees"] as? Double)
        #expect((10...15).contains(declination), "that of Sydney")
        let analyzed = try Tool.run(
            "analyze", folder.path("a.csv"), "--filters", "vqf", "--place", "-33.8,151.2", "--date", "2019-01-01",
            "--out", folder.path("report"))
        #expect(analyzed.output.contains("site-contradicted"), "\(analyzed.output)")
        // A place in the same town is the log's.
        let near = try batch("path,place,date\na.csv,41.4 2.2,2015-06-23\n").lines
        #expect(try warnings(near[0]).isEmpty)
    }

    @Test("a history compares what ran with the same options, those of rows among them")
    func history() throws {
        let history = folder.path("history.sqlite")
        func run(_ verb: String, _ calibration: String) throws {
            let manifest = try folder.file("h.csv", "path,id,calibration\na.csv,a,\(calibration)\nb.csv,b,none\n")
            let arguments =
                verb == "batch"
                ? ["batch", manifest, "--out", folder.path("h")]
                : ["compare", "--manifest", manifest, "--calibration", "auto"]
            let outcome = try Tool.run(arguments + ["--filters", "vqf", "--history", history])
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
        for (verb, calibration) in [("batch", "auto"), ("batch", "none"), ("compare", "none"), ("compare", "auto")] {
            try run(verb, calibration)
        }
        let points = try #require(
            try json(try Tool.run("history", history, "--metric", "heading.rmse", "--json").output)["points"]
                as? [[String: Any]])
        // Both calibrations differ in the second run, in the fourth the one before with `auto` is the first.
        #expect(points.map { $0["common"] as? Int } == [0, 1, 2, 2])
        for point in points.dropFirst() {
            #expect((try #require(point["change"] as? Double)).magnitude < 1e-9, "\(point)")
        }
    }

    @Test("unknown members and columns are said with the nearest known name; a folder is no manifest")
    func names() throws {
        let log = folder.path("a.csv")
        let lines = "{\"path\": \"\(log)\", \"devise\": \"x\"}\n"
        let members = try Tool.run(["batch", "-", "--filters", "vqf"], input: lines)
        #expect(members.status == 0 && members.messages.contains("the members devise are unknown"))
        #expect(members.messages.contains("did you mean device for devise?"), "\(members.messages)")
        let columns = try batch("path,grup\na.csv,x\n").1
        #expect(columns.messages.contains("did you mean group for grup?"), "\(columns.messages)")
        for verb in ["batch", "study"] {
            let outcome = try Tool.run(verb, folder.path(""), "--out", folder.path("x"))
            expectError(outcome, 66, says: "it is a folder, expected a manifest", "/*.csv'")
        }
        expectError(
            try Tool.run("batch", try folder.file("bad.csv", "path,date\na.csv,today\n")), 65, says: "many-logs.md")
    }
}
