import Rotations
import SensorModels
import Vocabulary

/// How much of a heading's squared error events of one kind explain.
public struct EventErrors: Codable, Sendable, Hashable {
    /// The kind of the events.
    public var kind: TimelineEvent.Kind
    /// Whose heading: `device` or the name of a filter.
    public var source: String
    /// RMS heading error during the events, and at all other scored samples, degrees.
    public var duringDegrees, otherwiseDegrees: Double
    /// The share of the squared error that would be missing if the error during the events were that of all other
    /// samples, 0...1.
    public var shareOfSquare: Double

    /// Whether the events explain more of the squared error than they leave unexplained.
    public var isCause: Bool { shareOfSquare > 0.5 }
}

extension EventErrors {
    private static let kinds = [TimelineEvent.Kind.magnet, .shaking, .fastTurn]

    /// Of each kind of event that a part of the scored samples, but not all of them, lies in; the largest share first.
    /// - Parameters:
    ///   - errors: of the heading.
    ///   - source: whose heading.
    ///   - events: of the log, ascending by start.
    ///   - origin: the stamp of the log's first sample, nanoseconds.
    static func all(
        _ errors: HeadingErrors, of source: String, events: [TimelineEvent], origin: Int64
    ) -> [EventErrors] {
        kinds.compactMap { kind in
            section(errors, of: source, kind, during: events.filter { $0.kind == kind }, origin: origin)
        }.sorted { $0.shareOfSquare > $1.shareOfSquare }
    }

    private static func section(
        _ errors: HeadingErrors, of source: String, _ kind: TimelineEvent.Kind, during events: [TimelineEvent],
        origin: Int64
    ) -> EventErrors? {
        var (inside, outside) = ((sum: 0.0, count: 0.0), (sum: 0.0, count: 0.0))
        // Events of one kind do not overlap, and both are in order of time.
        var rest = events[...]
        for (time, error) in zip(errors.times, errors.errors) {
            let seconds = LogTime.seconds(time &- origin)
            while let first = rest.first, first.endSeconds < seconds { rest.removeFirst() }
            if let first = rest.first, first.startSeconds <= seconds {
                inside = (inside.sum + error * error, inside.count + 1)
            } else {
                outside = (outside.sum + error * error, outside.count + 1)
            }
        }
        let total = inside.sum + outside.sum
        guard inside.count > 0, outside.count > 0, total > 0 else { return nil }
        let (during, otherwise) = (inside.sum / inside.count, outside.sum / outside.count)
        return EventErrors(
            kind: kind, source: source, duringDegrees: Angle.degrees(during.squareRoot()),
            otherwiseDegrees: Angle.degrees(otherwise.squareRoot()),
            shareOfSquare: max(0, inside.count * (during - otherwise)) / total)
    }
}
