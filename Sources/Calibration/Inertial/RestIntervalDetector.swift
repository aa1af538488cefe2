import Rotations
import SensorModels
import Vocabulary

/// A part of a recording in which the device lay still.
public struct RestInterval: Sendable, Codable, Hashable {
    /// First stamp, ns of the log's clock.
    public var start: Int64
    /// Last stamp, ns.
    public var end: Int64
    /// Mean of the gyroscope, rad/s, device axes: the bias.
    public var meanRate: Vector3
    /// Mean of the accelerometer, m/s^2, device axes; nil without one.
    public var meanForce: Vector3?
    /// Means of the gyroscope over the windows of the interval, rad/s, in the order of time.
    var windowRates: [Vector3]

    /// Seconds.
    public var duration: Double { LogTime.seconds(end - start) }
}

/// Finds rest in windows of half a second: gyroscope and accelerometer must be as quiet as the quietest tenth of the
/// log (times three) AND quieter than an absolute limit, so that a log without rest has none.
///
/// The mean of the gyroscope is not used, as raw phone gyroscopes have biases of 6 deg/s. A slow steady turn differs
/// from a bias by the direction of the accelerometer and the magnetometer, which a bias does not move.
struct RestIntervalDetector {
    static let window: Int64 = 500_000_000
    static let shortestRest = 1.0
    /// With fewer samples per window, the noise cannot be estimated.
    static let fewestSamples = 5
    /// Standard deviation per axis: quiet below the first limit, never quiet above the second.
    static let gyroscopeLimits = (low: 0.003, high: 0.012)
    static let accelerometerLimits = (low: 0.05, high: 0.25)
    /// The mean force and field of a still device stay within these limits over a rest: 0.7 degrees of tilt, 3 degrees
    /// of a 40 microtesla field.
    static let largestForceChange = 0.12
    static let largestFieldChange = 2.0

    private struct Window {
        var start, end: Int64
        var mean: Vector3
        /// Largest standard deviation of the three axes.
        var deviation: Double

        /// The same window for a sensor that always reads `value`.
        func constant(_ value: Vector3) -> Window { Window(start: start, end: end, mean: value, deviation: 0) }
    }

    static func intervals(
        gyroscope: VectorStream, accelerometer: VectorStream, magnetometer: VectorStream
    ) -> [RestInterval] {
        guard let start = gyroscope.times.first ?? accelerometer.times.first else { return [] }
        let forces = windows(of: accelerometer, from: start)
        // Without a gyroscope, the accelerometer alone decides.
        let rates = gyroscope.isEmpty ? forces.mapValues { $0.constant(.zero) } : windows(of: gyroscope, from: start)
        let fields = windows(of: magnetometer, from: start, fewest: 2)
        let rateLimit = limit(rates.values.map(\.deviation), gyroscopeLimits)
        let forceLimit = limit(forces.values.map(\.deviation), accelerometerLimits)
        var result: [RestInterval] = []
        var run: [Int64] = []
        for key in rates.keys.sorted() {
            let quiet =
                (rates[key].map { $0.deviation <= rateLimit } ?? false)
                && (accelerometer.isEmpty || (forces[key].map { $0.deviation <= forceLimit } ?? false))
            let still =
                run.isEmpty
                || (stays(forces, run[0], key, largestForceChange) && stays(fields, run[0], key, largestFieldChange))
            if quiet, still, run.last.map({ $0 + 1 == key }) ?? true {
                run.append(key)
                continue
            }
            append(run, rates, forces, to: &result)
            run = quiet ? [key] : []
        }
        append(run, rates, forces, to: &result)
        return result
    }

    /// Whether the sensor's mean in a later window equals that of the first one; true for an absent sensor.
    private static func stays(_ windows: [Int64: Window], _ first: Int64, _ key: Int64, _ largest: Double) -> Bool {
        guard let a = windows[first], let b = windows[key] else { return true }
        return (a.mean - b.mean).length <= largest
    }

    private static func append(
        _ run: [Int64], _ rates: [Int64: Window], _ forces: [Int64: Window], to result: inout [RestInterval]
    ) {
        let parts = run.compactMap { rates[$0] }
        guard let first = parts.first, let last = parts.last,
            LogTime.seconds(last.end - first.start) >= shortestRest * 0.9
        else { return }
        let force = run.compactMap { forces[$0]?.mean }
        result.append(
            RestInterval(
                start: first.start, end: last.end, meanRate: mean(parts.map(\.mean)),
                meanForce: force.isEmpty ? nil : mean(force), windowRates: parts.map(\.mean)))
    }

    static func mean(_ values: [Vector3]) -> Vector3 {
        values.reduce(Vector3.zero) { $0 + $1 } / Double(max(1, values.count))
    }

    private static func limit(_ deviations: [Double], _ limits: (low: Double, high: Double)) -> Double {
        let quietest = RobustStatistics.quantile(deviations, 0.1)
        return quietest.isFinite ? min(max(3 * quietest, limits.low), limits.high) : limits.low
    }

    /// Mean and deviation of every window, by its number since `start`; windows with gaps are missing.
    private static func windows(of stream: VectorStream, from start: Int64, fewest: Int = fewestSamples) -> [Int64:
        Window]
    {
        var result: [Int64: Window] = [:]
        var index = 0
        while index < stream.count {
            let key = (stream.times[index] - start) / window
            var values: [Vector3] = []
            let first = index
            while index < stream.count, (stream.times[index] - start) / window == key {
                if stream.values[index].isFinite { values.append(stream.values[index]) }
                index += 1
            }
            guard values.count >= fewest, stream.times[first] >= start else { continue }
            let mean = self.mean(values)
            var squares = Vector3.zero
            for value in values {
                let d = value - mean
                squares = squares + Vector3(d.x * d.x, d.y * d.y, d.z * d.z)
            }
            let variance = max(squares.x, squares.y, squares.z) / Double(values.count - 1)
            result[key] = Window(
                start: stream.times[first], end: stream.times[index - 1], mean: mean, deviation: variance.squareRoot())
        }
        return result
    }
}
