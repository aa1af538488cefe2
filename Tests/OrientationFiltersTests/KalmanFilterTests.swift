import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("kalman: convergence, bias, magnets, consistency")
struct KalmanFilterTests {
    /// A phone in a hand that looks around, with noise of the sensors of a Nexus 5.
    static func phone(seconds: Double = 60, seed: UInt64 = 1) -> SyntheticMotion {
        SyntheticMotion(
            seconds: seconds, rate: SyntheticMotion.lookingAround,
            acceleration: { t in Vector3(0.8 * .sin(5 * t), 0.6 * .cos(4.1 * t), 0.9 * .sin(6.3 * t)) },
            gyroscopeNoise: 0.002, accelerometerNoise: 0.03, magnetometerNoise: 0.7, jitter: 0.3, seed: seed)
    }

    static func run(_ log: SyntheticMotion.Log, _ changes: [String: Double] = [:]) throws -> OrientationTrack {
        try #require(FilterCatalogue.entry(named: "kalman")).run(log.input, parameters: changes)
    }

    /// Wrong first samples stand for any start: the first force and field are those of another pose.
    @Test("converges from any start", arguments: Pose.all)
    func anyStart(pose: Pose) throws {
        var log = SyntheticMotion(seconds: 60).log()
        log.input.accelerometer.values[0] = pose.force
        log.input.magnetometer.values[0] = pose.field
        let track = try Self.run(log)
        expectRotation(track.estimates[0].orientation, pose.orientation, withinDegrees: 1)
        #expect(track.worstError(log, from: 59) < 1)
        #expect(track.estimates.allSatisfy { $0.orientation.isFinite })
    }

    @Test("finds a bias of 5 deg/s in motion, and at rest", arguments: [true, false])
    func bias(moving: Bool) throws {
        let bias = Vector3(0.09, -0.03, 0.07)
        var motion = Self.phone()
        motion.gyroscopeBias = bias
        if !moving { (motion.rate, motion.acceleration) = ({ _ in .zero }, { _ in .zero }) }
        let log = motion.log()
        let track = try Self.run(log)
        let last = try #require(track.estimates.last)
        // At rest the gyroscope averages to 0.002 / sqrt(5000) = 3e-5 rad/s; in motion a bias error b stands against
        // the tilt with b * 3 s, and the tilt is known within a degree: 0.006 rad/s.
        expectVector(last.gyroscopeBias, bias, within: moving ? 0.006 : 1e-4)
        #expect(last.rest == (moving ? .no : .yes))
        #expect(track.rmsError(log, from: 30) < 2)
    }

    @Test("a slow steady turn is not taken for a bias once the bias is known")
    func slowTurn() throws {
        let log = SyntheticMotion(
            seconds: 60, rate: { t in t > 20 && t < 40 ? Vector3(0, 0, 0.09) : .zero }, gyroscopeNoise: 0.002,
            magnetometerNoise: 0.7
        ).log()
        let track = try Self.run(log)
        let known = zip(track.times, track.estimates).filter { $0.0 > 10_000_000_000 }
        #expect((known.map(\.1.gyroscopeBias.length).max() ?? .infinity) < 0.001)
        #expect(track.worstError(log, from: 20) < 2)
    }

    @Test("a magnet for 10 s does not move the heading")
    func magnet() throws {
        var motion = Self.phone()
        motion.disturbance = { t in t > 30 && t < 40 ? Vector3(60, -10, 20) : .zero }
        let log = motion.log()
        let track = try Self.run(log)
        #expect(track.worstError(log, from: 20) < 3)
        let during = zip(track.times, track.estimates).filter { $0.0 > 31_000_000_000 && $0.0 < 40_000_000_000 }
        #expect(during.allSatisfy { $0.1.disturbed == .yes })
        let clean = zip(track.times, track.estimates).filter { $0.0 > 25_000_000_000 && $0.0 < 30_000_000_000 }
        #expect(clean.allSatisfy { $0.1.disturbed == .no })
        // The same magnet drags a filter without a gate by tens of degrees.
        let open = try Self.run(log, ["headingGate": 1e9, "magnitudeTolerance": 1e9, "dipTolerance": 4])
        #expect(open.worstError(log, from: 20) > 10)
    }

    @Test("a field that is turned for ever is accepted within the time-out", arguments: [60.0, 20])
    func newField(timeOut: Double) throws {
        // Another room: north turned by 70 degrees, the same magnitude and dip.
        let turn = Quaternion.aboutVertical(Angle.radians(-70))
        var motion = Self.phone(seconds: 140)
        motion.disturbance = { t in t > 30 ? turn.rotate(SyntheticMotion.field) - SyntheticMotion.field : .zero }
        let log = motion.log()
        let track = try Self.run(log, ["recoveryTime": timeOut])
        func heading(_ t: Double) throws -> Double {
            let index = try #require(track.times.firstIndex { $0 >= Int64(t * 1e9) })
            let error = track.estimates[index].orientation * log.truth(at: track.times[index]).conjugate
            return Angle.degrees(error.twistAboutVertical)
        }
        // Held until the time-out, then within 10 s at the new north: a north that lies 70 degrees further clockwise
        // makes headings 70 degrees smaller, a rotation by +70.
        #expect(try heading(30 + timeOut - 2).magnitude < 5)
        expectAngle(try heading(30 + timeOut + 10), 70, within: 5)
        expectAngle(try heading(139), 70, within: 2)
    }

