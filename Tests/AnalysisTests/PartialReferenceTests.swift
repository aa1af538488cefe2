import Evaluation
import Recordings
import Rotations
import SensorModels
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("A reference of headings or of the inclination alone")
struct PartialReferenceTests {
    private static func analyze(
        _ recording: Recording, _ terms: ReferenceTerms = ReferenceTerms()
    ) throws -> AnalysisReport {
        try AnalyzerTests.analyze(recording) { options in
            options.filters = [FilterRequest(name: "vqf"), FilterRequest(name: "kalman")]
            options.referenceTerms = terms
        }.report
    }

    /// The log with the headings of its camera in place of its reference, each turned clockwise by so many radians.
    private static func headings(
        _ recording: Recording, sigma: Double = .nan, turned: (Int) -> Double = { _ in 0 }
    ) -> Recording {
        var result = recording
        result.reference = QuaternionStream()
        for (index, (time, orientation)) in zip(recording.reference.times, recording.reference.values).enumerated() {
            guard index % 10 == 0, let heading = orientation.heading(of: .camera) else { continue }
            result.referenceHeading.append(
                ReferenceHeading(heading: heading + turned(index), sigma: sigma), at: time)
        }
        return result
    }

    @Test("headings alone give the errors of the heading that the orientations give, and no others")
    func headingsAlone() throws {
        let log = try AnalyzerTests.recording()
        let (whole, partial) = (try Self.analyze(log), try Self.analyze(Self.headings(log)))
        for (a, b) in zip(whole.filters, partial.filters) {
            let (a, b) = (try #require(a.accuracy), try #require(b.accuracy))
            // Every tenth sample, and headings of the camera in place of those about the vertical.
            let (x, y) = (try #require(a.headingRMSEDegrees), try #require(b.headingRMSEDegrees))
            #expect((x - y).magnitude < 0.1 * x + 0.05, "\(x) \(y)")
            #expect(b.totalRMSEDegrees == nil && b.inclinationRMSEDegrees == nil && b.rhoRMSEDegrees == nil)
        }
        #expect(partial.warnings.contains { $0.code == .referencePartial && $0.message.contains("camera") })
        #expect(partial.verdict?.isMeasured == true)
        // The log has no orientations: those that were made of the headings are no stream of it.
        let sensors = partial.recording.streams.map(\.sensor)
        #expect(sensors.contains("referenceHeading") && !sensors.contains("reference"))
    }

    @Test("headings beside orientations are left out, and that is said")
    func headingsBesideOrientations() throws {
        var log = try AnalyzerTests.recording()
        log.referenceHeading = Self.headings(log).referenceHeading
        let report = try Self.analyze(log)
        #expect(report.filters.allSatisfy { $0.accuracy?.totalRMSEDegrees != nil })
        let note = try #require(report.warnings.first { $0.code == .referencePartial })
        #expect(note.message.contains("\(log.referenceHeading.count) headings") && note.advice.contains("--without"))
    }

    @Test("orientations are not asked of headings alone", arguments: [ReferenceParts.orientation, .inclination])
    func contradiction(parts: ReferenceParts) throws {
        let log = Self.headings(try AnalyzerTests.recording())
        let error = try #require(throws: SensorLabError.self) {
            try Self.analyze(log, ReferenceTerms(parts: parts))
        }
        #expect(error.kind == .usage && error.message.contains(parts.rawValue))
    }

    @Test("a comparison ranks by the errors that there are, and counts their recordings")
    func ranks() throws {
        let filters = try Self.analyze(Self.headings(try AnalyzerTests.recording())).filters
        let section = ComparedRecording(
            name: "a", path: "a", durationSeconds: 60, options: [:], filters: filters, differences: [], agreement: [],
            warnings: [])
        let group = GroupSection(name: "all", [section], filters: filters.map(\.name), seed: 1)
        #expect(group.ranking.map(\.metric) == [Metric.headingRMSE, .headingAfterOffsetRMSE].map(\.name))
        #expect(group.filters.allSatisfy { $0.recordings == 1 })
    }

    @Test("a heading that is clockwise of the device's makes the offset positive")
    func sign() throws {
        let log = try AnalyzerTests.recording()
        let straight = try Self.analyze(Self.headings(log))
        let turned = try Self.analyze(Self.headings(log) { _ in Angle.radians(20) })
        let offsets = try [straight, turned].map { try #require($0.filters[0].accuracy?.headingOffsetDegrees) }
        #expect((offsets[1] - offsets[0] - 20).magnitude < 0.01)
    }

    @Test("errors of the reference are inside the interval if its sigma says so")
    func sigma() throws {
        let log = try AnalyzerTests.recording()
        let wrong: (Int) -> Double = { Angle.radians(10) * ($0 % 20 == 0 ? 1 : -1) }
        let exact = try Self.analyze(Self.headings(log, turned: wrong)).filters[1].accuracy
        let stated = try Self.analyze(Self.headings(log, sigma: Angle.radians(10), turned: wrong)).filters[1].accuracy
        #expect(exact?.headingRMSEDegrees == stated?.headingRMSEDegrees)
        #expect(try #require(stated?.coverage95) > 0.9)
        #expect(try #require(exact?.nees) > 1.5 * #require(stated?.nees))
    }

    @Test("an arbitrary constant of the headings, and a delay, are taken as of any reference")
    func terms() throws {
        let log = try AnalyzerTests.recording()
        let plain = try #require(Self.analyze(Self.headings(log)).filters[0].accuracy)
        var late = Self.headings(log) { _ in Angle.radians(-130) }
        late.referenceHeading.times = late.referenceHeading.times.map { $0 + 300_000_000 }
        let found = try #require(
            Self.analyze(late, ReferenceTerms(north: .arbitrary, delay: .seconds(0.3))).filters[0].accuracy)
        let (a, b) = (plain.headingRMSEAfterOffsetDegrees ?? .nan, found.headingRMSEDegrees ?? .nan)
        #expect((a - b).magnitude < 0.02, "\(a) \(b)")
        let error = try #require(throws: SensorLabError.self) {
            _ = try Self.analyze(late, ReferenceTerms(mount: .fit))
        }
        #expect(error.kind == .usage && error.advice.contains("--reference-north arbitrary"))
    }

