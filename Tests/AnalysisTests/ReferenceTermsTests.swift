import Evaluation
import Recordings
import Rotations
import SensorModels
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("What is known of a reference")
struct ReferenceTermsTests {
    private static let turn = Quaternion.aboutVertical(Angle.radians(60.7))

    private static func turned(_ north: ReferenceNorth?) throws -> Recording {
        var recording = try AnalyzerTests.recording()
        recording.reference.values = recording.reference.values.map { turn * $0 }
        recording.metadata.reference.north = north
        return recording
    }

    private static func analyze(
        _ recording: Recording, _ terms: ReferenceTerms = ReferenceTerms()
    ) throws -> AnalysisResult {
        try AnalyzerTests.analyze(recording) { options in
            options.filters = [FilterRequest(name: "vqf"), FilterRequest(name: "lowpass")]
            options.referenceTerms = terms
        }
    }

    @Test("an arbitrary north: errors without a constant, and no verdict, offset or curve of it")
    func arbitrary() throws {
        let plain = try Self.analyze(try AnalyzerTests.recording()).report
        let report = try Self.analyze(try Self.turned(.arbitrary)).report
        for (own, other) in zip(report.filters, plain.filters) {
            let (a, b) = (try #require(own.accuracy), try #require(other.accuracy))
            #expect(((a.headingRMSEDegrees ?? .nan) - (b.headingRMSEAfterOffsetDegrees ?? .nan)).magnitude < 0.01)
            #expect((a.headingOffsetDegrees ?? .nan).magnitude < 1e-6)
            #expect(((a.inclinationRMSEDegrees ?? .nan) - (b.inclinationRMSEDegrees ?? .nan)).magnitude < 1e-6)
        }
        #expect(report.recording.referenceNorth == .arbitrary)
        #expect(report.headingOffset == nil && report.deviation == nil)
        let verdict = try #require(report.verdict)
        #expect(!verdict.isMeasured && !verdict.conditions.contains(.constant) && verdict.before == nil)
        #expect(report.warnings.contains { $0.code == .referenceArbitrary })
        #expect(!report.actions.contains { $0.command.contains("calibrate heading") && $0.executed == true })
    }

    @Test("an offset that headings need is in the files for the app; one that they do not need is not")
    func offsetForApp() throws {
        let plain = try Self.analyze(try AnalyzerTests.recording())
        #expect(plain.report.verdict?.conditions.contains(.constant) == false)
        #expect(plain.calibrationFile?.heading == nil && plain.parameterFile?.headingOffsetDegrees == 0)
        var recording = try AnalyzerTests.recording()
        let turn = Quaternion.aboutVertical(Angle.radians(-12))
        recording.reference.values = recording.reference.values.map { turn * $0 }
        let result = try Self.analyze(recording)
        let offset = try #require(result.report.headingOffset)
        #expect(result.report.verdict?.conditions.contains(.constant) == true)
        let heading = try #require(result.calibrationFile?.heading)
        #expect(heading.offsetDegrees == offset.offsetDegrees && heading.sigmaDegrees == offset.sigmaDegrees)
        #expect(heading.filter == offset.filter && heading.offsetDegrees > 9)
        #expect(try #require(result.parameterFile).headingOffsetDegrees == offset.offsetDegrees)
    }

    @Test("the option overrides what the log says")
    func option() throws {
        let report = try Self.analyze(try Self.turned(.true), ReferenceTerms(north: .arbitrary)).report
        #expect(try #require(report.filters[0].accuracy?.headingRMSEDegrees) < 5)
        let wrong = try Self.analyze(try Self.turned(.arbitrary), ReferenceTerms(north: .true)).report
        #expect(try #require(wrong.filters[0].accuracy?.headingRMSEDegrees) > 50)
    }

    @Test("where nothing says which north, the field shows an arbitrary one, and leaves a known one alone")
    func unknown() throws {
        let turned = try Self.analyze(try Self.turned(nil)).report
        #expect(turned.recording.referenceNorth == .arbitrary)
        #expect(turned.warnings.contains { $0.message.contains("degrees clockwise of its y axis") })
        var recording = try AnalyzerTests.recording()
        recording.metadata.reference.north = nil
        let straight = try Self.analyze(recording).report
        #expect(straight.recording.referenceNorth == .magnetic)
        #expect(straight.warnings.contains { $0.code == .referenceNorthUnknown })
    }

    /// A phone that is swung: delays matter.
    private static func late(_ seconds: Double, mount: Quaternion = .identity) throws -> Recording {
        var options = SimulationOptions()
        options.duration = 60
        options.device = options.device.withoutNoise
        var recording = try Scenario.named("swinging").simulate(options).recording
        let shift = Int64(clamping: seconds * 1e9)
        recording.reference.times = recording.reference.times.map { $0 + shift }
        recording.reference.values = recording.reference.values.map { $0 * mount.conjugate }
        return recording
    }

    @Test("a late reference is said, with what it costs, and fitted when asked to")
    func delay() throws {
        let log = try Self.late(0.09)
        let report = try Self.analyze(log).report
        let warning = try #require(report.warnings.first { $0.code == .referenceDisagrees })
        #expect(warning.message.contains(" s late (sigma ") && warning.advice.contains("--reference-delay fit"))
        let best = try #require(report.recommendedFilter?.accuracy?.totalRMSEDegrees)
        let seconds = Double(warning.message.split(separator: " ").drop { $0 != "is" }.dropFirst().first ?? "")
        #expect(((seconds ?? 0) - 0.09).magnitude < 0.01, "\(warning.message)")
        for terms in [ReferenceTerms(delay: .fit), ReferenceTerms(delay: .seconds(0.09))] {
            let fitted = try Self.analyze(log, terms).report
            #expect(!fitted.warnings.contains { $0.code == .referenceDisagrees })
            #expect(try #require(fitted.recommendedFilter?.accuracy?.totalRMSEDegrees) < 0.7 * best)
        }
        let sound = try Self.analyze(try Self.late(0)).report
        #expect(!sound.warnings.contains { $0.code == .referenceDisagrees || $0.code == .referenceJumps })
    }

    @Test("a turned body is fitted")
    func mount() throws {
        let log = try Self.late(0.02, mount: Quaternion(rotationVector: Vector3(0.4, 0.2, -0.3)))
        let report = try Self.analyze(log).report
        #expect(
            report.warnings.contains { $0.code == .referenceDisagrees && $0.advice.contains("--reference-mount fit") })
        let fitted = try Self.analyze(log, ReferenceTerms(mount: .fit, delay: .fit)).report
        #expect(fitted.warnings.contains { $0.code == .referenceFitted })
        #expect(try #require(fitted.recommendedFilter?.accuracy?.inclinationRMSEDegrees) < 1.5)
    }

    @Test("a heading calibration and a deviation curve need a known north")
    func needed() throws {
        let log = try Self.turned(.arbitrary)
        let error = #expect(throws: SensorLabError.self) {
            try HeadingCalibrationJob(
                log, input: InputSection(path: "test", format: "simulated", sha256: ""), options: AnalysisOptions(),
                source: .reference, tool: "")
        }
        #expect(error?.message.contains("arbitrary") == true)
        #expect(throws: SensorLabError.self) {
            try DeviationAnalysis.section(of: log, options: AnalysisOptions(), place: "test")
        }
    }
}
