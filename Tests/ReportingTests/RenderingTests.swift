import Foundation
import Rotations
import SensorModels
import Testing

@testable import Analysis
@testable import Reporting

/// The page, the Markdown and the terminal's text for logs that lack something or mean harm.
@Suite struct RenderingTests {
    static let cases: [(String, SyntheticResult)] = [
        ("full", SyntheticResult()),
        ("nasty", SyntheticResult(name: SyntheticResult.nastyName, path: SyntheticResult.nastyName)),
        ("no magnetometer", SyntheticResult(hasMagnetometer: false)),
        ("no reference", SyntheticResult(hasReference: false)),
        ("two samples", SyntheticResult(samples: 2)),
        ("no sample", SyntheticResult(samples: 0)),
        ("no filter", SyntheticResult(filters: [])),
    ]

    /// The page is written as XML too, so that a strict check can be made.
    @Test(arguments: cases) func pageIsWellFormed(_ name: String, _ synthetic: SyntheticResult) throws {
        let html = try HTMLReport.html(synthetic.result())
        #expect(WellFormedness.problem(in: html) == nil)
        #expect(!html.contains("{{") || name == "nasty")
        // The page's own script is known to its policy by its hash; there is no other.
        let pieces = html.components(separatedBy: ReportScript.element)
        #expect(pieces.count == 2)
        for word in [
            "<script", "http://", "https://", " src=", "@import", "url(", "NaN", "nan\"", "inf\"", "Optional(",
        ] {
            let found = pieces.joined().replacing("http://www.w3.org/2000/svg", with: "").contains(word)
            #expect(!found, "\(word) in the page of \(name)")
        }
    }

    @Test func whatIsMissingSaysWhy() throws {
        let noReference = try HTMLReport.html(SyntheticResult(hasReference: false).result())
        #expect(noReference.contains("there is nothing to measure errors against"))
        #expect(noReference.contains("A deviation curve needs a reference"))
        #expect(noReference.contains("never estimated from the filter itself"))
        let noMagnetometer = try HTMLReport.html(SyntheticResult(hasMagnetometer: false).result())
        #expect(noMagnetometer.contains("The log has no magnetometer."))
        var result = SyntheticResult().result()
        result.report.geomagnetism = nil
        result.report.calibration.magnetometer = nil
        let bare = try HTMLReport.html(result)
        #expect(bare.contains("the declination is unknown and headings are magnetic"))
        #expect(bare.contains("the readings are used as they are"))
    }

    @Test func theDevicesOwnResultsStandBesideOurs() throws {
        var result = SyntheticResult().result()
        #expect(try HTMLReport.html(result).contains("attitude nor its corrected readings"))
        let json = #"{"magnetometer":{"samples":1234,"meanDifference":[1.25,-3,0],"medianAngleDegrees":2.5}}"#
        var device = try JSONDecoder().decode(DeviceSection.self, from: Data(json.utf8))
        device.attitudeAccuracy = result.report.filters.last?.accuracy
        result.report.device = device
        let html = try HTMLReport.html(result)
        #expect(html.contains("mean +1.2, \u{2212}3.0, 0.0 \u{B5}T; median angle 2.5\u{B0}; 1\u{202F}234 pairs"))
        #expect(MarkdownReport.text(result.report).contains("its attitude against the reference: total"))
        #expect(WellFormedness.problem(in: html) == nil)
    }

    @Test func everyPictureOfTheFullReportIsThere() throws {
        let html = try HTMLReport.html(SyntheticResult().result())
        for title in [
            "Heading over time", "Heading error of every filter over time", "Heading error of kalman", "rho over time",
            "Deviation over compass heading", "Deviation as a compass rose",
            "Magnetometer before calibration, x\u{2013}y",
            "Magnetometer after calibration, y\u{2013}z",
        ] {
            #expect(html.contains("<title>\(title)</title>"), "\(title)")
        }
        #expect(html.contains("95 % band of its sigma"))
    }

