import Foundation
import OrientationFilters
import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

/// The ends of the scale: sampling rates from 1 Hz to 8 kHz, rates of turn of 2000 deg/s, free fall, and long runs.
@Suite("Numerical edges of the filters")
struct NumericalEdgeTests {
    static let names = PoseTests.names

    private func run(_ name: String, _ input: FilterInput) throws -> OrientationTrack {
        try #require(FilterCatalogue.entry(named: name)).run(input)
    }

    /// Held still from the first sample on, all sensors at one rate, long enough for 60 samples and 20 s.
    @Test("a device at rest is where it is at every sampling rate", arguments: names, [1.0, 8, 50, 400, 8000])
    func samplingRates(name: String, hertz: Double) throws {
        let pose = Pose.all[3]
        var input = FilterInput()
        let interval = Int64(clamping: 1e9 / hertz)
        for row in 0..<max(60, Int(clamping: 20 * min(hertz, 400))) {
            let time = Int64(row) * interval
            input.gyroscope.append(.zero, at: time)
            input.accelerometer.append(pose.force, at: time)
            input.magnetometer.append(pose.field, at: time)
        }
        let last = try #require(try run(name, input).estimates.last)
        // madgwick's step is 2 beta dt: 14 degrees at 1 Hz, where its paper has no answer.
        let tolerance = name == "madgwick" ? max(0.1, 2 * 0.12 / hertz * 180 / Double.pi) : 0.1
        expectRotation(last.orientation, pose.orientation, withinDegrees: tolerance)
    }

    @Test("2000 deg/s about each axis at 1 kHz: the integral is the turn", arguments: [0, 1, 2])
    func fastTurn(axis: Int) throws {
        let rate = Angle.radians(2000)
        var motion = SyntheticMotion(
            seconds: 3,
            rate: { t in
                var v = Vector3.zero
                let speed = t < 1 ? 0.0 : rate
                switch axis {
                case 0: v.x = speed
                case 1: v.y = speed
                default: v.z = speed
                }
                return v
            })
        (motion.gyroscopeRate, motion.accelerometerRate, motion.magnetometerRate) = (1000, 1000, 100)
        let log = motion.log()
        for name in ["gyro", "kalman", "complementary", "vqf", "sensorlab"] {
            // A sample stands for the interval before it: 2 degrees at the edge where the turn begins.
            // sensorlab turns its answer ahead by its latency, which these readings do not have.
            let worst = try #require(FilterCatalogue.entry(named: name))
                .run(log.input, parameters: name == "sensorlab" ? ["latency": 0] : [:]).worstError(log, from: 0.5)
            #expect(worst < 4, "\(name): \(worst) degrees")
        }
    }

    @Test(
        "free fall for 2 s: neither a direction of gravity nor a jump",
        arguments: ["complementary", "kalman", "vqf", "sensorlab"])
    func freeFall(name: String) throws {
        var motion = SyntheticMotion(seconds: 20, accelerometerNoise: 0.03, magnetometerNoise: 0.3)
        motion.acceleration = { t in t > 8 && t < 10 ? Vector3(0, 0, -SyntheticMotion.gravity) : .zero }
        let log = motion.log()
        let worst = try run(name, log.input).worstError(log, from: 5)
        #expect(worst < 5, "\(worst) degrees")
    }

    /// The hours of `longRun`: one, or as many as SENSORLAB_LONG_RUN_HOURS says (24: two minutes).
    private static let hours = ProcessInfo.processInfo.environment["SENSORLAB_LONG_RUN_HOURS"].flatMap(Double.init) ?? 1

    @Test(
        "hours at 100 Hz keep unit quaternions and sigmas that are positive and finite",
        arguments: ["lowpass", "complementary", "kalman", "vqf", "sensorlab"])
    func longRun(name: String) throws {
        var filter = try #require(FilterCatalogue.entry(named: name)).filter()
        var random = SplitMix64(seed: 8)
        var q = Quaternion.identity
        let samples = Int(clamping: Self.hours * 360_000)
        for row in 0..<samples {
            let (time, t) = (Int64(row) * 10_000_000, Double(row) / 100)
            // Ten minutes in the hand, ten minutes on the table.
            let isMoving = row / 60_000 % 2 == 0
            let rate = isMoving ? SyntheticMotion.lookingAround(t) : .zero
            q = (q * Quaternion(rotationVector: 0.01 * rate)).renormalized
            filter.update(gyroscope: rate + random.vector(0.002), at: time)
            filter.update(accelerometer: q.unrotate(Vector3(0, 0, 9.81)) + random.vector(0.03), at: time)
            if row.isMultiple(of: 4) {
                filter.update(magnetometer: q.unrotate(SyntheticMotion.field) + random.vector(0.5), at: time)
            }
            guard row > 1000, row.isMultiple(of: 1000), let estimate = filter.estimate else { continue }
            let sigmas = [estimate.headingSigma, estimate.inclinationSigma].filter { !$0.isNaN }
            guard (estimate.orientation.lengthSquared - 1).magnitude < 1e-12,
                sigmas.allSatisfy({ $0 > 0 && $0 < 1 })
            else {
                Issue.record("at \(t) s: \(estimate)")
                return
            }
        }
        let error = try #require(filter.estimate).orientation.angle(to: q)
        #expect(Angle.degrees(error) < 3, "\(Angle.degrees(error)) degrees after \(Self.hours) h")
    }
}
