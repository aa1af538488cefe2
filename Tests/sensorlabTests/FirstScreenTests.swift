import Foundation
import TestSupport
import Testing

/// The first screen (terminal, page and JSON) of logs for which it was once wrong.
@Suite("First screen")
struct FirstScreenTests {
    /// What `analyze` wrote and printed.
    private struct Answer {
        let terminal: String
        let page: String
        let report: Report

        /// The terminal's text without line breaks.
        var words: String { terminal.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

        init(_ log: String) throws {
            let folder = try TemporaryFolder()
            let outcome = try Tool.run("analyze", log, "--out", folder.path("report"))
            #expect(outcome.status == 0, "\(outcome.messages)")
            terminal = outcome.output
            page = try String(contentsOf: folder.url("report/report.html"), encoding: .utf8)
            report = try Report(folder.path("report/report.json"))
        }

        /// The verdict's colour, its number and words.
        func answer() throws -> (state: String, text: String) {
            let answer = try #require(
                page.firstMatch(of: /<div class="answer ([a-z]*)">(.*?)<\/div>/.dotMatchesNewlines()))
            return (String(answer.output.1), String(answer.output.2).replacing(/<[^>]*>/, with: " "))
        }

        /// A part of the page between two texts.
        func part(_ start: String, _ end: String) throws -> Substring {
            let first = try #require(page.range(of: start)).upperBound
            return page[first..<(try #require(page.range(of: end, range: first..<page.endIndex)).lowerBound)]
        }
    }

    /// It read 'Compass deviation, at most 676.1 degrees', though calibration and curve were both refused.
    @Test("a refused deviation is no number") func refusedDeviation() throws {
        let answer = try Answer("datasets/car-town.csv.gz")
        let deviation = try #require(answer.report.json["deviation"] as? [String: Any])
        try #require(deviation["accepted"] as? Bool == false)
        let words = try answer.part("<h3 id=\"deviation\">", "Magnetometer before and after")
            .replacing(/<svg.*?<\/svg>/.dotMatchesNewlines(), with: "")
        #expect(words.contains("not determined") && !words.contains(/\d\u{B0}/))
    }

    /// It printed +402,795 degrees under a truncated line.
    @Test("a refused deviation card holds the whole reason and no degrees") func refusedCard() throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run("deviation", "datasets/car-town.csv.gz", "--card", folder.path("card.txt"))
        #expect(outcome.status == 0)
        let card = try String(contentsOf: folder.url("card.txt"), encoding: .utf8)
        let words = card.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Not determined: ") && words.hasSuffix(".") && !card.contains("\u{B0}"))
    }

    /// A magnet of ten times the Earth's field was not named; a deviation of 52.7 degrees with C = 12 +- 63 had a green
    /// border; the budget said 18.2 where 4.0 was measured; 'use complementary' at 3.47 against 3.48.
    @Test(
        "a magnet is named with its part of the error, a scattered swing is no deviation, the budget is what was measured, ties are told",
        .enabled(if: SharedData.isPresent, "the phone recordings are not here"))
    func magnet() throws {
        let answer = try Answer(SharedData.dataset("phones/iphone5-jakob-dist-ar").path)
        // What the magnet left behind is the magnet's part, too.
        let account = try #require(answer.report.json["account"] as? [String: Any])
        #expect(account["source"] as? String == "device")
        let largest = try #require((account["parts"] as? [[String: Any]])?.first)
        #expect(largest["cause"] as? String == "field" && (Report.number(largest, "shareOfSquare") ?? 0) > 0.7)
        #expect(answer.words.contains(/Largest part: magnets, iron or the field of the place, 0:3\d to/))
        #expect(answer.page.contains(/Largest part: magnets, iron or the field of the place/))
        // What happened is on the picture, with the errors of both.
        #expect(answer.page.contains(/magnet 0:3\d–\d:\d\d: device \d+° off, \w+ [\d.]+°/))
        let verdict = try #require(answer.report.json["verdict"] as? [String: Any])
        let error = try #require(Report.number(verdict, "headingErrorDegrees"))
        let parts = (answer.report.json["budget"] as? [[String: Any]] ?? []).compactMap {
            Report.number($0, "sigmaDegrees")
        }
        let budget = parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
        #expect(parts.count >= 2 && (budget - error).magnitude < 0.3 * error, "\(budget), \(error)")
        let recommendation = try #require(answer.report.json["recommendation"] as? [String: Any])
        let equals = try #require(recommendation["indistinguishable"] as? [String])
        for name in equals { #expect(answer.terminal.contains("  = \(name)")) }
        #expect(equals.isEmpty == !(recommendation["why"] as? String ?? "").contains("do not differ from it"))
        #expect(equals.contains("kalman"))
        // The device's own heading, 42 degrees off, is part of the headline.
        #expect(answer.terminal.contains(/The device's own heading was off by 4\d\.\d\u{B0}/))
    }

    /// 'Off by 67.8 degrees. Cause: a magnet from 0:34 to 0:38', four of 184 seconds with a smaller error.
    @Test(
        "what cannot explain most of an error is not its largest part",
        .enabled(if: SharedData.isPresent, "the recordings are not here"))
    func noCause() throws {
        let answer = try Answer(SharedData.dataset("broad/28_disturbed_stationary_magnet_A.csv.gz").path)
        // Ten turns a second tilt the compass; the two magnets are on the picture, with their errors.
        #expect(answer.words.contains(/Largest part: shaking and fast turns, 0:4\d to/))
        #expect(answer.page.contains(/magnet 0:34–0:3\d: lowpass \d+° off/))
        #expect(answer.page.contains(/magnet 2:2\d–2:2\d: lowpass \d+° off/))
    }

    /// 'Leave those parts out: 7.2 to 5.2': its own command gave 9.5.
    @Test(
        "what is worse when it is run is no action",
        .enabled(if: SharedData.isPresent, "the phone recordings are not here"))
    func losses() throws {
        let answer = try Answer(SharedData.dataset("phones/nexus5-jakob-dist-texting").path)
        let actions = answer.report.json["actions"] as? [[String: Any]] ?? []
        #expect(!actions.isEmpty && !actions.contains { $0["kind"] as? String == "avoid-magnets" })
        for action in actions {
            #expect((action["executed"] as? Bool == true) == (Report.number(action, "afterDegrees") != nil))
        }
    }

    @Test("the command of an action prints its number") func executed() throws {
        let log = "datasets/texting-magnets.csv.gz"
        let actions = try Answer(log).report.json["actions"] as? [[String: Any]] ?? []
        let add = try #require(actions.first { $0["kind"] as? String == "add-constant" })
        let folder = try TemporaryFolder()
        let command = try #require(add["command"] as? String).replacing(
            "heading.json", with: folder.path("heading.json"))
        let parts = command.split(separator: " && ").map { $0.split(separator: " ").dropFirst().map(String.init) }
        try #require(parts.count == 2)
        #expect(try Tool.run(parts[0]).status == 0)
        let outcome = try Tool.run(parts[1] + ["--json", "--quiet"])
        let recordings = try json(outcome.output)["recordings"] as? [[String: Any]]
        let filters = try #require(recordings?.first?["filters"] as? [[String: Any]])
        let error = try #require(Report.number(filters[0]["accuracy"], "headingRMSEDegrees"))
        #expect((error - (try #require(Report.number(add, "afterDegrees")))).magnitude < 1e-6)
    }

