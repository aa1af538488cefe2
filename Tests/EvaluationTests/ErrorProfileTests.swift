import Evaluation
import RealModule
import Rotations
import SensorModels
import Testing

@Suite("Errors in full")
struct ErrorProfileTests {
    /// Sixty seconds at 50 Hz, upright like a phone that is held up, panning at 20 degrees a second.
    let reference = QuaternionStream(
        times: (0..<3000).map { Int64($0) * 20_000_000 },
        values: (0..<3000).map {
            Quaternion.aboutVertical(Angle.radians(0.4 * Double($0)))
                * Quaternion(rotationVector: Vector3(Double.pi / 2, 0, 0))
        })

    func profile(
        sigma: Double = .nan, inclinationSigma: Double = .nan, mount: Quaternion? = nil,
        error: (Int) -> Quaternion
    ) throws -> ErrorProfile {
        let track = OrientationTrack(
            name: "test", times: reference.times,
            estimates: reference.values.enumerated().map {
                OrientationEstimate(
                    orientation: error($0) * $1, headingSigma: sigma, inclinationSigma: inclinationSigma)
            })
        let scored = Comparison(track: track, reference: reference, indices: Array(250..<3000))
        return try #require(
            ErrorProfile(
                scored: scored, convergenceSeconds: Convergence.seconds(track, reference: reference), axis: .camera,
                mount: mount))
    }

    @Test("statistics of a ramp: RMSE 1/sqrt 3, mean and median one half, 95 % 0.95 of the largest")
    func ramp() throws {
        let statistics = try #require(ErrorStatistics(radians: (0...1000).map { -Angle.radians(Double($0) / 1000) }))
        // Sum of squares of 0...n over n^2 (n + 1): (2 n + 1) / (6 n).
        #expect((statistics.rmseDegrees - (2001.0 / 6000).squareRoot()).magnitude < 1e-12)
        #expect((statistics.meanDegrees - 0.5).magnitude < 1e-12)
        #expect((statistics.medianDegrees - 0.5).magnitude < 1e-12)
        #expect((statistics.p95Degrees - 0.95).magnitude < 1e-12)
        #expect((statistics.maximumDegrees - 1).magnitude < 1e-12)
        #expect(ErrorStatistics(radians: []) == nil)
    }

    @Test("a constant heading error is the offset, and nothing is left after it")
    func offset() throws {
        let result = try profile { _ in .aboutVertical(Angle.radians(3)) }
        #expect(((result.headingOffsetDegrees ?? .nan) - 3).magnitude < 1e-9)
        #expect(((result.heading?.rmseDegrees ?? .nan) - 3).magnitude < 1e-9)
        #expect(result.headingAfterOffset?.maximumDegrees ?? .nan < 1e-6)
        #expect(result.inclination?.maximumDegrees ?? .nan < 1e-6)
        #expect(result.covered == 1)
        #expect(result.samples == 2750)
    }

    @Test("the mount's rotation is the inclination error of a perfect estimate, and vanishes where it is known")
    func mount() throws {
        // The rigid body is tilted by 1.5 degrees about the phone's x; the phone itself is estimated perfectly.
        let mount = Quaternion(rotationVector: Vector3(Angle.radians(1.5), 0, 0))
        let track = OrientationTrack(
            name: "test", times: reference.times,
            estimates: reference.values.map { OrientationEstimate(orientation: $0 * mount) })
        let comparison = Comparison(track: track, reference: reference, indices: Array(reference.times.indices))
        let result = try #require(
            ErrorProfile(scored: comparison, convergenceSeconds: nil, axis: .camera, mount: mount))
        #expect(((result.inclination?.rmseDegrees ?? .nan) - 1.5).magnitude < 1e-9)
        #expect(try #require(result.inclinationMountRemoved).rmseDegrees < 1e-6)
    }

    @Test("it has converged where the error falls below 10 degrees for good, for two seconds")
    func convergence() throws {
        // 30 degrees at first, 5 degrees from 12 s on, with one relapse at 13 s that is shorter than a second.
        let result = try profile { index in
            let t = Double(index) * 0.02
            return .aboutVertical(Angle.radians(t < 12 || (13..<13.5).contains(t) ? 30 : 5))
        }
        #expect((try #require(result.convergenceSeconds) - 13.5).magnitude < 0.021)
        #expect(try profile { _ in .aboutVertical(Angle.radians(11)) }.convergenceSeconds == nil)
        #expect(try profile { _ in .identity }.convergenceSeconds == 0)
    }

    @Test("a late estimate has its lag, late positive")
    func lag() throws {
        let heading: (Double) -> Double = { 0.8 * Double.sin(1.3 * $0) + 0.3 * Double.sin(3.1 * $0) }
        let times = reference.times
        let late = OrientationTrack(
            name: "late", times: times,
            estimates: times.map {
                OrientationEstimate(orientation: .aboutVertical(-heading(Double($0) * 1e-9 - 0.060)))
            })
        let truth = QuaternionStream(times: times, values: times.map { .aboutVertical(-heading(Double($0) * 1e-9)) })
        let comparison = Comparison(track: late, reference: truth, indices: Array(times.indices))
        let result = try #require(ErrorProfile(scored: comparison, convergenceSeconds: nil, axis: .top))
        #expect((try #require(result.lagMilliseconds) - 60).magnitude < 1)
    }

    @Test("an error of one sigma everywhere: NEES 1, all covered; of three sigmas: 9, none; without sigma: null")
    func sigmas() throws {
        let error = Quaternion.aboutVertical(Angle.radians(2))
        let honest = try profile(sigma: Angle.radians(2)) { _ in error }
        #expect((try #require(honest.headingSigma).nees - 1).magnitude < 1e-9)
        #expect(try #require(honest.headingSigma).coverage95 == 1)
        let bold = try profile(sigma: Angle.radians(2.0 / 3)) { _ in error }
        #expect((try #require(bold.headingSigma).nees - 9).magnitude < 1e-9)
        #expect(try #require(bold.headingSigma).coverage95 == 0)
        let silent = try profile { _ in error }
        #expect(silent.headingSigma == nil && silent.inclinationSigma == nil)
        // A tilt of two degrees by a sigma of two per axis: one of two degrees of freedom is used, NEES one half.
        let tilt = try profile(inclinationSigma: Angle.radians(2)) { _ in
            Quaternion(rotationVector: Vector3(Angle.radians(2), 0, 0))
        }
        #expect((try #require(tilt.inclinationSigma).nees - 0.5).magnitude < 1e-9)
    }

    @Test("every metric has a name of its own and reads its number")
    func metrics() throws {
        #expect(Set(Metric.all.map(\.name)).count == Metric.all.count)
        let result = try profile { _ in .aboutVertical(Angle.radians(3)) }
        for metric in Metric.principal { #expect(Metric.named(metric.name)?.value(of: result) != nil) }
        #expect((try #require(Metric.totalRMSE.value(of: result)) - 3).magnitude < 1e-9)
        #expect(Metric.named("headingSigma.nees")?.value(of: result) == nil)
        // A share of 0.90 is as bad as one of 1.00.
        let coverage = try #require(Metric.named("headingSigma.coverage95"))
        #expect((coverage.distance(0.90) - coverage.distance(1)).magnitude < 1e-12)
    }
}
