import Recordings
import Rotations
import SensorModels

/// What a motion looks like to the sensors of a phone, in numbers: percentiles of the rate, spread of the force and of
/// the tilt, levels per band of frequency.
struct MotionStatistics {
    static let rate = 80.0
    static let bands = [0.1...0.5, 0.5...1.3, 1.3...2.6, 2.6...5, 5...10, 10...20]

    /// By name, all above 0.
    var values: [(name: String, value: Double)] = []

    /// Of a part of a recording (seconds) with a reference; the gyroscope less a bias in rad/s.
    init(_ recording: Recording, bias: Vector3, from start: Double, to end: Double, gravity: Double) {
        let times = stride(from: start, to: end, by: 1 / Self.rate).map { Int64($0 * 1e9) }
        let rates = Self.interpolated(recording.gyroscope, at: times).map { ($0 - bias) / Angle.radiansPerDegree }
        let forces = Self.interpolated(recording.accelerometer, at: times)
        let orientations = Self.interpolated(recording.reference, at: times)

        let lengths = rates.map { $0.length }.sorted()
        for percent in [25, 50, 75, 95] { add("rate \(percent) %", Self.percentile(lengths, percent)) }
        let deviations = forces.map { $0.length - gravity }.sorted()
        add("force 25..75 %", Self.percentile(deviations, 75) - Self.percentile(deviations, 25))
        add("force 5..95 %", Self.percentile(deviations, 95) - Self.percentile(deviations, 5))
        let ups = orientations.map { -1 * $0.down }
        let mean = ups.reduce(Vector3.zero, +)
        let tilts = ups.map { Angle.degrees($0.angle(to: mean)) }.sorted()
        add("tilt 50 %", Self.percentile(tilts, 50))
        add("tilt 95 %", Self.percentile(tilts, 95))
        let accelerations = zip(orientations, forces).map { $0.rotate($1) - Vector3(0, 0, gravity) }
        addLevels("rate", rates, axes: [0, 1, 2], from: 0)
        addLevels("vertical", accelerations, axes: [2], from: 1)
        addLevels("horizontal", accelerations, axes: [0, 1], from: 1)
    }

    private mutating func add(_ name: String, _ value: Double) { values.append((name, value)) }

    private mutating func addLevels(_ name: String, _ vectors: [Vector3], axes: [Int], from first: Int) {
        var squares = [Double](repeating: 0, count: Self.bands.count)
        for axis in axes {
            let levels = Spectrum.levels(of: vectors.map { $0[axis] }, rate: Self.rate, bands: Self.bands)
            for band in levels.indices { squares[band] += levels[band] * levels[band] }
        }
        for band in first..<Self.bands.count {
            let range = Self.bands[band]
            add("\(name) \(range.lowerBound)..\(range.upperBound) Hz", squares[band].squareRoot())
        }
    }

    static func percentile(_ sorted: [Double], _ percent: Int) -> Double {
        let place = Double(percent) / 100 * Double(sorted.count - 1)
        let index = min(sorted.count - 2, Int(place))
        return sorted[index] + (place - Double(index)) * (sorted[index + 1] - sorted[index])
    }

    static func interpolated(_ stream: VectorStream, at times: [Int64]) -> [Vector3] {
        times.map { time in
            let after = min(max(1, stream.index(atOrAfter: time)), stream.count - 1)
            let (t0, t1) = (stream.times[after - 1], stream.times[after])
            let part = min(1, max(0, Double(time - t0) / Double(max(1, t1 - t0))))
            return stream.values[after - 1] + part * (stream.values[after] - stream.values[after - 1])
        }
    }

    static func interpolated(_ stream: QuaternionStream, at times: [Int64]) -> [Quaternion] {
        times.map { time in
            let after = min(max(1, stream.index(atOrAfter: time)), stream.count - 1)
            let (t0, t1) = (stream.times[after - 1], stream.times[after])
            let part = min(1, max(0, Double(time - t0) / Double(max(1, t1 - t0))))
            let step = (stream.values[after - 1].conjugate * stream.values[after]).rotationVector
            return stream.values[after - 1] * Quaternion(rotationVector: part * step)
        }
    }
}
