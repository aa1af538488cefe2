import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Which convention the numbers of a track have, by the log's sensors.
///
/// With the right convention the specific force points up in the earth's axes, the device turns with the gyroscope, and
/// the magnetometer's readings follow from one field (`TrackEvidence`). Each second of either is Student's t, whose
/// logarithms are added; neighbouring seconds share errors of track and sensors, so that five count as one. With the
/// priors of conventions the sums give a posterior.
public struct ConventionEvidence: Sendable {
    /// A convention with its logarithms of likelihood and prior, nats.
    public struct Candidate: Sendable {
        /// The convention.
        public let convention: TrackConvention
        /// By gravity, rates and field.
        public var gravity, rates, field: Double
        /// Before the log is seen.
        public let prior: Double
        /// The sum.
        public var total: Double { prior + gravity + rates + field }
    }

    /// The candidates, the most probable first.
    public let candidates: [Candidate]

    /// The convention.
    public var best: TrackConvention? { candidates.first?.convention }

    /// The probability of the best one.
    public var probability: Double {
        guard let best = candidates.first else { return 0 }
        return 1 / candidates.reduce(0) { $0 + Double.exp($1.total - best.total) }
    }

    /// By how much each sensor prefers the best convention to the next one, nats.
    public var margins: (gravity: Double, rates: Double, field: Double) {
        guard candidates.count > 1 else { return (0, 0, 0) }
        return (
            candidates[0].gravity - candidates[1].gravity, candidates[0].rates - candidates[1].rates,
            candidates[0].field - candidates[1].field
        )
    }

    /// Seconds that count as one.
    private static let correlated = 5.0
    /// Degrees of freedom of Student's t.
    private static let freedom = 3.0
    /// The scale of the angle between the mean force of a second and the vertical, radians.
    private static let tilt = Angle.radians(3)
    /// The scale of a rate, rad/s, and its share of the rate.
    private static let (rate, share) = (0.05, 0.05)
    /// Candidates that are so much less probable before the field is asked stay behind, nats.
    private static let hopeless = 40.0
    /// The longest part of a log that is looked at, nanoseconds.
    private static let longest: Int64 = 180_000_000_000
    private static let lengths: ClosedRange<Int64> = 60_000_000...500_000_000

    /// - Parameters:
    ///   - conventions: the candidates with their prior probabilities.
    ///   - input: the log's streams.
    ///   - declination: from the track's north to magnetic north, clockwise, radians.
    ///   - track: the orientations by a convention, with their stamps.
    public init(
        _ conventions: [(convention: TrackConvention, prior: Double)], input: FilterInput, declination: Double,
        track: (TrackConvention) -> QuaternionStream
    ) {
        let turn = TurnIntegral(input.gyroscope)
        var candidates: [Candidate] = []
        var streams: [TrackConvention: QuaternionStream] = [:]
        for (convention, prior) in conventions {
            let all = track(convention)
            guard let first = all.times.first else { continue }
            let orientations = all.clipped(to: first...first + Self.longest)
            streams[convention] = orientations
            candidates.append(
                Candidate(
                    convention: convention, gravity: Self.gravity(orientations, input.force) / Self.correlated,
                    rates: Self.rates(orientations, turn) / Self.correlated, field: 0, prior: Double.log(prior)))
        }
        candidates.sort { $0.total > $1.total }
        if let best = candidates.first?.total {
            candidates.removeAll { $0.total < best - Self.hopeless }
            for index in candidates.indices {
                guard let stream = streams[candidates[index].convention] else { continue }
                candidates[index].field = Self.field(stream, input, declination) / Self.correlated
            }
            candidates.sort { $0.total > $1.total }
        }
        self.candidates = candidates
    }

    private static func student(_ square: Double, dimensions: Double) -> Double {
        -0.5 * (freedom + dimensions) * Double.log(onePlus: square / freedom)
    }

    /// Sum over seconds.
    private static func gravity(_ track: QuaternionStream, _ force: VectorStream) -> Double {
        var sums: [Int64: Vector3] = [:]
        for (time, orientation) in zip(track.times, track.values) {
            if let up = force.value(near: time) { sums[time / 1_000_000_000, default: .zero] += orientation.rotate(up) }
        }
        // In order of time, so that the sum does not depend on the order of a dictionary.
        return sums.sorted { $0.key < $1.key }.reduce(0) { sum, second in
            let angle = second.value.angle(to: Vector3(0, 0, 1)) / tilt
            return angle.isFinite ? sum + student(angle * angle, dimensions: 2) : sum
        }
    }

    /// Sum over seconds: the mean of the spans in each.
    private static func rates(_ track: QuaternionStream, _ turn: TurnIntegral) -> Double {
        var residuals: [(error: Vector3, speed: Double, seconds: Double)] = []
        for span in ReferenceSpan.all(of: track, lengths: lengths) {
            guard let from = turn.value(at: span.start), let to = turn.value(at: span.end) else { continue }
            let seconds = LogTime.seconds(span.end - span.start)
            residuals.append(((span.turn - (to - from)) * (1 / seconds), (to - from).length / seconds, seconds))
        }
        guard !residuals.isEmpty else { return 0 }
        // The bias: the median is not drawn by spans of a wrong convention.
        func median(_ axis: Int) -> Double { Percentile.median(residuals.map { $0.error[axis] }) ?? 0 }
        let bias = Vector3(median(0), median(1), median(2))
        return residuals.reduce(0) { sum, residual in
            let scale = rate + share * residual.speed
            return sum + residual.seconds
                * student((residual.error - bias).lengthSquared / (scale * scale), dimensions: 3)
        }
    }

    private static func field(_ track: QuaternionStream, _ input: FilterInput, _ declination: Double) -> Double {
        let orientations = OrientationTrack(
            name: "", times: track.times, estimates: track.values.map { OrientationEstimate(orientation: $0) })
        guard let first = track.times.first, let last = track.times.last else { return 0 }
        var part = input
        part.magnetometer = input.magnetometer.clipped(to: first...last)
        part.gyroscope = input.gyroscope.clipped(to: first...last)
        guard let evidence = TrackEvidence(orientations, part, declination: declination) else { return 0 }
        return -0.5 * evidence.field * LogTime.seconds(last - first)
    }
}
