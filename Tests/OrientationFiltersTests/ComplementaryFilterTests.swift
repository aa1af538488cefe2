import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite("complementary: bias, anti-windup, consistency")
struct ComplementaryFilterTests {
    private func run(_ log: SyntheticMotion.Log, _ changes: [String: Double] = [:]) throws -> OrientationTrack {
        try #require(FilterCatalogue.entry(named: "complementary")).run(log.input, parameters: changes)
    }

    @Test("finds a bias of 5 deg/s in motion, and at rest", arguments: [true, false])
    func bias(moving: Bool) throws {
        let bias = Vector3(0.09, -0.03, 0.07)
        var motion = SyntheticMotion.phone(seconds: 90)
        motion.gyroscopeBias = bias
        if !moving { (motion.rate, motion.acceleration) = ({ _ in .zero }, { _ in .zero }) }
        let log = motion.log()
        let track = try run(log)
        let last = try #require(track.estimates.last)
        // Constant gains in motion: the corrections of accelerations count as well, and two thirds of the bias are
        // found.
        expectVector(last.gyroscopeBias, bias, within: (moving ? 0.4 : 0.1) * bias.length)
        let error = track.rmsError(log, from: 60)
        #expect(error < (moving ? 10 : 5))
        // Without the integral a resting heading hangs back by bias times time constant, 0.07 * 16 s = 64 degrees; that
        // of a turning device, whose bias circles, less.
        let without = try run(log, ["biasLimit": 0]).rmsError(log, from: 60)
        #expect(without > (moving ? 2 * error : 30))
    }

    @Test("a gyroscope without bias keeps none")
    func noBias() throws {
        let log = SyntheticMotion.phone().log()
        let track = try run(log)
        for (time, estimate) in zip(track.times, track.estimates) where time > 20_000_000_000 {
            // 0.003 rad/s is 0.17 deg/s, 2.8 degrees of lag at 16 s.
            #expect(estimate.gyroscopeBias.length < 0.003)
        }
        #expect(track.rmsError(log, from: 20) < 2)
    }

    @Test("a magnet for 10 s does not change the bias; without the tolerance of the field it does")
    func windup() throws {
        var motion = SyntheticMotion.phone()
        motion.disturbance = { t in t > 30 && t < 40 ? Vector3(60, -10, 20) : .zero }
        let log = motion.log()
        func bias(_ track: OrientationTrack) throws -> Double {
            track.estimates[try #require(track.times.firstIndex { $0 > 40_000_000_000 })].gyroscopeBias.length
        }
        // The magnet pulls by 1.4 rad, of which 0.3 count: at most 10 s * 0.3 rad * 6 / (35 s)^2 = 0.015 rad/s if it is
        // used in full; 0.0015 to 0.002 are there before it comes.
        #expect(try bias(run(log)) < 0.003)
        #expect(try bias(run(log, ["biasFieldTolerance": 1e6])) > 0.006)
    }

    @Test("the bias stays within its limit")
    func limit() throws {
        var motion = SyntheticMotion.phone()
        motion.gyroscopeBias = Vector3(0.09, -0.03, 0.07)
        let track = try run(motion.log(), ["biasLimit": 0.05])
        #expect(track.estimates.allSatisfy { $0.gyroscopeBias.length < 0.05 * (1 + 1e-12) })
        #expect(track.estimates.contains { $0.gyroscopeBias.length > 0.0499 })
    }

    @Test("before the first field the heading's sigma is unknown, then that of one sample")
    func lateMagnetometer() throws {
        var log = SyntheticMotion.phone().log()
        log.dropMagnetometer(before: 5_000_000_000)
        let track = try run(log)
        for (time, estimate) in zip(track.times, track.estimates) {
            #expect(estimate.headingSigma.isNaN == (time < log.input.magnetometer.times[0]))
        }
        #expect(Angle.degrees(try #require(track.estimates.last).headingSigma) < 10)
    }

    @Test("a gap without any other sensor leaves the orientation unknown")
    func blindGap() throws {
        var filter = ComplementaryFilter()
        for k in 0..<500 {
            filter.update(gyroscope: .zero, at: Int64(k) * 10_000_000)
            filter.update(accelerometer: Vector3(0, 0, 9.80665), at: Int64(k) * 10_000_000)
            filter.update(magnetometer: Vector3(0, 22, -42), at: Int64(k) * 10_000_000)
        }
        let before = try #require(filter.estimate)
        filter.update(gyroscope: .zero, at: 5_990_000_000)
        let after = try #require(filter.estimate)
        #expect(after.orientation == before.orientation)
        // 1.2 rad after a second, the random walk of an unobserved device.
        #expect((after.headingSigma - 1.2).magnitude < 0.05 && (after.inclinationSigma - 1.2).magnitude < 0.05)
        filter.update(gyroscope: .zero, at: 66_000_000_000)
        #expect(try #require(filter.estimate).headingSigma > 1.8)
    }

    /// dt (noise^2 + scale^2 rate^2), rad^2.
    @Test("the variances grow with the noise and with the square of the rate")
    func randomWalk() {
        var filter = ComplementaryFilter(parameters: .init())
        let p = filter.parameters
        let before = filter.state.tiltVariance
        filter.addRandomWalk(rate: Vector3(0, 3, 4), after: 0.5)
        let expected =
            0.5 * (p.gyroscopeNoise * p.gyroscopeNoise + 25 * p.gyroscopeScaleNoise * p.gyroscopeScaleNoise)
        #expect((filter.state.tiltVariance - before - expected).magnitude < 1e-12 * expected)
    }

    /// A long age: the gain alone mixes, and the scatter of no reading is the prior's. Two starts, above and below the
    /// target.
    @Test("the variance approaches that of the measurement from both sides")
    func approach() {
        func settled(from start: Double) -> Double {
            var filter = ComplementaryFilter(parameters: .init())
            filter.state.tiltVariance = start
            let step = ComplementaryFilter.Step(span: 1, dt: 0.1, age: 1e6, isMotion: true)
            for _ in 0..<400 { filter.mixTiltVariance(step) }
            return filter.state.tiltVariance
        }
        let filter = ComplementaryFilter(parameters: .init())
        let p = filter.parameters
        let expected = filter.state.scatter.tiltVariance * p.accelerationTime / (p.accelerationTime + 1)
        for start in [0, 10 * expected] { #expect((settled(from: start) / expected - 1).magnitude < 1e-9) }
    }
}
