import RealModule
import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Evaluation

@Suite("Means of fewer samples of long logs")
struct ThinnedSamplesTests {
    /// 40 minutes at 100 Hz: an upright phone that looks around.
    static let reference = QuaternionStream(
        times: (0..<240_000).map { Int64($0) * 10_000_000 },
        values: (0..<240_000).map { sample in
            let t = Double(sample) / 100
            return Quaternion.aboutVertical(.sin(0.9 * t))
                * Quaternion(rotationVector: Vector3(Double.pi / 2 + 0.2 * .sin(0.7 * t), 0, 0))
        })

    /// Errors that wander and shake, one sample that is far off, and a track that begins at some sample.
    static func track(from first: Int = 0) -> OrientationTrack {
        var random = RandomGenerator(seed: 7)
        var wander = Vector3.zero
        let estimates = reference.values.enumerated().map { index, truth in
            wander = 0.999 * wander + 0.002 * Vector3(random.gaussian(), random.gaussian(), random.gaussian())
            var error = wander + 0.003 * Vector3(random.gaussian(), random.gaussian(), random.gaussian())
            if index == 123_457 { error = error + Vector3(0.9, 0.4, 1.2) }
            return OrientationEstimate(
                orientation: Quaternion(rotationVector: error) * truth, headingSigma: 0.05, inclinationSigma: 0.05)
        }
        return OrientationTrack(
            name: "test", times: Array(reference.times[first...]), estimates: Array(estimates[first...]))
    }

    let indices = Array(500..<240_000)

    private func thinned(_ track: OrientationTrack) -> (profile: ErrorProfile, scored: Comparison)? {
        ErrorProfile.thinned(
            of: track, to: Self.reference, indices: indices,
            angles: ReferenceAngles(Self.reference, indices: indices, axis: .camera), axis: .camera)
    }

    @Test("means and percentiles differ by a tenth of their own uncertainty at most; counts and extremes by nothing")
    func sameFigures() throws {
        let track = Self.track()
        let whole = Comparison(track: track, reference: Self.reference, indices: indices)
        let all = try #require(
            ErrorProfile(
                scored: whole, convergenceSeconds: Convergence.seconds(track, reference: Self.reference), axis: .camera)
        )
        let (some, scored) = try #require(thinned(track))
        #expect(scored.errors.count == 39_917)

        #expect(some.samples == all.samples && some.covered == 1)
        #expect(some.convergenceSeconds == all.convergenceSeconds)
        #expect(some.jitterDegrees == all.jitterDegrees && some.lagMilliseconds == all.lagMilliseconds)
        #expect(some.total?.maximumDegrees == all.total?.maximumDegrees && all.total?.maximumDegrees ?? 0 > 60)
        #expect(some.heading?.maximumDegrees == all.heading?.maximumDegrees && all.heading != nil)
        #expect(some.inclination?.maximumDegrees == all.inclination?.maximumDegrees)
        #expect(some.rho?.maximumDegrees == all.rho?.maximumDegrees)
        let offsets = (try #require(some.headingOffsetDegrees) - #require(all.headingOffsetDegrees)).magnitude
        #expect(
            (try #require(some.headingAfterOffset).maximumDegrees - #require(all.headingAfterOffset).maximumDegrees)
                .magnitude
                <= offsets + 1e-9)

        let widths = try #require(ErrorBlocks(whole).halfWidths(seed: 1))
        for (index, metric) in Metric.principal.enumerated() {
            let (few, every) = (try #require(metric.value(of: some)), try #require(metric.value(of: all)))
            #expect((few - every).magnitude < 0.1 * widths[index], "\(metric.name)")
        }
        for (few, every) in [
            (some.total, all.total), (some.heading, all.heading), (some.inclination, all.inclination),
        ] {
            #expect(((few?.medianDegrees ?? .nan) / (every?.medianDegrees ?? .nan) - 1).magnitude < 0.01)
            #expect(((few?.p95Degrees ?? .nan) / (every?.p95Degrees ?? .nan) - 1).magnitude < 0.01)
        }
        let (few, every) = (try #require(some.headingSigma), try #require(all.headingSigma))
        #expect((few.coverage95 - every.coverage95).magnitude < 0.005 && (few.nees / every.nees - 1).magnitude < 0.01)
    }

    @Test("logs of less than half an hour, and tracks that do not cover all samples, are measured in full")
    func inFull() {
        #expect(ThinnedSamples.stride(of: 199_999) == 1 && ThinnedSamples.stride(of: 360_000) == 10)
        #expect(thinned(Self.track(from: 1000)) == nil)
        // A second without an estimate in the middle.
        var track = Self.track()
        track.times.removeSubrange(120_000..<120_100)
        track.estimates.removeSubrange(120_000..<120_100)
        #expect(thinned(track) == nil)
    }

    @Test("offsets are fitted to ten samples a second, of long logs to two")
    func fits() {
        #expect(ThinnedSamples.offsetInterval(of: 199_999) == 100_000_000)
        #expect(ThinnedSamples.offsetInterval(of: 200_000) == 500_000_000)
    }

    @Test("a camera that looks straight down has no heading, and a rho of more than a right angle counts in full")
    func steepPoses() throws {
        // Lying face up; upside down; upright.
        let poses = [
            Quaternion.identity, Quaternion(rotationVector: Vector3(Double.pi, 0, 0)),
            Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0)),
        ]
        let times = poses.indices.map { Int64($0) * 10_000_000 }
        let reference = QuaternionStream(times: times, values: [poses[0], poses[0], poses[2]])
        let track = OrientationTrack(
            name: "test", times: times, estimates: poses.map { OrientationEstimate(orientation: $0) })
        let found = try #require(
            LargestErrors(track: track, reference: reference, indices: [0, 1, 2], offset: 0, axis: .camera))
        #expect(found.headings[0].isNaN && found.headings[1].isNaN && found.headings[2].magnitude < 1e-12)
        // rho is 180 degrees face up, 0 face down.
        #expect((found.rho.magnitude - Double.pi).magnitude < 1e-12)
        #expect((found.inclination.magnitude - Double.pi).magnitude < 1e-12)
    }

    @Test("the largest angle is found whatever its size")
    func largest() throws {
        for angle in [0, 1e-9, 0.5, 1.5, 3, Double.pi] {
            let times = (0..<3).map { Int64($0) * 10_000_000 }
            let level = Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))
            let reference = QuaternionStream(times: times, values: [level, level, level])
            let track = OrientationTrack(
                name: "test", times: times,
                estimates: [angle / 3, -angle, angle / 2].map {
                    OrientationEstimate(orientation: .aboutVertical($0) * level)
                })
            let found = try #require(
                LargestErrors(track: track, reference: reference, indices: [0, 1, 2], offset: 0.01, axis: .camera))
            let errors = Comparison(track: track, reference: reference, indices: [0, 1, 2]).errors
            #expect(found.total.magnitude == errors[1].total)
            #expect(found.heading.magnitude == errors[1].heading.magnitude)
            #expect(found.headingAfterOffset.magnitude == errors.map { Angle.wrap($0.heading - 0.01).magnitude }.max())
        }
    }
}
