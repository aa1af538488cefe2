import Foundation
import TestSupport
import Testing

/// References, as the command line takes them.
@Suite("references")
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
}
