import RealModule
import Rotations
import SensorModels
import Vocabulary

/// A track compared with a reference: one entry per scored sample of the reference that the track covers.
///
/// The track is interpolated (slerp) to the reference's stamps. A stamp outside the track, or inside a gap of the track
/// of more than 0.1 s, has no entry.
public struct Comparison: Sendable {
    /// The longest gap of a track that is interpolated, nanoseconds.
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
    /// Number of scored reference samples, covered or not.
    public let scored: Int
    /// Circular mean of the heading error, radians: true heading = estimated heading + offset; 0 without entries.
    let headingOffset: Double

    /// - Parameters:
    ///   - track: the estimate, with the same north as the reference.
    ///   - reference: device to earth, with the same north as the track.
    ///   - indices: the scored samples of the reference, ascending (`ScoringWindow`).
    ///   - referenceSigmas: standard deviations of the reference's headings, radians, by its samples; empty where the
    ///     reference is taken as exact. Its square is added to that of the track: errors contain both.
    public init(
        track: OrientationTrack, reference: QuaternionStream, indices: [Int], referenceSigmas: [Double] = []
    ) {
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
            var sigma = track.estimates[row].headingSigma
            if !referenceSigmas.isEmpty, referenceSigmas[index].isFinite {
                sigma = (sigma * sigma + referenceSigmas[index] * referenceSigmas[index]).squareRoot()
            }
            headingSigmas.append(sigma)
            inclinationSigmas.append(track.estimates[row].inclinationSigma)
            errors.append(OrientationError(estimate: estimate, reference: reference.values[index]))
        }
        var headings = CircularStatistics()
        for error in errors { headings.add(error.heading) }
        headingOffset = headings.mean ?? 0
    }

    /// The heading errors alone, radians, with their stamps: the same values as in `errors`, for a third of the work.
    /// - Parameter indices: the scored samples of the reference, ascending; `nil` for all.
    public static func headingErrors(
        of track: OrientationTrack, to reference: QuaternionStream, indices: [Int]? = nil
    ) -> (times: [Int64], errors: [Double]) {
        var times: [Int64] = []
        var errors: [Double] = []
        let count = indices?.count ?? reference.count
        times.reserveCapacity(count)
        errors.reserveCapacity(count)
        var row = 0
        for place in 0..<count {
            let index = indices?[place] ?? place
            let time = reference.times[index]
            guard let estimate = estimate(of: track, at: time, row: &row) else { continue }
            times.append(time)
            errors.append(OrientationError.heading(of: estimate, reference: reference.values[index]))
        }
        return (times, errors)
    }

    /// The track's orientation at a stamp; `nil` where the track does not cover it.
    /// - Parameter row: search position, 0 at first, advanced by each call; the stamps of successive calls must ascend.
    package static func estimate(of track: OrientationTrack, at time: Int64, row: inout Int) -> Quaternion? {
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
    /// The differences in rho (classic) to the reference, radians, at the samples where both are defined.
    /// - Parameter rho: of the reference at these samples, radians; NaN where undefined.
    func rhoErrors(to rho: [Double]) -> [Double] {
        var result: [Double] = []
        result.reserveCapacity(estimates.count)
        for (estimate, rho) in zip(estimates, rho) where rho.isFinite {
            guard let own = Rho.classic(down: estimate.down) else { continue }
            result.append(Angle.wrap(own - rho))
        }
        return result
    }

    /// The lag of the track's heading behind the reference's over the scored samples; `nil` as in `HeadingLag.init`.
    public func headingLag(of axis: HeadingAxis) -> HeadingLag? {
        HeadingLag(
            times: times, estimates: HeadingSamples(self, axis).headings,
            references: HeadingSamples.headings(of: axis, references))
    }

    /// The jitter of both headings over the scored samples, radians.
    public func headingJitter(of axis: HeadingAxis) -> (estimate: Jitter, reference: Jitter) {
        var reference = Jitter()
        reference.add(times: times, angles: HeadingSamples.headings(of: axis, references))
        return (HeadingSamples(self, axis).jitter, reference)
    }
}

/// The headings of a track at the samples of a comparison, computed once for lag and jitter.
struct HeadingSamples {
    /// Stamps.
    let times: [Int64]
    /// Radians; NaN where the axis is too near the vertical.
    let headings: [Double]

    init(times: [Int64], headings: [Double]) { (self.times, self.headings) = (times, headings) }

    init(_ comparison: Comparison, _ axis: HeadingAxis) {
        times = comparison.times
        headings = Self.headings(of: axis, comparison.estimates)
    }

    var jitter: Jitter {
        var result = Jitter()
        result.add(times: times, angles: headings)
        return result
    }

    static func headings(of axis: HeadingAxis, _ orientations: [Quaternion]) -> [Double] {
        orientations.map { $0.heading(of: axis) ?? .nan }
    }
}

/// Rho, jitter and turns of a reference, computed once for all tracks that are compared with it.
public struct ReferenceAngles: Sendable {
    /// Stamps of the samples.
    let times: [Int64]
    /// Rho (classic), radians; NaN where undefined.
    let rho: [Double]
    /// Jitter of the heading, radians.
    let jitter: Jitter
    /// Turns of the heading; `nil` where no lag can be measured against it.
    let turning: HeadingLag.Reference?
    /// Number of samples.
    var count: Int { rho.count }

    /// - Parameters:
    ///   - reference: device to east-north-up.
    ///   - indices: its scored samples, ascending.
    ///   - axis: the axis whose heading is used.
    public init(_ reference: QuaternionStream, indices: [Int], axis: HeadingAxis) {
        self.init(
            times: indices.map { reference.times[$0] }, orientations: indices.map { reference.values[$0] }, axis: axis)
    }

    init(times: [Int64], orientations: [Quaternion], axis: HeadingAxis) {
        self.times = times
        rho = Self.rho(of: orientations)
        let headings = HeadingSamples.headings(of: axis, orientations)
        var jitter = Jitter()
        jitter.add(times: times, angles: headings)
        self.jitter = jitter
        turning = HeadingLag.Reference(times: times, headings: headings)
    }

    /// Rho (classic), radians; NaN where undefined.
    static func rho(of orientations: [Quaternion]) -> [Double] {
        orientations.map { Rho.classic(down: $0.down) ?? .nan }
    }
}

/// The error of one orientation, split into the rotation about the vertical and the tilt of the vertical.
///
/// e = q_est q_ref*: total 2 acos|w|, heading 2 atan2(z, w), inclination 2 acos sqrt(w^2 + z^2) (Laidig et al., Data
/// 2021, 6(7), 72, equations 2-4); computed with atan2, which is exact near zero.
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
        let (x, y, z, w) = (error.x, error.y, error.z, error.w)
        total = 2 * Angle.arcTangent(y: error.vector.length, x: w)
        heading = Self.heading(error)
        inclination = 2 * Angle.arcTangent(y: (x * x + y * y).squareRoot(), x: (w * w + z * z).squareRoot())
    }

    @inline(__always)
    private static func heading(_ error: Quaternion) -> Double {
        Angle.wrap(2 * Angle.arcTangent(y: error.z, x: error.w))
    }

    /// The heading error alone.
    static func heading(of estimate: Quaternion, reference: Quaternion) -> Double {
        heading((estimate * reference.conjugate).canonical)
    }
}
