import Evaluation
import RealModule
import Recordings
import Rotations
import SensorModels
import TestSupport
import Testing

@Suite("Accuracy against a reference")
struct AccuracyTests {
    /// Ten seconds of reference at 50 Hz that turns about the vertical at 20 degrees a second.
    let reference = QuaternionStream(
        times: (0..<500).map { Int64($0) * 20_000_000 },
        values: (0..<500).map { Quaternion.aboutVertical(Angle.radians(0.4 * Double($0))) })

    func track(error: (Int) -> Quaternion, sigma: Double = .nan) -> OrientationTrack {
        OrientationTrack(
            name: "test", times: reference.times,
            estimates: reference.values.enumerated().map {
                OrientationEstimate(orientation: error($0) * $1, headingSigma: sigma)
            })
    }

    func accuracy(_ track: OrientationTrack) throws -> Accuracy {
        try #require(Accuracy(Comparison(track: track, reference: reference, indices: Array(reference.times.indices))))
    }

    @Test("a perfect track has no error")
    func perfect() throws {
        let result = try accuracy(track { _ in .identity })
        #expect(result.samples == 500)
        #expect(result.totalRMSEDegrees ?? .nan < 1e-6)
        #expect(result.maximumDegrees ?? .nan < 1e-6)
    }

    @Test("an estimate that heads 3 degrees too far west needs +3 degrees: offset clockwise positive")
    func offset() throws {
        let result = try accuracy(track { _ in .aboutVertical(Angle.radians(3)) })
        #expect(((result.headingOffsetDegrees ?? .nan) - 3).magnitude < 1e-9)
        #expect(((result.headingRMSEDegrees ?? .nan) - 3).magnitude < 1e-9)
        #expect(((result.totalRMSEDegrees ?? .nan) - 3).magnitude < 1e-9)
        #expect(result.headingRMSEAfterOffsetDegrees ?? .nan < 1e-6)
        #expect(result.inclinationRMSEDegrees ?? .nan < 1e-6)
    }

    @Test("a tilt is inclination, and rho sees the part about x of a phone that faces north")
    func tilt() throws {
        let still = QuaternionStream(
            times: reference.times,
            values: reference.values.map { _ in Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0)) })
        let tilted = OrientationTrack(
            name: "test", times: still.times,
            estimates: still.values.map {
                OrientationEstimate(orientation: Quaternion(rotationVector: Vector3(Angle.radians(2), 0, 0)) * $0)
            })
        let result = try #require(
            Accuracy(Comparison(track: tilted, reference: still, indices: Array(still.times.indices))))
        #expect(((result.inclinationRMSEDegrees ?? .nan) - 2).magnitude < 1e-9)
        #expect((try #require(result.rhoRMSEDegrees) - 2).magnitude < 1e-9)
        #expect(result.headingRMSEDegrees ?? .nan < 1e-6)
    }

    @Test("alternating errors of 1 and 3 degrees: RMSE sqrt(5), median 2, offset 2, 1 after offset")
    func statistics() throws {
        let result = try accuracy(track { .aboutVertical(Angle.radians($0 % 2 == 0 ? 1 : 3)) })
        #expect(((result.headingRMSEDegrees ?? .nan) - 5.0.squareRoot()).magnitude < 1e-9)
        #expect(((result.headingOffsetDegrees ?? .nan) - 2).magnitude < 1e-9)
        #expect(((result.headingRMSEAfterOffsetDegrees ?? .nan) - 1).magnitude < 1e-9)
        #expect(((result.medianDegrees ?? .nan) - 2).magnitude < 1e-9)
        #expect(((result.p95Degrees ?? .nan) - 3).magnitude < 1e-9)
    }

    @Test("coverage and NEES: half of the errors inside 1.96 sigma")
    func coverage() throws {
        let result = try accuracy(
            track(error: { .aboutVertical(Angle.radians($0 % 2 == 0 ? 1 : 3)) }, sigma: Angle.radians(1)))
        #expect(result.coverage95 == 0.5)
        #expect((try #require(result.nees) - 5).magnitude < 1e-9)
        #expect(try accuracy(track { _ in .identity }).coverage95 == nil)
    }

    @Test("a track is interpolated to the reference's stamps, but not across a gap of more than 0.1 s")
    func gaps() {
        var sparse = OrientationTrack(name: "test")
        for index in stride(from: 0, to: 500, by: 2) where !(200..<210).contains(index) {
            sparse.times.append(reference.times[index])
            sparse.estimates.append(OrientationEstimate(orientation: reference.values[index]))
        }
        let comparison = Comparison(track: sparse, reference: reference, indices: Array(reference.times.indices))
        // 198 and 210 are 240 ms apart: the eleven stamps between them have no estimate, nor has the last one.
        #expect(comparison.errors.count == 500 - 11 - 1)
        #expect(comparison.errors.allSatisfy { $0.total < 1e-7 })
    }

    @Test("where movement is marked, only movement is scored; else five seconds of start-up are left out")
    func window() {
        var recording = Recording()
        recording.reference = reference
        #expect(ScoringWindow(recording: recording).indices(of: reference) == Array(251..<500))
        recording.moving = SampleStream(times: reference.times, values: (0..<500).map { (100..<120).contains($0) })
        #expect(ScoringWindow(recording: recording).indices(of: reference) == Array(100..<120))
    }
}

@Suite("Choice of the heading's axis")
struct HeadingAxisChoiceTests {
    /// At rest, tilted about the x axis: 0 lies face up, 90 is upright.
    func input(tilt degrees: Double) -> FilterInput {
        let q = Quaternion(rotationVector: Vector3(Angle.radians(degrees), 0, 0))
        return FilterInput(accelerometer: VectorStream(times: [0], values: [-9.81 * q.down]))
    }

    @Test(
        "auto: the camera within 45 degrees of the horizon, else the top edge",
        arguments: [(90.0, HeadingAxis.camera), (46, .camera), (134, .camera), (44, .top), (0, .top), (170, .top)])
    func auto(tilt: Double, expected: HeadingAxis) {
        #expect(HeadingAxisChoice.auto.resolved(for: input(tilt: tilt)) == expected)
        #expect(HeadingAxisChoice.top.resolved(for: input(tilt: tilt)) == .top)
    }
}
