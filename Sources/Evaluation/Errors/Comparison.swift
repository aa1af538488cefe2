import RealModule
import Rotations
import SensorModels
import Vocabulary

/// A track compared with a reference: one entry per scored sample of the reference that the track covers.
///
/// The track is interpolated (slerp) to the reference's stamps. A stamp inside a gap of the track of more than 0.1 s, or
/// outside the track, has no entry.
public struct Comparison: Sendable {
    /// The longest interval of a track that is interpolated, nanoseconds.
    public static let maximumGap: Int64 = 100_000_000

    /// Stamps of the reference, nanoseconds of the log's clock.
    public private(set) var times: [Int64] = []
    /// Estimate against reference.
    public private(set) var errors: [OrientationError] = []
    /// The track at those stamps, device to earth.
    public private(set) var estimates: [Quaternion] = []
    /// The reference at those stamps, device to earth.
    public private(set) var references: [Quaternion] = []
    /// The track's own standard deviation of the heading, radians; NaN where it has none.
    public private(set) var headingSigmas: [Double] = []
    /// The track's own standard deviation of the inclination, radians per axis; NaN where it has none.
    public private(set) var inclinationSigmas: [Double] = []
    /// Scored samples of the reference, covered or not.
    public let scored: Int

    /// - Parameters:
    ///   - track: the estimate, its north that of the reference.
    ///   - reference: device to earth, its north that of the track.
    ///   - indices: the samples of the reference that count, ascending (`ScoringWindow`).
    public init(track: OrientationTrack, reference: QuaternionStream, indices: [Int]) {
        scored = indices.count
        times.reserveCapacity(indices.count)
        errors.reserveCapacity(indices.count)
        estimates.reserveCapacity(indices.count)
        references.reserveCapacity(indices.count)
        headingSigmas.reserveCapacity(indices.count)
        inclinationSigmas.reserveCapacity(indices.count)
        var row = 0
        for index in indices {
            let time = reference.times[index]
            guard let estimate = Self.estimate(of: track, at: time, row: &row) else { continue }
            times.append(time)
            estimates.append(estimate)
            references.append(reference.values[index])
            headingSigmas.append(track.estimates[row].headingSigma)
            inclinationSigmas.append(track.estimates[row].inclinationSigma)
            errors.append(OrientationError(estimate: estimate, reference: reference.values[index]))
        }
    }

    /// The track at a stamp; `nil` where it does not cover it.
    /// - Parameter row: the last row that is not after the stamp of the call before, 0 at first; moved on.
    static func estimate(of track: OrientationTrack, at time: Int64, row: inout Int) -> Quaternion? {
        while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
        guard row < track.count, track.times[row] <= time else { return nil }
        let here = track.estimates[row].orientation
        if track.times[row] == time { return here }
        guard row + 1 < track.count else { return nil }
        let interval = track.times[row + 1] - track.times[row]
        guard interval <= maximumGap else { return nil }
        let fraction = Double(time - track.times[row]) / Double(interval)
        return here.slerp(to: track.estimates[row + 1].orientation, fraction: fraction)
    }
}

extension Comparison {
    /// The circular mean of the heading error, radians: true heading = estimated heading + offset; 0 where there is none.
    var headingOffset: Double {
        var statistics = CircularStatistics()
        for error in errors { statistics.add(error.heading) }
        return statistics.mean ?? 0
    }

    /// rho (classic) minus the reference's, radians, of the samples where both are defined.
    var rhoErrors: [Double] {
        zip(estimates, references).compactMap { estimate, reference in
            guard let own = Rho.classic(down: estimate.down) else { return nil }
            return Rho.classic(down: reference.down).map { Angle.wrap(own - $0) }
        }
    }

    /// How late the track's heading is against the reference's, over the scored samples; `nil` as `HeadingLag.init`.
    public func headingLag(of axis: HeadingAxis) -> HeadingLag? { HeadingSamples(self, axis).lag }

    /// The jitter of the track's heading and that of the reference's, radians, over the scored samples.
    public func headingJitter(of axis: HeadingAxis) -> (estimate: Jitter, reference: Jitter) {
        HeadingSamples(self, axis).jitter
    }
}

/// The headings of a comparison, computed once for what is measured of them.
struct HeadingSamples {
    private let times: [Int64]
    /// Radians; NaN where the axis is too near the vertical.
    private let estimates, references: [Double]

    init(_ comparison: Comparison, _ axis: HeadingAxis) {
        func headings(_ orientations: [Quaternion]) -> [Double] { orientations.map { $0.heading(of: axis) ?? .nan } }
        times = comparison.times
        (estimates, references) = (headings(comparison.estimates), headings(comparison.references))
    }

    var lag: HeadingLag? { HeadingLag(times: times, estimates: estimates, references: references) }

    var jitter: (estimate: Jitter, reference: Jitter) {
        var (estimate, reference) = (Jitter(), Jitter())
        estimate.add(times: times, angles: estimates)
        reference.add(times: times, angles: references)
        return (estimate, reference)
    }
}

/// The error of one orientation, split into its rotation about the vertical and the tilt of the vertical.
///
/// e = q_est q_ref*: total 2 acos|w|, heading 2 atan2(z, w), inclination 2 acos sqrt(w^2 + z^2); here with atan2 throughout,
/// which is exact near zero (Laidig et al., Data 2021, 6(7), 72, equations 2-4).
public struct OrientationError: Sendable, Hashable {
    /// Radians in [0, pi].
    public var total: Double
    /// Radians in (-pi, pi]: true heading = estimated heading + this, clockwise positive.
    public var heading: Double
    /// Radians in [0, pi].
    public var inclination: Double

    /// Both device to earth, with the same north.
    public init(estimate: Quaternion, reference: Quaternion) {
        let error = (estimate * reference.conjugate).canonical
        total = 2 * Double.atan2(y: error.vector.length, x: error.w)
        heading = error.twistAboutVertical
        inclination = error.tiltOfVertical
    }
}
