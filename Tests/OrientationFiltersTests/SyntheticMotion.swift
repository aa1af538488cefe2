import RealModule
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

/// A device in hand, computed from a formula: its exact orientation and what ideal or noisy sensors would read.
struct SyntheticMotion {
    static let gravity = 9.80665
    /// North 22, down 42 microtesla: a dip of 62 degrees.
    static let field = Vector3(0, 22, -42)

    var seconds = 60.0
    var start = Quaternion.identity
    /// Angular rate in device axes over time, rad/s.
    var rate: (Double) -> Vector3 = { _ in .zero }
    /// Acceleration in the earth frame over time, m/s^2.
    var acceleration: (Double) -> Vector3 = { _ in .zero }
    /// What is added to the earth's field, in the earth frame, over time, microtesla.
    var disturbance: (Double) -> Vector3 = { _ in .zero }
    var gyroscopeBias = Vector3.zero
    var gyroscopeNoise = 0.0
    var accelerometerNoise = 0.0
    var magnetometerNoise = 0.0
    /// Stretches and shrinks the sampling interval, 0 ... 0.9.
    var jitter = 0.0
    var gyroscopeRate = 100.0
    var accelerometerRate = 100.0
    var magnetometerRate = 25.0
    var seed: UInt64 = 1

    /// A phone in a hand that looks around, with noise of the sensors of a Nexus 5.
    static func phone(seconds: Double = 60, seed: UInt64 = 1) -> SyntheticMotion {
        SyntheticMotion(
            seconds: seconds, rate: SyntheticMotion.lookingAround,
            acceleration: { t in Vector3(0.8 * .sin(5 * t), 0.6 * .cos(4.1 * t), 0.9 * .sin(6.3 * t)) },
            gyroscopeNoise: 0.002, accelerometerNoise: 0.03, magnetometerNoise: 0.7, jitter: 0.3, seed: seed)
    }

    struct Log {
        var input = FilterInput()
        var truth = QuaternionStream()

        /// Removes the magnetometer's samples up to that stamp.
        mutating func dropMagnetometer(before time: Int64) {
            let first = input.magnetometer.times.firstIndex { $0 > time } ?? 0
            input.magnetometer.times.removeFirst(first)
            input.magnetometer.values.removeFirst(first)
        }

        /// The exact orientation at a stamp of the gyroscope.
        func truth(at time: Int64) -> Quaternion {
            truth.values[min(truth.index(atOrAfter: time), truth.count - 1)]
        }
    }

    /// A hand that looks around: slow turns about all axes with rates up to 1.5 rad/s.
    static func lookingAround(_ t: Double) -> Vector3 {
        Vector3(0.9 * Double.cos(0.7 * t), 1.1 * Double.sin(1.3 * t), 0.6 * Double.cos(0.37 * t + 1))
    }

    /// The truth is integrated in steps of 0.5 ms by the mean rate, an error below 1e-6 rad per minute at these rates.
    func log() -> Log {
        var result = Log()
        var random = SplitMix64(seed: seed)
        var q = start
        let step: Int64 = 500_000
        var next: (g: Int64, a: Int64, m: Int64) = (0, 0, 0)
        func interval(_ hertz: Double, _ random: inout SplitMix64) -> Int64 {
            let factor = jitter > 0 ? 1 + Double.random(in: -jitter...jitter, using: &random) : 1
            return max(step, Int64(clamping: (factor * 1e9 / hertz / Double(step)).rounded()) * step)
        }
        var time: Int64 = 0
        while Double(time) * 1e-9 <= seconds {
            let t = Double(time) * 1e-9
            result.truth.append(q, at: time)
            if time >= next.g {
                result.input.gyroscope.append(rate(t) + gyroscopeBias + random.vector(gyroscopeNoise), at: time)
                next.g = time + interval(gyroscopeRate, &random)
            }
            if time >= next.a {
                let force = q.unrotate(acceleration(t) + Vector3(0, 0, Self.gravity))
                result.input.accelerometer.append(force + random.vector(accelerometerNoise), at: time)
                next.a = time + interval(accelerometerRate, &random)
            }
            if time >= next.m {
                let field = q.unrotate(Self.field + disturbance(t))
                result.input.magnetometer.append(field + random.vector(magnetometerNoise), at: time)
                next.m = time + interval(magnetometerRate, &random)
            }
            let mean = 0.5 * (rate(t) + rate(t + 0.0005))
            q = (q * Quaternion(rotationVector: 0.0005 * mean)).renormalized
            time += step
        }
        return result
    }
}

extension OrientationTrack {
    /// The largest angle to the truth from `start` seconds on, degrees.
    func worstError(_ log: SyntheticMotion.Log, from start: Double = 0, to end: Double = .infinity) -> Double {
        errors(log, from: start, to: end).max() ?? .infinity
    }

    /// The root mean square angle to the truth from `start` seconds on, degrees.
    func rmsError(_ log: SyntheticMotion.Log, from start: Double = 0, to end: Double = .infinity) -> Double {
        let all = errors(log, from: start, to: end)
        return all.isEmpty ? .infinity : (all.reduce(0) { $0 + $1 * $1 } / Double(all.count)).squareRoot()
    }

    /// The heading error at t seconds, degrees, counter-clockwise positive.
    func headingError(_ log: SyntheticMotion.Log, at t: Double) throws -> Double {
        let index = try #require(times.firstIndex { $0 >= Int64(clamping: t * 1e9) })
        let error = estimates[index].orientation * log.truth(at: times[index]).conjugate
        return Angle.degrees(error.twistAboutVertical)
    }

    private func errors(_ log: SyntheticMotion.Log, from start: Double, to end: Double) -> [Double] {
        zip(times, estimates).compactMap { time, estimate in
            let t = Double(time) * 1e-9
            guard t >= start, t <= end else { return nil }
            return Angle.degrees(estimate.orientation.angle(to: log.truth(at: time)))
        }
    }
}
