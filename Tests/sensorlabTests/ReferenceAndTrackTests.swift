import Foundation
import TestSupport
import Testing

/// References and filters of the user's own, as the command line takes them.
@Suite("references and tracks")
struct ReferenceAndTrackTests {
    let folder: TemporaryFolder
    /// The lines of a canonical log at a place with a declination of 15 degrees, and its columns.
    let lines: [String]
    let head: [String]

    init() throws {
        folder = try TemporaryFolder()
        let log = folder.path("log.csv")
        let made = try Tool.run(
            "simulate", "ar-panning", "--duration", "40", "--place", "47.6,-122.3,50", "--date", "2024-05-01", "--out",
            log)
        #expect(made.status == 0, "\(made.messages)")
        let all = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        lines = all.filter { !$0.hasPrefix("#") }
        head = lines[0].split(separator: ",").map(String.init)
    }

    private static let names = [
        "t": "time (s)", "ax": "acc_x (m/s^2)", "ay": "acc_y (m/s^2)", "az": "acc_z (m/s^2)", "gx": "gyro_x (rad/s)",
        "gy": "gyro_y (rad/s)", "gz": "gyro_z (rad/s)", "mx": "mag_x (uT)", "my": "mag_y (uT)", "mz": "mag_z (uT)",
    ]

    /// A wide table of sensors and, with other names, of the reference, turned counter-clockwise by some degrees.
    private func wide(
        _ name: String, _ statements: [String] = [], sensors: Bool = true, reference: String? = "ref_q",
        turned degrees: Double = 0
    ) throws -> String {
        let columns = head.indices.filter { index in
            index == 0 || sensors && Self.names[head[index]] != nil
                || reference != nil && head[index].hasPrefix("ref_q")
        }
        let quaternion = ["ref_qw", "ref_qx", "ref_qy", "ref_qz"].compactMap { head.firstIndex(of: $0) }
        let (c, s) = (cos(degrees * .pi / 360), sin(degrees * .pi / 360))
        var text = statements.map { $0 + "\n" }.joined()
        let titles = columns.map { index in
            head[index].hasPrefix("ref_q")
                ? (reference ?? "") + head[index].dropFirst(5) : Self.names[head[index]] ?? head[index]
        }
        text += titles.joined(separator: ",") + "\n"
        for line in lines.dropFirst() {
            var cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let q = quaternion.compactMap { Double(cells[$0]) }
            if q.count == 4 {
                let turned = [c * q[0] - s * q[3], c * q[1] - s * q[2], c * q[2] + s * q[1], c * q[3] + s * q[0]]
                for (position, value) in zip(quaternion, turned) { cells[position] = "\(value)" }
            }
            guard sensors || q.count == 4 else { continue }
            text += columns.map { cells[$0] }.joined(separator: ",") + "\n"
        }
        return try folder.file(name, text)
    }

    private let place = ["# place: 47.6,-122.3,50", "# date: 2024-05-01"]

    /// RMSE of the heading of a filter, degrees, and the codes of all warnings.
    private func heading(_ arguments: [String], of filter: String = "vqf") throws -> (error: Double, codes: Set<String>)
    {
        let outcome = try Tool.run(["compare"] + arguments + ["--filters", "vqf", "--json", "--quiet"])
        #expect(outcome.status == 0, "\(outcome.messages)")
        let recordings = try #require(try json(outcome.output)["recordings"] as? [[String: Any]])
        let filters = try #require(recordings.first?["filters"] as? [[String: Any]])
        let accuracy = filters.first { $0["name"] as? String == filter }?["accuracy"] as? [String: Any]
        let warnings = recordings.first?["warnings"] as? [[String: Any]] ?? []
        return (
            try #require(accuracy?["headingRMSEDegrees"] as? Double), Set(warnings.compactMap { $0["code"] as? String })
        )
    }

    @Test("the north of a reference, as the message says to write it: a line or an option, in the log or its file")
    func norths() throws {
        let silent = try wide("silent.csv", place)
        let unknown = try heading([silent])
        // Without a word the declination of 15 degrees is in the error.
        #expect(unknown.error > 10 && unknown.codes.contains("reference-north-unknown"))
        let sensors = try wide("sensors.csv", place, reference: nil)
        let file = try wide("reference.csv", ["# north: true"], sensors: false, reference: "q")
        let silentFile = try wide("silent-reference.csv", sensors: false, reference: "q")
        for arguments in [
            [try wide("said.csv", place + ["# north: true"])],
            [try wide("long.csv", place + ["# reference-north: true"])], [silent, "--reference-north", "true"],
            [sensors, "--reference", file], [sensors, "--reference", silentFile, "--reference-north", "true"],
        ] {
            let found = try heading(arguments)
            #expect(found.error < 3, "\(arguments)")
            #expect(!found.codes.contains("reference-north-unknown"), "\(arguments)")
        }
    }

