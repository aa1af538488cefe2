import Foundation
import Rotations
import SensorModels

/// Changes that turn a recording into another one with a known reference, for recordings that no choice was based on.
///
/// Each may happen to a log: it begins during motion, the phone's axes differ, a sensor is worse, slower, or badly
/// stamped. The reference is turned, mirrored and cut alike. Where the start changes, the first five seconds after it
/// are not scored. Random numbers depend on the recording's name alone.
enum Surrogate: String, CaseIterable {
    /// Backwards in time: forces and fields stay, rates change sign, delays of the stamps stay delays.
    case reversed
    case secondHalf = "second-half"
    case lastThird = "last-third"
    /// Axes permuted by a proper rotation: nothing may change.
    case turned
    /// White noise per sample: 0.6 deg/s, 0.05 m/s^2, 0.5 microtesla.
    case noisy
    /// The gyroscope's axes show 1 % too much, too little, too much.
    case gyroscopeScale = "gyroscope-scale"
    /// 3 deg/s on the gyroscope.
    case gyroscopeBias = "gyroscope-bias"
    /// 2.5 % of the field on the magnetometer, fixed to the device.
    case hardIron = "hard-iron"
    /// The first sample of the magnetometer is turned by 120 degrees about the vertical.
    case wrongStart = "wrong-start"
    /// Stamps are off by up to 30 % of the sensor's interval.
    case jittered
    /// Of each sensor's samples those nearest to a slower clock.
    case gyroscope50 = "gyroscope-50Hz"
    case gyroscope100 = "gyroscope-100Hz"
    case magnetometer10 = "magnetometer-10Hz"
    /// 30 % of the gyroscope's samples are lost, one by one.
    case gyroscopeLost = "gyroscope-lost"
    /// 30 % of the gyroscope's time is lost, in pieces of 0.1 s.
    case gyroscopeBursts = "gyroscope-bursts"
    case gyroscope25 = "gyroscope-25Hz"
    /// All sensors are silent for 3 and for 15 s, from 30 and from 60 % of the recording on.
    case shortHoles = "holes-3s"
    case holes = "holes-15s"

    /// The start that is not scored, s.
    private static let unscored = 5.0

    func apply(to r: StudyRecording) -> StudyRecording {
        switch self {
        case .reversed: return Self.reversed(r)
        case .secondHalf: return Self.cut(r, after: 0.5)
        case .lastThird: return Self.cut(r, after: 2.0 / 3)
        case .turned: return Self.turned(r)
        case .noisy: return Self.noisy(r)
        case .gyroscopeScale:
            return r.mappingGyroscope { Vector3(1.01 * $0.x, 0.99 * $0.y, 1.01 * $0.z) }
        case .gyroscopeBias:
            let bias = Angle.radians(3) / 3.squareRoot() * Vector3(1, -1, 1)
            return r.mappingGyroscope { $0 + bias }
        case .hardIron:
            guard let first = r.input.magnetometer.values.first else { return r }
            let iron = 0.025 * first.length / 3.squareRoot() * Vector3(1, 1, -1)
            return r.mappingMagnetometer { $0 + iron }
        case .wrongStart: return Self.wrongStart(r)
        case .jittered: return Self.jittered(r)
        case .gyroscope50: return r.changing(\.gyroscope) { Self.thinned($0, to: 50) }
        case .gyroscope100: return r.changing(\.gyroscope) { Self.thinned($0, to: 100) }
        case .gyroscope25: return r.changing(\.gyroscope) { Self.thinned($0, to: 25) }
        case .gyroscopeLost: return Self.losing(r, pieces: 0)
        case .gyroscopeBursts: return Self.losing(r, pieces: 0.1)
        case .shortHoles: return Self.silent(r, for: 3)
        case .holes: return Self.silent(r, for: 15)
        case .magnetometer10: return r.changing(\.magnetometer) { Self.thinned($0, to: 10) }
        }
    }

    private static func reversed(_ r: StudyRecording) -> StudyRecording {
        var result = r
        let end = r.input.gyroscope.times.last ?? 0
        func mirrored<Value>(_ stream: SampleStream<Value>, late seconds: Double) -> SampleStream<Value> {
            let late = 2 * Int64((seconds * 1e9).rounded())
            return SampleStream(
                times: stream.times.reversed().map { end - $0 + late }, values: stream.values.reversed())
        }
        result.input.gyroscope = mirrored(r.input.gyroscope, late: r.inertialDelay)
        result.input.gyroscope.values = result.input.gyroscope.values.map { -$0 }
        result.input.accelerometer = mirrored(r.input.accelerometer, late: r.inertialDelay)
        result.input.magnetometer = mirrored(r.input.magnetometer, late: r.magnetometerDelay)
        result.reference = mirrored(r.reference, late: 0)
        return result.scored(after: unscored)
    }

    private static func cut(_ r: StudyRecording, after part: Double) -> StudyRecording {
        guard let first = r.reference.times.first, let last = r.reference.times.last else { return r }
        let rest = (first + Int64(part * Double(last - first)))...Int64.max
        var result = r
        result.input.gyroscope = r.input.gyroscope.clipped(to: rest)
        result.input.accelerometer = r.input.accelerometer.clipped(to: rest)
        result.input.magnetometer = r.input.magnetometer.clipped(to: rest)
        return result.scored(after: unscored)
    }

