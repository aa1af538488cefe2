import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// The data of a recording without holes for the estimator: gyroscope and force at the gyroscope's stamps, field
/// readings at their own.
struct MapSamples {
    /// Seconds since the first gyroscope sample, strictly ascending.
    var times: [Double] = []
    /// Raw rates, rad/s.
    var rates: [Vector3] = []
    /// Specific force, interpolated to the gyroscope's stamps, m/s^2.
    var forces: [Vector3] = []
    /// Field readings: seconds and microtesla, at least `fieldInterval` apart.
    var field: [(time: Double, value: Vector3)] = []
    /// Stamps of the gyroscope's samples, nanoseconds.
    var stamps: [Int64] = []

    /// Closer readings repeat the deviation of the room, s.
    static let fieldInterval = 0.09
    /// A longer step of the gyroscope is bridged with the mean rate of its ends, but not trusted, s.
    static let longestStep = 0.2

    init(_ input: FilterInput) {
        let gyroscope = input.gyroscope
        let origin = gyroscope.times.first ?? 0
        let force = input.force
        var cursor = StreamCursor(force.times)
        times.reserveCapacity(gyroscope.count)
        rates.reserveCapacity(gyroscope.count)
        forces.reserveCapacity(gyroscope.count)
        for (stamp, rate) in zip(gyroscope.times, gyroscope.values) where rate.isFinite {
            let time = LogTime.seconds(stamp - origin)
            if let last = times.last, time <= last { continue }
            let (index, share) = cursor.position(at: stamp)
            let next = min(index + 1, force.count - 1)
            times.append(time)
            rates.append(rate)
            forces.append(force.values[index] + share * (force.values[next] - force.values[index]))
            stamps.append(stamp)
        }
        var next = -Double.infinity
        for (stamp, value) in zip(input.magnetometer.times, input.magnetometer.values) {
            let time = LogTime.seconds(stamp - origin)
            guard time >= next, time >= 0, time <= duration, value.isFinite, value != .zero else { continue }
            field.append((time, value))
            next = time + Self.fieldInterval
        }
    }

    /// Seconds from the first to the last gyroscope sample.
    var duration: Double { times.last ?? 0 }

    /// Standard deviation of the turn over 9 s that the rates do not measure, rad.
    var unseenTurn: Double {
        guard duration > 0 else { return 0 }
        let sum = times.indices.dropFirst().reduce(0.0) { sum, index in
            let step = min(times[index] - times[index - 1], Self.longestStep)
            return sum + UnseenTurn.variance(change: rates[index] - rates[index - 1], step: step)
        }
        return (9 * sum / duration).squareRoot()
    }

    /// The samples at which nodes are: about `interval` seconds apart, with the first and the last.
    func nodes(every interval: Double) -> [Int] {
        guard let last = times.indices.last, last > 0 else { return [] }
        let count = max(1, min(last, Int(clamping: (duration / interval).rounded())))
        var result = [0]
        for k in 1..<(count + 1) {
            let time = duration * Double(k) / Double(count)
            var sample = result[result.count - 1]
            while sample < last, times[sample] < time - 1e-9 { sample += 1 }
            if sample > result[result.count - 1] { result.append(sample) }
        }
        if result[result.count - 1] != last { result.append(last) }
        return result
    }
}
