import RealModule
import Recordings
import Rotations
import SensorModels
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Analysis

@Suite("The pipeline")
struct AnalyzerTests {
    /// A simulated phone without noise, 60 s.
    static func recording(_ change: (inout SimulationOptions) -> Void = { _ in }) throws -> Recording {
        var options = SimulationOptions()
        options.duration = 60
        options.device = options.device.withoutNoise
        change(&options)
        return try Scenario.named("ar-panning").simulate(options).recording
    }

    static func analyze(_ recording: Recording, _ change: (inout AnalysisOptions) -> Void = { _ in }) throws
        -> AnalysisResult
    {
        var options = AnalysisOptions()
        change(&options)
        return try Analyzer(options: options).analyze(
            recording, input: InputSection(path: "test", format: "simulated", sha256: ""),
            tool: ToolSection(version: "test"))
    }

    @Test("magnetic and true north: tracks differ by the declination, accuracies not at all")
    func norths() throws {
        let recording = try Self.recording()
        let magnetic = try Self.analyze(recording) { $0.north = .magnetic }
        let trueNorth = try Self.analyze(recording)
        #expect(trueNorth.north == .true)
        let declination = try #require(trueNorth.report.geomagnetism).declinationDegrees
        let last = trueNorth.tracks[0].count - 1
        let turn =
            trueNorth.tracks[0].estimates[last].orientation * magnetic.tracks[0].estimates[last].orientation.conjugate
        // True headings are larger by an eastern declination: the track turns clockwise, negative about up.
        expectAngle(Angle.degrees(turn.twistAboutVertical), -declination, within: 1e-9)
        for (a, b) in zip(magnetic.report.filters, trueNorth.report.filters) {
            let difference = try #require(a.accuracy?.headingRMSEDegrees) - #require(b.accuracy?.headingRMSEDegrees)
            #expect(difference.magnitude < 1e-9)
        }
    }

    @Test("a reference that is turned by 5 degrees is found as the heading offset, clockwise positive")
    func headingOffset() throws {
        var recording = try Self.recording()
        // One filter: with several, the turned reference is a reason to recommend another one.
        let kalman = { (options: inout AnalysisOptions) in options.filters = [FilterRequest(name: "kalman")] }
        let before = try #require(try Self.analyze(recording, kalman).report.headingOffset)
        // Clockwise by 5 degrees: every reference heading grows by 5.
        let turn = Quaternion.aboutVertical(Angle.radians(-5))
        recording.reference.values = recording.reference.values.map { turn * $0 }
        let after = try #require(try Self.analyze(recording, kalman).report.headingOffset)
        #expect((after.offsetDegrees - before.offsetDegrees - 5).magnitude < 0.2)
    }

    @Test("a soft iron that is left in shows as the deviation curve of the exact theory")
    func deviation() throws {
        // A compass held level with field components x' = (1 + a) x, y' = (1 + e) y has D = (a - e) / 2 lambda; here
        // the device is calibrated except for a hard iron of 2 microtesla along its top edge.
        let recording = try Self.recording { options in
            options.device.magnetometer = MagnetometerModel(hardIron: .zero)
        }
        let clean = try #require(try Self.analyze(recording) { $0.calibration = .none }.report.deviation)
        for value in [clean.A, clean.B, clean.C, clean.D, clean.E] { #expect(value.magnitude < 0.4) }
        var biased = recording
        biased.magnetometer = recording.magnetometer.mapped { $0 + Vector3(0, 0, -2) }
        let curve = try #require(try Self.analyze(biased) { $0.calibration = .none }.report.deviation)
        // The camera heads along -z: 2 microtesla towards it are P in Poisson's equations, B = P / H = 2 / H radians.
        let horizontal = try #require(try Self.analyze(recording).report.geomagnetism).horizontalMicrotesla
        #expect((curve.B - clean.B - Angle.degrees(2 / horizontal)).magnitude < 0.7)
        #expect((curve.C - clean.C).magnitude < 0.7)
    }

    @Test("without magnetometer, gyroscope or accelerometer: what can run runs, and says what is lost")
    func missingSensors() throws {
        let recording = try Self.recording()
        let relative = try Self.analyze(recording.without(.magnetometer)) {
            $0.filters.append(FilterRequest(name: "gyro"))
        }
        #expect(relative.report.warnings.map(\.code).contains(.noMagnetometer))
        #expect(!relative.report.filters.isEmpty)
        let noGyroscope = try Self.analyze(recording.without(.gyroscope))
        #expect(noGyroscope.report.warnings.map(\.code).contains(.noGyroscope))
        #expect(noGyroscope.report.filters.map(\.name) == ["lowpass", "complementary", "kalman", "sensorlab"])
        let gravityOnly = try Self.analyze(recording.without(.gyroscope).without(.accelerometer))
        #expect(gravityOnly.report.warnings.map(\.code).contains(.gravityOnly))
        #expect(gravityOnly.report.filters.count == 4)
        #expect(throws: SensorLabError.self) {
            try Self.analyze(recording.without(.accelerometer).without(.gravity))
        }
    }

    @Test("the result does not depend on the number of jobs")
    func jobs() throws {
        let recording = try Self.recording()
        let one = try Self.analyze(recording) { $0.jobs = 1 }
        let four = try Self.analyze(recording) { $0.jobs = 4 }
        for (a, b) in zip(one.tracks, four.tracks) {
            #expect(a.estimates.map(\.orientation) == b.estimates.map(\.orientation))
        }
    }

    @Test("the device's own attitude is scored with its own north")
    func deviceAttitude() throws {
        var recording = try Self.recording()
        recording.attitude = recording.reference
        recording.metadata.attitudeNorth = .true
        let perfect = try #require(try Self.analyze(recording).report.device?.attitudeAccuracy)
        #expect(perfect.totalRMSEDegrees ?? .nan < 1e-6)
        recording.metadata.attitudeNorth = .magnetic
        let result = try Self.analyze(recording).report
        let declination = try #require(result.geomagnetism).declinationDegrees
        let turned = try #require(result.device?.attitudeAccuracy?.headingOffsetDegrees)
        // Read as magnetic, its headings grow by the declination: that much has to be taken off again.
        #expect((turned + declination).magnitude < 1e-6)
    }
}
