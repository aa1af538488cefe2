import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// What is judged of one filter on one log: how wrong, how nervous, how late.
public struct TrialScores: Codable, Sendable, Hashable {
    /// Errors against the log's reference; null without one.
    @Nullable public var accuracy: Accuracy?
    /// Root mean square of the heading about its own mean of half a second, degrees, less in quadrature what of it is the
    /// device's own motion, where the log tells the motion. Null for a track without half a second.
    @Nullable public var jitterDegrees: Double?
    /// How late the heading follows a turn, milliseconds; null where the log does not tell, or hardly turns.
    @Nullable public var lagMilliseconds: Double?

    /// Nanoseconds between the samples that time a turn: the peak of the correlation is refined far below this.
    private static let lagStep: Int64 = 8_000_000

    /// Scores a track of a log; the parts at once, on several cores.
    public init(_ track: OrientationTrack, in log: TrialLog) async {
        async let lag = Self.lag(track, behind: log.motion, axis: log.headingAxis)
        self.init(track, against: log.motion, axis: log.headingAxis)
        lagMilliseconds = await lag
    }

    /// Nothing judged.
    static let none = TrialScores()

    private init() {}

    /// Errors and trembling, which share the comparison.
    private init(_ track: OrientationTrack, against motion: TrialLog.Motion, axis: HeadingAxis) {
        guard motion.source != nil else {
            var jitter = Jitter()
            jitter.add(
                times: track.times, angles: track.estimates.map { $0.orientation.heading(of: axis) ?? .nan })
            jitterDegrees = jitter.standardDeviation.map(Angle.degrees)
            return
        }
        let comparison = Comparison(track: track, reference: motion.orientations, indices: motion.scored)
        if motion.source == .reference { accuracy = Accuracy(comparison) }
        let jitter = comparison.headingJitter(of: axis)
        jitterDegrees = jitter.estimate.excess(over: jitter.reference).map(Angle.degrees)
    }

    private static func lag(_ track: OrientationTrack, behind motion: TrialLog.Motion, axis: HeadingAxis) -> Double? {
        var next = Int64.min
        let sparse = motion.scored.filter { index in
            let time = motion.orientations.times[index]
            guard time >= next else { return false }
            next = time + lagStep
            return true
        }
        let comparison = Comparison(track: track, reference: motion.orientations, indices: sparse)
        return comparison.headingLag(of: axis)?.milliseconds
    }
}
