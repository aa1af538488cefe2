import Figures
import Foundation
import ProjectionCore
import Rotations
import Testing

@testable import Analysis
@testable import Reporting

/// The first screen of the page: the verdict's colour, the picture, the words in it, the dial.
@Suite struct FirstPictureTests {
    private func picture(_ result: AnalysisResult) -> FirstPicture {
        FirstPicture(result, series: ReportSeries(result), shown: ShownFilters(result.report))
    }

    @Test(
        "errors of 0.3 and 7.2 degrees differ in colour under the same conditions",
        arguments: [
            (0.3, "good"), (7.2, "warn"), (40.0, "bad"),
        ])
    func colours(_ error: Double, _ state: String) throws {
        var report = SyntheticResult().result().report
        report.verdict?.grade = .usableWith
        // The picture has no offset: neither number nor colour count it.
        report.verdict?.conditions = [.calibration, .constant]
        report.verdict?.headingErrorDegrees = error / 8
        report.verdict?.isMeasured = true
        let best = try #require(report.filters.firstIndex { $0.name == report.recommendation?.filter })
        report.filters[best].accuracy?.headingRMSEDegrees = error
        let answer = Answer(report, ReportSummary(report))
        #expect(answer?.state == state && answer?.value == NumberText.degrees(error))
        #expect(answer?.what.hasSuffix("; \(NumberText.degrees(error / 8)) with the offset") == true)
        report.verdict?.grade = .unknown
        let unknown = Answer(report, ReportSummary(report))
        #expect(unknown?.state == "none" && unknown?.value == nil)
    }

    @Test("picture, replay and headline have one heading of today's app") func today() throws {
        var result = SyntheticResult().result()
        result.camera = try Camera(name: "test", width: 300, height: 400, focalX: 300, focalY: 300)
        let index = try #require(result.report.filters.firstIndex { $0.name == "lowpass" })
        result.report.filters[index].name = "compass"
        for row in result.tracks.indices where result.tracks[row].name == "lowpass" {
            result.tracks[row].name = "compass"
        }
        #expect(result.report.today?.name == "compass")
        #expect(ShownFilters(result.report).today?.name == "compass")
        #expect(ReplayFigure(result).tracks.first { $0.title.hasPrefix("your app today") }?.name == "compass")
    }

    @Test("an axis of angles begins where the fewest of them lie") func cut() {
        let behind = CircleCut([175, 179, -179, -175] as [Float], centre: 0)
        let shown = [175.0, -175].map(behind.shown)
        #expect((shown[0] - shown[1]).magnitude == 10 && behind.range.contains(0))
        #expect(CircleCut([1, -1] as [Float], centre: 0).low == -180)
        #expect(CircleCut([355, 5] as [Float], centre: 0).shown(355) == -5)
        #expect(CircleCut([.nan] as [Float], centre: 180).low == 0)
    }

    @Test("what happened is on the picture with the errors that the report measured") func words() throws {
        var result = SyntheticResult().result()
        result.report.timeline = [
            TimelineEvent(kind: .magnet, startSeconds: 6, endSeconds: 8, extreme: 90),
            TimelineEvent(kind: .rest, startSeconds: 9, endSeconds: 15),
            TimelineEvent(kind: .hole, startSeconds: 16, endSeconds: 17, sensor: "gyroscope"),
        ]
        let events = picture(result).events
        #expect(events.count == 2)
        #expect(events[0].contains(/^magnet 0:06–0:08: lowpass [\d.]+° off, kalman [\d.]+°$/), "\(events)")
        #expect(events[1].hasPrefix("no gyroscope 0:16\u{2013}0:17: lowpass"))
        let kalman = try #require(ReportSeries(result).filters.first { $0.name == "kalman" })
        let expected = try #require(kalman.eventErrors[0])
        #expect(events[0].hasSuffix("kalman " + NumberText.degrees(expected)))
    }

    @Test("a spike leaves the picture and has its value at the edge") func beyond() {
        var result = SyntheticResult().result()
        let row = 1500
        result.tracks[2].estimates[row].orientation =
            Quaternion.aboutVertical(.pi / 2) * result.tracks[2].estimates[row].orientation
        let main = picture(result).main
        let edges = main.wide.matches(of: /data-place="(above|below)" data-words="([^"]*)"/)
        #expect(edges.contains { $0.output.2.contains(/(8|9)\d°/) }, "\(edges.map(\.output.2))")
        #expect(main.caption.contains("Numbers at the edge"))
    }

    @Test("the dial has the truth first and says how far the others are off") func dial() throws {
        let measured = try #require(picture(SyntheticResult().result()).dial)
        #expect(measured.hands.map(\.name) == ["reference", "lowpass", "kalman"])
        #expect(measured.hands[1].text.contains(/^\d+°, [\d.]+° (left|right)$/))
        let alone = try #require(picture(SyntheticResult(hasReference: false).result()).dial)
        #expect(alone.hands.map(\.name) == ["kalman", "lowpass"])
        #expect(picture(SyntheticResult(samples: 0).result()).dial == nil)
    }

    @Test("of many filters five are coloured, ranked by their errors; the others are for the script") func many() {
        let names = ["lowpass", "complementary", "kalman", "vqf", "madgwick", "mahony", "sensorlab"]
        let result = SyntheticResult(filters: names).result()
        let shown = ShownFilters(result.report)
        let errors = shown.ranked.compactMap { $0.accuracy?.headingRMSEDegrees }
        #expect(errors == errors.sorted() && errors.count == names.count)
        #expect(shown.coloured.count == 5)
        let main = picture(result).main.wide
        #expect(main.matches(of: /class="line optional"/).count == names.count - 2)
    }

    @Test("a strong field has a logarithmic axis, so that the Earth's is seen beside it") func field() {
        var result = SyntheticResult().result()
        #expect(picture(result).strips.last?.wide.contains("data-scaling=\"logarithm\"") == false)
        result.calibratedMagnetometer.values[1000] = Vector3(400, 0, 0)
        #expect(picture(result).strips.last?.wide.contains("data-scaling=\"logarithm\"") == true)
    }
}
