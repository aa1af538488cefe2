import Vocabulary

/// A quantity that rests, moves to another value and rests again.
///
/// Each movement is that of minimum jerk, x0 + (x1 - x0) (10 s^3 - 15 s^4 + 6 s^5), as a hand moves from point to point
/// (T. Flash, N. Hogan, J. of Neuroscience 5(7), 1985). Value, rate and acceleration are continuous.
public struct MinimumJerkPath: Sendable {
    private struct Movement {
        let start: Double
        let duration: Double
        let from: Double
        let to: Double
    }

    private let initial: Double
    private var movements: [Movement] = []

    /// A path that rests at `initial` for ever.
    public init(_ initial: Double) { self.initial = initial }

    /// From 0 to 1 and back within an interval.
    init(pulse interval: ClosedRange<Double>, rise: Double) {
        self.init(0)
        pulse(from: interval.lowerBound, to: interval.upperBound, rise: rise)
    }

    /// The value after the last movement.
    public var final: Double { movements.last?.to ?? initial }
    /// The end of the last movement, seconds; minus infinity where there is none.
    public var end: Double { movements.last.map { $0.start + $0.duration } ?? -.infinity }

    /// Moves from the value after the last movement to `target`.
    ///
    /// - Parameters:
    ///   - target: the final value, in the unit of the path.
    ///   - start: seconds; not before the end of the last movement.
    ///   - duration: seconds, > 0. The peak rate is 1.875 times the mean one.
    public mutating func move(to target: Double, at start: Double, duration: Double) {
        precondition(start >= end && duration > 0, "movements follow each other and take time")
        movements.append(Movement(start: start, duration: duration, from: final, to: target))
    }

    /// Moves by a difference.
    public mutating func move(by difference: Double, at start: Double, duration: Double) {
        move(to: final + difference, at: start, duration: duration)
    }

    /// Up to 1 between `start` and `start + rise`, down to 0 between `end - rise` and `end`: the envelope of an
    /// episode.
    public mutating func pulse(from start: Double, to end: Double, rise: Double) {
        move(to: 1, at: start, duration: rise)
        move(to: 0, at: max(start + rise, end - rise), duration: rise)
    }

    /// Value and derivatives at a time in seconds. O(log n) for n movements.
    public func jet(at time: Double) -> Jet {
        // The last movement that began before this time.
        let begun = movements.prefixLength { $0.start <= time }
        guard begun > 0 else { return Jet(initial) }
        let movement = movements[begun - 1]
        let s = (time - movement.start) / movement.duration
        guard s < 1 else { return Jet(movement.to) }
        let span = movement.to - movement.from
        let perSecond = 1 / movement.duration
        return Jet(
            movement.from + span * s * s * s * (10 + s * (6 * s - 15)),
            rate: span * perSecond * 30 * s * s * (1 - s) * (1 - s),
            acceleration: span * perSecond * perSecond * 60 * s * (1 - s) * (1 - 2 * s))
    }
}
