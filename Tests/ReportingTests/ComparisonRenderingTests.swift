import Evaluation
import Figures
import Foundation
import Readers
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Analysis
@testable import Reporting

/// The pages, texts and files of a comparison, with malicious names.
@Suite("Rendering of comparisons")
struct ComparisonRenderingTests {
    static let nasty = "a|b<script>&\"'`\n::error::%0A"

    /// The demo under a nasty name, a log that is not there, and a baseline that one metric misses.
    static func report(damaged: Bool = true) throws -> ComparisonReport {
        var comparison = try comparison.get()
        var baseline = comparison.baseline
        if damaged { baseline.recordings[0].filters[0].metrics["total.rmse"] = 0.1 }
        try comparison.check(against: baseline, tolerance: BaselineTolerance(), place: "baseline.json")
        return comparison.report
    }

    /// Run once for all tests.
    private static let comparison = Result {
        var options = ComparisonOptions()
        options.analysis.source = ReadOptions()
        options.analysis.filters = ["lowpass", "kalman", "vqf"].map { FilterRequest(name: $0) }
        options.analysis.calibration = .auto
        let path = SharedData.committed("ar-panning-barcelona.csv.gz").path
        let classic = SharedData.committed("classic-gravity-magnetometer.csv.gz").path
        let logs = [
            ComparisonLog(path: path, name: nasty, group: "phone"), ComparisonLog(path: classic, name: "classic"),
            ComparisonLog(path: "/nonexistent/" + nasty, name: "gone"),
        ]
        return try FilterComparison(
            logs, filters: FilterComparison.resolved(options.analysis.filters), options: options,
            tool: ToolSection(version: "test"),
            excluded: [ExcludedRecording(name: nasty, reason: nasty)])
    }

    @Test("the page is well-formed, self-contained and escapes what it shows")
    func html() throws {
        let whole = try ComparisonHTML.html(Self.report())
        #expect(WellFormedness.problem(in: whole) == nil)
        let html = whole.components(separatedBy: ReportScript.element).joined()
        for word in ["<script", "https://", " src=", "@import", "{{", "nan\"", "Optional("] {
            #expect(!html.contains(word), "\(word)")
        }
        #expect(html.contains("Against the baseline"))
        #expect(html.contains("smallest mean error") || html.contains("Smallest mean error"))
        #expect(html.contains("Agreement of headings: classic"))
    }

    /// Six recordings made from one, with errors times 1 to 6.
    @Test("means with intervals, box plots of groups, a heat map; what was left out comes last")
    func pictures() throws {
        var report = try Self.report()
        let first = try #require(report.recordings.first)
        report.recordings = (1...6).map { number in
            var copy = first
            copy.name = "recording \(number)"
            copy.group = number < 4 ? "still" : "moving"
            for index in copy.filters.indices { copy.filters[index].errors?.total?.rmseDegrees *= Double(number) }
            return copy
        }
        var group = GroupSection(name: "still", recordings: 3, filters: [], differences: [], ranking: [])
        report.groups = [group]
        group.name = "moving"
        report.groups.append(group)
        let pictures = ComparisonPictures(report)
        #expect(pictures.means != nil && pictures.groups.count == 2)
        let heat = try #require(ComparisonHeatMap(report))
        #expect(heat.rows.count == 6 && heat.filters == report.overall.map(\.name))
        let levels = heat.rows.flatMap { $0.cells.compactMap(\.level) }
        #expect(levels.min() == 0 && levels.max() == 6)
        // Errors grow from recording to recording, and so do the shades.
        for column in heat.filters.indices {
            let shades = heat.rows.compactMap { $0.cells[column].level }
            #expect(shades == shades.sorted())
        }
        let html = try ComparisonHTML.html(report)
        #expect(WellFormedness.problem(in: html) == nil)
        let left = try #require(html.range(of: "Left out: ")), ranks = try #require(html.range(of: ">Ranks<"))
        #expect(left.lowerBound > ranks.lowerBound)
    }

