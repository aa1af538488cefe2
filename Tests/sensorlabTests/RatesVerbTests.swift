import Foundation
import Testing

/// `tune --rates`.
@Suite struct RatesVerbTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func precisionAgainstRate() throws {
        let log = folder.path("walk.csv")
        #expect(try Tool.run("simulate", "ar-walking", "--duration", "40", "--seed", "3", "--out", log).status == 0)
        let words = ["tune", log, "--filter", "vqf", "--rates", "5,20,50,500"]
        let outcome = try Tool.run(words + ["--json"])
        #expect(outcome.status == 0 && outcome.messages.contains("slower than 500"), "\(outcome.messages)")
        let answer = try json(outcome.output)
        #expect(answer["schema"] as? String == "sensorlab.rates/1")
        let rows = try #require(answer["rates"] as? [[String: Any]])
        #expect(rows.map { $0["rateHz"] as? Double } == [5, 20, 50])
        func value(_ row: Int, _ name: String) throws -> Double { try #require(rows[row][name] as? Double) }
        #expect(try value(0, "headingRMSEDegrees") > value(2, "headingRMSEDegrees"))
        // Half an interval; three sensors.
        #expect(try value(0, "ageMilliseconds") == 100)
        #expect((try value(1, "updatesPerSecond") - 60).magnitude < 1)
        // 0.99 mW + 0.0198 mW/Hz, and what the core takes at 1 W.
        let cost = try #require(rows[1]["performance"] as? [String: Double])
        let core = try #require(cost["nanosecondsPerSecond"]) * 1e-6
        #expect((try #require(cost["milliwatts"]) - (0.99 + 0.0198 * 20 + core)).magnitude < 1e-9)
        // The same number by another command.
        let compared = try json(
            try Tool.run("compare", log, "--filters", "vqf", "--resample", "20", "--json", "--quiet").output)
        let recording = try #require((compared["recordings"] as? [[String: Any]])?.first)
        let filter = try #require((recording["filters"] as? [[String: Any]])?.first)
        let accuracy = try #require(filter["accuracy"] as? [String: Any])
        let expected = try #require(accuracy["headingRMSEDegrees"] as? Double)
        #expect((try value(1, "headingRMSEDegrees") - expected).magnitude < 1e-6)
        let text = try Tool.run(words + ["--quiet"])
        #expect(text.status == 0 && text.output.isEmpty)
        let table = try Tool.run(words)
        #expect(table.output.split(separator: "\n").count == 6, "\(table.output)")
        #expect(table.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(table.output)")
        #expect(!FileManager.default.fileExists(atPath: "projection-core.json"))
    }

    @Test func badRates() throws {
        let log = "datasets/swinging-gaps.csv.gz"
        for rates in ["0", "-5", "ten", "5,,10", "1e9"] {
            expectError(try Tool.run("tune", log, "--filter", "vqf", "--rates", rates), 64, says: "--rates")
        }
        expectError(
            try Tool.run("tune", log, "--filter", "vqf", "--rates", "5", "--budget", "3"), 64, says: "--budget")
        expectError(try Tool.run("tune", log, "--filter", "vqf", "--rates", "5000"), 65, says: "no log is as fast")
    }
}
