import Geodesy
import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The yaw of an AR world against true north from the way walked: displacements of GNSS fixes against those of the AR poses.
///
/// The idea is that of ARCL ("best location estimate", A. Hart), here as least squares: fix = turned AR position + constant + error,
/// per axis, whose solution is the two-dimensional Procrustes problem (P. H. Schoenemann, Psychometrika 31, 1966). Errors of fixes are
/// correlated over half a minute and more, so positions and fixes are whitened as an AR(1) process of `correlationTime` first; the scale
/// of the errors comes from the residuals.
public struct DisplacementAlignment: Sendable, Hashable {
    /// True heading minus heading in the AR world, radians in (-pi, pi].
    public var offset: Double
    /// Standard deviation, radians.
    public var sigma: Double
    /// Fixes used.
    public var fixes: Int
    /// Length of the GNSS displacements over that of the AR displacements as the fit has it; 1 where both are in metres.
    public var scale: Double
    /// Standard deviation of a fix per axis, metres.
    public var residual: Double

    /// Seconds over which errors of fixes are alike (multipath and atmosphere: tens of seconds to minutes).
    static let correlationTime = 30.0
    /// Fixes with a larger radius of 68 % say nothing about a walk, metres.
    static let worstAccuracy = 30.0
    /// A larger sigma is no alignment, radians.
    static let largestSigma = Angle.radians(15)

    /// `nil` where fewer than 8 fixes meet a tracked pose, the way is too short for their scatter, or the lengths of both differ by
    /// more than a third.
    /// - Parameters:
    ///   - fixes: of one log.
    ///   - positions: east, north, up of the session's level frame (`ARPose.levelPosition`), turned to one yaw where it jumped.
    public init?(fixes: SampleStream<LocationFix>, positions: SampleStream<Vector3>) {
        guard let first = fixes.values.first else { return nil }
        let frame = LocalFrame(origin: first.place)
        var times: [Double] = []
        var found: [[Double]] = [[], [], [], []]
        for (time, fix) in zip(fixes.times, fixes.values)
        where !(fix.accuracy > Self.worstAccuracy) {
            guard let position = positions.value(near: time) else { continue }
            let local = frame.local(
                GeodeticPosition(
                    latitude: fix.place.latitude, longitude: fix.place.longitude, height: first.place.height))
            times.append(LogTime.seconds(time))
            for (index, value) in [position.x, position.y, local.x, local.y].enumerated() { found[index].append(value) }
        }
        let n = times.count
        guard n >= 8 else { return nil }
        self.fixes = n
        // Whitened: differences to what the sample before predicts.
        var ones: [Double] = []
        var rows: [[Double]] = [[], [], [], []]
        for k in 0..<n {
            let phi = k == 0 ? 0 : Double.exp(-max(times[k] - times[k - 1], 0) / Self.correlationTime)
            let scale = 1 / max(1 - phi * phi, 1e-6).squareRoot()
            ones.append((k == 0 ? 1 : 1 - phi) * scale)
            for c in 0..<4 { rows[c].append((found[c][k] - (k == 0 ? 0 : phi * found[c][k - 1])) * scale) }
        }
        // The constant is projected out.
        let norm = ones.reduce(0) { $0 + $1 * $1 }
        for c in 0..<4 {
            let mean = zip(rows[c], ones).reduce(0) { $0 + $1.0 * $1.1 } / norm
            rows[c] = zip(rows[c], ones).map { $0 - mean * $1 }
        }
        var (dot, cross, own) = (0.0, 0.0, 0.0)
        for k in 0..<n {
            let (ax, ay, gx, gy) = (rows[0][k], rows[1][k], rows[2][k], rows[3][k])
            dot += ax * gx + ay * gy
            cross += ax * gy - ay * gx
            own += ax * ax + ay * ay
        }
        guard own > 0 else { return nil }
        let turn = Double.atan2(y: cross, x: dot)
        scale = (dot * dot + cross * cross).squareRoot() / own
        let (c, s) = (Double.cos(turn), Double.sin(turn))
        let squares = (0..<n).reduce(0.0) { sum, k in
            let x = rows[2][k] - (c * rows[0][k] - s * rows[1][k])
            let y = rows[3][k] - (s * rows[0][k] + c * rows[1][k])
            return sum + x * x + y * y
        }
        residual = (squares / Double(2 * n - 3)).squareRoot()
        // Counter-clockwise is minus the heading's sense.
        offset = Angle.wrap(-turn)
        sigma = residual / own.squareRoot() * StudentT.quantile95(degreesOfFreedom: Double(2 * n - 3)) / 1.96
        guard sigma < Self.largestSigma, (0.67...1.5).contains(scale) else { return nil }
    }
}
