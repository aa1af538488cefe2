import RealModule
import Rotations
import SensorModels
import Vocabulary

/// How much later than the reference a sensor's readings are stamped, nanoseconds: a likelihood with one error a
/// second, and delays of some hundredths of a second before.
enum SensorDelay {
    /// The longest delay that is tried, nanoseconds.
    static let longest: Int64 = 100_000_000
    private static let tried = stride(from: -longest, through: longest, by: 5_000_000)
    /// The scale of delays, nanoseconds.
    private static let usual = 20_000_000.0
    private static let mostReadings = 2000
    /// Smaller scatter says nothing, microtesla or rad/s.
    private static let least = 1e-3

    /// Of a magnetometer: where the field scatters least in the earth's axes.
    static func ofField(_ readings: VectorStream, _ reference: QuaternionStream) -> Int64 {
        let picked = Swift.stride(from: 0, to: readings.count, by: max(1, readings.count / mostReadings))
        return best(over: readings.duration) { delay in
            var cursor = OrientationCursor(reference)
            return picked.compactMap { index in
                cursor.orientation(at: readings.times[index] - delay).map { $0.rotate(readings.values[index]) }
            }
        }
    }

    /// Of a gyroscope: where its rates are most like the reference's, in the half of the log that turns faster.
    static func ofRates(_ readings: VectorStream, _ reference: QuaternionStream) -> Int64 {
        let sizes = readings.values.map(\.lengthSquared)
        let middle = Percentile.median(sizes) ?? 0
        let fast = sizes.indices.dropFirst().filter { sizes[$0] >= middle }
        let picked = Swift.stride(from: 0, to: fast.count, by: max(1, fast.count / mostReadings)).map { fast[$0] }
        return best(over: readings.duration) { delay in
            var cursor = OrientationCursor(reference)
            return picked.compactMap { index in
                cursor.rate(from: readings.times[index - 1] - delay, to: readings.times[index] - delay).map {
                    readings.values[index] - $0
                }
            }
        }
    }

    private static func best(over seconds: Double, _ residuals: (Int64) -> [Vector3]) -> Int64 {
        tried.map { delay -> (delay: Int64, cost: Double) in
            let residuals = residuals(delay)
            let centre = Robust.median(residuals)
            let scatter = Percentile.median(residuals.map { ($0 - centre).length }) ?? 0
            return (delay, seconds * Double.log(scatter + least) + Double(delay.magnitude) / usual)
        }.min { $0.cost < $1.cost }?.delay ?? 0
    }
}

extension OrientationCursor {
    /// The device's mean rate between two stamps, device axes, rad/s; `nil` where it is unknown.
    mutating func rate(from start: Int64, to end: Int64) -> Vector3? {
        guard end > start, let before = orientation(at: start), let behind = orientation(at: end) else { return nil }
        return before.rate(to: behind, in: LogTime.seconds(end - start))
    }
}

extension QuaternionStream {
    /// Device to earth at each of some ascending stamps, `delay` nanoseconds earlier; `nil` where it is unknown.
    func orientations(at times: [Int64], late delay: Int64 = 0) -> [Quaternion?] {
        var cursor = OrientationCursor(self)
        return times.map { cursor.orientation(at: $0 - delay) }
    }

    /// The device's mean rate since the stamp before, device axes, rad/s, `delay` nanoseconds earlier.
    func rates(at times: [Int64], late delay: Int64 = 0) -> [Vector3?] {
        let orientations = orientations(at: times, late: delay)
        return times.indices.map { index in
            guard index > 0, times[index] > times[index - 1], let before = orientations[index - 1],
                let behind = orientations[index]
            else { return nil }
            return before.rate(to: behind, in: LogTime.seconds(times[index] - times[index - 1]))
        }
    }
}

extension Quaternion {
    /// The mean rate of a device that turns from here to another orientation, both device to earth: device axes, rad/s.
    fileprivate func rate(to next: Quaternion, in seconds: Double) -> Vector3 {
        (1 / seconds) * (conjugate * next).rotationVector
    }
}
