import Foundation
import TestSupport
import Testing

/// What the options of the verbs change that keep results. A new option fails the first test until it is in one of the
/// lists; the other tests check that its list is true.
@Suite("What options change")
struct OptionEffectTests {
    /// An option as it is given, with the options that it needs.
    struct Example: Sendable {
        let words: [String]
        var beside: [String] = []

        init(_ words: String..., beside: [String] = []) { (self.words, self.beside) = (words, beside) }

        var option: String { String(words[0].prefix { $0 != "=" }) }
    }

    /// How a log is read: results and histories record it, advised commands for the same log repeat it, and it has no
    /// effect on a table of `deviation`.
    private let reading: [Example]
    /// Where and when a log was recorded: results and histories record it, and advised commands repeat it.
    private let site = [
        Example("--place", "48,11,500"), Example("--height-above", "msl", beside: ["--place", "48,11,500"]),
        Example("--date", "2026-01-01"), Example("--model", "WMM2025"),
        Example("--coefficients", "Sources/Geomagnetism/Resources/WMM_2025.COF"),
    ]
    /// Changes numbers: results and histories record it.
    private let numbers: [Example]
    /// Logs with options of their own, and what only `compare` has and records.
    private let logs = [
        "--manifest", "--preset", "--calibrations", "--metrics", "--track", "--track-convention",
    ]
    /// Changes no metric of a filter: output, progress, intervals, pictures.
    private let neither = [
        "--out", "--tracks", "--json", "--verbose", "--quiet", "--jobs", "--history", "--shard", "--timeout",
        "--summary", "--reports", "--places", "--terrain", "--eye-height", "--radar", "--radar-radius", "--agreement",
        "--seed", "--baseline", "--update-baseline", "--tolerance", "--junit", "--annotate",
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let mapping = try folder.file("mapping.json", #"{"schema": "sensorlab.mapping/1", "comment": "%"}"#)
        let parameters = try folder.file(
            "vqf.json", #"{"schema": "sensorlab.projection/1", "filter": {"name": "vqf", "parameters": {"tauAcc": 2}}}"#
        )
        reading = [
            Example("--without", "location"), Example("--from", "0.5"), Example("--to", "11"),
            Example("--resample", "50"), Example("--assume=magnetometer=uT"),
            Example("--columns", "t=1:ms,ax=2:m/s2,ay=3,az=4,gx=5:rad/s,gy=6,gz=7,mx=8:uT,my=9,mz=10"),
            Example("--skip-lines", "1"), Example("--comment", "%"), Example("--mapping", mapping),
            Example("--unit", "body"), Example("--expand-limit", "2"), Example("--correct-delays"),
        ]
        numbers = [
            Example("--filters", "vqf"), Example("--filter", "kalman"), Example("--parameters", parameters),
            Example("--set", "vqf.tauAcc=2"), Example("--every", "60"),
            Example("--calibration", "none"), Example("--heading-axis", "top"), Example("--north", "magnetic"),
            Example("--camera", "iphone5"), Example("--reference", "reference.csv"), Example("--device-attitude"),
            Example("--strict"), Example("--reference-north", "arbitrary"), Example("--reference-mount", "fit"),
            Example("--reference-level", "fit"),
            Example("--reference-delay", "0.1"),
            Example("--reference-parts", "heading"),
        ]
    }

    /// The options of the commands by their names, such as `calibrate heading`.
    private func options(of names: String...) throws -> Set<String> {
        let help = try json(try Tool.run("--experimental-dump-help").output)
        let options = try names.reduce(into: Set<String>()) { options, name in
            let command = try name.split(separator: " ").reduce(help["command"] as? [String: Any]) { command, word in
                let below = try #require(command?["subcommands"] as? [[String: Any]])
                return below.first { $0["commandName"] as? String == String(word) }
            }
            for argument in try #require(command?["arguments"] as? [[String: Any]]) {
                let names = argument["names"] as? [[String: Any]] ?? []
                options.formUnion(names.filter { $0["kind"] as? String == "long" }.map { "--\($0["name"] ?? "")" })
            }
        }
        return options.subtracting(["--help", "--version"])
    }

    @Test("every option of the verbs that keep results is in one list")
    func complete() throws {
        let known = (reading + site + numbers).map(\.option) + logs + neither
        let declared = try options(of: "analyze", "compare", "batch", "study")
        #expect(Set(known).count == known.count)
        #expect(declared.subtracting(known).isEmpty, "say here what these change")
        #expect(Set(known).subtracting(declared).isEmpty, "there are no such options")
    }

    @Test("results record every option that changes numbers")
    func recorded() throws {
        let manifest = try folder.file("logs.csv", "path\nmissing.csv\n")
        func recorded(_ words: [String], _ out: String) throws -> [String: String] {
            let outcome = try Tool.run(["batch", manifest, "--out", folder.path(out), "--quiet"] + words)
            #expect(outcome.status == 1, "\(outcome.messages)")
            let line = try json(try String(contentsOf: folder.url(out + "/results.jsonl"), encoding: .utf8))
            return try #require(line["options"] as? [String: String])
        }
        let plain = try recorded([], "plain")
        #expect(plain.isEmpty)
        for example in reading + site + numbers {
            let without = example.beside.isEmpty ? plain : try recorded(example.beside, "without" + example.option)
            #expect(try recorded(example.beside + example.words, example.option) != without, "\(example.words)")
        }
    }

    @Test("advised commands repeat every option on how a log is read, and where and when it was recorded")
    func advised() throws {
        let rows = (0..<600).map { index in
            let (noise, angle) = (0.01 * sin(Double(index)), Double(index) / 100)
            return "\(20 * index),\(noise),0,9.81,0.5,\(noise),0,\(22 * cos(angle)),\(22 * sin(angle)),-42\n"
        }
        let log = try folder.file("log.csv", "a log of no known format\n" + rows.joined())
        let words = (reading + site).flatMap(\.words)
        let outcome = try Tool.run(
            ["analyze", log, "--filters", "lowpass", "--out", folder.path("report"), "--quiet"] + words)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let actions = try Report(folder.path("report/report.json")).json["actions"] as? [[String: Any]] ?? []
        let commands = actions.compactMap { $0["command"] as? String }
        #expect(commands.contains { $0.contains("\(log) \(words.joined(separator: " "))") }, "\(commands)")
        for verb in ["analyze", "fuse", "deviation", "calibrate heading"] {
            #expect(try options(of: verb).isSuperset(of: (reading + site).map(\.option)), "\(verb)")
        }
    }

    @Test("deviation refuses options that have no effect on a table")
    func table() throws {
        let table = try folder.file(
            "table.csv", "heading,deviation\n" + (0..<8).map { "\(45 * $0),\($0)\n" }.joined())
        #expect(try Tool.run("deviation", table, "--json").status == 0)
        let heading = numbers.filter { ["--heading-axis", "--north"].contains($0.option) }
        #expect(heading.count == 2)
        for example in reading + heading {
            expectError(
                try Tool.run(["deviation", table] + example.words), 64, says: "\(example.option): found a table")
        }
    }
}
