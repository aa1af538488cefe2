import Evaluation
import Rotations
import SensorModels

/// What is judged of one filter on one log: how wrong, how nervous, how late.
public struct TrialScores: Codable, Sendable, Hashable {
    /// Errors against the log's reference; null without one.
    @Nullable public var accuracy: Accuracy?
    /// Root mean square of the heading about its own mean of half a second, degrees; what of it is the device's own motion is
    /// taken out in quadrature where the log tells the motion. Null for a track without half a second.
    @Nullable public var jitterDegrees: Double?
    /// How late the heading follows a turn, milliseconds; null where the log does not tell, or hardly turns.
    @Nullable public var lagMilliseconds: Double?

    /// Nanoseconds between the samples that time a turn: the peak is refined far below this.
    private static let lagStep: Int64 = 8_000_000

    /// Scores a track of a log; the parts at once, on several cores.
    public init(_ track: OrientationTrack, in log: TrialLog) {
        let parts = concurrentMap(Part.allCases) { part -> TrialScores in
            var scores = TrialScores()
            switch part {
            case .accuracy:
                scores.accuracy = Accuracy(
                    Comparison(track: track, reference: log.reference, indices: log.scored))
            case .jitter: scores.jitterDegrees = Self.jitter(track, in: log)
            case .lag: scores.lagMilliseconds = Self.lag(track, in: log)
            }
            return scores
        }
        accuracy = parts[0].accuracy
        jitterDegrees = parts[1].jitterDegrees
        lagMilliseconds = parts[2].lagMilliseconds
    }

    private enum Part: CaseIterable { case accuracy, jitter, lag }

    private init() {}

    private static func jitter(_ track: OrientationTrack, in log: TrialLog) -> Double? {
        var jitter = Jitter()
        jitter.add(times: track.times, angles: track.estimates.map { heading($0.orientation, log.headingAxis) })
        return (jitter.excess(over: log.motion.jitter) ?? jitter.standardDeviation).map(Angle.degrees)
    }

    private static func lag(_ track: OrientationTrack, in log: TrialLog) -> Double? {
        let motion = log.motion.orientations
        var indices: [Int] = []
        var next = Int64.min
        for (index, time) in motion.times.enumerated() where time >= next {
            indices.append(index)
            next = time + lagStep
        }
        let comparison = Comparison(track: track, reference: motion, indices: indices)
        return HeadingLag(
            times: comparison.times, estimates: comparison.estimates.map { heading($0, log.headingAxis) },
            references: comparison.references.map { heading($0, log.headingAxis) })?.milliseconds
    }

    private static func heading(_ orientation: Quaternion, _ axis: HeadingAxis) -> Double {
        orientation.heading(of: axis) ?? .nan
    }
}
