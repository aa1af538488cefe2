import OrientationFilters
import Rotations
import SensorModels
import Simulation
import Vocabulary

/// The sigmas of one estimator on one simulated recording, compared with the truth.
public struct SigmaTrial: Sendable {
    /// A quantity with a sigma.
    public enum Quantity: String, Sendable, CaseIterable {
        /// Signed heading error; normal.
        case heading
        /// Angle of the vertical, two components with one sigma each; Rayleigh.
        case inclination
        /// Bias of the gyroscope, one axis; normal.
        case bias
    }

    /// The score of one quantity in the trial.
    public struct Score: Sendable {
        /// Rank of the truth at one random instant per trial, so that the ranks of several trials are independent.
        public var rank: Double
        /// Squared error over variance, per component; 1 on average.
        public var squared: Double
        /// Mean square of the error per component, from `settled` on, rad^2 or (rad/s)^2.
        public var meanSquare: Double
        /// Share of the rows inside the 95 % interval, from `settled` on.
        public var covered: Double
        /// Median of sigma from `settled` on, rad or rad/s.
        public var sigma: Double
    }

    /// Seconds within which an estimator finds the heading.
    public static let settled = 8.0
    /// 95 % quantiles, in standard deviations: of a normal distribution, and of the length of a vector in a plane.
    private static let (line, plane) = (1.959963984540054, 2.447746830680816)

    /// Scores of the quantities for which the estimator gives a sigma.
    public let scores: [Quantity: Score]

    /// - Parameters:
    ///   - track: with the same north as the reference, one row per stamp of the reference.
    ///   - simulated: with reference and bias at the stamps of the gyroscope.
    ///   - share: 0..<1, the position of the rank's instant among the settled rows.
    ///   - axis: of the bias, 0, 1 or 2.
    public init(_ track: OrientationTrack, _ simulated: SimulatedRecording, share: Double, axis: Int) {
        let (reference, biases) = (simulated.recording.reference, simulated.gyroscopeBias)
        var errors: [Quantity: [(error: Double, sigma: Double)]] = [:]
        let start = (reference.times.first ?? 0) + Int64(clamping: Self.settled * 1e9)
        for (time, estimate) in zip(track.times, track.estimates) where time >= start {
            let row = reference.index(atOrAfter: time)
            guard row < reference.count, reference.times[row] == time, row < biases.count else { continue }
            let error = (reference.values[row] * estimate.orientation.conjugate).canonical
            let bias = biases.values[row] - estimate.gyroscopeBias
            errors[.heading, default: []].append((error.twistAboutVertical, estimate.headingSigma))
            errors[.inclination, default: []].append((error.tiltOfVertical, estimate.inclinationSigma))
            errors[.bias, default: []].append((bias[axis], estimate.gyroscopeBiasSigma[axis]))
        }
        var scores: [Quantity: Score] = [:]
        for (quantity, pairs) in errors { scores[quantity] = Self.score(pairs, of: quantity, share: share) }
        self.scores = scores
    }

    /// `nil` if the estimator gives no sigma.
    static func score(
        _ pairs: [(error: Double, sigma: Double)], of quantity: Quantity, share: Double
    ) -> Score? {
        guard !pairs.isEmpty, pairs.allSatisfy({ $0.sigma > 0 && $0.sigma.isFinite }) else { return nil }
        let components = quantity == .inclination ? 2.0 : 1.0
        let limit = quantity == .inclination ? Self.plane : Self.line
        let (error, sigma) = pairs[min(pairs.count - 1, Int(clamping: (share * Double(pairs.count)).rounded(.down)))]
        let count = Double(pairs.count)
        return Score(
            rank: quantity == .inclination
                ? RankStatistics.rank(rayleigh: error / sigma) : RankStatistics.rank(normal: error / sigma),
            squared: error * error / (sigma * sigma) / components,
            meanSquare: pairs.reduce(0) { $0 + $1.error * $1.error } / count / components,
            covered: Double(pairs.count { $0.error.magnitude <= limit * $0.sigma }) / count,
            sigma: Percentile.upperMedian(pairs.map(\.sigma)) ?? .nan)
    }
}

/// The sigmas of one estimator over many trials.
public struct SigmaSummary: Sendable {
    /// Distribution of the ranks.
    public let ranks: RankStatistics
    /// Coverage of the 95 % intervals.
    public let coverage: ClusteredShare
    /// Mean of squared error over variance (NEES per component): 1 for correct sigmas, more if they are too small.
    public let normalisedSquare: Double
    /// Root mean square of the error per component, rad or rad/s.
    public let error: Double
    /// Median of sigma over the trials, rad or rad/s.
    public let sigma: Double

    /// - Parameter scores: at least one.
    public init(_ scores: [SigmaTrial.Score]) {
        let count = Double(scores.count)
        ranks = RankStatistics(scores.map(\.rank))
        coverage = ClusteredShare(scores.map(\.covered))
        normalisedSquare = scores.reduce(0) { $0 + $1.squared } / count
        error = (scores.reduce(0) { $0 + $1.meanSquare } / count).squareRoot()
        sigma = Percentile.upperMedian(scores.map(\.sigma)) ?? .nan
    }
}
