import Geodesy
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The yaw of an AR world against true north from the way walked: displacements of GNSS fixes against those of the AR poses.
///
/// The idea is that of ARCL ("best location estimate", A. Hart), here as least squares: fix = turned AR path + constant + error,
/// per axis (the two-dimensional Procrustes problem; P. H. Schoenemann, Psychometrika 31, 1966). Errors of fixes are alike over tens of seconds
/// to minutes, and how long is not known beforehand: `CorrelatedRegression` averages over that, by its likelihood.
///
/// The world drifts while one walks. Each step of the path is turned by the drift between its time and the end, and what the drift is not known
/// to is a parameter too, so that the offset is that at the end.
public struct DisplacementAlignment: Sendable, Hashable {
    /// True heading minus heading in the AR world at the end, radians in (-pi, pi].
    public var offset: Double
    /// Standard deviation, radians.
    public var sigma: Double
    /// Fixes used.
    public var fixes: Int
    /// Length of the GNSS displacements over that of the AR displacements as the fit has it; 1 where both are in metres.
    public var scale: Double
    /// Standard deviation of a fix per axis, metres.
    public var residual: Double

    /// Fixes with a larger radius of 68 % say nothing about a walk, metres.
    static let worstAccuracy = 30.0
    /// How long errors of fixes are alike, seconds: orbits, ionosphere and reflections change over tens of seconds to minutes. What changes faster is
    /// white. Shorter times would be found where one walks for a minute, and longer ones bend no path in it.
    private static let correlationTimes = 10.0...300
    /// Receivers filter their fixes: most have no white noise, and a share of a few percent cannot be told from none in a minute.
    private static let whiteShares = [0, 0.2, 0.5, 0.8, 0.98]
    /// A larger sigma is no alignment, radians.
    static let largestSigma = Angle.radians(15)

    /// `nil` where fewer than 8 fixes meet a tracked pose, the way is too short for their scatter, or the lengths of both differ by
    /// more than a third.
    /// - Parameters:
    ///   - fixes: of one log.
    ///   - positions: east, north, up of the session's level frame (`ARPose.levelPosition`), without a jump.
    ///   - end: the time whose offset is asked for, nanoseconds; `nil`: that of the last fix used.
    ///   - drift: how fast the offset grows, rad/s.
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
        let path = Path(own, before: stamps.map { LogTime.seconds(last - $0) }, drift: drift)
        let times = stamps.map { LogTime.seconds($0 - stamps[0]) }
        let seen = found.map(\.x) + found.map(\.y)
        let ones = [Double](repeating: 1, count: n), zeros = [Double](repeating: 0, count: n)
        let constants = [ones + zeros, zeros + ones]
        /// Of the path turned counter-clockwise: along itself, across itself, and with the drift.
        func columns(_ turn: Double) -> [[Double]] {
            let rotation = Quaternion.aboutVertical(turn)
            let (points, drifted) = (path.points.map(rotation.rotate), path.drifted.map(rotation.rotate))
            return [
                points.map(\.x) + points.map(\.y), points.map { -$0.y } + points.map(\.x),
                drifted.map(\.x) + drifted.map(\.y),
            ]
        }
        // The turn is linear about itself: once to find it, once to know it.
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
        residual = fit.errorVariance.squareRoot()
        // Counter-clockwise is minus the heading's sense.
        offset = Angle.wrap(-turn)
        sigma = fit.sigma(1) / length * StudentT.quantile95(degreesOfFreedom: Double(2 * n - 5)) / 1.96
        guard sigma < Self.largestSigma, (0.67...1.5).contains(scale) else { return nil }
    }
}

/// A path of an AR world, as it would be with the yaw that the world has at the end.
private struct Path {
    /// From its first point, metres.
    var points: [Vector3] = []
    /// How they would move per rad/s of more drift, metres.
    var drifted: [Vector3] = []

    /// - Parameters:
    ///   - seconds: of each position, before the end.
    ///   - drift: how fast the offset grows, clockwise positive, rad/s.
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
