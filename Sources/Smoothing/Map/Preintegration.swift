import OrientationFilters
import Rotations

/// Gyroscope and accelerometer between two nodes, integrated once per linearisation: the turn, the change of velocity,
/// and their dependence on the attitudes of the two nodes, bias, distortion and accelerometer bias.
///
/// The attitude in between is that of the first node propagated by the rates, plus the elapsed share of the misfit at
/// the second: theta(t) = (1 - f) theta_k + f theta_k+1 - (A(t) - f A) db - (B(t) - f B) dK, with A the integral of R
/// and B that of R (x) w_raw. (C. Forster et al., On-manifold preintegration, IEEE T-RO 33(1), 2017, has the constant
/// case.)
struct Preintegration {
    /// The attitude at a time in between, and its derivatives.
    struct Pose {
        /// Seconds from the first node, and as a share of the interval.
        var time: Double
        var share: Double
        var orientation: Quaternion
        /// Integrals from the first node: of R, and of R times each component of w_raw.
        var turn: Matrix3
        var scaled: (Matrix3, Matrix3, Matrix3)
        /// The corrected rate, rad/s.
        var rate: Vector3
    }

    private(set) var duration = 0.0
    /// The first node's attitude propagated to the second.
    private(set) var end = Quaternion.identity
    private(set) var turn = Matrix3.zero
    private(set) var scaled = (Matrix3.zero, Matrix3.zero, Matrix3.zero)
    /// Integral of R (a - bias), m/s.
    private(set) var velocity = Vector3.zero
    /// Integral of R, for the accelerometer's bias, s.
    private(set) var forceTurn = Matrix3.zero
    /// Integrals of [R a]x, of f [R a]x, of [R a]x A and of [R a]x B.
    private(set) var lever = Matrix3.zero
    private(set) var leverShare = Matrix3.zero
    private(set) var leverTurn = Matrix3.zero
    private(set) var leverScaled = (Matrix3.zero, Matrix3.zero, Matrix3.zero)
    /// Integral of |w|, rad: the amount of motion.
    private(set) var angle = 0.0
    /// Variance per axis of the turns that the mean rates miss, rad^2, and of the resulting velocity, (m/s)^2.
    private(set) var unseen = 0.0
    private(set) var unseenVelocity = 0.0
    /// Seconds in steps that are too long to be trusted.
    private(set) var blind = 0.0

    /// Integrates from sample `first` to `last`, and calls `visit` with the pose at each of the ascending `times`.
    init(
        _ samples: MapSamples, from first: Int, to last: Int, node: MapModel.Node, distortion: Matrix3,
        forceBias: Vector3, times: ArraySlice<Double>, visit: (Int, Pose) -> Void
    ) {
        let origin = samples.times[first]
        duration = samples.times[last] - origin
        var q = node.orientation
        func rate(_ i: Int) -> Vector3 { samples.rates[i] - node.bias - distortion * samples.rates[i] }
        var before = rate(first)
        var next = times.startIndex
        for i in (first + 1)..<(last + 1) {
            let begin = samples.times[i - 1]
            let step = samples.times[i] - begin
            let after = rate(i)
            let mean = 0.5 * (before + after)
            let raw = 0.5 * (samples.rates[i - 1] + samples.rates[i])
            while next < times.endIndex, times[next] <= samples.times[i] || i == last {
                // Before the first sample and after the last one, the rate is constant.
                let part = times[next] - begin
                let share = (times[next] - origin) / duration
                let here = q * Quaternion(rotationVector: part * mean)
                let half = part * (q * Quaternion(rotationVector: (0.5 * part) * mean)).matrix
                visit(
                    next,
                    Pose(
                        time: times[next] - origin, share: share, orientation: here, turn: turn + half,
                        scaled: (scaled.0 + raw.x * half, scaled.1 + raw.y * half, scaled.2 + raw.z * half),
                        rate: mean))
                next += 1
            }
            let middle = q * Quaternion(rotationVector: (0.5 * step) * mean)
            let r = middle.matrix
            let half = (0.5 * step) * r
            let force = r * (0.5 * (samples.forces[i - 1] + samples.forces[i]) - forceBias)
            let cross = step * Matrix3.skew(force)
            let share = (begin + 0.5 * step - origin) / duration
            velocity += step * force
            lever += cross
            leverShare += share * cross
            let (a, x) = (turn + half, cross)
            leverTurn += x * a
            leverScaled.0 += x * (scaled.0 + raw.x * half)
            leverScaled.1 += x * (scaled.1 + raw.y * half)
            leverScaled.2 += x * (scaled.2 + raw.z * half)
            let full = step * r
            turn += full
            scaled.0 += raw.x * full
            scaled.1 += raw.y * full
            scaled.2 += raw.z * full
            angle += step * mean.length
            let unseenTurn = UnseenTurn.variance(change: after - before, step: step)
            unseen += unseenTurn
            unseenVelocity += unseenTurn * (step * step * force.lengthSquared)
            if step > MapSamples.longestStep { blind += step }
            q = (middle * Quaternion(rotationVector: (0.5 * step) * mean)).renormalized
            before = after
        }
        forceTurn = turn
        end = q
    }
}
