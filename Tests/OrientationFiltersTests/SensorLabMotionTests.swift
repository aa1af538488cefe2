import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("sensorlab without a gyroscope")
struct SensorLabMotionTests {
    private func run(_ name: String, _ log: SyntheticMotion.Log) throws -> OrientationTrack {
        try #require(FilterCatalogue.entry(named: name)).run(log.input)
    }

    /// A hand that swings: 4 m/s^2 and 1 rad/s at 0.9 Hz, in a slow turn. The accelerations follow the swing's
    /// direction.
    static func swing(seed: UInt64, magnet: @escaping (Double) -> Vector3 = { _ in .zero }) -> SyntheticMotion.Log {
        var log = SyntheticMotion(
            seconds: 60, rate: { t in Vector3(1.0 * .sin(5.6 * t), 0, 0.3) },
            acceleration: { t in
                let heading = 0.3 * t
                let push = 4 * Double.cos(5.6 * t)
                return Vector3(push * .sin(heading), push * .cos(heading), 1.5 * .sin(11.2 * t))
            },
            disturbance: magnet, accelerometerNoise: 0.1, magnetometerNoise: 0.5, jitter: 0.3, magnetometerRate: 50,
            seed: seed
        ).log()
        log.input.gyroscope = VectorStream()
        return log
    }

    @Test("leads kalman and the classic low-pass on a hand that shakes or swings", arguments: 1...3)
    func leads(seed: Int) throws {
        for log in [MotionModelTests.log(seed: UInt64(seed)), Self.swing(seed: UInt64(seed))] {
            let error = try run("sensorlab", log).rmsError(log, from: 5)
            let kalman = try run("kalman", log).rmsError(log, from: 5)
            let classic = try run("lowpass", log).rmsError(log, from: 5)
            #expect(error < 0.9 * kalman)
            #expect(error < 0.7 * classic)
        }
    }

