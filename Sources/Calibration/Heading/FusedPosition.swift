import Geodesy
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// The observer's path from an AR session and the fixes of the same log: fix = turned AR path + constant + error, per
/// axis, with the session's yaw and drift known to a sigma.
///
/// The path has the shape that the poses give it, and the place that all fixes have in common. The error of a fix is
/// its stated accuracy times an unknown factor, correlated over an unknown time (`CorrelatedRegression`). An error that
/// lasts for the whole session cannot be seen; its size is that of the stated accuracy and of the factor's prior. What
/// a fix states beyond the median is white noise of its own: an error that fixes share has one size.
public struct FusedPosition: Sendable {
    /// Of the positions, nanoseconds of the log's clock.
    public private(set) var times: [Int64] = []
    /// One per time.
    public private(set) var positions: [GeodeticPosition] = []
    /// Standard deviations per horizontal axis, metres, one per time.
    public private(set) var sigmas: [Double] = []
    /// Fixes used.
    public let fixes: Int
    /// Standard deviation of the median fix per axis as the fit found it, metres.
    public private(set) var fixSigma = 0.0
    /// The same in units of the stated one; `nil` where none is stated.
    public private(set) var factor: Double?

    /// The yaw of the session.
    public struct Yaw: Sendable {
        /// True heading minus heading in the AR world at the path's end, and its standard deviation, radians; infinite
        /// where only the path determines it.
        public var offset, offsetSigma: Double
        /// Growth of the offset, clockwise positive, and its standard deviation, rad/s.
        public var drift, driftSigma: Double

        /// A yaw; see the properties for units.
        public init(offset: Double, offsetSigma: Double, drift: Double = 0, driftSigma: Double = 0) {
            (self.offset, self.offsetSigma, self.drift, self.driftSigma) = (offset, offsetSigma, drift, driftSigma)
        }
    }

    /// Degrees of freedom of the prior of the factor's square: 95 % of the factors are between 0.6 and 2.9. Receivers
    /// state 68 % of an error that they do not know either.
    static let factorFreedom = 4.0
    /// Correlation times of the errors of fixes, seconds: reflections and the receiver's filter change over tens of
    /// seconds, ionosphere and orbits over up to an hour, which is a constant in most sessions.
    static let correlationTimes = 10.0...3600
    /// Shares of white noise: what scatters from fix to fix never excludes a constant error beneath it.
    static let whiteShares = [0, 0.2, 0.5, 0.8]
    /// The radius that holds 68 % of a circular error, in standard deviations per axis.
    public static let radius68 = 1.515

    /// `nil` where fewer than three fixes meet the path.
    /// - Parameters:
    ///   - fixes: of one log.
    ///   - path: east, north, up of the session's level frame (`ARPose.levelPosition`), without a jump.
    ///   - yaw: of the session.
    ///   - worstAccuracy: fixes with a larger radius of 68 % are not used, metres.
    ///   - usesHeights: whether the fixes' heights are used, each being known.
    public init?(
        fixes: SampleStream<LocationFix>, path: SampleStream<Vector3>, yaw: Yaw, worstAccuracy: Double,
        usesHeights: Bool
    ) {
        guard let first = fixes.values.first, let last = path.times.last else { return nil }
        let frame = LocalFrame(origin: first.place)
        let level = LevelPath(path.values, before: path.times.map { LogTime.seconds(last - $0) }, drift: yaw.drift)
        let indices = SampleStream(times: path.times, values: Array(path.times.indices))
        var (stamps, met): ([Int64], [Int]) = ([], [])
        var (seen, accuracies): ([Vector3], [Double]) = ([], [])
        for (time, fix) in zip(fixes.times, fixes.values) where !(fix.accuracy > worstAccuracy) {
            guard let index = indices.value(near: time) else { continue }
            stamps.append(time)
            met.append(index)
            seen.append(frame.local(fix.place))
            accuracies.append(fix.accuracy)
        }
        guard let start = stamps.first else { return nil }
        self.fixes = stamps.count
        let times = stamps.map { LogTime.seconds($0 - start) }
        let stated = accuracies.filter { $0 > 0 }.sorted()
        let usual = stated.isEmpty ? Self.radius68 : stated[stated.count / 2]
        let excess = accuracies.map { $0 > usual ? $0 * $0 / (usual * usual) - 1 : 0 }
        let weights = [Double](repeating: Self.radius68 / usual, count: stamps.count)
        let none = [Double](repeating: 0, count: stamps.count)
        func fit(_ turn: Double) -> CorrelatedRegression? {
            let rotation = Quaternion.aboutVertical(turn)
            let points = met.map { rotation.rotate(level.points[$0]) }
            let drifted = met.map { rotation.rotate(level.drifted[$0]) }
            func column(_ east: [Double], _ north: [Double]) -> [Double] {
                zip(east, weights).map { $0 * $1 } + zip(north, weights).map { $0 * $1 }
            }
            return CorrelatedRegression(
                column(zip(seen, points).map { $0.x - $1.x }, zip(seen, points).map { $0.y - $1.y }),
                times: times + times,
                columns: [column(points.map { -$0.y }, points.map(\.x)), weights + none, none + weights]
                    + (yaw.driftSigma > 0 ? [column(drifted.map(\.x), drifted.map(\.y))] : []),
                priorSigmas: [yaw.offsetSigma, .infinity, .infinity] + (yaw.driftSigma > 0 ? [yaw.driftSigma] : []),
                series: 2, whiteShares: Self.whiteShares,
                correlationTimes: Self.correlationTimes, excess: excess + excess,
                scaleFreedom: stated.isEmpty ? 0 : Self.factorFreedom)
        }
        // Linear about the yaw: where only the path determines it, a second pass solves at what the first one found.
        var turn = -yaw.offset
        guard var found = fit(turn) else { return nil }
        if yaw.offsetSigma.isInfinite {
            turn += Double.atan(found.parameters[0])
            guard let again = fit(turn) else { return nil }
            found = again
        }
        let height =
            usesHeights
            ? CorrelatedRegression(
                zip(seen, met).map { $0.z - level.points[$1].z }, times: times,
                columns: [[Double](repeating: 1, count: times.count)], priorSigmas: [.infinity],
                whiteShares: Self.whiteShares, correlationTimes: Self.correlationTimes)?
                .parameters[0] : nil
        let p = found.parameters.count
        let quantile =
            StudentT.quantile95(
                degreesOfFreedom: Double(2 * stamps.count - p) + (stated.isEmpty ? 0 : Self.factorFreedom)) / 1.96
        let ratio = found.variance.squareRoot() * quantile
        factor = stated.isEmpty ? nil : ratio
        fixSigma = ratio * usual / Self.radius68
        let rotation = Quaternion.aboutVertical(turn)
        for (index, time) in path.times.enumerated() {
            let point = rotation.rotate(level.points[index])
            let drifted = rotation.rotate(level.drifted[index])
            // The change of either axis with the parameters.
            let changes = [[-point.y, 1, 0, drifted.x], [point.x, 0, 1, drifted.y]]
            let moved = changes.map { change in zip(change, found.parameters).reduce(0) { $0 + $1.0 * $1.1 } }
            var variance = 0.0
            for change in changes {
                for a in 0..<p { for b in 0..<p { variance += change[a] * change[b] * found.covariance[a * p + b] } }
            }
            var place = frame.geodetic(
                local: Vector3(point.x + moved[0], point.y + moved[1], height.map { point.z + $0 } ?? 0))
            if height == nil { place.height = first.place.height }
            self.times.append(time)
            positions.append(place)
            sigmas.append((variance / 2).squareRoot() * quantile)
        }
    }
}
