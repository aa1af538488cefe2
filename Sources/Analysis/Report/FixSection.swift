import Recordings
import SensorModels
import Vocabulary

/// How accurate a log's fixes are, and how long a receiver needed until then.
public struct FixSection: Codable, Sendable, Hashable {
    /// How long fixes needed to be better than a limit.
    public struct Until: Codable, Sendable, Hashable {
        /// The limit of the stated horizontal accuracy.
        public var metres: Double
        /// From the start of the log to the first fix that is better; null where none is.
        @Nullable public var seconds: Double?
    }

    /// Number of fixes that state an accuracy.
    public var fixes: Int
    /// The median of these accuracies.
    public var medianMetres: Double
    /// Per limit, the largest first.
    public var untilBetter: [Until]

    /// Limits of the table, metres.
    static let limits = [100.0, 50, 20, 10, 5]

    /// `nil` for a log whose fixes state no accuracy.
    public init?(_ recording: Recording) {
        let stated = zip(recording.location.times, recording.location.values).filter { $0.1.accuracy.isFinite }
        guard let start = recording.interval?.lowerBound, let median = Percentile.median(stated.map(\.1.accuracy))
        else { return nil }
        (fixes, medianMetres) = (stated.count, median)
        untilBetter = Self.limits.map { limit in
            let first = stated.first { $0.1.accuracy < limit }?.0
            return Until(metres: limit, seconds: first.map { (LogTime.seconds($0 - start) * 1000).rounded() / 1000 })
        }
    }

    /// `12 s until better than 20 m, 31 s until 10 m, never 5 m; median 7 m`.
    public var text: String {
        let parts = untilBetter.map { until in
            until.seconds.map { "\(tenths($0)) s until better than \(tenths(until.metres)) m" }
                ?? "never better than \(tenths(until.metres)) m"
        }
        return parts.joined(separator: ", ") + "; median \(tenths(medianMetres)) m"
    }

    private func tenths(_ value: Double) -> String {
        let rounded = (value * 10).rounded() / 10
        return rounded == rounded.rounded() ? "\(Int(clamping: rounded))" : "\(rounded)"
    }
}