    @Test("fuse's CSV read back is the same track, of either north; headings alone have neither total nor inclination")
    func readBack() throws {
        let log = try wide("log.csv", place + ["# north: true"])
        for north in ["true", "magnetic"] {
            let made = try Tool.run("fuse", log, "--filter", "vqf", "--north", north, "--quiet")
            let rows = made.output.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
            let column = try #require(rows[0].firstIndex(of: "heading"))
            #expect(rows[0].last == "north" && rows[1].last == north)
            let whole = try folder.file("\(north).csv", made.output)
            let own = try heading([log, "--track", "mine=\(whole)"], of: "mine").error
            #expect((own - (try heading([log]).error)).magnitude < 1e-3, "\(north): \(own)")
            let headings = rows.dropFirst().filter { !$0[column].isEmpty }.map { "\($0[0]),\($0[column])" }
            let alone = try folder.file(
                "alone.csv", "# north: \(north)\nt,heading\n" + headings.joined(separator: "\n") + "\n")
            let arguments = [log, "--track", "mine=\(alone)"]
            #expect((own - (try heading(arguments, of: "mine").error)).magnitude < 0.1)
            let outcome = try Tool.run(["compare"] + arguments + ["--filters", "vqf", "--json", "--quiet"])
            let recordings = try #require(try json(outcome.output)["recordings"] as? [[String: Any]])
            let filters = try #require(recordings[0]["filters"] as? [[String: Any]])
            let found = try #require(filters.first { $0["name"] as? String == "mine" }?["errors"] as? [String: Any])
            for part in ["total", "inclination", "rho"] { #expect(found[part] is NSNull, "\(part)") }
            #expect(found["heading"] is [String: Any])
            let shown = try Tool.run(["compare"] + arguments + ["--filters", "vqf"])
            #expect(shown.status == 0, "\(shown.messages)")
        }
    }

    @Test("a reference of a part alone: compare and tune show what it has, and nothing else")
    func parts() throws {
        let log = try wide("log.csv", place + ["# north: true"])
        let words = [("heading", "Errors\n", "inclination"), ("inclination", "Errors\n", "heading")]
        for (part, title, other) in words {
            let options = [log, "--reference-parts", part]
            let shown = try Tool.run(["compare"] + options + ["--filters", "vqf,kalman"])
            #expect(shown.status == 0 && shown.output.contains(title), "\(shown.messages)")
            let tables = shown.output.components(separatedBy: "\n\n")
            let ranks = try #require(tables.firstIndex { $0.hasPrefix("Ranks") })
            #expect(tables[ranks + 1].contains(part) && !tables[ranks + 1].contains(other), "\(tables[ranks + 1])")
            let differences = try #require(tables.firstIndex { $0.hasPrefix("Differences") })
            #expect(tables[differences + 1].contains(part) && !tables[differences + 1].contains(other))
            #expect(!tables[differences + 1].contains("total"))
            #expect(shown.output.contains("More figures") == (part == "heading"), "\(shown.output)")
            let tuned = try Tool.run(
                ["tune"] + options + [
                    "--filter", "vqf", "--parameters", "tauAcc", "--method", "grid", "--budget", "5", "--out",
                    folder.path("tuned.json"),
                ])
            let said = tuned.output + tuned.messages
            #expect(tuned.status == 0 && said.contains("vqf, \(part) (the references have no more), grid"), "\(said)")
            #expect(said.contains("heading offset of the recordings") == (part == "heading"), "\(said)")
        }
    }

    @Test("an arbitrary north is removed, said in every form, and left out of the verdict")
    func arbitrary() throws {
        let log = try wide("log.csv", place + ["# north: arbitrary"], turned: 60.7)
        #expect(try heading([log]).error < 3)
        let out = folder.path("report")
        let outcome = try Tool.run("analyze", log, "--out", out)
        #expect(outcome.status == 0, "\(outcome.messages)")
        let page = try String(contentsOfFile: out + "/report.html", encoding: .utf8)
        let markdown = try String(contentsOfFile: out + "/report.md", encoding: .utf8)
        let text = try String(contentsOfFile: out + "/report.json", encoding: .utf8)
        let shown = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for form in [page, markdown] { #expect(form.contains("north is arbitrary")) }
        #expect(shown.contains("one constant removed: the reference's north is arbitrary"))
        #expect((try json(text)["recording"] as? [String: Any])?["referenceNorth"] as? String == "arbitrary")
        #expect(!shown.contains("heading offset of"))
        let compared = try Tool.run("compare", log, "--filters", "vqf")
        #expect(compared.output.contains("arbitrary"))
    }

    @Test("delays and mounts are options of every verb with a reference; wrong values are refused")
    func terms() throws {
        let log = try wide("log.csv", place + ["# north: true"])
        let late = try heading([log, "--reference-delay", "0.5"]).error
        #expect(late > 1.5 * (try heading([log, "--reference-delay", "0"]).error))
        #expect(
            try heading([log, "--reference-delay", "fit", "--reference-mount", "fit"]).codes.contains(
                "reference-fitted"))
        for (option, value) in [("delay", "soon"), ("mount", "loose"), ("north", "up")] {
            #expect(try Tool.run("compare", log, "--reference-\(option)", value).status == 64)
        }
        for verb in ["analyze", "compare", "tune", "study", "batch", "project"] {
            let help = try Tool.run(verb, "--help").output
            for option in ["--reference-north", "--reference-mount", "--reference-delay"] {
                #expect(help.contains(option), "\(verb) \(option)")
            }
        }
    }

    @Test("the device's name, as the check list says to write it")
    func deviceLine() throws {
        func platform(_ path: String) throws -> Bool {
            try Tool.run("info", path).output.contains("write '# device: NAME'")
        }
        #expect(try platform(try wide("without.csv", place)))
        #expect(try !platform(try wide("with.csv", place + ["# device: iPhone 15"])))
    }

    @Test("a track stands beside the filters, in the baseline and in JUnit: one step of a CI")
    func track() throws {
        let log = try wide("log.csv", place + ["# north: true"])
        let fused = try Tool.run("fuse", log, "--filter", "kalman", "--north", "magnetic", "--quiet")
        let track = try folder.file("out.csv", fused.output)
        let (baseline, junit) = (folder.path("base.json"), folder.path("junit.xml"))
        let arguments = ["compare", log, "--track", "mine=\(track)", "--filters", "kalman", "--baseline", baseline]
        #expect(try Tool.run(arguments + ["--update-baseline", "--quiet"]).status == 0)
        let outcome = try Tool.run(arguments + ["--junit", junit])
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(try String(contentsOfFile: junit, encoding: .utf8).contains("mine"))
        let shown = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(shown.contains("read as wxyz,device-to-earth,enu"))
        let own = try heading([log, "--track", "mine=\(track)"], of: "mine").error
        let kalman = try Tool.run("compare", log, "--filters", "kalman", "--json", "--quiet").output
        let recordings = try json(kalman)["recordings"] as? [[String: Any]]
        let filters = recordings?.first?["filters"] as? [[String: Any]]
        let accuracy = filters?.first?["accuracy"] as? [String: Any]
        #expect((own - (try #require(accuracy?["headingRMSEDegrees"] as? Double))).magnitude < 0.1)

        // A worse filter breaks the baseline.
        let worse = fused.output.split(separator: "\n").enumerated().filter { $0.offset % 20 == 0 }.map(\.element)
        _ = try folder.file("out.csv", worse.joined(separator: "\n") + "\n")
        #expect(try Tool.run(arguments + ["--quiet"]).status == 1)
    }

    @Test("a track in the report, its page, its notebook and tracks.csv; never recommended")
    func analyzed() throws {
        let log = try wide("log.csv", place + ["# north: true"])
        let fused = try Tool.run("fuse", log, "--filter", "kalman", "--north", "magnetic", "--quiet")
        let track = try folder.file("out.csv", fused.output)
        let out = folder.path("report")
        let outcome = try Tool.run("analyze", log, "--track", "mine=\(track)", "--filters", "lowpass", "--out", out)
        #expect(outcome.status == 0, "\(outcome.messages)")
        for name in ["report.html", "report.md", "report.json", "tracks.csv"] {
            #expect(try String(contentsOfFile: out + "/" + name, encoding: .utf8).contains("mine"), "\(name)")
        }
        let report = try json(String(contentsOfFile: out + "/report.json", encoding: .utf8))
        #expect((report["recommendation"] as? [String: Any])?["filter"] as? String == "lowpass")
    }

    @Test("wrong tracks are refused before anything runs")
    func refusals() throws {
        let log = try wide("log.csv", place + ["# north: true"])
        let track = try folder.file("out.csv", "t,qw,qx,qy,qz\n0,1,0,0,0\n1,1,0,0,0\n")
        for arguments in [
            ["--track", track], ["--track", "vqf=\(track)"], ["--track-convention", "enu"],
            ["--track", "a=\(track)", "--track", "a=\(track)"],
            ["--track", "a=\(track)", "--track-convention", "b=enu"],
            ["--track", "a=\(track)", "--track-convention", "sideways"],
        ] {
            #expect(try Tool.run(["compare", log] + arguments).status == 64, "\(arguments)")
        }
        expectError(try Tool.run("compare", log, "--track", "a=missing.csv"), 66, says: "missing.csv")
    }
}
