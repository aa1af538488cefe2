import Foundation
import TestSupport
import Testing

/// `study`: claimed against actual over trials, as files for print.
@Suite("study")
struct StudyVerbTests {
    private let folder: TemporaryFolder
    private let manifest: String

    /// Five trials of two devices; the first has the device's own headings, which err by 0 and 20 degrees and claim 15.
    init() throws {
        folder = try TemporaryFolder()
        var rows = ["path,id,device,site,motion,group,claims"]
        for index in 0..<5 {
            try SimulatedLog.copy(seconds: 40, seed: index, to: folder.url("\(index).csv"))
            rows.append(
                "\(index).csv,trial_\(index),\(index < 3 ? "A & <b>{{x}}" : "C"),=roof,hand,,\(index == 0 ? "maximum@camera:claims.csv" : "")"
            )
        }
        let reference = try Tool.run(
            "fuse", folder.path("0.csv"), "--filter", "sensorlab", "--calibration", "auto", "--heading-axis", "camera")
        var claims = ["time,heading,accuracy"]
        for (index, line) in reference.output.split(separator: "\n").dropFirst().enumerated() where index % 50 == 0 {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard let heading = Double(cells[5]) else { continue }
            let stated = (heading + (index % 100 == 0 ? 0 : 20)).truncatingRemainder(dividingBy: 360)
            claims.append("\(cells[0]),\(stated),15")
        }
        _ = try folder.file("claims.csv", claims.joined(separator: "\n") + "\n")
        manifest = try folder.file("trials.csv", rows.joined(separator: "\n") + "\n")
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.url(name), encoding: .utf8)
    }

    @Test("page, LaTeX, tables and pictures; started again it does nothing anew and writes the same bytes")
    func files() throws {
        let arguments = ["study", manifest, "--out", folder.path("out"), "--filters", "lowpass,vqf", "--jobs", "2"]
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == 0, "\(outcome.messages)")
        for word in ["Claimed and actual heading error", "Filters and calibrations", "Heading error by device"] {
            #expect(outcome.output.contains(word))
        }
        // What continues below repeats what names a row.
        for line in outcome.output.split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
            for keys in [["of", "name", "source"], ["filter", "calibration"], ["source", "from,", "s", "to,", "s"]] {
                let words = line.split(separator: " ").map(String.init)
                if line.hasPrefix("  \(keys[0])  ") { #expect(Array(words.prefix(keys.count)) == keys, "\(line)") }
            }
        }
        let report = try json(try text("out/study.json"))
        #expect(report["schema"] as? String == "sensorlab.study/1")
        #expect(report["calibrations"] as? [String] == ["auto", "none"])
        let stated = try #require(report["stated"] as? [[String: Any]])
        let claim = try #require(
            stated.first { $0["source"] as? String == "claims" && $0["scope"] as? String == "device" })
        #expect((try #require(claim["statedDegrees"] as? Double) - 15).magnitude < 1e-9)
        #expect(claim["name"] as? String == "A & <b>{{x}}")
        // Half of the claims are right to a few degrees and half are 20 off: 0.71 times 20 together.
        #expect((try #require(claim["rmsErrorDegrees"] as? Double) - 14.1).magnitude < 3)
        #expect((try #require(claim["share"] as? Double) - 0.5).magnitude < 0.1)
        // Names of a manifest are text, for the page, for LaTeX and for spreadsheets.
        let page = try text("out/study.html")
        #expect(page.contains("A &amp; &lt;b&gt;{{x}}") && !page.contains("<b>{{x}}"))
        let latex = try text("out/study.tex")
        #expect(
            latex.contains("A \\& \\textless{}b\\textgreater{}\\{\\{x\\}\\}") && latex.contains("\\begin{tabular}")
                && !latex.contains("trial_0"))
        for name in ["errors", "differences", "stated", "since-start", "trials"] {
            let lines = try text("out/tables/\(name).csv").split(separator: "\n")
            #expect(lines.count > 1, "\(name)")
            let columns = lines[0].split(separator: ",").count
            #expect(lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == columns })
        }
        #expect(try text("out/tables/trials.csv").contains(",'=roof,"))
        #expect(try text("out/figures/choices.svg").hasPrefix("<svg"))

        let before = try ["study.json", "study.tex", "study.html", "results.jsonl"].map { try text("out/\($0)") }
        let again = try Tool.run(arguments)
        #expect(again.messages.contains("10 of 10 runs unchanged"), "\(again.messages)")
        #expect(try ["study.json", "study.tex", "study.html", "results.jsonl"].map { try text("out/\($0)") } == before)

        // The manifest that is kept repeats the study from anywhere.
        let repeated = try Tool.run(
            "study", folder.path("out/manifest.jsonl"), "--out", folder.path("again"), "--filters", "lowpass,vqf",
            "--quiet")
        #expect(repeated.status == 0, "\(repeated.messages)")
        #expect(try text("again/study.json") == before[0])

        // Also into its own folder, where it stays as it is.
        let kept = try text("out/manifest.jsonl")
        let inPlace = try Tool.run(
            "study", folder.path("out/manifest.jsonl"), "--out", folder.path("out"), "--filters", "lowpass,vqf",
            "--quiet")
        #expect(inPlace.status == 0, "\(inPlace.messages)")
        #expect(try text("out/manifest.jsonl") == kept && text("out/study.json") == before[0])
    }

    @Test("a manifest of one's own that is called as the one that is kept is not replaced")
    func ownManifest() throws {
        try FileManager.default.createDirectory(at: folder.url("own"), withIntermediateDirectories: true)
        let rows = "{\"path\": \"../0.csv\"}\n{\"path\": \"../1.csv\"}\n"
        let path = try folder.file("own/manifest.jsonl", rows)
        let outcome = try Tool.run("study", path, "--out", folder.path("own"), "--filters", "vqf")
        expectError(outcome, 73, says: "this command reads it", "another name for the manifest")
        #expect(try text("own/manifest.jsonl") == rows)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("own")) == ["manifest.jsonl"])
    }

    @Test("a trial that fails costs only itself; what cannot be begun is refused with one line")
    func failures() throws {
        _ = try folder.file("bad.csv", "no log\n")
        let broken = try folder.file("broken.csv", "path,id\n0.csv,a\nbad.csv,b\n")
        let outcome = try Tool.run(
            "study", broken, "--out", folder.path("broken"), "--filters", "vqf", "--calibrations", "auto", "--json")
        #expect(outcome.status == 1)
        let report = try json(outcome.output)
        #expect((report["failures"] as? [[String: Any]])?.map { $0["trial"] as? String } == ["b"])
        #expect((report["totals"] as? [String: Any])?["measured"] as? Int == 1)
        expectError(try Tool.run("study", manifest), 64, says: "--out")
        expectError(try Tool.run("study", "nowhere.csv", "--out", folder.path("x")), 66, says: "no such manifest")
        expectError(
            try Tool.run("study", manifest, "--out", folder.path("x"), "--calibrations", "auto,best"), 64,
            says: "manifest, auto, none")
    }

    @Test(
        "the study of the phone trials has the numbers of compare --preset phones",
        .enabled(if: SharedData.isPresent, "the recordings of the phones are not here"))
    func phones() throws {
        let trials = SharedData.dataset("phones").path
        let filters = ["--preset", "phones", "--filters", "lowpass,vqf"]
        let study = try Tool.run(
            ["study", trials, "--out", folder.path("phones"), "--calibrations", "manifest", "--quiet"] + filters)
        #expect(study.status == 0, "\(study.messages)")
        let errors = try #require(try json(try text("phones/study.json"))["errors"] as? [[String: Any]])
        let comparison = try json(try Tool.run(["compare", trials, "--json"] + filters).output)
        func check(_ summaries: Any?, _ scope: String, _ name: String) throws {
            for summary in try #require(summaries as? [[String: Any]]) {
                let metrics = try #require(summary["metrics"] as? [String: [String: Any]])
                for metric in ["total.rmse", "heading.rmse", "headingAfterOffset.rmse", "inclinationMountRemoved.rmse"]
                {
                    let found = errors.first {
                        $0["scope"] as? String == scope && $0["name"] as? String == name
                            && $0["filter"] as? String == summary["name"] as? String
                            && $0["metric"] as? String == metric
                    }
                    let (mean, other) = (
                        try #require(found?["mean"] as? Double), try #require(metrics[metric]?["mean"] as? Double)
                    )
                    #expect((mean - other).magnitude <= 1e-9 * other, "\(name) \(metric)")
                    #expect(found?["trials"] as? Int == metrics[metric]?["recordings"] as? Int)
                }
            }
        }
        try check(comparison["overall"], "all", "all")
        for group in try #require(comparison["groups"] as? [[String: Any]]) {
            try check(group["filters"], "group", try #require(group["name"] as? String))
        }
        let names = Set(errors.filter { $0["scope"] as? String == "device" }.compactMap { $0["name"] as? String })
        #expect(names == ["iPhone4S", "iPhone5", "Nexus5"])
        #expect(
            Set(errors.filter { $0["scope"] as? String == "motion" }.compactMap { $0["name"] as? String }).count == 6)
    }
}