    /// Three seconds of a log with a reference: 'the log has no reference'; seven: 'Usable', 138.0 to 0.6 degrees.
    @Test("a short log is not graded, and its reference is not denied", arguments: [(3, false), (7, true), (20, true)])
    func short(_ seconds: Int, _ isScored: Bool) throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run(
            "analyze", "datasets/ar-panning-barcelona.csv.gz", "--from", "40", "--to", "\(40 + seconds)", "--out",
            folder.path("report"))
        #expect(outcome.status == 0)
        let report = try Report(folder.path("report/report.json"))
        let verdict = try #require(report.json["verdict"] as? [String: Any])
        #expect(["unknown", "not-usable"].contains(verdict["grade"] as? String), "\(verdict)")
        let page = try String(contentsOf: folder.url("report/report.html"), encoding: .utf8)
        #expect(!page.contains("log has no reference"))
        #expect(outcome.output.contains("reference not scored") != isScored)
        #expect(outcome.output.contains("needs 25 s") == isScored, "\(outcome.output)")
        let actions = report.json["actions"] as? [[String: Any]] ?? []
        #expect(actions.allSatisfy { Report.number($0, "afterDegrees") == nil })
    }

    /// `project` calibrated nothing by default and drew labels 4080 px off where `analyze` had 25.
    @Test(
        "project calibrates as analyze does", .enabled(if: SharedData.isPresent, "the phone recordings are not here"))
    func projectCalibrates() throws {
        let folder = try TemporaryFolder()
        let places = try folder.file("places.csv", "id,name,lat,lon\na,A,45.1887,5.7269\n")
        let outcome = try Tool.run(
            "project", SharedData.dataset("phones/iphone5-jakob-nodist-ar").path, "--places", places, "--place",
            "45.187778,5.726945,200", "--filter", "sensorlab", "--out", folder.path("labels.csv"))
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("calibrated-in-use"), "\(outcome.messages)")
        #expect(!outcome.messages.contains("magnetometer-implausible"))
    }

    /// Without a reference nothing is a measured figure, and no card is empty.
    @Test("a log without a reference shows both headings and no measured figure") func withoutReference() throws {
        let answer = try Answer("datasets/classic-gravity-magnetometer.csv.gz")
        let verdict = try #require(answer.report.json["verdict"] as? [String: Any])
        #expect(verdict["isMeasured"] as? Bool == false)
        #expect(!answer.page.contains("RMS against the reference"))
        #expect(try !answer.answer().text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty)
        #expect(answer.page.contains("<title>Heading over time</title>"))
    }

    /// 'Use the calibration below': nothing was below, and no file was written.
    @Test("a command of an action names a file that was written", arguments: ["datasets/ar-panning-barcelona.csv.gz"])
    func actionsNameFiles(log: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Tool.run("analyze", log, "--out", folder.path("report"))
        #expect(outcome.status == 0)
        let report = try Report(folder.path("report/report.json"))
        let actions = report.json["actions"] as? [[String: Any]] ?? []
        #expect(!outcome.output.contains("below"))
        for case let file as String in actions.map({ $0["file"] as Any }) {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            #expect(
                folder.names.contains("report") && FileManager.default.fileExists(atPath: folder.path("report/\(name)"))
            )
        }
    }
}