    @Test("without a magnetometer the horizon holds and the heading's sigma is unknown")
    func noMagnetometer() throws {
        var log = Self.phone().log()
        log.input.magnetometer = VectorStream()
        let track = try Self.run(log)
        for (time, estimate) in zip(track.times, track.estimates) where time > 10_000_000_000 {
            let error = estimate.orientation * log.truth(at: time).conjugate
            #expect(Angle.degrees(error.tiltOfVertical) < 2)
        }
        #expect(track.estimates.allSatisfy { $0.headingSigma.isNaN && $0.disturbed == .unknown })
    }

    @Test("a magnetometer that begins late turns a relative heading into a magnetic one")
    func lateMagnetometer() throws {
        var motion = Self.phone()
        motion.start = .aboutVertical(2)
        var log = motion.log()
        let first = log.input.magnetometer.times.firstIndex { $0 > 5_000_000_000 } ?? 0
        log.input.magnetometer.times.removeFirst(first)
        log.input.magnetometer.values.removeFirst(first)
        let track = try Self.run(log)
        #expect(track.estimates.first?.headingSigma.isNaN == true)
        #expect(track.estimates.last?.headingSigma.isNaN == false)
        #expect(track.worstError(log, from: 1.5, to: 4.5) > 90)
        #expect(track.worstError(log, from: 20) < 3)
    }

    @Test("the covariance stays symmetric and positive definite, with and without gyroscope", arguments: [true, false])
    func covariance(gyroscope: Bool) throws {
        let log = Self.phone().log()
        var filter = KalmanFilter()
        var input = log.input
        if !gyroscope { input.gyroscope = VectorStream() }
        _ = filter.replay(input)
        for _ in 0..<2 {
            let p = filter.state.covariance
            #expect(p.attitude == p.attitude.transpose)
            // The transition's rotation rounds, so B is symmetric to the last bits only where it is rotated.
            #expect(p.second == p.second.transpose)
            #expect(p.smallestPivot > 0)
            // An hour of nothing but gyroscope samples must not break it either.
            for k in 1...360_000 where gyroscope {
                filter.update(gyroscope: Vector3(0.1, 0.2, -0.3), at: 60_000_000_000 + Int64(k) * 10_000_000)
            }
        }
    }

    /// Errors of 20 simulated recordings against the sigmas. The sigma holds 0.06 rad (heading) and 0.012 rad (vertical)
    /// for calibration errors; recordings that have such errors must be covered at 95 % by 90 to 100 %.
    @Test("coverage: the 95 % interval of the heading contains the truth")
    func coverage() throws {
        var inside = 0.0
        var count = 0.0
        for seed in 1...20 {
            var random = SplitMix64(seed: UInt64(seed) &* 7919)
            var motion = Self.phone(seconds: 40, seed: UInt64(seed))
            let offset = 0.06 * random.gaussian()
            let turned = Quaternion.aboutVertical(offset).rotate(SyntheticMotion.field)
            motion.disturbance = { _ in turned - SyntheticMotion.field }
            motion.gyroscopeBias = random.vector(0.02)
            let log = motion.log()
            let track = try Self.run(log)
            for (time, estimate) in zip(track.times, track.estimates) where time > 10_000_000_000 {
                let error = (estimate.orientation * log.truth(at: time).conjugate).twistAboutVertical
                if error.magnitude <= 1.96 * estimate.headingSigma { inside += 1 }
                count += 1
            }
        }
        // 20 independent offsets: 19 +- 1 of 20 are expected inside.
        #expect(inside / count >= 0.85)
    }

    @Test("noise, clipping, free fall and spikes leave no NaN", arguments: [true, false])
    func finite(gyroscope: Bool) throws {
        var random = SplitMix64(seed: 5)
        var input = FilterInput()
        for k in 0..<20_000 {
            let time = Int64(k) * 10_000_000
            let spike = k.isMultiple(of: 97) ? 1e4 : 1.0
            if gyroscope { input.gyroscope.append(random.vector(5 * spike), at: time) }
            input.accelerometer.append(k.isMultiple(of: 13) ? .zero : random.vector(20 * spike), at: time)
            input.magnetometer.append(k.isMultiple(of: 17) ? .zero : random.vector(50 * spike), at: time)
        }
        for name in gyroscope ? PoseTests.names : PoseTests.namesWithoutGyroscope {
            let track = try #require(FilterCatalogue.entry(named: name)).run(input)
            #expect(!track.estimates.isEmpty)
            #expect(
                track.estimates.allSatisfy {
                    $0.orientation.isFinite && ($0.orientation.lengthSquared - 1).magnitude < 1e-9
                        && $0.gyroscopeBias.isFinite
                }, "\(name)")
            guard SigmaTests.names.contains(name) else { continue }
            #expect(
                track.estimates.allSatisfy {
                    $0.headingSigma > 0 && $0.headingSigma < 1.82 && $0.inclinationSigma > 0
                        && $0.inclinationSigma < 1.82
                }, "\(name)")
        }
    }
}

extension ErrorCovariance {
    /// The smallest pivot of the Cholesky factorisation of the 6 x 6 matrix: positive where it is positive definite.
    var smallestPivot: Double {
        var m = [[Double]](repeating: [Double](repeating: 0, count: 6), count: 6)
        for i in 0..<3 {
            for j in 0..<3 {
                m[i][j] = attitude[i, j]
                m[i][j + 3] = cross[i, j]
                m[j + 3][i] = cross[i, j]
                m[i + 3][j + 3] = second[i, j]
            }
        }
        var smallest = Double.infinity
        for k in 0..<6 {
            smallest = min(smallest, m[k][k])
            for i in (k + 1)..<max(6, k + 1) {
                for j in (k + 1)..<6 { m[i][j] -= m[i][k] * m[k][j] / m[k][k] }
            }
        }
        return smallest
    }
}
