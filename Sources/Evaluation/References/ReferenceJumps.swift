import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Stretches in which a reference shows another body or another frame than before, such as motion capture with markers
/// that were exchanged.
///
/// Each step of the reference is compared with the gyroscope's turn, in the mount and with the delay that
/// `ReferenceFit` finds. What is left has the scale of the log's own mean without its largest hundredth, and a tail of
/// the power 5, since stamps and fast turns err; at a jump, of which one in ten thousand steps is expected, it is a
/// rotation of uniform direction and angle (Haar measure). Where that is more probable, the reference is turned from
/// there on; the stretches of the turn that lasts longest in all are kept.
public struct ReferenceJumps: Sendable {
    /// The reference without the other stretches.
    public let kept: QuaternionStream
    /// The stretches that are left out, first and last stamp, nanoseconds.
    public let stretches: [ClosedRange<Int64>]

    /// Of a jump at a step.
    private static let prior = 1e-4
    /// Degrees of freedom of the tail.
    private static let freedom = 4.0
    /// The least scale: the rounding of poses with few decimals, radians.
    private static let leastScale = 1e-4
    /// Longer steps are holes; the gyroscope is integrated in pieces of this length, nanoseconds.
    private static let (hole, piece): (Int64, Int64) = (500_000_000, 20_000_000)
    /// Intervals of the gyroscope that are so many times the median have lost samples.
    private static let lossy: Int64 = 2
    /// More jumps are no faults of some stretches: clocks or sensors do not belong together.
    private static let largestShare = 0.02

    /// One step from a sample to the next: the turns of the device, in the axes of the sound body, and of the body.
    private typealias Step = (device: Quaternion, body: Quaternion)

    /// `nil` where there are none.
    /// - Parameters:
    ///   - reference: body to earth, any mount and north.
    ///   - rate: rad/s, device axes.
    ///   - fit: of both, mount and delay found; `nil` where the motion does not determine them.
    public init?(_ reference: QuaternionStream, gyroscope rate: VectorStream, fit: ReferenceFit?) {
        guard reference.count > 100, rate.count > 100 else { return nil }
        let steps = Self.steps(reference, rate, fit)
        let sizes = steps.compactMap { $0.map { $0.device.angle(to: $0.body) } }
        guard !sizes.isEmpty else { return nil }
        let largest = Percentile.of(sizes, 0.99)
        let usual = sizes.filter { $0 <= largest }
        let scale = usual.reduce(0, +) / Double(usual.count)
        guard let limit = Self.limit(max(Self.leastScale, scale)) else { return nil }
        // The turns of the body that occurred, and the parts with one of each.
        var turns = [Quaternion.identity]
        var parts: [(range: Range<Int>, turn: Int)] = []
        var (start, current) = (0, 0)
        for (index, step) in steps.enumerated() {
            guard let step else { continue }
            let next = step.device.conjugate * turns[current] * step.body
            guard next.angle(to: turns[current]) > limit else { continue }
            parts.append((start..<index + 1, current))
            start = index + 1
            current = turns.firstIndex { $0.angle(to: next) <= limit } ?? turns.count
            if current == turns.count { turns.append(next) }
            guard Double(parts.count) <= Self.largestShare * Double(steps.count) else { return nil }
        }
        parts.append((start..<reference.count, current))
        let lengths = turns.indices.map { turn in parts.reduce(0) { $0 + ($1.turn == turn ? $1.range.count : 0) } }
        let best = lengths.indices.max { lengths[$0] < lengths[$1] }
        let left = parts.filter { $0.turn == best }.flatMap(\.range)
        guard left.count < reference.count else { return nil }
        kept = QuaternionStream(times: left.map { reference.times[$0] }, values: left.map { reference.values[$0] })
        stretches = parts.filter { $0.turn != best }.map {
            reference.times[$0.range.lowerBound]...reference.times[$0.range.upperBound - 1]
        }
    }

    /// The angle from which on a jump is more probable than an error of this scale, radians; `nil` for none.
    private static func limit(_ scale: Double) -> Double? {
        stride(from: scale, through: .pi, by: 1e-3).first { angle in
            let error = Double.pow(1 + angle / (freedom * scale), -freedom - 1) / scale
            return prior * (1 - Double.cos(angle)) / .pi > error
        }
    }

    /// `nil` for holes, and where the gyroscope lost samples, so that its turn is not known.
    private static func steps(_ reference: QuaternionStream, _ rate: VectorStream, _ fit: ReferenceFit?) -> [Step?] {
        let turn = TurnIntegral(rate)
        let usual = rate.times.medianInterval ?? 0
        let lost = rate.times.indices.dropFirst().filter { rate.times[$0] - rate.times[$0 - 1] > Self.lossy * usual }
        var next = lost.startIndex
        let (mount, late) = (fit?.mount ?? .identity, LogTime.nanoseconds(seconds: fit?.delaySeconds ?? 0) ?? 0)
        return reference.times.indices.dropLast().map { index in
            let (from, to) = (reference.times[index] - late, reference.times[index + 1] - late)
            while next < lost.endIndex, rate.times[lost[next]] <= from { next += 1 }
            let isLost = next < lost.endIndex && rate.times[lost[next] - 1] < to
            guard to > from, to - from <= hole, !isLost, var last = turn.value(at: from) else { return nil }
            var device = Quaternion.identity
            let pieces = (to - from + piece - 1) / piece
            for number in 1...pieces {
                guard let now = turn.value(at: from + (to - from) * number / pieces) else { return nil }
                device = device * Quaternion(rotationVector: mount.rotate(now - last))
                last = now
            }
            return (device, reference.values[index].conjugate * reference.values[index + 1])
        }
    }
}