    @Test("Markdown: tables with as many cells in every row, nothing of a log as markup")
    func markdown() throws {
        let text = ComparisonMarkdown.text(try Self.report())
        #expect(!text.contains("<script"))
        var columns: Int?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                columns = nil
                continue
            }
            let count = line.replacing("\\|", with: "").count { $0 == "|" }
            #expect(columns == nil || columns == count, "\(line)")
            columns = count
        }
        #expect(text.contains("## Failed"))
    }

    @Test("JUnit: one suite per recording, what is worse fails, what is missing is an error, and it is well-formed")
    func junit() throws {
        let xml = try JUnitReport.xml(Self.report())
        #expect(
            WellFormedness.problem(in: xml.replacing("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", with: "")) == nil)
        #expect(xml.contains("<testsuites name=\"sensorlab compare\" tests=\"6\" failures=\"1\" errors=\"1\">"))
        #expect(xml.contains("total, RMSE: 0.100 -&gt; "))
        #expect(xml.contains("<error message=\"no-such-file\">"))
        let clean = try JUnitReport.xml(Self.report(damaged: false))
        #expect(clean.contains("failures=\"0\" errors=\"1\">"))
    }

    @Test("annotations: one line each, no command of a log's own")
    func annotations() throws {
        let lines = ComparisonAnnotations.lines(try Self.report(), baseline: "ci/base,line:1.json")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("::error ") && !$0.contains("\n") })
        #expect(lines[0].hasPrefix("::error file=ci/base%2Cline%3A1.json,title="))
        // Names cannot end the properties: their colons are escaped before the message's own two.
        let head = lines[0].dropFirst(8).prefix { $0 != ":" }
        #expect(!head.contains(":") && head.contains("%3A%3Aerror"))
        #expect(lines[1].contains("no such file"))
    }

    @Test("CSV: a line per metric, quoted where needed")
    func csv() throws {
        let text = ComparisonCSV.text(try Self.report())
        #expect(text.hasPrefix("recording,group,filter,metric,unit,value\n"))
        #expect(text.contains("\"a|b<script>&\"\"'`\n::error::%0A\",phone,kalman,total.rmse,degrees,"))
    }

    @Test(
        "CSV: names that a spreadsheet would compute are text, numbers stay numbers",
        arguments: [
            ("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""), ("+1+1", "'+1+1"), ("-x", "'-x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""), ("-12.5", "-12.5"), ("+7", "+7"), ("a=b", "a=b"), ("", ""),
        ])
    func formulas(_ text: String, _ cell: String) { #expect(CSVField.inert(text) == cell) }

    @Test("the terminal's text fits its lines and names what failed")
    func terminal() throws {
        let text = ComparisonText.text(try Self.report())
        #expect(text.contains("failed: /nonexistent/"))
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains("Against the baseline"))
    }

    @Test("where readings are no Earth's field, everything begins with that")
    func caution() throws {
        var report = try Self.report()
        #expect(!ComparisonText.text(report).contains("Headings are not usable"))
        report.recordings[0].warnings.append(Warning(code: .magnetometerImplausible, message: "m", advice: "a"))
        #expect(ComparisonText.text(report).hasPrefix("! Headings are not usable on 1 of 2 recordings"))
        #expect(ComparisonText.text(report).contains("m [magnetometer-implausible]\n  a\n"))
        #expect(ComparisonMarkdown.text(report).contains("Headings are not usable on 1 of 2 recordings"))
    }

    @Test("the files are written all or none")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("comparison-\(UUID().uuidString)")
        let report = try Self.report()
        try ComparisonWriter.write(report, to: folder.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["comparison.csv", "comparison.html", "comparison.json", "comparison.md"])
        let data = try Data(contentsOf: folder.appendingPathComponent("comparison.json"))
        let read = try JSONDecoder().decode(ComparisonReport.self, from: data)
        #expect(read.recordings.map(\.name) == report.recordings.map(\.name))
        try FileManager.default.removeItem(at: folder)
    }
}
