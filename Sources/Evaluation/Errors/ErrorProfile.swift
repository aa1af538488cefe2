import Rotations
import SensorModels
import Vocabulary

/// All error measures of one estimator on one recording with a reference.
public struct ErrorProfile: Codable, Sendable, Hashable {
    /// Scored samples that the track covers.
    public var samples: Int
    /// Their share of all scored samples, 0...1.
    public var covered: Double
    /// The total angle of the error; null where headings alone are known.
    @Nullable public var total: ErrorStatistics?
    /// The rotation about the vertical; null where the inclination alone is known.
    @Nullable public var heading: ErrorStatistics?
    /// The heading error after the recording's circular mean is removed; null where the inclination alone is known.
    @Nullable public var headingAfterOffset: ErrorStatistics?
    /// That mean: true heading = estimated heading + offset, clockwise positive; null where the inclination alone is
    /// known.
    @Nullable public var headingOffsetDegrees: Double?
    /// The tilt of the vertical; null where headings alone are known.
    @Nullable public var inclination: ErrorStatistics?
    /// The inclination after the reference's body is rotated into the device; null where this rotation (the mount) is
    /// unknown.
    @Nullable public var inclinationMountRemoved: ErrorStatistics?
    /// rho (classic); null where it is undefined.
    @Nullable public var rho: ErrorStatistics?
    /// Time to converge (`Convergence`); null if the error never settles.
    @Nullable public var convergenceSeconds: Double?
    /// Jitter of the heading about its mean over 0.5 s, with the reference's jitter subtracted in quadrature; null
    /// where the heading is undefined.
    @Nullable public var jitterDegrees: Double?
    /// Lag of the heading, positive = late (`HeadingLag`); null where the motion does not determine it.
    @Nullable public var lagMilliseconds: Double?
    /// Consistency of the heading's sigma; null for a filter without one.
    @Nullable public var headingSigma: SigmaConsistency?
    /// Consistency of the inclination's sigma; null for a filter without one.
    @Nullable public var inclinationSigma: SigmaConsistency?

    /// `nil` if the track covers no scored sample.
    ///
    /// - Parameters:
    ///   - scored: the scored samples.
    ///   - convergenceSeconds: `Convergence` of the track over the whole reference.
    ///   - axis: the axis whose heading gives lag and jitter.
    ///   - mount: device to the reference's body; `nil` if unknown.
    ///   - reference: the angles of the reference at all scored samples, if another track's profile already computed
    ///     them.
    public init?(
        scored: Comparison, convergenceSeconds: Double?, axis: HeadingAxis, mount: Quaternion? = nil,
        reference: ReferenceAngles? = nil
    ) {
        let angles =
            reference.flatMap { $0.count == scored.errors.count ? $0 : nil }
            ?? ReferenceAngles(times: scored.times, orientations: scored.references, axis: axis)
        self.init(
            scored: scored, convergenceSeconds: convergenceSeconds, mount: mount, rho: angles.rho,
            headings: HeadingSamples(scored, axis), reference: angles)
    }

    /// - Parameters:
    ///   - rho: of the reference at the scored samples, radians.
    ///   - headings: of the track at the samples of `reference`.
    private init?(
        scored: Comparison, convergenceSeconds: Double?, mount: Quaternion? = nil, rho: [Double],
        headings turning: HeadingSamples, reference angles: ReferenceAngles
    ) {
        let errors = scored.errors
        let headings = errors.map(\.heading)
        let offset = scored.headingOffset
        guard let total = ErrorStatistics(radians: errors.map(\.total)),
            let heading = ErrorStatistics(radians: headings),
            let afterOffset = ErrorStatistics(radians: headings.map { Angle.wrap($0 - offset) }),
            let inclination = ErrorStatistics(radians: errors.map(\.inclination))
        else { return nil }
        samples = errors.count
        covered = Double(errors.count) / Double(scored.scored)
        (self.total, self.heading, self.inclination) = (total, heading, inclination)
        (headingAfterOffset, headingOffsetDegrees) = (afterOffset, Angle.degrees(offset))
        inclinationMountRemoved = mount.flatMap { mount in
            ErrorStatistics(
                radians: zip(scored.estimates, scored.references).map {
                    OrientationError(estimate: $0, reference: $1 * mount).inclination
                })
        }
        self.rho = ErrorStatistics(radians: scored.rhoErrors(to: rho))
        self.convergenceSeconds = convergenceSeconds
        jitterDegrees = turning.jitter.excess(over: angles.jitter).map(Angle.degrees)
        lagMilliseconds = angles.turning.flatMap { HeadingLag(estimates: turning.headings, after: $0) }?.milliseconds
        headingSigma = SigmaConsistency(errors: headings, sigmas: scored.headingSigmas, degreesOfFreedom: 1)
        inclinationSigma = SigmaConsistency(
            errors: errors.map(\.inclination), sigmas: scored.inclinationSigmas, degreesOfFreedom: 2)
    }
}

