import Rotations
import SensorModels
import Vocabulary

/// Everything that is measured of one estimator on one recording with a reference.
public struct ErrorProfile: Codable, Sendable, Hashable {
    /// Scored samples that the track covers.
    public var samples: Int
    /// Their share of the scored samples, 0...1.
    public var covered: Double
    /// The angle of the error.
    public var total: ErrorStatistics
    /// Its rotation about the vertical.
    public var heading: ErrorStatistics
    /// The same after the recording's circular mean is removed.
    public var headingAfterOffset: ErrorStatistics
    /// That mean: true heading = estimated heading + offset, clockwise positive.
    public var headingOffsetDegrees: Double
    /// The tilt of the vertical.
    public var inclination: ErrorStatistics
    /// The same with the reference's body turned into the device, where that rotation (the mount) is known.
    @Nullable public var inclinationMountRemoved: ErrorStatistics?
    /// rho (classic); null where it is undefined.
    @Nullable public var rho: ErrorStatistics?
    /// `Convergence`; null where the error never settles.
    @Nullable public var convergenceSeconds: Double?
    /// Jitter of the heading about its own mean of half a second, less the reference's own; null where the
    /// heading is undefined.
    @Nullable public var jitterDegrees: Double?
    /// How late the heading is, positive = late (`HeadingLag`); null where the motion does not determine it.
    @Nullable public var lagMilliseconds: Double?
    /// The heading's sigma; null for a filter without one.
    @Nullable public var headingSigma: SigmaConsistency?
    /// The inclination's sigma; null for a filter without one.
    @Nullable public var inclinationSigma: SigmaConsistency?

    /// `nil` where the track covers no scored sample.
    ///
    /// - Parameters:
    ///   - scored: the samples that count.
    ///   - convergenceSeconds: `Convergence` of the track over the whole reference.
    ///   - axis: whose heading lag and jitter are those of.
    ///   - mount: device to the reference's body; `nil` where it is not known.
    ///   - reference: the angles of the reference at all samples that count, where they are known from another track.
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
    ///   - rho: of the reference at the samples that count, radians.
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
    /// As `init`, its means and percentiles of every so many samples (`ThinnedSamples`); `nil` where there are not so many samples
    /// that this saves anything, or the track does not cover all of them.
    ///
    /// - Parameters:
    ///   - track: the estimate, its north that of the reference.
    ///   - reference: device to earth.
    ///   - indices: of its samples that count, ascending.
    ///   - angles: of the reference at these samples.
    ///   - axis: whose heading lag and jitter are those of.
    /// - Returns: what was measured, and the samples that it was measured of.
    public static func thinned(
        of track: OrientationTrack, to reference: QuaternionStream, indices: [Int], angles: ReferenceAngles,
        axis: HeadingAxis
    ) -> (profile: ErrorProfile, scored: Comparison)? {
        guard ThinnedSamples.stride(of: indices.count) > 1, angles.count == indices.count else { return nil }
        let places = Array(ThinnedSamples.indices(of: indices.count))
        let scored = Comparison(track: track, reference: reference, indices: places.map { indices[$0] })
        guard
            let largest = LargestErrors(
                track: track, reference: reference, indices: indices, offset: scored.headingOffset, axis: axis),
            var profile = ErrorProfile(
                scored: scored, convergenceSeconds: Convergence.seconds(track, reference: reference),
                rho: places.map { angles.rho[$0] },
                headings: HeadingSamples(times: angles.times, headings: largest.headings), reference: angles)
        else { return nil }
        profile.samples = indices.count
        profile.total.maximumDegrees = Angle.degrees(largest.total.magnitude)
        profile.heading.maximumDegrees = Angle.degrees(largest.heading.magnitude)
        profile.headingAfterOffset.maximumDegrees = Angle.degrees(largest.headingAfterOffset.magnitude)
        profile.inclination.maximumDegrees = Angle.degrees(largest.inclination.magnitude)
        profile.rho?.maximumDegrees = Angle.degrees(largest.rho.magnitude)
        return (profile, scored)
    }
}

/// The size of one kind of error over the scored samples of a recording, degrees, all of them >= 0.
public struct ErrorStatistics: Codable, Sendable, Hashable {
    /// Root of the mean of the squares.
    public var rmseDegrees: Double
    /// Mean of the magnitudes (the mean absolute error).
    public var meanDegrees: Double
    /// Median of the magnitudes.
    public var medianDegrees: Double
    /// 95 % of the magnitudes are smaller.
    public var p95Degrees: Double
    /// The largest magnitude.
    public var maximumDegrees: Double

    /// Of angles in radians, signed or not; `nil` for none. O(n).
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

/// Whether a filter's standard deviations are those of its errors.
public struct SigmaConsistency: Codable, Sendable, Hashable {
    /// The share of samples inside the filter's own 95 % region: 0.95 for a consistent sigma.
    public var coverage95: Double
    /// The normalised estimation error squared, per degree of freedom: 1 for a consistent sigma, more for one that is too small
    /// (Y. Bar-Shalom, X. R. Li, T. Kirubarajan, Estimation with Applications to Tracking and Navigation, 2001, 5.4.2).
    public var nees: Double

    /// `nil` where the filter has no sigma.
    ///
    /// - Parameters:
    ///   - errors: radians; of two degrees of freedom their length.
    ///   - sigmas: radians, per degree of freedom; those that are not finite and positive are left out.
    ///   - degreesOfFreedom: 1 (heading) or 2 (inclination).
    public init?(errors: [Double], sigmas: [Double], degreesOfFreedom: Int) {
        // 95 % of chi-squared with one and two degrees of freedom.
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

/// How long an estimate takes until it can be used.
///
/// It has converged at the first stamp of the reference from which on the total error stays below 10 degrees for 2 s. The
/// threshold is absolute, so that a bad estimator does not converge sooner because its error stays large.
public enum Convergence {
    /// Total error, radians.
    public static let threshold = Angle.radians(10)
    /// How long the error must stay below the threshold, nanoseconds.
    public static let hold: Int64 = 2_000_000_000

    /// Seconds from the first stamp that both track and reference have; `nil` where the error never settles.
    /// - Parameters:
    ///   - track: the estimate, its north that of the reference.
    ///   - reference: every sample counts, scored or not.
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
