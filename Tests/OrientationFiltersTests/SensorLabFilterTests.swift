import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

/// The simulated sensors are stamped exactly, so the latency is set to zero wherever the device turns.
@Suite("sensorlab: calibration in use, rollback, recovery")
struct SensorLabFilterTests {
    static func run(_ log: SyntheticMotion.Log, _ changes: [String: Double] = [:]) throws -> OrientationTrack {
        let exact = ["latency": 0.0].merging(changes) { $1 }
        return try #require(FilterCatalogue.entry(named: "sensorlab")).run(log.input, parameters: exact)
    }

    /// A scale error of 1 % about z, a bias of 0.1 rad/s about x: the reading less both.
    @Test("a reading's rate is without bias and scale error")
    func rate() {
        var filter = SensorLabFilter(parameters: .init())
        filter.state.bias = Vector3(0.1, 0, 0)
        filter.state.scale = Matrix3(.zero, .zero, Vector3(0, 0, 0.01))
        let rate = filter.rate(of: Vector3(1, 2, 3))
        #expect((rate - Vector3(0.9, 2, 2.97)).length < 1e-15)
    }

    /// The first field is turned about the vertical; everything else is right.
    @Test("a wrong first heading is corrected within 10 s", arguments: [60.0, 90, 135, 180, -100])
    func wrongFirstHeading(degrees: Double) throws {
        for motion in [SyntheticMotion(seconds: 20), SyntheticMotion.phone(seconds: 20)] {
            var log = motion.log()
            let turn = Quaternion.aboutVertical(Angle.radians(degrees))
            log.input.magnetometer.values[0] = turn.rotate(log.input.magnetometer.values[0])
            let track = try Self.run(log)
            #expect(try track.headingError(log, at: 0.02).magnitude > 50)
            #expect(track.worstError(log, from: 10) < 6)
        }
    }

    /// The phone lies on a magnet when the app starts, and is picked up: the wrong heading had been confirmed all that
    /// time.
    @Test("a start on a magnet is recovered from", arguments: [1.0, 3, 5])
    func startOnMagnet(seconds: Double) throws {
        var motion = SyntheticMotion.phone(seconds: 60)
        motion.disturbance = { t in t < seconds ? Vector3(40, -60, 30) : .zero }
        let log = motion.log()
        let track = try Self.run(log)
        #expect(try track.headingError(log, at: 0.5 * seconds).magnitude > 90)
        // One second and five times the time on the magnet, and a few seconds for the heading itself.
        #expect(try track.headingError(log, at: 6 * seconds + 12).magnitude < 10)
        #expect(track.worstError(log, from: 6 * seconds + 20) < 6)
    }

    /// A gyroscope that shows 1 % too much about its z axis is 3.6 degrees off after each turn. The scale is found from
    /// the magnetometer while the device turns, so a filter that may learn it is better than one that may not.
    @Test("learns the gyroscope's scale while the device turns")
    func scale() throws {
        var log = SyntheticMotion(
            seconds: 120, rate: { _ in Vector3(0, 0, 2) }, gyroscopeNoise: 0.002, accelerometerNoise: 0.03,
            magnetometerNoise: 0.3
        ).log()
        for index in log.input.gyroscope.values.indices { log.input.gyroscope.values[index].z *= 1.01 }
        var filter = SensorLabFilter()
        _ = filter.replay(log.input)
        // Bias and scale are one number in a steady turn: together they are 0.02 rad/s.
        let excess = filter.rate(of: Vector3(0, 0, 2.02)).z - 2
        #expect(excess.magnitude < 0.001)
        #expect(filter.state.scale.row2.z > 0.0001)
        let blind = try Self.run(log, ["scaleSigma": 0, "initialBiasSigma": 0])
        #expect(try Self.run(log).rmsError(log, from: 60) < 0.5 * blind.rmsError(log, from: 60))
    }

    @Test("refines a hard iron of 3 microtesla that the calibration left")
    func hardIron() throws {
        let hardIron = Vector3(2, -1.5, 1.5)
        var motion = SyntheticMotion.phone(seconds: 180)
        motion.rate = { t in 2 * SyntheticMotion.lookingAround(t) }
        var log = motion.log()
        for index in log.input.magnetometer.values.indices { log.input.magnetometer.values[index] += hardIron }
        var filter = SensorLabFilter()
        _ = filter.replay(log.input)
        #expect((filter.state.hardIron - hardIron).length < 0.5 * hardIron.length)
    }

    /// A magnet that grows from nothing to 100 microtesla within 2 s drags the heading while it is weak; as soon as it
    /// shows, that is rolled back.
    @Test("corrections by a magnet while it was weak are rolled back")
    func rollback() throws {
        var motion = SyntheticMotion.phone(seconds: 45)
        motion.disturbance = { t in t > 30 ? Vector3(min(50 * (t - 30), 100), 0, 0) : .zero }
        let log = motion.log()
        let kept = try Self.run(log, ["magnetTolerance": 1e9]).headingError(log, at: 34)
        let before = try Self.run(log).headingError(log, at: 30)
        let taken = try Self.run(log).headingError(log, at: 34)
        #expect((taken - before).magnitude < 0.7 * (kept - before).magnitude)
    }

