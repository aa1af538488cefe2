import Rotations
import SensorModels
import Vocabulary

/// The integral of an angular rate over time, by the trapezoidal rule: the device's turn over spans so short that turns
/// add.
///
/// Each rate is taken as that of its stamp. A gyroscope that averages over the interval before turns half an interval
/// later by it: `stampSigma`.
package struct TurnIntegral {
    private let times: [Int64]
    private var sums: [Vector3] = []
    private static let longestGap: Int64 = 200_000_000
    /// Of what the stamps mean, seconds: the RMS of what is spread evenly over 0 to half an interval, from a gyroscope
    /// that averages to one that samples the instant.
    package let stampSigma: Double

    /// Gaps of more than 0.2 s add nothing.
    package init(_ rate: VectorStream) {
        times = rate.times
        stampSigma = 0.5 * LogTime.seconds(times.medianInterval ?? 0) / 3.0.squareRoot()
        sums.reserveCapacity(rate.count)
        var sum = Vector3.zero
        for index in rate.times.indices {
            if index > 0 {
                let interval = rate.times[index] - rate.times[index - 1]
                if interval <= Self.longestGap {
                    sum += (Double(interval) * 0.5e-9) * (rate.values[index - 1] + rate.values[index])
                }
            }
            sums.append(sum)
        }
    }

    /// Interpolated linearly; `nil` outside of the stream.
    package func value(at time: Int64) -> Vector3? {
        let next = times.prefixLength { $0 <= time }
        guard next > 0 else { return nil }
        guard next < times.count else { return times[next - 1] == time ? sums[next - 1] : nil }
        let gap = times[next] - times[next - 1]
        guard gap > 0 else { return sums[next - 1] }
        let fraction = Double(time - times[next - 1]) / Double(gap)
        return sums[next - 1] + fraction * (sums[next] - sums[next - 1])
    }

    /// Consecutive spans between samples of another stream, each as short as `lengths` allows, with the turn in it.
    ///
    /// Spans that are too long (a hole) or that the rate does not cover are left out.
    package func spans(of stream: VectorStream, lengths: ClosedRange<Int64>) -> [TurnSpan] {
        var spans: [TurnSpan] = []
        var start = 0
        for end in stream.times.indices {
            let length = stream.times[end] - stream.times[start]
            guard length >= lengths.lowerBound else { continue }
            defer { start = end }
            guard length <= lengths.upperBound, let from = value(at: stream.times[start]),
                let to = value(at: stream.times[end])
            else { continue }
            spans.append(TurnSpan(from: stream.values[start], to: stream.values[end], turn: to - from))
        }
        return spans
    }
}

/// A vector in device axes before and after a turn of the device.
package struct TurnSpan {
    package var from, to: Vector3
    /// In the unit of the rate, times seconds.
    package var turn: Vector3

    package init(from: Vector3, to: Vector3, turn: Vector3) { (self.from, self.to, self.turn) = (from, to, turn) }
}
