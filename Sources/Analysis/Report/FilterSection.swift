import Evaluation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// One filter's run.
public struct FilterSection: Codable, Sendable {
    /// Its name.
    public var name: String
    /// All parameters by name.
    public var parameters: [String: Double]
    /// `top` or `camera`.
    public var headingAxis: String
    /// Heading over the log.
    public var heading: HeadingSection
    /// rho over the log.
    public var rho: RhoSection
    /// Null where no reference is.
    @Nullable public var accuracy: Accuracy?
    /// The errors in full: null where no reference is.
    @Nullable public var errors: ErrorProfile?
}

/// The heading over the log.
public struct HeadingSection: Codable, Sendable, Hashable {
    /// `true` or `magnetic`.
    public var north: North
    /// The circular mean, [0, 360).
    @Nullable public var circularMeanDegrees: Double?
    /// The circular standard deviation.
    @Nullable public var circularStandardDeviationDegrees: Double?
    /// Median of the filter's own sigma.
    @Nullable public var medianSigmaDegrees: Double?
    /// The share of the time with a defined heading, 0...1: that of the track's rows with one, times the part of the track's
    /// time that is no hole.
    public var definedShare: Double
}

/// rho over the log, classic form, from the filter's gravity and from recorded gravity.
public struct RhoSection: Codable, Sendable, Hashable {
    /// The mean.
    @Nullable public var meanDegrees: Double?
    /// The standard deviation.
    @Nullable public var standardDeviationDegrees: Double?
    /// The smallest value.
    @Nullable public var minimumDegrees: Double?
    /// The largest value.
    @Nullable public var maximumDegrees: Double?
    /// Mean of the exact zenith angle of the camera axis.
    @Nullable public var meanZenithAngleDegrees: Double?
    /// Mean of rho from recorded gravity; null where the log has none.
    @Nullable public var recordedGravityMeanDegrees: Double?
    /// RMS of rho from the filter minus rho from recorded gravity; null where the log has none.
    @Nullable public var rmsToRecordedGravityDegrees: Double?
}

/// One track measured against a reference.
struct TrackErrors: Sendable {
    /// The scored samples.
    let scored: Comparison
    /// The errors as the reports have had them from the beginning.
    let accuracy: Accuracy?
    /// The errors in full.
    let profile: ErrorProfile?

    /// - Parameter mount: device to the reference's body, where it is known.
    init(track: OrientationTrack, reference: ScoredReference, axis: HeadingAxis, mount: Quaternion? = nil) {
        let stream = reference.stream
        scored = Comparison(track: track, reference: stream, indices: reference.indices)
        profile = ErrorProfile(
            scored: scored, convergenceSeconds: Convergence.seconds(track, reference: stream), axis: axis, mount: mount)
        accuracy = profile.map { Accuracy($0) }
    }
}

extension FilterSection {
    /// The section of a track.
    init(track: OrientationTrack, parameters: [String: Double], log: PreparedLog, errors: TrackErrors?) {
        self.init(
            name: track.name, parameters: parameters, headingAxis: log.headingAxis.rawValue,
            heading: TrackSummaries.heading(of: track, axis: log.headingAxis, north: log.north),
            rho: TrackSummaries.rho(of: track, recordedGravity: log.recording.gravity), accuracy: errors?.accuracy,
            errors: errors?.profile)
    }
}

/// Heading and rho of a track in a few numbers.
enum TrackSummaries {
    static func heading(of track: OrientationTrack, axis: HeadingAxis, north: North) -> HeadingSection {
        var statistics = CircularStatistics()
        var defined = 0
        for estimate in track.estimates {
            guard let heading = estimate.orientation.heading(of: axis) else { continue }
            statistics.add(heading)
            defined += 1
        }
        let sigmas = track.estimates.map(\.headingSigma).filter(\.isFinite)
        return HeadingSection(
            north: north,
            circularMeanDegrees: statistics.mean.map { Angle.wrapHeadingDegrees(Angle.degrees($0)) },
            circularStandardDeviationDegrees: defined > 0 ? Angle.degrees(statistics.standardDeviation) : nil,
            medianSigmaDegrees: Percentile.median(sigmas).map(Angle.degrees),
            definedShare: track.count > 0 ? Double(defined) / Double(track.count) * coveredShare(track.times) : 0)
    }

    /// The share of the time between stamps that is no hole, 0...1.
    private static func coveredShare(_ times: [Int64]) -> Double {
        guard let first = times.first, let last = times.last, last > first else { return 1 }
        let lost = times.holes.reduce(0) { $0 + Double($1.length) }
        return 1 - lost / Double(last - first)
    }

    /// rho from the filter's gravity and from recorded gravity at the stamps of the track.
    static func rho(of track: OrientationTrack, recordedGravity: VectorStream) -> RhoSection {
        var section = RhoSection()
        let rhos = track.estimates.map { Rho.classic(down: $0.orientation.down).map(Angle.degrees) }
        let values = rhos.compactMap(\.self)
        if !values.isEmpty {
            let mean = values.reduce(0, +) / Double(values.count)
            section.meanDegrees = mean
            section.standardDeviationDegrees =
                (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
            section.minimumDegrees = values.min()
            section.maximumDegrees = values.max()
        }
        let zenith = track.estimates.compactMap { Rho.zenithAngle(down: $0.orientation.down).map(Angle.degrees) }
        if !zenith.isEmpty { section.meanZenithAngleDegrees = zenith.reduce(0, +) / Double(zenith.count) }

        let recordedRhos = recordedGravity.values.map { recordedRho($0) }
        let recorded = recordedRhos.compactMap(\.self)
        if !recorded.isEmpty { section.recordedGravityMeanDegrees = recorded.reduce(0, +) / Double(recorded.count) }
        var (squares, count, row) = (0.0, 0, 0)
        for (time, fromGravity) in zip(recordedGravity.times, recordedRhos) {
            while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
            guard row < track.count, track.times[row] <= time, time - track.times[row] <= Comparison.maximumGap,
                let fromFilter = rhos[row], let fromGravity
            else { continue }
            let difference = fromFilter - fromGravity
            squares += difference * difference
            count += 1
        }
        if count > 0 { section.rmsToRecordedGravityDegrees = (squares / Double(count)).squareRoot() }
        return section
    }

    /// rho in degrees from a sample of recorded gravity, whose sign is the accelerometer's.
    private static func recordedRho(_ gravity: Vector3) -> Double? {
        guard let up = gravity.normalized else { return nil }
        return Rho.classic(down: -up).map(Angle.degrees)
    }
}
