import Rotations
import SensorModels
import Vocabulary

/// Whether an external reference turns at the same times as the log's gyroscope.
///
/// Both angular rates are averaged over steps of 0.1 s. Their magnitudes do not depend on a frame. The delay (up to 30
/// s) with the largest correlation is the difference between the clocks.
public struct ReferenceClock: Sendable, Hashable {
    /// How much later the reference's stamps are than the log's, seconds, to a tenth.
    public let delaySeconds: Double
    /// Pearson's correlation of the two rates at that delay.
    public let correlation: Double
    /// The same without a delay, at the recorded stamps.
    public let correlationAsStamped: Double

    /// The least delay that is another clock and not the delay of a sensor, seconds.
    public static let leastShift = 0.3

    private static let step: Int64 = 100_000_000
    private static let reach = 300
    private static let fewest = 100.0

    /// Whether the clocks differ: a clear correlation at another delay, but none at the recorded stamps.
    public var isShifted: Bool {
        delaySeconds.magnitude >= Self.leastShift && correlation > 0.7 && correlationAsStamped < 0.5 * correlation
    }

    /// `nil` with less than ten seconds to compare, or without any rotation.
    public init?(gyroscope: VectorStream, reference: QuaternionStream) {
        guard let start = gyroscope.times.first, !reference.isEmpty else { return nil }
        // In ascending order, so that the sums do not depend on the order of a dictionary.
        let rates = Self.rates(of: gyroscope, from: start).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let turns = Self.rates(of: reference, from: start)
        var best: (shift: Int, value: Double)?
        var stamped = 0.0
        for shift in -Self.reach...Self.reach {
            guard let value = Self.correlation(rates, turns, shift) else { continue }
            if shift == 0 { stamped = value }
            if value > (best?.value ?? 0) { best = (shift, value) }
        }
        guard let best else { return nil }
        delaySeconds = LogTime.seconds(Int64(best.shift) * Self.step)
        correlation = best.value
        correlationAsStamped = stamped
    }

    /// Mean angular rates by number of the step, counted from `start`.
    private static func rates(of gyroscope: VectorStream, from start: Int64) -> [Int: Double] {
        var sums: [Int: (Vector3, Double)] = [:]
        for (time, rate) in zip(gyroscope.times, gyroscope.values) {
            let step = Int((time - start) / Self.step)
            let (sum, count) = sums[step] ?? (.zero, 0)
            sums[step] = (sum + rate, count + 1)
        }
        return sums.mapValues { ($0.0 / $0.1).length }
    }

    /// From the first sample of each step to the first of the next step, if that is near.
    private static func rates(of reference: QuaternionStream, from start: Int64) -> [Int: Double] {
        var result: [Int: Double] = [:]
        var last: (step: Int, time: Int64, value: Quaternion)?
        for (time, value) in zip(reference.times, reference.values) {
            let offset = time - start
            let step = Int((offset >= 0 ? offset : offset - Self.step + 1) / Self.step)
            guard step != last?.step else { continue }
            if let last, time - last.time <= 2 * Self.step {
                result[last.step] = last.value.angle(to: value) / LogTime.seconds(time - last.time)
            }
            last = (step, time, value)
        }
        return result
    }

    private static func correlation(_ rates: [(step: Int, rate: Double)], _ turns: [Int: Double], _ shift: Int)
        -> Double?
    {
        var sums = CorrelationSums()
        for (step, rate) in rates {
            if let turn = turns[step + shift] { sums.add(rate, turn) }
        }
        return sums.correlation(fewest: fewest, leastVariance: 1e-9)
    }
}
