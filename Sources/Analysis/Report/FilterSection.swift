import Evaluation
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
    /// Statistics of the heading.
    public var heading: HeadingSection
    /// Statistics of rho.
    public var rho: RhoSection
    /// How well the sensors' readings follow from the track; null without gyroscope or magnetometer.
    @Nullable public var evidence: TrackEvidence?
    /// Null without a reference.
    @Nullable public var accuracy: Accuracy?
    /// All error measures; null without a reference.
    @Nullable public var errors: ErrorProfile?
}

/// Statistics of the heading over the log.
public struct HeadingSection: Codable, Sendable, Hashable {
    /// `true` or `magnetic`.
    public var north: North
    /// The circular mean, [0, 360).
    @Nullable public var circularMeanDegrees: Double?
    /// The circular standard deviation.
    @Nullable public var circularStandardDeviationDegrees: Double?
    /// Median of the filter's own sigma.
    @Nullable public var medianSigmaDegrees: Double?
    /// Root of the mean square of the filter's own sigma, its first seconds left out (`ScoringWindow.startUp`): the RMS
    /// error that it predicts.
    @Nullable public var rmsSigmaDegrees: Double?
    /// The share of the time with a defined heading, 0...1: the share of rows with one, times the share of the track's
    /// time outside of holes.
    public var definedShare: Double
}

/// Statistics of rho (classic form), from the filter's gravity and from recorded gravity.
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
    /// Mean of rho from recorded gravity; null without it.
    @Nullable public var recordedGravityMeanDegrees: Double?
    /// RMS of rho from the filter minus rho from recorded gravity; null without it.
    @Nullable public var rmsToRecordedGravityDegrees: Double?
}

/// The errors of one track against a reference.
struct TrackErrors: Sendable {
    /// The scored samples; a subset in long logs (`ThinnedSamples`), if the track covers all and no mount is removed.
    let scored: Comparison
    /// Summary of the errors.
    let accuracy: Accuracy?
    /// All error measures.
    let profile: ErrorProfile?

    /// - Parameters:
    ///   - angles: of the reference, if several tracks are compared with it.
    ///   - mount: device to the reference's body, if known.
    ///   - headingAlone: whether the track has no inclination of its own.
    init(
        track: OrientationTrack, reference: ScoredReference, angles: ReferenceAngles? = nil, axis: HeadingAxis,
        mount: Quaternion? = nil, headingAlone: Bool = false
    ) {
        let reference = reference.aligned(to: track)
        let stream = reference.stream
        func known(_ profile: ErrorProfile?) -> ErrorProfile? {
            let profile = profile?.of(reference.parts)
            return headingAlone ? profile?.of(.heading) : profile
        }
        if let angles, mount == nil,
            let thinned = ErrorProfile.thinned(
                of: track, to: stream, indices: reference.indices, angles: angles, axis: axis,
                sigmas: reference.headingSigmas)
        {
            scored = thinned.scored
            profile = known(thinned.profile)
            accuracy = profile.map { Accuracy($0) }
            return
        }
        scored = Comparison(
            track: track, reference: stream, indices: reference.indices, referenceSigmas: reference.headingSigmas)
        profile = known(
            ErrorProfile(
                scored: scored, convergenceSeconds: Convergence.seconds(track, reference: stream), axis: axis,
                mount: mount, reference: angles))
        accuracy = profile.map { Accuracy($0) }
    }
}

extension FilterSection {
    /// The section of a track.
    init(
        track: OrientationTrack, parameters: [String: Double], log: PreparedLog, recordedRho: RecordedRho,
        evidence: TrackEvidence? = nil, errors: TrackErrors?
    ) {
        self.init(
            name: track.name, parameters: parameters, headingAxis: log.headingAxis.rawValue,
            heading: TrackSummaries.heading(of: track, axis: log.headingAxis, north: log.north),
            rho: TrackSummaries.rho(of: track, recorded: recordedRho), evidence: evidence, accuracy: errors?.accuracy,
            errors: errors?.profile)
    }
}

/// Statistics of a track's heading and rho.
enum TrackSummaries {
    static func heading(of track: OrientationTrack, axis: HeadingAxis, north: North) -> HeadingSection {
        var statistics = CircularStatistics()
        var (rows, defined) = (0, 0)
        var sigmas: [Double] = []
        var square = (sum: 0.0, rows: 0.0)
        let settled = (track.times.first ?? 0) + ScoringWindow.startUp
        sigmas.reserveCapacity(track.count)
        for row in ThinnedSamples.indices(of: track.count) {
            let estimate = track.estimates[row]
            rows += 1
            if estimate.headingSigma.isFinite {
                sigmas.append(estimate.headingSigma)
                if track.times[row] >= settled {
                    square.sum += estimate.headingSigma * estimate.headingSigma
                    square.rows += 1
                }
            }
            guard let heading = estimate.orientation.heading(of: axis) else { continue }
            statistics.add(heading)
            defined += 1
        }
        return HeadingSection(
            north: north,
            circularMeanDegrees: statistics.mean.map { Angle.wrapHeadingDegrees(Angle.degrees($0)) },
            circularStandardDeviationDegrees: defined > 0 ? Angle.degrees(statistics.standardDeviation) : nil,
            medianSigmaDegrees: sigmas.isEmpty ? nil : Angle.degrees(Percentile.arranging(&sigmas, [0.5])[0]),
            rmsSigmaDegrees: square.rows > 0 ? Angle.degrees((square.sum / square.rows).squareRoot()) : nil,
            definedShare: rows > 0 ? Double(defined) / Double(rows) * coveredShare(track.times) : 0)
    }

