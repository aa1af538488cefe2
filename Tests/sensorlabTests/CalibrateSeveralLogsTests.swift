import Foundation
import TestSupport
import Testing

/// Several logs of one device in one calibration, as a user runs them.
@Suite("Calibrate several logs")
struct CalibrateSeveralLogsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A figure of eight at an hour of the day; `seconds` cuts it short, `place` false leaves its place out.
    private func log(
        _ name: String, hour: Int, hardIron: String = "40,-20,90", seconds: Double = .infinity, place: Bool = true
    ) throws -> String {
        let path = folder.path(name)
        let outcome = try Tool.run(
            "simulate", "figure-eight", "--seed", "\(hour)", "--hard-iron", hardIron, "--out", path)
        #expect(outcome.status == 0, "\(outcome.messages)")
        var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        lines = lines.filter { line in
            if line.hasPrefix("# place") { return place }
            guard let time = Double(line.prefix { $0 != "," }) else { return true }
            return time <= seconds
        }.map { $0.hasPrefix("# start:") ? "# start: 2016-06-02T\(hour):00:00Z" : $0 }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func magnetometer(_ name: String) throws -> (section: [String: Any], file: [String: Any]) {
        let data = try Data(contentsOf: folder.url(name))
        let file = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        return (try #require(file["magnetometer"] as? [String: Any]), file)
    }

    /// The logs are named out of order; a case is put on before the last, which moves the hard iron by 30 microtesla.
    @Test("magnetometer: the hard iron of the latest log, a jump is named")
    func jump() throws {
        let (a, b) = (try log("a.csv", hour: 10), try log("b.csv", hour: 11))
        let c = try log("c.csv", hour: 12, hardIron: "70,-20,90")
        let outcome = try Tool.run("calibrate", "magnetometer", c, a, b, "--out", folder.path("all.json"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("hard iron jumped between \(b) and \(c)"), "\(outcome.messages)")
        let (section, file) = try magnetometer("all.json")
        let hardIron = try #require(section["hardIron"] as? [Double])
        let sigma = try #require(section["hardIronSigma"] as? [Double])
        for (axis, truth) in [70.0, -20, 90].enumerated() {
            #expect((hardIron[axis] - truth).magnitude < 4 * sigma[axis], "\(hardIron) +- \(sigma)")
        }
        #expect(sigma.allSatisfy { $0 < 1 } && section["accepted"] as? Bool == true)
        let logs = (file["provenance"] as? [String: Any])?["logs"] as? [[String: Any]]
        #expect(logs?.compactMap { $0["path"] as? String } == [a, b, c])
    }

    @Test("a log of two seconds in the middle is left out with its reason; --strict: exit code 1")
    func oneOfNoUse() throws {
        let (a, short) = (try log("a.csv", hour: 10), try log("short.csv", hour: 11, seconds: 0.2))
        let c = try log("c.csv", hour: 12)
        for verb in ["magnetometer", "in-use"] {
            let arguments = ["calibrate", verb, a, short, c, "--out", folder.path("\(verb).json")]
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 0, "\(outcome.messages)")
            #expect(outcome.messages.contains("\(short): left out"), "\(outcome.messages)")
            let (section, file) = try magnetometer("\(verb).json")
            #expect(section["accepted"] as? Bool == true, "\(section)")
            let logs = (file["provenance"] as? [String: Any])?["logs"] as? [[String: Any]]
            #expect(logs?.count == 2)
            #expect(try Tool.run(arguments + ["--strict"]).status == 1)
        }
        let none = try Tool.run("calibrate", "magnetometer", short, short)
        #expect(none.status == 65 && none.messages.contains("none of the logs"), "\(none.messages)")
    }

    @Test("--place counts for every log")
    func place() throws {
        let (a, b) = (try log("a.csv", hour: 10, place: false), try log("b.csv", hour: 11, place: false))
        let outcome = try Tool.run(
            "calibrate", "magnetometer", a, b, "--place", "45.19,5.73", "--out", folder.path("all.json"))
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(!outcome.messages.contains("no place"), "\(outcome.messages)")
        let field = try #require(try magnetometer("all.json").section["fieldMicrotesla"] as? Double)
        #expect((field - 47.06).magnitude < 0.2, "WMM in Grenoble, 2016: \(field)")
    }
}