    @Test("the delay of headings is found by their turns", arguments: [0.4, -0.15])
    func delay(_ seconds: Double) throws {
        var log = Self.headings(try AnalyzerTests.recording())
        log.referenceHeading.times = log.referenceHeading.times.map { $0 + Int64(clamping: seconds * 1e9) }
        let report = try Self.analyze(log, ReferenceTerms(delay: .fit))
        let said = try #require(report.warnings.first { $0.code == .referenceFitted }?.message)
        let found = Double(said.split(separator: " ").first { Double($0) != nil } ?? "") ?? .nan
        // Steps of 0.01 s.
        let isSaid = said.contains(seconds < 0 ? "early" : "late")
        #expect((found - seconds.magnitude).magnitude < 0.02 && isSaid, "\(said)")
    }

    @Test("where headings mean nothing, the inclination has errors, and no verdict speaks of headings")
    func inclination() throws {
        var log = try AnalyzerTests.recording()
        let whole = try Self.analyze(log)
        for index in log.reference.values.indices {
            let turn = Quaternion.aboutVertical(Double(index * index % 628) / 100)
            log.reference.values[index] = turn * log.reference.values[index]
        }
        log.metadata.reference.parts = .inclination
        let report = try Self.analyze(log)
        for (a, b) in zip(whole.filters, report.filters) {
            let (a, b) = (try #require(a.accuracy), try #require(b.accuracy))
            #expect(b.headingRMSEDegrees == nil && b.totalRMSEDegrees == nil && b.coverage95 == nil)
            let (x, y) = (try #require(a.inclinationRMSEDegrees), try #require(b.inclinationRMSEDegrees))
            #expect((x - y).magnitude < 1e-6, "\(x) \(y)")
        }
        let verdict = try #require(report.verdict)
        #expect(!verdict.isMeasured && report.headingOffset == nil && report.deviation == nil)
    }
}
