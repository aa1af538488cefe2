import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite("Sigmas: what filters without a covariance know of their own error")
struct SigmaTests {
    static let names = ["compass", "lowpass", "gyro", "complementary"]
    static let namesWithoutGyroscope = ["compass", "lowpass", "complementary"]

    private func run(_ name: String, _ log: SyntheticMotion.Log, _ changes: [String: Double] = [:]) throws
        -> OrientationTrack
    {
        try #require(FilterCatalogue.entry(named: name)).run(log.input, parameters: changes)
    }

    private func last(_ track: OrientationTrack) throws -> OrientationEstimate { try #require(track.estimates.last) }

    /// The share of estimates whose heading error lies within 1.96 sigma, and the mean of (error / sigma)^2.
    private func consistency(_ track: OrientationTrack, _ log: SyntheticMotion.Log, from start: Double)
        -> (coverage: Double, nees: Double)
    {
        var inside = 0.0
        var squares = 0.0
        var count = 0.0
        for (time, estimate) in zip(track.times, track.estimates) where Double(time) * 1e-9 >= start {
            let error = (estimate.orientation * log.truth(at: time).conjugate).twistAboutVertical
            let ratio = error / estimate.headingSigma
            count += 1
            squares += ratio * ratio
            if ratio.magnitude <= 1.96 { inside += 1 }
        }
        return (inside / count, squares / count)
    }

    @Test("at rest, without noise, compass and lowpass fall to their floors", arguments: ["compass", "lowpass"])
    func floors(name: String) throws {
        let log = SyntheticMotion(seconds: 20).log()
        let estimate = try last(try run(name, log))
        // The prior has decayed by exp(-20); what is left is levelSigma, and fieldSigma with levelSigma times tan(dip).
        let tangent = 42.0 / 22
        #expect((estimate.inclinationSigma - 0.012).magnitude < 1e-5)
        let expected = (0.06 * 0.06 + tangent * tangent * 0.012 * 0.012).squareRoot()
        #expect((estimate.headingSigma - expected).magnitude < 1e-5)
        let set = try last(try run(name, log, ["levelSigma": 0, "fieldSigma": 0.5]))
        #expect((set.headingSigma - 0.5).magnitude < 1e-5 && set.inclinationSigma < 1e-3)
    }

    /// Without a gyroscope a hand that turns and accelerates leaves a filter tens of degrees off: it has to say so.
    ///
    /// Accelerations of a period of a second make errors that last as long, so 595 s are some 500 independent errors: a
    /// consistent 95 % interval holds 95 % +- 3 % (three standard deviations). With `kalman` the sigma of a calm device
    /// is large already, 18 degrees, for it expects the same turning of every device; that of the scatter comes on top.
    @Test("the motion model's sigma grows with the motion", arguments: [("kalman", 1.5), ("sensorlab", 2.5)])
    func motionModel(name: String, growth: Double) throws {
        var calm = SyntheticMotion.phone(seconds: 60)
        calm.acceleration = { _ in .zero }
        calm.rate = { _ in .zero }
        var wild = SyntheticMotion.phone(seconds: 600)
        wild.acceleration = { t in Vector3(4 * .sin(5 * t), 3 * .cos(4.1 * t), 4.5 * .sin(6.3 * t)) }
        var medians: [Double] = []
        for motion in [calm, wild] {
            var log = motion.log()
            log.input.gyroscope = VectorStream()
            let track = try run(name, log)
            #expect(consistency(track, log, from: 5).coverage > 0.92)
            medians.append(track.estimates.map(\.headingSigma).sorted()[track.count / 2])
        }
        #expect(medians[1] > growth * medians[0])
    }

    /// Accelerations of gravity's size: `sensorlab` measures them along the field, whatever the attitude, and holds 90
    /// %. Its errors (57 degrees) fill the circle and are no longer Gaussian, which costs the other 5 %. `kalman`
    /// follows such a force, and what it follows it takes for the vertical: the scatter about that is small, and its
    /// sigma half of its error.
    @Test("a filter that follows accelerations does not see them in its scatter; one that measures them does")
    func violentMotion() throws {
        var motion = SyntheticMotion.phone(seconds: 600)
        motion.rate = { t in 3 * SyntheticMotion.lookingAround(t) }
        motion.acceleration = { t in Vector3(8 * .sin(5 * t), 6 * .cos(4.1 * t), 9 * .sin(6.3 * t)) }
        var log = motion.log()
        log.input.gyroscope = VectorStream()
        let track = try run("sensorlab", log)
        #expect(consistency(track, log, from: 5).coverage > 0.87)
        #expect(consistency(track, log, from: 5).nees < 1.7)
        #expect(consistency(try run("kalman", log), log, from: 5).nees > 2)
    }

    @Test("white noise of the compass: the tilt's sigma is that of the noise")
    func whiteNoise() throws {
        // 0.3 m/s^2 per axis; scatter about the mean of 0.1 s and excess of the magnitude, each with its mean.
        let log = SyntheticMotion(seconds: 30, accelerometerNoise: 0.3).log()
        let track = try run("compass", log)
        // Scatter: the mean has gain k = 0.01 / 0.11, so x - mean has (1 - k) (2 - 2 k) / (2 - k) of the variance.
        let k = 0.01 / 0.11
        let share = 2 * (1 - k) * (1 - k) / (2 - k)
        let unit = 0.3 / 9.80665
        let expected = (0.012 * 0.012 + (share + 1.5) * unit * unit).squareRoot()
        let tail = track.estimates.suffix(2000).map(\.inclinationSigma)
        let mean = tail.reduce(0, +) / Double(tail.count)
        // Mean squares over 1 s hold some 100 samples: 10 % each, 2 % after averaging 20 s.
        #expect((mean / expected - 1).magnitude < 0.05)
    }

    @Test(
        "a magnet and a lasting acceleration widen the sigmas of the direction-only filters",
        arguments: ["compass", "lowpass"])
    func disturbances(name: String) throws {
        let log = SyntheticMotion(
            seconds: 30, acceleration: { t in Vector3(0, 0, t > 10 && t < 15 ? 2 : 0) },
            disturbance: { t in Vector3(t > 20 ? 30 : 0, 0, 0) }
        ).log()
        let track = try run(name, log)
        func at(_ seconds: Double) throws -> OrientationEstimate {
            track.estimates[try #require(track.times.firstIndex { Double($0) * 1e-9 >= seconds })]
        }
        let calm = try at(9.5)
        let shaken = try at(14.9)
        let magnet = try at(29.9)
        // sqrt(1.5) * 2 / g = 0.25 rad, 99 % of it after 4.9 s.
        #expect((shaken.inclinationSigma - 0.25).magnitude < 0.01)
        #expect(shaken.headingSigma > 4 * calm.headingSigma)
        // The magnet turns the heading by atan(30 / 22) = 54 degrees; the magnitude grows from 47.4 to 56.1.
        #expect(magnet.inclinationSigma < 1.1 * calm.inclinationSigma)
        #expect(magnet.headingSigma > 3 * calm.headingSigma)
    }

    @Test("gyro: the bias's part grows with time, and with a turning device no further than it reaches")
    func gyroscopeGrowth() throws {
        let only: [String: Double] = [
            "startTiltSigma": 0, "startHeadingSigma": 0, "gyroscopeNoise": 0, "gyroscopeScaleNoise": 0,
            "biasSigma": 0.01,
        ]
        let still = try last(try run("gyro", SyntheticMotion(seconds: 20).log(), only))
        #expect((still.headingSigma - 0.2).magnitude < 1e-6 && (still.inclinationSigma - 0.2).magnitude < 1e-6)
        // Turning about the device's x at w = 2 pi / 10 s, the bias of y and z circles: after whole turns only x is
        // left.
        let turning = SyntheticMotion(seconds: 20, rate: { _ in Vector3(Double.pi / 5, 0, 0) }).log()
        let turned = try last(try run("gyro", turning, only))
        #expect(turned.headingSigma < 1e-3)
        #expect((turned.inclinationSigma - 0.2 * 0.5.squareRoot()).magnitude < 1e-3)
        let walk = try last(
            try run(
                "gyro", SyntheticMotion(seconds: 25).log(),
                ["biasSigma": 0, "startHeadingSigma": 0, "startTiltSigma": 0]))
        #expect((walk.headingSigma - 0.005 * 5).magnitude < 1e-6)
    }

    @Test("gyro: a bias within its sigma is covered, the sigma is at most that of an unknown angle")
    func gyroscopeCoverage() throws {
        let bias = Vector3(0.004, -0.003, 0.005)
        let log = SyntheticMotion(seconds: 60, rate: SyntheticMotion.lookingAround, gyroscopeBias: bias).log()
        let track = try run("gyro", log)
        #expect(consistency(track, log, from: 0).coverage == 1)
        let long = try last(try run("gyro", SyntheticMotion(seconds: 60).log(), ["biasSigma": 1]))
        #expect((long.headingSigma - Double.pi / 3.0.squareRoot()).magnitude < 1e-12)
    }

    @Test("gyro: a gap leaves the orientation unknown")
    func gyroscopeGap() throws {
        var filter = GyroscopeFilter()
        filter.update(accelerometer: Vector3(0, 0, 9.8), at: 0)
        filter.update(magnetometer: Vector3(0, 22, -42), at: 0)
        filter.update(gyroscope: .zero, at: 0)
        filter.update(gyroscope: .zero, at: 5_000_000_000)
        #expect(try #require(filter.estimate).headingSigma > 1.5)
    }

    @Test(
        "a phone looked around with: the heading's interval is consistent and narrow enough to be of use",
        arguments: names)
    func consistent(name: String) throws {
        for seed in 1...4 {
            let log = SyntheticMotion.phone(seconds: 60, seed: UInt64(seed)).log()
            let track = try run(name, log)
            let (coverage, nees) = consistency(track, log, from: 5)
            #expect(coverage > 0.85, "\(name) \(seed): \(coverage)")
            #expect(nees < 3, "\(name) \(seed): \(nees)")
            let sigma = track.estimates.map(\.headingSigma).sorted()[track.count / 2]
            #expect(Angle.degrees(sigma) < 40, "\(name) \(seed): \(Angle.degrees(sigma))")
        }
    }

    @Test("without a gyroscope as well", arguments: namesWithoutGyroscope)
    func withoutGyroscope(name: String) throws {
        var log = SyntheticMotion.phone(seconds: 60).log()
        log.input.gyroscope = VectorStream()
        let track = try run(name, log)
        let (coverage, nees) = consistency(track, log, from: 5)
        #expect(coverage > 0.85 && nees < 3, "\(coverage) \(nees)")
        #expect(track.estimates.allSatisfy { $0.gyroscopeBias == .zero && $0.disturbed == .unknown })
    }

    @Test("every sigma is positive and finite where there is a field, from the first row on", arguments: names)
    func finite(name: String) throws {
        let track = try run(name, SyntheticMotion.phone(seconds: 10).log())
        #expect(!track.estimates.isEmpty)
        #expect(
            track.estimates.allSatisfy {
                $0.headingSigma > 0 && $0.headingSigma < 1.82 && $0.inclinationSigma > 0 && $0.inclinationSigma < 1.82
            })
        // One sample of a device that may be moving is not trusted.
        #expect(Angle.degrees(try #require(track.estimates.first).headingSigma) > 8)
    }

    /// At a magnetic pole, or above iron: noise alone would decide the heading.
    @Test("a vertical field gives no heading, and no sigma of one", arguments: ["sensorlab", "kalman"])
    func verticalField(name: String) throws {
        var log = SyntheticMotion(seconds: 20, accelerometerNoise: 0.03, magnetometerNoise: 0.5).log()
        for index in log.input.magnetometer.values.indices {
            log.input.magnetometer.values[index] += Vector3(0, 0.5, -57) - SyntheticMotion.field
        }
        let entry = try #require(FilterCatalogue.entry(named: name))
        let vertical = try #require(try entry.run(log.input).estimates.last)
        #expect(vertical.headingSigma.isNaN && vertical.inclinationSigma < 0.05)
        // Ten degrees from the vertical is enough.
        for index in log.input.magnetometer.values.indices { log.input.magnetometer.values[index] += Vector3(0, 10, 0) }
        #expect(try #require(try entry.run(log.input).estimates.last).headingSigma < 0.3)
    }
}
