import Rotations
import SensorModels
import Vocabulary

/// The input of a magnetometer fit: distinct finite readings in the order of time, each with the direction of gravity
/// where the specific force shows it.
public struct MagnetometerSamples: Sendable {
    /// Raw readings, device axes, microtesla.
    public var field: [Vector3]
    /// Unit vector that points DOWN, device axes; nil where not known.
    public var down: [Vector3?]
    /// Times of the readings, seconds from any origin; nil where unknown: the hard iron then counts as constant.
    public var times: [Double]?
    /// Readings that were left out because they repeat the one before.
    public var repeats = 0
    /// Readings that were left out because they are not finite.
    public var notFinite = 0

    /// Gravity is used where the mean specific force is within this of 9.81, m/s^2: bias and scale of a phone's
    /// accelerometer reach 0.25, a gentle turn adds 0.2.
    static let gravityGate = 0.5
    /// Half width of the window over which the specific force is averaged, ns.
    static let halfWindow: Int64 = 60_000_000

    /// Samples from arrays in the order of time.
    ///
    /// - Parameters:
    ///   - readings: raw readings, microtesla. Non-finite ones and repeats of the one before are left out and counted.
    ///   - directions: unit vectors that point down, one per reading (nil = unknown); nil = gravity is unknown.
    ///   - stamps: seconds from any origin, one per reading; nil = unknown, the hard iron then counts as constant.
    ///
    ///   Precondition: equal counts.
    public init(field readings: [Vector3], down directions: [Vector3?]? = nil, times stamps: [Double]? = nil) {
        precondition(directions.map { $0.count == readings.count } ?? true, "one direction per reading")
        precondition(stamps.map { $0.count == readings.count } ?? true, "one time per reading")
        field = []
        down = []
        times = stamps.map { _ in [] }
        field.reserveCapacity(readings.count)
        down.reserveCapacity(readings.count)
        times?.reserveCapacity(readings.count)
        var last: Vector3?
        for (i, reading) in readings.enumerated() {
            guard reading.isFinite else {
                notFinite += 1
                continue
            }
            if reading == last {
                repeats += 1
                continue
            }
            last = reading
            field.append(reading)
            down.append((directions?[i]).flatMap { $0 }.flatMap(\.normalized))
            if let stamps { times?.append(stamps[i]) }
        }
    }

    /// Samples from streams. The direction of gravity is that of the accelerometer's mean over 0.12 s around the
    /// reading, where its length is near 9.81; without an accelerometer, that of the recorded gravity nearest in time.
    public init(magnetometer: VectorStream, accelerometer: VectorStream, gravity: VectorStream = VectorStream()) {
        let source = accelerometer.isEmpty ? gravity : accelerometer
        var directions: [Vector3?] = []
        directions.reserveCapacity(magnetometer.count)
        var (start, end) = (0, 0)
        // Readings of equal stamps share one mean: computing it for each takes minutes for a clock that does not
        // advance.
        var last: (samples: Range<Int>, down: Vector3?)?
        for time in magnetometer.times {
            while start < source.count, source.times[start] < time - Self.halfWindow { start += 1 }
            end = max(start, end)
            while end < source.count, source.times[end] <= time + Self.halfWindow { end += 1 }
            // A clock that stepped back needs a new search.
            if start > 0, source.times[start - 1] > time { (start, end) = (0, 0) }
            let samples = start..<max(start, end)
            let down = last?.samples == samples ? last?.down : Self.down(source.values[samples])
            last = (samples, down)
            directions.append(down)
        }
        let first = magnetometer.times.first ?? 0
        self.init(
            field: magnetometer.values, down: directions,
            times: magnetometer.times.map { LogTime.seconds($0 - first) })
    }

    private static func down(_ force: ArraySlice<Vector3>) -> Vector3? {
        var (sum, count) = (Vector3.zero, 0.0)
        for value in force where value.isFinite {
            sum = sum + value
            count += 1
        }
        guard count > 0 else { return nil }
        let mean = sum / count
        guard (mean.length - 9.81).magnitude <= gravityGate else { return nil }
        return (-mean).normalized
    }

    /// Every k-th sample, at most `count` in all: neighbours in a fast log are redundant.
    func thinned(to count: Int) -> MagnetometerSamples {
        let stride = (field.count + count - 1) / max(count, 1)
        guard stride > 1 else { return self }
        var result = self
        result.field = Swift.stride(from: 0, to: field.count, by: stride).map { field[$0] }
        result.down = Swift.stride(from: 0, to: field.count, by: stride).map { down[$0] }
        result.times = times.map { times in Swift.stride(from: 0, to: field.count, by: stride).map { times[$0] } }
        return result
    }
}
