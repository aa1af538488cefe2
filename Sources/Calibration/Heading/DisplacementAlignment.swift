import Geodesy
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The yaw of an AR world against true north from a walk: displacements of GNSS fixes against those of the AR poses.
///
/// The idea is that of ARCL ("best location estimate", A. Hart), here as least squares: fix = turned AR path + constant
/// + error, per axis (the two-dimensional Procrustes problem; P. H. Schoenemann, Psychometrika 31, 1966). Errors of
/// fixes are correlated over tens of seconds to minutes, with an unknown correlation time, over which
/// `CorrelatedRegression` averages by the likelihood.
///
/// The world drifts during the walk. Each step of the path is turned by the drift between its time and the end, and the
/// uncertainty of the drift is a parameter too, so that the offset is that at the end.
public struct DisplacementAlignment: Sendable, Hashable {
    /// True heading minus heading in the AR world at the end, radians in (-pi, pi].
    public var offset: Double
    /// Standard deviation, radians.
    public var sigma: Double
    /// Fixes used.
    public var fixes: Int
    /// Fitted ratio of the GNSS displacements to the AR displacements; 1 where both are in metres.
    public var scale: Double

    /// Fixes with a larger radius of 68 % are not used, metres.
    static let worstAccuracy = 30.0
    /// Correlation times of the errors of fixes, seconds: orbits, ionosphere and reflections change over tens of
    /// seconds to minutes; faster errors are white. Shorter times would be found in a walk of a minute, and longer ones
    /// do not bend a path within it.
    private static let correlationTimes = 10.0...300
    /// Receivers filter their fixes: most have no white noise, and within a minute a share of a few percent is
    /// indistinguishable from none.
    private static let whiteShares = [0, 0.2, 0.5, 0.8, 0.98]
    /// A larger sigma is refused, radians.
    static let largestSigma = Angle.radians(15)

    /// `nil` where fewer than 8 fixes meet a tracked pose, the walk is too short for their scatter, or the lengths of
    /// both differ by more than a third.
    /// - Parameters:
    ///   - fixes: of one log.
    ///   - positions: east, north, up of the session's level frame (`ARPose.levelPosition`), without a jump.
    ///   - end: the time of the offset, nanoseconds; `nil`: that of the last fix used.
    ///   - drift: growth of the offset, rad/s.
    ///   - driftSigma: its standard deviation, rad/s.
    public init?(
        fixes: SampleStream<LocationFix>, positions: SampleStream<Vector3>, end: Int64? = nil, drift: Double = 0,
        driftSigma: Double = 0
    ) {
        guard let first = fixes.values.first else { return nil }
        let frame = LocalFrame(origin: first.place)
        var stamps: [Int64] = []
        var (own, found): ([Vector3], [Vector3]) = ([], [])
        for (time, fix) in zip(fixes.times, fixes.values)
        where !(fix.accuracy > Self.worstAccuracy) {
            guard let position = positions.value(near: time) else { continue }
            stamps.append(time)
            own.append(position)
            found.append(
                frame.local(
                    GeodeticPosition(
                        latitude: fix.place.latitude, longitude: fix.place.longitude, height: first.place.height)))
        }
        let n = stamps.count
        guard n >= 8, let last = end ?? stamps.last else { return nil }
        self.fixes = n
        let path = LevelPath(own, before: stamps.map { LogTime.seconds(last - $0) }, drift: drift)
        let times = stamps.map { LogTime.seconds($0 - stamps[0]) }
        let seen = found.map(\.x) + found.map(\.y)
        let ones = [Double](repeating: 1, count: n), zeros = [Double](repeating: 0, count: n)
        let constants = [ones + zeros, zeros + ones]
        /// The path turned counter-clockwise: columns along it, across it, and for the drift.
        func columns(_ turn: Double) -> [[Double]] {
            let rotation = Quaternion.aboutVertical(turn)
            let (points, drifted) = (path.points.map(rotation.rotate), path.drifted.map(rotation.rotate))
            return [
                points.map(\.x) + points.map(\.y), points.map { -$0.y } + points.map(\.x),
                drifted.map(\.x) + drifted.map(\.y),
            ]
        }
        // The problem is linear about the right turn: one pass finds it, a second one solves there.
        var (turn, length) = (0.0, 0.0)
        var fit: CorrelatedRegression?
        for pass in 0..<2 {
            let all = columns(turn)
            let hasDrift = pass == 1 && driftSigma > 0
            fit = CorrelatedRegression(
                seen, times: times + times, columns: Array(all.prefix(hasDrift ? 3 : 2)) + constants,
                priorSigmas: [.infinity, .infinity] + (hasDrift ? [driftSigma] : []) + [.infinity, .infinity],
                series: 2, whiteShares: Self.whiteShares, correlationTimes: Self.correlationTimes)
            guard let fit else { return nil }
            length = (fit.parameters[0] * fit.parameters[0] + fit.parameters[1] * fit.parameters[1]).squareRoot()
            turn += Double.atan2(y: fit.parameters[1], x: fit.parameters[0])
        }
        guard let fit, length > 0 else { return nil }
        scale = length
        // A counter-clockwise turn is a negative heading.
        offset = Angle.wrap(-turn)
        sigma = fit.sigma(1) / length * StudentT.quantile95(degreesOfFreedom: Double(2 * n - 5)) / 1.96
        guard sigma < Self.largestSigma, (0.67...1.5).contains(scale) else { return nil }
    }
}

/// A path of an AR world, corrected to the yaw that the world has at the end.
struct LevelPath {
    /// Relative to its first point, metres.
    var points: [Vector3] = []
    /// Change of the points per rad/s of additional drift, metres.
    var drifted: [Vector3] = []

    /// - Parameters:
    ///   - seconds: of each position, before the end.
    ///   - drift: growth of the offset, clockwise positive, rad/s.
    init(_ positions: [Vector3], before seconds: [Double], drift: Double) {
        var (point, moved) = (Vector3.zero, Vector3.zero)
        for index in positions.indices {
            if index > 0 {
                // The offset was smaller by this.
                let age = (seconds[index] + seconds[index - 1]) / 2
                let step = Quaternion.aboutVertical(drift * age).rotate(positions[index] - positions[index - 1])
                point += step
                moved += Vector3(-step.y, step.x, 0) * age
            }
            points.append(point)
            drifted.append(moved)
        }
    }
}
