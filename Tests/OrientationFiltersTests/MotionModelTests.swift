import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing

@testable import OrientationFilters

@Suite("Without a gyroscope")
struct MotionModelTests {
    /// Accelerations of 2 m/s^2 at 1 to 2 Hz and turns of up to 1.5 rad/s: what a hand does.
    static func log(seed: UInt64) -> SyntheticMotion.Log {
        var log = SyntheticMotion(
            seconds: 60, rate: SyntheticMotion.lookingAround,
            acceleration: { t in Vector3(2 * .sin(9 * t), 2 * .cos(7 * t), 2 * .sin(11 * t)) },
            accelerometerNoise: 0.1, magnetometerNoise: 0.7, jitter: 0.3, magnetometerRate: 50, seed: seed
        ).log()
        log.input.gyroscope = VectorStream()
        return log
    }

    @Test("kalman and complementary beat the classic low-pass on a moving hand", arguments: 1...3)
    func better(seed: Int) throws {
        let log = Self.log(seed: UInt64(seed))
        func error(_ name: String) throws -> Double {
            try #require(FilterCatalogue.entry(named: name)).run(log.input).rmsError(log, from: 5)
        }
        let classic = try error("lowpass")
        #expect(try error("kalman") < 0.8 * classic)
        #expect(try error("complementary") < 0.9 * classic)
    }

    @Test("one row per accelerometer sample; bias, rest and disturbance are unknown")
    func rows() throws {
        let log = Self.log(seed: 1)
        let track = try #require(FilterCatalogue.entry(named: "kalman")).run(log.input)
        #expect(track.times == log.input.accelerometer.times)
        #expect(
            track.estimates.allSatisfy {
                $0.gyroscopeBias == .zero && $0.rest == .unknown && $0.disturbed == .unknown && $0.headingSigma > 0
            })
    }

    /// The same motion at a twentieth of the stamps: the discretisation is exact, so the prediction over one long step
    /// equals that over many short ones.
    @Test("one long step equals many short ones")
    func discretisation() throws {
        func filter(steps: Int) -> KalmanFilter {
            var filter = KalmanFilter()
            filter.update(accelerometer: Vector3(0, 0, 9.80665), at: 0)
            filter.update(magnetometer: Vector3(0, 22, -42), at: 0)
            filter.state.rate = Vector3(0, 0, 2)
            for k in 1...steps {
                _ = filter.advanceWithoutGyroscope(to: Int64(100_000_000 * k / steps))
            }
            return filter
        }
        let (long, short) = (filter(steps: 1), filter(steps: 1000))
        let (a, b) = (long.state.covariance, short.state.covariance)
        for i in 0..<3 {
            for (x, y) in [(a.attitude[i, i], b.attitude[i, i]), (a.cross[i, i], b.cross[i, i])] {
                // Steps of x = dt / tau = 0.0017 leave the series' remainder x / 4 of each step's share out.
                #expect((x - y).magnitude < 1e-3 * x.magnitude)
            }
            #expect((a.second[i, i] - b.second[i, i]).magnitude < 1e-9 * a.second[i, i])
        }
        // The rate's integral: tau * (1 - exp(-t / tau)) * 2 rad/s.
        let angle = 2 * 0.06 * (1 - Double.exp(-0.1 / 0.06))
        for q in [long.state.orientation, short.state.orientation] {
            expectRotation(try #require(q), .aboutVertical(angle), withinDegrees: 1e-9)
        }
    }

    @Test("a magnet does not tilt the horizon", arguments: ["kalman", "complementary"])
    func magnet(name: String) throws {
        var motion = SyntheticMotion(seconds: 30, rate: { _ in Vector3(0, 0, 0.3) })
        motion.disturbance = { t in t > 15 && t < 20 ? Vector3(0, 0, 60) : .zero }
        var log = motion.log()
        log.input.gyroscope = VectorStream()
        func largestTilt(_ changes: [String: Double]) throws -> Double {
            let track = try #require(FilterCatalogue.entry(named: name)).run(log.input, parameters: changes)
            let tilts = zip(track.times, track.estimates).map { time, estimate in
                Angle.degrees((estimate.orientation * log.truth(at: time).conjugate).tiltOfVertical)
            }
            return tilts.max() ?? .infinity
        }
        // The field's dip changes by 100 degrees: a filter that uses it in full tilts by tens of degrees.
        #expect(try largestTilt([:]) < 20)
        let tolerance = name == "kalman" ? "motionFieldTolerance" : "fieldTolerance"
        #expect(try largestTilt([tolerance: 1e6]) > 25)
    }
}
