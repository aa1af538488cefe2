import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

@Suite("kalman: gates, time-out, covariance, coverage")
struct KalmanFilterTests {
    static func run(_ log: SyntheticMotion.Log, _ changes: [String: Double] = [:]) throws -> OrientationTrack {
        try #require(FilterCatalogue.entry(named: "kalman")).run(log.input, parameters: changes)
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

    @Test("the magnet that the gate rejects drags a filter without gates by tens of degrees")
    func withoutGates() throws {
        var motion = SyntheticMotion.phone()
        motion.disturbance = { t in t > 30 && t < 40 ? Vector3(60, -10, 20) : .zero }
        let log = motion.log()
        let open = try Self.run(log, ["headingGate": 1e9, "magnitudeTolerance": 1e9, "dipTolerance": 4])
        #expect(open.worstError(log, from: 20) > 10)
    }

    @Test("a field that is turned for ever is accepted within the time-out", arguments: [60.0, 20])
    func newField(timeOut: Double) throws {
        // Another room: north turned by 70 degrees, the same magnitude and dip.
        let turn = Quaternion.aboutVertical(Angle.radians(-70))
        var motion = SyntheticMotion.phone(seconds: 140)
        motion.disturbance = { t in t > 30 ? turn.rotate(SyntheticMotion.field) - SyntheticMotion.field : .zero }
        let log = motion.log()
        let track = try Self.run(log, ["recoveryTime": timeOut])
        // Held until the time-out, then within 10 s at the new north: a north that lies 70 degrees further clockwise
        // makes headings 70 degrees smaller, a rotation by +70.
        #expect(try track.headingError(log, at: 30 + timeOut - 2).magnitude < 5)
        expectAngle(try track.headingError(log, at: 30 + timeOut + 10), 70, within: 5)
        expectAngle(try track.headingError(log, at: 139), 70, within: 2)
    }

    @Test("the covariance stays symmetric and positive definite, with and without gyroscope", arguments: [true, false])
    func covariance(gyroscope: Bool) throws {
        let log = SyntheticMotion.phone().log()
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

    /// Errors of 20 simulated recordings against the sigmas. The sigma holds 0.06 rad (heading) and 0.012 rad
    /// (vertical) for calibration errors; recordings that have such errors must be covered at 95 % by 90 to 100 %.
    @Test("coverage: the 95 % interval of the heading contains the truth")
    func coverage() throws {
        var inside = 0.0
        var count = 0.0
        for seed in 1...20 {
            var random = SplitMix64(seed: UInt64(seed) &* 7919)
            var motion = SyntheticMotion.phone(seconds: 40, seed: UInt64(seed))
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
        #expect(inside / count >= 0.9)
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