    @Test("one row per accelerometer sample; bias, rest and disturbance are unknown")
    func rows() throws {
        let log = Self.swing(seed: 1)
        let track = try run("sensorlab", log)
        #expect(track.times == log.input.accelerometer.times)
        #expect(
            track.estimates.allSatisfy {
                $0.gyroscopeBias == .zero && $0.rest == .unknown && $0.disturbed == .unknown && $0.headingSigma > 0
            })
    }

    /// The field turns by 80 degrees, its magnitude changes by 3.5 %: only the angle to the force shows it. A filter
    /// that uses it in full tilts by 86 degrees. The error of the learnt dip fades within 20 s.
    @Test("a magnet that the magnitude does not show tilts the horizon by a few degrees only, and the sigma grows")
    func magnet() throws {
        var motion = SyntheticMotion(seconds: 40, accelerometerNoise: 0.05, magnetometerNoise: 0.5)
        motion.disturbance = { t in t > 20 && t < 23 ? Vector3(40, 0, 60) : .zero }
        var log = motion.log()
        log.input.gyroscope = VectorStream()
        let track = try run("sensorlab", log)
        var worst = (tilt: 0.0, calm: 0.0, magnet: 0.0)
        for (time, estimate) in zip(track.times, track.estimates) {
            let error = estimate.orientation * log.truth(at: time).conjugate
            let t = Double(time) * 1e-9
            if t > 19 { worst.tilt = max(worst.tilt, Angle.degrees(error.tiltOfVertical)) }
            if t > 18 && t < 20 { worst.calm = max(worst.calm, estimate.headingSigma) }
            if t > 22 && t < 23 { worst.magnet = max(worst.magnet, estimate.headingSigma) }
        }
        #expect(worst.tilt < 15)
        #expect(worst.magnet > 3 * worst.calm)
        #expect(track.worstError(log, from: 38) < 6)
    }

    /// The dip that a wrong first second has taught fades with the time constant of the learnt field, 20 s.
    @Test("a first sample upside down, and one with the wrong heading, are corrected")
    func wrongStart() throws {
        for (force, field) in [
            (Vector3(0, 0, -9.8), Vector3(0, 22, 42)), (Vector3(0, 0, 9.8), Vector3(0.1, -22, -42)),
            (Vector3(9.8, 0, 0), Vector3(30, 0, -30)),
        ] {
            var motion = SyntheticMotion(seconds: 90, rate: SyntheticMotion.lookingAround)
            (motion.accelerometerNoise, motion.magnetometerNoise) = (0.1, 0.5)
            var log = motion.log()
            log.input.gyroscope = VectorStream()
            let good = try run("sensorlab", log).rmsError(log, from: 70)
            log.input.accelerometer.values[0] = force
            log.input.magnetometer.values[0] = field
            let track = try run("sensorlab", log)
            #expect(track.rmsError(log, from: 10, to: 20) < 5)
            #expect(track.rmsError(log, from: 70) < good + 0.1)
        }
    }

    @Test("without a field the horizon is right, and the heading's sigma is empty")
    func withoutField() throws {
        var log = SyntheticMotion(seconds: 30, accelerometerNoise: 0.05).log()
        log.input.gyroscope = VectorStream()
        log.input.magnetometer = VectorStream()
        let track = try run("sensorlab", log)
        #expect(track.estimates.allSatisfy { $0.headingSigma.isNaN })
        for (time, estimate) in zip(track.times, track.estimates) {
            #expect(Angle.degrees((estimate.orientation * log.truth(at: time).conjugate).tiltOfVertical) < 3)
        }
    }

    /// In the gap, 1 s of turning at 1 rad/s; the hard iron that the filter has learnt is taken off there too.
    @Test("a gap keeps the learnt field, and leaves bias and scale as they were")
    func gap() throws {
        var filter = SensorLabFilter()
        var random = SplitMix64(seed: 1)
        let turn = { (t: Double) in Quaternion(rotationVector: Vector3(0.5 * .sin(t), 0.4 * .sin(1.3 * t), t)) }
        var before: SensorLabFilter.State?
        for k in 0..<4000 {
            let t = 0.01 * Double(k)
            let time = Int64(k) * 10_000_000
            let q = turn(t)
            if !(30..<33).contains(t) {
                let step = (turn(t - 0.005).conjugate * turn(t + 0.005)).rotationVector
                filter.update(gyroscope: 100 * step + Vector3(0.02, -0.01, 0.03), at: time)
            }
            if t < 30 { before = filter.state }
            filter.update(accelerometer: q.unrotate(Vector3(0, 0, 9.80665)) + random.vector(0.05), at: time)
            filter.update(magnetometer: q.unrotate(SyntheticMotion.field) + random.vector(0.5), at: time)
            if t > 32 && t < 33 {
                #expect(filter.state.usesMotionModel)
                #expect(Angle.degrees(try #require(filter.estimate).orientation.angle(to: q)) < 10)
                #expect(filter.state.bias == before?.bias && filter.state.scale == before?.scale)
                for i in 6..<26 {
                    #expect(filter.state.covariance[i, i] == before?.covariance[i, i])
                }
            }
        }
        #expect(!filter.state.usesMotionModel)
        #expect(Angle.degrees(try #require(filter.estimate).orientation.angle(to: turn(39.99))) < 3)
    }

    // MARK: Parts

    @Test("the oscillator: many short steps are one long one, the noise too; a step of nothing changes nothing")
    func oscillator() {
        let push = Oscillator(slow: 4, fast: 15)
        let long = push.transition(over: 0.2)
        let total = push.noise(over: long, variance: 3)
        let short = push.transition(over: 0.0002)
        let part = push.noise(over: short, variance: 3)
        var (a, v) = (1.0, 2.0)
        var q = (aa: 0.0, av: 0.0, vv: 0.0)
        for _ in 0..<1000 {
            (a, v) = (short.aa * a + short.av * v, short.va * a + short.vv * v)
            let (ra, rv) = (short.aa * q.aa + short.av * q.av, short.aa * q.av + short.av * q.vv)
            let (va, vv) = (short.va * q.aa + short.vv * q.av, short.va * q.av + short.vv * q.vv)
            q.aa = short.aa * ra + short.av * rv + part.aa
            q.av = short.va * ra + short.vv * rv + part.av
            q.vv = short.va * va + short.vv * vv + part.vv
        }
        #expect((a - (long.aa + 2 * long.av)).magnitude < 1e-10)
        #expect((v - (long.va + 2 * long.vv)).magnitude < 1e-10)
        #expect((q.aa - total.aa).magnitude < 1e-9 && (q.av - total.av).magnitude < 1e-9)
        #expect((q.vv - total.vv).magnitude < 1e-9)
        // The equation itself, by the derivative at 0: v' = a, a' = -19 a - 60 v.
        let tiny = push.transition(over: 1e-6)
        #expect((tiny.va / 1e-6 - 1).magnitude < 1e-4 && (tiny.av / 1e-6 + 60).magnitude < 1e-2)
        #expect(((tiny.aa - 1) / 1e-6 + 19).magnitude < 1e-3 && ((tiny.vv - 1) / 1e-6).magnitude < 1e-3)
    }

    /// The same numbers by another route: one triangle of twelve states.
    @Test("predictions and updates of MotionCovariance agree with PackedCovariance")
    func covariance() {
        var random = SplitMix64(seed: 5)
        var blocks = MotionCovariance()
        var packed = PackedCovariance(count: 12)
        (blocks.ee, blocks.ww) = (.identity * 0.2, .identity * 2)
        (blocks.aa, blocks.vv) = (.identity * 3, .identity * 0.3)
        for (first, variance) in [(0, 0.2), (3, 2), (6, 3), (9, 0.3)] { packed.addNoise(variance, from: first) }
        let t = Oscillator(slow: 4, fast: 15).transition(over: 0.02)
        for _ in 0..<50 {
            blocks.predictTurn(gain: 0.015, decay: 0.7, noise: (attitude: 1e-3, cross: 0, rate: 0.5))
            blocks.predictPush(by: t, noise: (aa: 0.4, av: 0, vv: 1e-3))
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 144) { e in
                e.update(repeating: 0)
                for i in 0..<3 {
                    e[i * 12 + 3 + i] = 0.015
                    e[(3 + i) * 12 + 3 + i] = 0.7 - 1
                    (e[(6 + i) * 12 + 6 + i], e[(6 + i) * 12 + 9 + i]) = (t.aa - 1, t.av)
                    (e[(9 + i) * 12 + 6 + i], e[(9 + i) * 12 + 9 + i]) = (t.va, t.vv - 1)
                }
                packed.predict(e, rows: 12, count: 12)
            }
            for (first, noise) in [(0, 1e-3), (3, 0.5), (6, 0.4), (9, 1e-3)] { packed.addNoise(noise, from: first) }
            let (h, k) = (random.vector(5), random.vector(1))
            let y = random.gaussian()
            var expected = MotionCovariance.Correction()
            blocks.update(attitude: h, acceleration: k, innovation: y, variance: 0.3, correction: &expected)
            var row = PackedCovariance.Row()
            row.append(h, from: 0)
            row.append(k, from: 6)
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 12) { c in
                c.update(repeating: 0)
                packed.update(along: row, innovation: y, variance: 0.3, correction: c)
                // Fifty steps of numbers below 10 round to 1e-13.
                expectVector(expected.attitude, Vector3(c[0], c[1], c[2]), within: 1e-11)
                expectVector(expected.rate, Vector3(c[3], c[4], c[5]), within: 1e-11)
                expectVector(expected.acceleration, Vector3(c[6], c[7], c[8]), within: 1e-11)
                expectVector(expected.velocity, Vector3(c[9], c[10], c[11]), within: 1e-11)
            }
        }
        for (block, i, j) in [
            (blocks.ee, 0, 0), (blocks.ew, 0, 3), (blocks.ea, 0, 6), (blocks.ev, 0, 9), (blocks.ww, 3, 3),
            (blocks.wa, 3, 6), (blocks.wv, 3, 9), (blocks.aa, 6, 6), (blocks.av, 6, 9), (blocks.vv, 9, 9),
        ] {
            for k in 0..<3 { expectVector(block[row: k], packed[block: i, j][row: k], within: 1e-11) }
        }
    }
}
