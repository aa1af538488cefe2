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
    /// How much the heading trembles about its own mean of half a second, less the reference's own trembling; null where the
    /// heading is undefined.
    @Nullable public var jitterDegrees: Double?
    /// How late the heading is, positive = late (`HeadingLag`); null where the motion does not tell.
    @Nullable public var lagMilliseconds: Double?
    /// The heading's sigma; null for a filter without one.
    @Nullable public var headingSigma: SigmaConsistency?
    /// The inclination's sigma; null for a filter without one.
    @Nullable public var inclinationSigma: SigmaConsistency?

    /// `nil` where the track covers no scored sample.
    ///
    /// - Parameters:
    ///   - scored: the samples that count.
    ///   - whole: every sample of the reference.
    ///   - axis: whose heading lag and jitter are those of.
    ///   - mount: device to the reference's body; `nil` where it is not known.
    public init?(scored: Comparison, whole: Comparison, axis: HeadingAxis, mount: Quaternion? = nil) {
        let errors = scored.errors
        let headings = errors.map(\.heading)
        let offset = Self.circularMean(headings)
        guard let total = ErrorStatistics(radians: errors.map(\.total)),
            let heading = ErrorStatistics(radians: headings),
            let afterOffset = ErrorStatistics(radians: headings.map { Angle.wrap($0 - offset) }),
            let inclination = ErrorStatistics(radians: errors.map(\.inclination))
        else { return nil }
        samples = errors.count
        covered = Double(errors.count) / Double(scored.scored)
        self.total = total
        self.heading = heading
        headingAfterOffset = afterOffset
        headingOffsetDegrees = Angle.degrees(offset)
        self.inclination = inclination
        inclinationMountRemoved = mount.flatMap { mount in
            ErrorStatistics(
                radians: zip(scored.estimates, scored.references).map {
                    OrientationError(estimate: $0, reference: $1 * mount).inclination
                })
        }
        rho = ErrorStatistics(
            radians: zip(scored.estimates, scored.references).compactMap { estimate, reference in
                guard let a = Rho.classic(down: estimate.down), let b = Rho.classic(down: reference.down) else {
                    return nil
                }
                return Angle.wrap(a - b)
            })
        convergenceSeconds = Convergence.seconds(whole)
        let jitter = scored.headingJitter(of: axis)
        jitterDegrees = jitter.estimate.excess(over: jitter.reference).map(Angle.degrees)
        lagMilliseconds = scored.headingLag(of: axis)?.milliseconds
        headingSigma = SigmaConsistency(errors: headings, sigmas: scored.headingSigmas, degreesOfFreedom: 1)
        inclinationSigma = SigmaConsistency(
            errors: errors.map(\.inclination), sigmas: scored.inclinationSigmas, degreesOfFreedom: 2)
    }

    private static func circularMean(_ angles: [Double]) -> Double {
        var statistics = CircularStatistics()
        for angle in angles { statistics.add(angle) }
        return statistics.mean ?? 0
    }
}