    /// The share of the time between stamps outside of holes, 0...1.
    private static func coveredShare(_ times: [Int64]) -> Double {
        guard let first = times.first, let last = times.last, last > first else { return 1 }
        let lost = times.holes.reduce(0) { $0 + Double($1.length) }
        return 1 - lost / Double(last - first)
    }

    /// rho from the filter's gravity and from recorded gravity at the stamps of the track.
    static func rho(of track: OrientationTrack, recorded: RecordedRho) -> RhoSection {
        var section = RhoSection()
        // Degrees; NaN where undefined.
        var rhos: [Double] = []
        let stride = ThinnedSamples.stride(of: track.count)
        rhos.reserveCapacity(track.count / stride + 1)
        var (own, zenith) = (Total(), Total())
        for row in ThinnedSamples.indices(of: track.count) {
            let down = track.estimates[row].orientation.down
            let rho = Rho.classic(down: down).map(Angle.degrees) ?? .nan
            rhos.append(rho)
            own.add(rho)
            zenith.add(Rho.zenithAngle(down: down).map(Angle.degrees) ?? .nan)
        }
        if let mean = own.mean {
            var squares = 0.0
            for rho in rhos where !rho.isNaN { squares += (rho - mean) * (rho - mean) }
            section.meanDegrees = mean
            section.standardDeviationDegrees = (squares / Double(own.count)).squareRoot()
            let extremes = stride > 1 ? extremesOfRho(of: track) : (own.smallest, own.largest)
            (section.minimumDegrees, section.maximumDegrees) = extremes
        }
        section.meanZenithAngleDegrees = zenith.mean
        section.recordedGravityMeanDegrees = recorded.mean
        var (squares, count, row) = (0.0, 0, 0)
        for (index, time) in recorded.times.enumerated() {
            while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
            guard row < track.count, track.times[row] <= time, time - track.times[row] <= Comparison.maximumGap
            else { continue }
            let rho =
                stride == 1
                ? rhos[row] : Rho.classic(down: track.estimates[row].orientation.down).map(Angle.degrees) ?? .nan
            let difference = rho - recorded.degrees[index]
            guard !difference.isNaN else { continue }
            squares += difference * difference
            count += 1
        }
        if count > 0 { section.rmsToRecordedGravityDegrees = (squares / Double(count)).squareRoot() }
        return section
    }

    /// The smallest and the largest rho over all rows, degrees; infinite if it is never defined.
    ///
    /// rho is the angle of (g.z, |g.y|) in [0, pi]. Two values are compared by the sign of a cross product, and the
    /// angle is computed only for a new extreme.
    private static func extremesOfRho(of track: OrientationTrack) -> (Double, Double) {
        var (smallest, largest) = (Double.infinity, -Double.infinity)
        var (low, high) = ((z: 0.0, y: 0.0), (z: 0.0, y: 0.0))
        for estimate in track.estimates {
            let down = estimate.orientation.down
            let (z, y) = (down.z, down.y.magnitude)
            let (isLow, isHigh) = (low.z * y <= low.y * z, high.z * y >= high.y * z)
            guard isLow || isHigh, let rho = Rho.classic(down: down).map(Angle.degrees) else { continue }
            if rho < smallest { (smallest, low) = (rho, (z, y)) }
            if rho > largest { (largest, high) = (rho, (z, y)) }
        }
        return (smallest, largest)
    }

    /// Sum and count of the defined values.
    fileprivate struct Total {
        private(set) var count = 0
        private var sum = 0.0
        private(set) var (smallest, largest) = (Double.infinity, -Double.infinity)

        mutating func add(_ value: Double) {
            guard !value.isNaN else { return }
            count += 1
            sum += value
            smallest = min(smallest, value)
            largest = max(largest, value)
        }

        var mean: Double? { count > 0 ? sum / Double(count) : nil }
    }
}

/// rho from recorded gravity, computed once for all tracks of a log; in long logs from a subset (`ThinnedSamples`).
struct RecordedRho: Sendable {
    /// Nanoseconds of the log's clock.
    let times: [Int64]
    /// rho (classic); NaN where undefined.
    let degrees: [Double]
    /// Degrees; `nil` without recorded gravity.
    let mean: Double?

    /// - Parameter gravity: with the sign of the accelerometer.
    init(_ gravity: VectorStream) {
        var total = TrackSummaries.Total()
        let indices = ThinnedSamples.indices(of: gravity.count)
        times = indices.map { gravity.times[$0] }
        degrees = indices.map { index in
            gravity.values[index].normalized.flatMap { Rho.classic(down: -$0) }.map(Angle.degrees) ?? .nan
        }
        for value in degrees { total.add(value) }
        mean = total.mean
    }
}