extension ErrorProfile {
    /// A profile whose means and percentiles use a subset of the samples (`ThinnedSamples`). `nil` if the recording is
    /// too short for that, or if the track does not cover all samples.
    ///
    /// - Parameters:
    ///   - track: the estimate, with the same north as the reference.
    ///   - reference: device to earth.
    ///   - indices: its scored samples, ascending.
    ///   - angles: of the reference at these samples.
    ///   - axis: the axis whose heading gives lag and jitter.
    ///   - sigmas: as `referenceSigmas` of `Comparison`.
    /// - Returns: the profile, and the subset of samples behind its means.
    public static func thinned(
        of track: OrientationTrack, to reference: QuaternionStream, indices: [Int], angles: ReferenceAngles,
        axis: HeadingAxis, sigmas: [Double] = []
    ) -> (profile: ErrorProfile, scored: Comparison)? {
        guard ThinnedSamples.stride(of: indices.count) > 1, angles.count == indices.count else { return nil }
        let places = Array(ThinnedSamples.indices(of: indices.count))
        let scored = Comparison(
            track: track, reference: reference, indices: places.map { indices[$0] }, referenceSigmas: sigmas)
        guard
            let largest = LargestErrors(
                track: track, reference: reference, indices: indices, offset: scored.headingOffset, axis: axis),
            var profile = ErrorProfile(
                scored: scored, convergenceSeconds: Convergence.seconds(track, reference: reference),
                rho: places.map { angles.rho[$0] },
                headings: HeadingSamples(times: angles.times, headings: largest.headings), reference: angles)
        else { return nil }
        profile.samples = indices.count
        profile.total?.maximumDegrees = Angle.degrees(largest.total.magnitude)
        profile.heading?.maximumDegrees = Angle.degrees(largest.heading.magnitude)
        profile.headingAfterOffset?.maximumDegrees = Angle.degrees(largest.headingAfterOffset.magnitude)
        profile.inclination?.maximumDegrees = Angle.degrees(largest.inclination.magnitude)
        profile.rho?.maximumDegrees = Angle.degrees(largest.rho.magnitude)
        return (profile, scored)
    }
}

/// The size of one kind of error over the scored samples of a recording; all values in degrees, >= 0.
public struct ErrorStatistics: Codable, Sendable, Hashable {
    /// Root mean square.
    public var rmseDegrees: Double
    /// Mean absolute error.
    public var meanDegrees: Double
    /// Median of the absolute errors.
    public var medianDegrees: Double
    /// 95th percentile of the absolute errors.
    public var p95Degrees: Double
    /// Largest absolute error.
    public var maximumDegrees: Double

    /// Statistics of errors in radians, signed or not; `nil` for no errors. O(n).
    public init?(radians errors: [Double]) {
        guard !errors.isEmpty else { return nil }
        var magnitudes = errors
        var (squares, sum, largest) = (0.0, 0.0, 0.0)
        for index in magnitudes.indices {
            let magnitude = magnitudes[index].magnitude
            magnitudes[index] = magnitude
            squares += magnitude * magnitude
            sum += magnitude
            largest = max(largest, magnitude)
        }
        let count = Double(magnitudes.count)
        rmseDegrees = Angle.degrees((squares / count).squareRoot())
        meanDegrees = Angle.degrees(sum / count)
        let percentiles = Percentile.arranging(&magnitudes, [0.5, 0.95])
        (medianDegrees, p95Degrees) = (Angle.degrees(percentiles[0]), Angle.degrees(percentiles[1]))
        maximumDegrees = Angle.degrees(largest)
    }
}

/// Whether a filter's standard deviations match its errors.
public struct SigmaConsistency: Codable, Sendable, Hashable {
    /// The share of samples inside the filter's own 95 % region: 0.95 for a consistent sigma.
    public var coverage95: Double
    /// The normalised estimation error squared, per degree of freedom: 1 for a consistent sigma, more for one that is
    /// too small (Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with Applications to Tracking and Navigation,
    /// 2001, 5.4.2).
    public var nees: Double

    /// `nil` where the filter has no sigma.
    ///
    /// - Parameters:
    ///   - errors: radians; with two degrees of freedom, their length.
    ///   - sigmas: radians, per degree of freedom; samples whose sigma is not finite and positive are omitted.
    ///   - degreesOfFreedom: 1 (heading) or 2 (inclination).
    public init?(errors: [Double], sigmas: [Double], degreesOfFreedom: Int) {
        // 95 % quantiles of chi-squared with one and two degrees of freedom.
        let limit = degreesOfFreedom == 1 ? 3.841458820694124 : 5.991464547107979
        var (inside, count, sum) = (0, 0, 0.0)
        for (error, sigma) in zip(errors, sigmas) where sigma.isFinite && sigma > 0 {
            let square = (error / sigma) * (error / sigma)
            count += 1
            sum += square
            if square <= limit { inside += 1 }
        }
        guard count > 0 else { return nil }
        coverage95 = Double(inside) / Double(count)
        nees = sum / Double(count) / Double(degreesOfFreedom)
    }
}

/// The time that an estimate takes to become usable.
///
/// It has converged at the first stamp of the reference from which the total error stays below 10 degrees for 2 s. The
/// threshold is absolute: one relative to the final error would reward a large final error.
public enum Convergence {
    /// Total error, radians.
    public static let threshold = Angle.radians(10)
    /// How long the error must stay below the threshold, nanoseconds.
    public static let hold: Int64 = 2_000_000_000

    /// Seconds from the first stamp that track and reference share; `nil` if the error never settles.
    /// - Parameters:
    ///   - track: the estimate, with the same north as the reference.
    ///   - reference: all its samples count, scored or not.
    public static func seconds(_ track: OrientationTrack, reference: QuaternionStream) -> Double? {
        var (start, since): (Int64?, Int64?)
        var row = 0
        for (time, value) in zip(reference.times, reference.values) {
            guard let estimate = Comparison.estimate(of: track, at: time, row: &row) else { continue }
            let first = start ?? time
            start = first
            guard OrientationError(estimate: estimate, reference: value).total < threshold else {
                since = nil
                continue
            }
            let begin = since ?? time
            since = begin
            if time - begin >= hold { return LogTime.seconds(begin - first) }
        }
        return nil
    }
}
