import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// Heading errors of one estimator on one log, in one interval of time since the log's first sample, with the stated
/// accuracies. The sums can be pooled over logs.
public struct ErrorsSinceStart: Codable, Sendable, Hashable {
    /// The estimator, or `claims` for the device's own headings.
    public var source: String
    /// Start of the interval, seconds from the log's first sample: one of `edges`; it ends at the next.
    public var fromSeconds: Double
    /// Number of scored samples.
    public var samples: Int
    /// Mean square of the heading error, degrees squared.
    public var meanSquare: Double
    /// Number of samples with a stated accuracy: a filter's sigma, or the device's claim.
    public var stated: Int
    /// Mean of the stated accuracies, degrees; null if there are none.
    @Nullable public var statedDegrees: Double?
    /// Number of errors within the stated accuracy.
    public var within: Int

    /// Starts of the intervals, seconds; the last interval has no end.
    public static let edges: [Double] = [0, 10, 30, 60, 120, 300, 600, 1800]

    /// The index in `edges` of a stamp's interval; a stamp before the start counts as in the first.
    public static func interval(of time: Int64, start: Int64) -> Int {
        let seconds = LogTime.seconds(time &- start)
        return (edges.lastIndex { $0 <= seconds }) ?? 0
    }

    /// The numbers of one interval.
    public init(
        source: String, fromSeconds: Double, samples: Int, meanSquare: Double, stated: Int, statedDegrees: Double?,
        within: Int
    ) {
        (self.source, self.fromSeconds, self.samples) = (source, fromSeconds, samples)
        (self.meanSquare, self.stated, self.within) = (meanSquare, stated, within)
        self.statedDegrees = statedDegrees
    }

    /// The intervals of all tracks against the log's reference, in order of time; empty for a log without one.
    /// - Parameters:
    ///   - tracks: turned to the log's north.
    ///   - log: prepared, with its reference.
    ///   - options: determine the scored samples.
    public static func of(
        _ tracks: [OrientationTrack], in log: PreparedLog, options: AnalysisOptions
    ) -> [ErrorsSinceStart] {
        let reference = log.reference(options.definition, scored: options.scoring?.interval)
        guard let start = log.recording.interval?.lowerBound, !reference.stream.isEmpty else { return [] }
        return tracks.flatMap { track in
            let comparison = Comparison(
                track: track, reference: reference.aligned(to: track).stream, indices: reference.indices)
            var sums = [Sums](repeating: Sums(), count: edges.count)
            for (index, time) in comparison.times.enumerated() {
                sums[interval(of: time, start: start)].add(
                    error: comparison.errors[index].heading, sigma: comparison.headingSigmas[index])
            }
            return zip(edges, sums).compactMap { $1.entry(track.name, from: $0) }
        }
    }

    /// Radians.
    private struct Sums {
        private var samples = 0
        private var square = 0.0
        private var stated = 0
        private var sigma = 0.0
        private var within = 0

        mutating func add(error: Double, sigma: Double) {
            samples += 1
            square += error * error
            guard sigma.isFinite, sigma > 0 else { return }
            stated += 1
            self.sigma += sigma
            if error.magnitude <= sigma { within += 1 }
        }

        func entry(_ source: String, from: Double) -> ErrorsSinceStart? {
            guard samples > 0 else { return nil }
            let degrees = Angle.degrees(1)
            return ErrorsSinceStart(
                source: source, fromSeconds: from, samples: samples,
                meanSquare: square / Double(samples) * degrees * degrees, stated: stated,
                statedDegrees: stated > 0 ? sigma / Double(stated) * degrees : nil, within: within)
        }
    }
}