    /// x to y, y to z, z to x, and two signs: the determinant is 1.
    private static func turned(_ r: StudyRecording) -> StudyRecording {
        func turn(_ v: Vector3) -> Vector3 { Vector3(-v.z, v.x, -v.y) }
        let q = Quaternion(matrix: Matrix3(Vector3(0, 0, -1), Vector3(1, 0, 0), Vector3(0, -1, 0)))
        var result = r
        result.input.gyroscope.values = r.input.gyroscope.values.map(turn)
        result.input.accelerometer.values = r.input.accelerometer.values.map(turn)
        result.input.magnetometer.values = r.input.magnetometer.values.map(turn)
        result.reference.values = r.reference.values.map { $0 * q.conjugate }
        result.mount = q * r.mount * q.conjugate
        return result
    }

    private static func noisy(_ r: StudyRecording) -> StudyRecording {
        var noise = StudyNoise(seed: r.name)
        return r.mappingGyroscope { $0 + noise.vector(0.01) }.mappingAccelerometer { $0 + noise.vector(0.05) }
            .mappingMagnetometer { $0 + noise.vector(0.5) }
    }

    private static func wrongStart(_ r: StudyRecording) -> StudyRecording {
        guard !r.input.magnetometer.isEmpty, let up = r.input.accelerometer.values.first else { return r }
        var result = r
        let turn = Quaternion(rotationVector: Angle.radians(120) / up.length * up)
        result.input.magnetometer.values[0] = turn.rotate(r.input.magnetometer.values[0])
        return result
    }

    private static func jittered(_ r: StudyRecording) -> StudyRecording {
        var noise = StudyNoise(seed: r.name)
        func jitter(_ stream: VectorStream) -> VectorStream {
            let interval = stream.duration / Double(max(1, stream.count - 1))
            var result = stream
            for index in stream.times.indices {
                let moved = stream.times[index] + Int64(0.3e9 * interval * (2 * noise.uniform() - 1))
                result.times[index] = max(moved, index > 0 ? result.times[index - 1] : .min)
            }
            return result
        }
        return r.changing(\.gyroscope, jitter).changing(\.accelerometer, jitter).changing(\.magnetometer, jitter)
    }

    /// Without 30 % of the gyroscope, in pieces of so many seconds; the first second is whole, so that all filters
    /// start alike.
    private static func losing(_ r: StudyRecording, pieces seconds: Double) -> StudyRecording {
        var noise = StudyNoise(seed: r.name)
        return r.changing(\.gyroscope) { stream in
            var result = VectorStream()
            var lostUntil = Int64.min
            var piece = (stream.times.first ?? 0) + 1_000_000_000
            for (time, value) in zip(stream.times, stream.values) {
                if time >= piece {
                    piece = time + Int64(seconds * 1e9)
                    if noise.uniform() < 0.3 { lostUntil = seconds > 0 ? piece : time + 1 }
                }
                if time >= lostUntil { result.append(value, at: time) }
            }
            return result
        }
    }

    private static func silent(_ r: StudyRecording, for seconds: Double) -> StudyRecording {
        guard let first = r.input.gyroscope.times.first, let last = r.input.gyroscope.times.last else { return r }
        let holes = [0.3, 0.6].map { part in
            let start = first + Int64(part * Double(last - first))
            return start..<start + Int64(seconds * 1e9)
        }
        func cut(_ stream: VectorStream) -> VectorStream {
            var result = VectorStream()
            for (time, value) in zip(stream.times, stream.values) where !holes.contains(where: { $0.contains(time) }) {
                result.append(value, at: time)
            }
            return result
        }
        return r.changing(\.gyroscope, cut).changing(\.accelerometer, cut).changing(\.magnetometer, cut)
    }

    private static func thinned(_ stream: VectorStream, to rate: Double) -> VectorStream {
        var result = VectorStream()
        var next = stream.times.first ?? 0
        for (time, value) in zip(stream.times, stream.values) where time >= next {
            result.append(value, at: time)
            while next <= time { next += Int64(1e9 / rate) }
        }
        return result
    }
}

extension StudyRecording {
    func changing(_ sensor: WritableKeyPath<FilterInput, VectorStream>, _ change: (VectorStream) -> VectorStream)
        -> Self
    {
        var result = self
        result.input[keyPath: sensor] = change(input[keyPath: sensor])
        return result
    }

    func mappingGyroscope(_ change: (Vector3) -> Vector3) -> Self {
        changing(\.gyroscope) { VectorStream(times: $0.times, values: $0.values.map(change)) }
    }

    func mappingAccelerometer(_ change: (Vector3) -> Vector3) -> Self {
        changing(\.accelerometer) { VectorStream(times: $0.times, values: $0.values.map(change)) }
    }

    func mappingMagnetometer(_ change: (Vector3) -> Vector3) -> Self {
        changing(\.magnetometer) { VectorStream(times: $0.times, values: $0.values.map(change)) }
    }

    /// Without the reference of the first seconds of the log.
    func scored(after seconds: Double) -> Self {
        var result = self
        let start = (input.gyroscope.times.first ?? 0) + Int64(seconds * 1e9)
        result.reference = reference.clipped(to: start...Int64.max)
        return result
    }
}
