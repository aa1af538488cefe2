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

    @Test("updates and power are of the sensors that a filter uses after its start")
    func sensorsInUse() throws {
        let log = folder.path("walk.csv")
        #expect(try Tool.run("simulate", "ar-walking", "--duration", "20", "--seed", "3", "--out", log).status == 0)
        for (filter, updates, power) in [
            ("lowpass", 40.0, 0.306 + 0.0198 * 20), ("gyro", 20, 0.99), ("kalman", 60, 0.99 + 0.0198 * 20),
        ] {
            let outcome = try Tool.run("tune", log, "--filter", filter, "--rates", "20,20", "--json", "--quiet")
            let rows = try #require(try json(outcome.output)["rates"] as? [[String: Any]])
            let row = try #require(rows.count == 1 ? rows[0] : nil)
            #expect(((row["updatesPerSecond"] as? Double ?? 0) - updates).magnitude < 1, "\(filter): \(row)")
            let cost = try #require(row["performance"] as? [String: Double])
            let core = try #require(cost["nanosecondsPerSecond"]) * 1e-6
            #expect((try #require(cost["milliwatts"]) - (power + core)).magnitude < 1e-9, "\(filter): \(row)")
        }
    }

    @Test func withoutReference() throws {
        let log = folder.path("walk.csv")
        #expect(try Tool.run("simulate", "ar-walking", "--duration", "20", "--seed", "3", "--out", log).status == 0)
        let text = try String(contentsOfFile: log, encoding: .utf8).replacingOccurrences(of: "ref_q", with: "other_q")
        let alone = try folder.file("alone.csv", text)
        let outcome = try Tool.run("tune", alone, "--filter", "vqf", "--rates", "20", "--json")
        #expect(outcome.status == 0 && outcome.messages.contains("[no-reference]"), "\(outcome.messages)")
        let row = try #require((try json(outcome.output)["rates"] as? [[String: Any]])?.first)
        #expect(row["headingRMSEDegrees"] is NSNull)
    }

    @Test func badRates() throws {
        let log = "datasets/swinging-gaps.csv.gz"
        for rates in ["0", "-5", "ten", "5,,10", "1e9"] {
            expectError(
                try Tool.run("tune", log, "--filter", "vqf", "--rates=\(rates)"), 64,
                says: "--rates \(rates): expected rates of 0.1 to 100000 Hz")
        }
        for (option, value) in [("--camera", "iphone5"), ("--nearest", "3"), ("--screen", "portrait")] {
            expectError(
                try Tool.run("tune", log, "--filter", "vqf", "--rates", "5", option, value), 64, says: option)
        }
        expectError(
            try Tool.run("tune", log, "--filter", "vqf", "--rates", "5", "--budget", "3"), 64, says: "--budget")
        expectError(try Tool.run("tune", log, "--filter", "vqf", "--rates", "5000"), 65, says: "no log is as fast")
    }
}