    @Test("a field that is turned for ever is accepted after the time-out", arguments: [60.0, 20])
    func newField(timeOut: Double) throws {
        // Another room: north turned by 70 degrees, and a field that is a fifth stronger; with the same magnitude the
        // heading would count as wrong. Half a minute of confirmation lets the old heading hold for longer than either
        // time-out.
        let turn = Quaternion.aboutVertical(Angle.radians(-70))
        var motion = SyntheticMotion.phone(seconds: 140)
        motion.disturbance = { t in t > 30 ? 1.2 * turn.rotate(SyntheticMotion.field) - SyntheticMotion.field : .zero }
        let log = motion.log()
        let track = try Self.run(log, ["recoveryTime": timeOut, "headingTolerance": 0.4])
        #expect(try track.headingError(log, at: 30 + timeOut - 2).magnitude < 10)
        expectAngle(try track.headingError(log, at: 139), 70, within: 10)
    }

    /// The gyroscope is silent for 6 s while the device turns by 1.5 rad.
    @Test("a gap of the gyroscope is bridged by the other sensors")
    func gap() throws {
        var log = SyntheticMotion(
            seconds: 40, rate: { t in Vector3(0, 0, t > 10 && t < 13 ? 0.5 : 0) }, accelerometerNoise: 0.02,
            magnetometerNoise: 0.3
        ).log()
        let stream = log.input.gyroscope
        log.input.gyroscope = VectorStream()
        for (time, rate) in zip(stream.times, stream.values) where !(9_000_000_000...15_000_000_000).contains(time) {
            log.input.gyroscope.append(rate, at: time)
        }
        let track = try Self.run(log)
        #expect(track.worstError(log, from: 25) < 3)
    }

    /// 2 rad/s to and fro, once a second: in a lost piece of 0.1 s the mean of its ends is off by up to 0.4 degrees, in
    /// 0.3 s by 10.
    @Test("lost pieces of the gyroscope are answered for by the sigma")
    func lostPieces() throws {
        let log = SyntheticMotion(
            seconds: 60, rate: { t in Vector3(0.3, -0.2, 2) * Double.sin(2 * .pi * t) }, gyroscopeNoise: 0.002,
            accelerometerNoise: 0.03, magnetometerNoise: 0.3
        ).log()
        var lossy = log
        lossy.input.gyroscope = VectorStream()
        var random = SplitMix64(seed: 5)
        var (piece, isLost) = (Int64.min, false)
        for (time, rate) in zip(log.input.gyroscope.times, log.input.gyroscope.values) {
            // The first second is whole.
            if time / 100_000_000 != piece {
                (piece, isLost) = (time / 100_000_000, time > 1_000_000_000 && random.uniform() < 0.3)
            }
            if !isLost { lossy.input.gyroscope.append(rate, at: time) }
        }
        let (whole, track) = (try Self.run(log), try Self.run(lossy))
        #expect(whole.worstError(log, from: 10) < 2)
        let sigmas = [whole, track].map { $0.estimates[$0.count / 2].headingSigma }
        #expect(sigmas[1] > 1.1 * sigmas[0], "\(sigmas)")
        let late = track.times.indices.filter { track.times[$0] > 10_000_000_000 }
        let covered = try late.count { index in
            let error = try track.headingError(lossy, at: 1e-9 * Double(track.times[index]))
            return Angle.radians(error.magnitude) < 1.96 * track.estimates[index].headingSigma
        }
        #expect(Double(covered) > 0.93 * Double(late.count), "\(covered) of \(late.count)")
    }

    /// Over all phases of a rate A sin(W t) with W = 12 times the rule's share, the mean square of the trapezoid rule's
    /// error is the variance.
    @Test("the unseen turn is the trapezoid rule's error", arguments: [0.002, 0.005])
    func unseenTurn(step: Double) {
        let frequency = 12 * 3.2
        let phases = (0..<100).map { 2 * Double.pi * Double($0) / 100 }
        var (squares, variances) = (0.0, 0.0)
        for phase in phases {
            let (first, last) = (Double.sin(phase), Double.sin(phase + frequency * step))
            let turn = (Double.cos(phase) - Double.cos(phase + frequency * step)) / frequency
            let error = turn - 0.5 * step * (first + last)
            squares += error * error
            variances += UnseenTurn.variance(change: Vector3(0, last - first, 0), step: step)
        }
        #expect((squares / variances - 1).magnitude < 0.03)
    }

    @Test("the answer is turned ahead by the latency")
    func latency() throws {
        let log = SyntheticMotion(seconds: 10, rate: { _ in Vector3(0, 0, 2) }).log()
        let late = try #require(try Self.run(log).estimates.last).orientation
        let ahead = try #require(try Self.run(log, ["latency": 0.01]).estimates.last).orientation
        expectAngle(Angle.degrees((ahead * late.conjugate).twistAboutVertical), Angle.degrees(0.02), within: 0.01)
    }

    /// Some 2250 bytes of the filter, 920 of the motion model's state and 99 of `SteadyTurn` among them, and the
    /// covariance's 351 numbers.
    @Test("a running filter takes less than 5 KiB, its covariance included")
    func size() {
        let state = SensorLabFilter().state
        // An array's buffer begins with 32 bytes of its own.
        let heap = 32 + state.covariance.elements.count * MemoryLayout<Double>.stride
        #expect(MemoryLayout<SensorLabFilter>.size + heap < 5120)
    }
}
