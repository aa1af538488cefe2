import Evaluation
import Figures
import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import Analysis
@testable import Reporting

/// The page, the Markdown and the terminal's text for logs that lack something or have malicious names.
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
        // The page's own script is known to its policy by its hash; there is no other.
        let pieces = html.components(separatedBy: ReportScript.element)
        #expect(pieces.count == 2)
        #expect(!pieces.joined().contains("{{") || name == "nasty")
        // Base64 may hold any letters.
        let text = pieces.joined().replacing(/data-(deflated|frames)="[^"]*"/, with: "")
            .replacing("http://www.w3.org/2000/svg", with: "")
        for word in [
            "<script", "http://", "https://", " src=", "@import", "url(", "NaN", "nan\"", "inf\"", "Optional(",
        ] {
            let found = text.contains(word)
            #expect(!found, "\(word) in the page of \(name)")
        }
    }

    @Test func whatIsMissingSaysWhy() throws {
        let noReference = try HTMLReport.html(SyntheticResult(hasReference: false).result())
        #expect(noReference.contains("so errors cannot be measured"))
        #expect(noReference.contains("A deviation curve needs a reference"))
        #expect(noReference.contains("The accuracy is unknown: the log has no reference"))
        let noMagnetometer = try HTMLReport.html(SyntheticResult(hasMagnetometer: false).result())
        #expect(noMagnetometer.contains("The log has no magnetometer."))
        var result = SyntheticResult().result()
        result.report.geomagnetism = nil
        result.report.calibration.magnetometer = nil
        let bare = try HTMLReport.html(result)
        #expect(bare.contains("the declination is unknown and headings are magnetic"))
        #expect(bare.contains("the readings are used uncalibrated"))
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
            "Heading over time", "Heading error over time", "Heading error of kalman", "Turn rate over time",
            "Strength of the magnetic field over time", "rho over time",
            "Deviation over compass heading", "Deviation as a compass rose",
            "Magnetometer before calibration, x\u{2013}y",
            "Magnetometer after calibration, y\u{2013}z",
        ] {
            #expect(html.contains("<title>\(title)</title>"), "\(title)")
        }
        #expect(html.contains("95 % band of its sigma") && html.contains("95 % of the curve"))
    }

    /// The classic rho of a phone on its side means little: only there is the exact angle shown beside it.
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
        for text in [
            markdown, TerminalSummary.text(result.report, folder: "r"),
            TerminalSummary.verbose(result.report, folder: "r"),
        ] {
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
    }

    /// Commands stay in one piece, so that they can be copied.
    @Test(arguments: cases) func terminalFitsEightyColumns(_ name: String, _ synthetic: SyntheticResult) {
        let report = synthetic.result().report
        let short = TerminalSummary.text(report, folder: "barcelona-report")
        #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count <= 25, "\(name):\n\(short)")
        for line in (short + TerminalSummary.verbose(report, folder: "r")).split(separator: "\n")
        where !line.hasPrefix("   sensorlab") && !line.hasPrefix("    sensorlab") {
            #expect(line.count <= 80, "\(name): \(line)")
        }
    }

    @Test func terminalSaysTheMostImportantThings() {
        let report = SyntheticResult().result().report
        let text = TerminalSummary.text(report, folder: "out")
        for part in [
            "Usable with this log's calibration, the kalman filter and a heading offset of +2.9\u{B0}.",
            "A plain compass (lowpass) was off by", "kalman on the same data", "* kalman",
            "1. Use kalman instead of a plain compass: ", "3. Use this log's calibration.json",
            "   sensorlab analyze NEXT-LOG --calibration out/calibration.json",
            "1 warning: time-backwards", "report: out/report.html",
        ] {
            #expect(text.replacing("\n", with: " ").contains(part), "\(part) is missing in\n\(text)")
        }
        let verbose = TerminalSummary.verbose(report, folder: "r")
        for part in [
            "magnetometer: accepted", "steps back 3 times [time-backwards]", "Use kalman with",
            "2.9\u{B0} too far to the left", "sensorlab analyze NEXT-LOG --calibration r/calibration.json",
        ] {
            #expect(
                verbose.replacing("\n    ", with: " ").replacing("\n  ", with: " ").contains(part),
                "\(part)\n\(verbose)")
        }
    }

    @Test("a filter that settles late has a note where its RMS is that of the start")
    func slowStart() throws {
        var result = SyntheticResult().result()
        let reference = result.reference
        let comparison = Comparison(
            track: result.tracks[1], reference: reference, indices: Array(reference.times.indices))
        func note() throws -> (terminal: Bool, page: Bool) {
            let text = TerminalSummary.verbose(result.report, folder: "r").replacing("\n  ", with: " ")
            let words = "kalman settles within 10\u{B0} after 7 s: less than 5 % of the samples make most of its RMS"
            return (text.contains(words), try HTMLReport.html(result).contains(words))
        }
        var errors = try #require(ErrorProfile(scored: comparison, convergenceSeconds: 7.04, axis: .camera))
        let index = try #require(result.report.filters.firstIndex { $0.name == "kalman" })
        errors.total?.p95Degrees = 1
        errors.total?.rmseDegrees = 1.4
        result.report.filters[index].errors = errors
        #expect(try note() == (false, false))
        errors.total?.rmseDegrees = 1.5
        result.report.filters[index].errors = errors
        #expect(try note() == (true, true))
        errors.convergenceSeconds = 0
        result.report.filters[index].errors = errors
        #expect(try note() == (false, false))
    }

    /// Refused results are not shown as numbers.
    @Test func aRefusedDeviationHasNoNumbers() throws {
        var result = SyntheticResult().result()
        result.report.deviation?.accepted = false
        result.report.deviation?.reason = "the deviations scatter too much"
        result.report.deviation?.A = 676.125
        let html = try HTMLReport.html(result)
        #expect(html.contains("the deviations scatter too much") && html.contains("not determined"))
        #expect(!html.contains("676.1") && !MarkdownReport.text(result.report).contains("676.1"))
    }

    /// A log without a reference has the headings themselves in its picture, and how far they are apart.
    @Test func withoutAReferenceHeadingsAreComparedWithEachOther() throws {
        var result = SyntheticResult(hasReference: false).result()
        let names = result.tracks.map { HeadingSeries(track: $0, axis: .camera) }
        result.report.agreement = names.dropLast().compactMap { HeadingAgreement(names[names.count - 1], $0) }
        let html = try HTMLReport.html(result)
        #expect(html.contains("<title>Heading difference from kalman over time</title>"))
        #expect(WellFormedness.problem(in: html) == nil)
    }

    /// The device's own attitude is a row of the table and a line of the pictures.
    @Test func theDeviceIsComparedLikeAFilter() throws {
        var result = SyntheticResult().result()
        var device = result.tracks[0]
        device.name = "device"
        result.device = device
        var section = DeviceSection()
        section.attitude = result.report.filters[0]
        section.attitude?.name = "device"
        result.report.device = section
        let html = try HTMLReport.html(result)
        #expect(html.contains("data-name=\"device\"") && html.contains("<th scope=\"row\">device</th>"))
        #expect(TerminalSummary.text(result.report, folder: "r").contains("\n    device"))
    }

    @Test("the headline names the device's heading where it is nearer, and the cause where there is one")
    func headlines() throws {
        var report = SyntheticResult().result().report
        func headline(_ share: Double, unexplained: Double) -> String {
            report.account = AccountSection(
                source: "lowpass", isMeasured: true, degrees: 20,
                parts: [
                    AccountSection.Part(
                        cause: .field, shareOfSquare: share, degrees: 18,
                        episodes: [AccountSection.Episode(startSeconds: 5, endSeconds: 8, degrees: 40)])
                ], unexplained: AccountSection.Unexplained(shareOfSquare: unexplained, degrees: 5))
            return ReportSummary(report).headline
        }
        #expect(
            headline(0.83, unexplained: 0.1).hasSuffix(
                "Largest part: magnets, iron or the field of the place, 0:05 to 0:08 (83\u{A0}% of the squared error).")
        )
        #expect(!headline(0.4, unexplained: 0.5).contains("Largest part"))
        report.disturbance = DisturbanceSection(
            fieldMicrotesla: 46, share: 0.1, dipDegrees: nil,
            episodes: [DisturbedEpisode(startSeconds: 5, endSeconds: 8, extremeMicrotesla: 90)])
        #expect(
            headline(0.4, unexplained: 0.5).hasSuffix("A magnet or iron was nearby from 0:05 to 0:08."))

        var accuracy = try #require(report.recommendedFilter?.accuracy)
        accuracy.headingRMSEDegrees = 0.5
        var device = try #require(report.filters.first)
        (device.name, device.accuracy) = (PreparedLog.deviceName, accuracy)
        var section = DeviceSection()
        (section.attitude, section.attitudeAccuracy) = (device, accuracy)
        report.device = section
        SyntheticResult().conclude(&report)
        #expect(ReportSummary(report).headline.contains("The device's own heading is nearer: 0.5\u{B0}."))
        #expect(!report.actions.contains { $0.kind == .useFilter })
    }

    @Test("headings for a part of the time are usable then, not 'usable with headings for it'") func partly() throws {
        let synthetic = SyntheticResult()
        var report = synthetic.result().report
        let best = try #require(report.filters.firstIndex { $0.name == report.recommendation?.filter })
        report.filters[best].heading.definedShare = 0.27
        synthetic.conclude(&report)
        #expect(
            ReportSummary(report).verdict?.text.hasPrefix("Usable for 27\u{A0}% of the time with this log's") == true)
    }

    /// Which way a constant error goes, in words: the compass of a heading that must be increased points too far left.
    @Test(arguments: [
        (2.9, true, 0.4, "2.9\u{B0} too far to the left (counter-clockwise)"),
        (-2.9, true, 0.4, "2.9\u{B0} too far to the right (clockwise)"),
        (0.5, true, 0.4, "The heading has no significant offset"),
        (2.9, false, 0.4, "The heading offset is not determined"),
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
        #expect(HeadingBudget.total(of: entries) == 5)
        #expect(HeadingBudget.total(of: [BudgetEntry(source: "x", sigmaDegrees: nil)]) == nil)
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