    /// The classic rho of a phone on its side means little: there the exact angle stands beside it, and nowhere else.
    @Test func aPhoneOnItsSideGetsTheExactAngle() throws {
        let title = "Zenith angle of the camera over time"
        var result = SyntheticResult().result()
        #expect(!(try HTMLReport.html(result)).contains(title))
        let quarter = Quaternion(angle: .pi / 2, axis: Vector3(0, 0, 1))
        for index in result.tracks.indices {
            for row in result.tracks[index].estimates.indices {
                result.tracks[index].estimates[row].orientation =
                    result.tracks[index].estimates[row].orientation * quarter
            }
        }
        let html = try HTMLReport.html(result)
        #expect(html.contains(title) && html.contains("the phone was held on its side"))
        #expect(WellFormedness.problem(in: html) == nil)
    }

    @Test func namesOfLogsEnterNothing() throws {
        let result = SyntheticResult(name: SyntheticResult.nastyName).result()
        let html = try HTMLReport.html(result)
        #expect(html.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"))
        #expect(
            !html.unicodeScalars.contains("\u{301}"), "a combining mark behind a quote would keep it from being escaped"
        )
        let markdown = MarkdownReport.text(result.report)
        #expect(!markdown.contains("<script"))
        #expect(markdown.contains("\\*bold\\*"))
        #expect(markdown.split(separator: "\n")[0].count < 250)
        for text in [markdown, TerminalSummary.text(result.report)] {
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
    }

    @Test(arguments: cases) func terminalFitsEightyColumns(_ name: String, _ synthetic: SyntheticResult) {
        for line in TerminalSummary.text(synthetic.result().report).split(separator: "\n") {
            #expect(line.count <= 80, "\(name): \(line)")
        }
    }

    @Test func terminalSaysTheMostImportantThings() {
        let text = TerminalSummary.text(SyntheticResult().result().report)
        for part in [
            "A plain compass (lowpass) was off by", "kalman on the same data", "* kalman", "magnetometer: accepted",
            "Add +2.9\u{B0}",
            "steps back 3 times [time-backwards]", "Use kalman with",
        ] {
            #expect(text.replacing("\n    ", with: " ").contains(part), "\(part) is missing in\n\(text)")
        }
    }

    /// Which way a constant error goes, in words: the compass of a heading that must be increased points too far left.
    @Test(arguments: [
        (2.9, true, 0.4, "2.9\u{B0} too far to the left (counter-clockwise)"),
        (-2.9, true, 0.4, "2.9\u{B0} too far to the right (clockwise)"),
        (0.5, true, 0.4, "The heading has no significant constant error"),
        (2.9, false, 0.4, "The constant heading error is not determined"),
    ])
    func theConstantErrorSaysWhichWay(_ offset: Double, _ accepted: Bool, _ sigma: Double, _ words: String) {
        var report = SyntheticResult().result().report
        report.headingOffset = HeadingOffsetSection(
            offsetDegrees: offset, sigmaDegrees: sigma, accepted: accepted, reason: "too few", method: "",
            filter: "kalman")
        #expect(ReportSummary(report).findings[0].contains(words))
    }

    @Test func budgetAddsInQuadrature() {
        let entries = [3.0, nil, 4.0].map { BudgetEntry(source: "x", sigmaDegrees: $0) }
        #expect(ReportSummary.total(of: entries) == 5)
        #expect(ReportSummary.total(of: [BudgetEntry(source: "x", sigmaDegrees: nil)]) == nil)
    }

    @Test func linesOfForeignText() {
        #expect(PlainText.line("a\r\n\tb\u{1B}[0m \u{202E}c") == "a b [0m c")
        #expect(PlainText.line(String(repeating: "x", count: 300), limit: 90).count == 90)
        #expect(PlainText.line("\"\u{301}\u{302}e\u{301}") == "\"e\u{301}")
        #expect(MarkupText.escaped("<a href=\"x\u{301}\">'&\u{0}") == "&lt;a href=&quot;x\u{301}&quot;&gt;&#39;&amp;")
        #expect(NumberText.signed(-0.004, decimals: 2) == "0.00")
        #expect(NumberText.signed(0.004, decimals: 2) == "0.00")
        #expect(NumberText.signedDegrees(-1.25) == "\u{2212}1.2\u{B0}")
        #expect(NumberText.count(1_234_567) == "1\u{202F}234\u{202F}567")
    }
}
