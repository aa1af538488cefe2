import LinearAlgebra
import Rotations
import SensorModels
import Vocabulary

/// The gyroscope's scale and misalignment against gravity: from one rest to the next, the integrated rate must turn the
/// direction of gravity as measured by the accelerometer (D. Tedaldi, A. Pretto & E. Menegatti, ICRA 2014, section
/// III-C).
///
/// K is full: misalignment is relative to the accelerometer's axes. Maximum a posteriori with a prior for phones; the
/// bias is interpolated between the means of the two rests, so that a slow drift has no effect.
public struct GyroscopeScaleFit: Sendable {
    /// K of w_calibrated = K (w_raw - b).
    public var scale: Matrix3
    /// Standard deviations of K's elements.
    public var sigma: Matrix3
    /// 9 x 9 covariance of K's elements by rows; nil without a turn.
    public var covariance: Matrix?
    /// Turns between rests that were used.
    public var turnCount: Int
    /// Accepted or refused.
    public var verdict: CalibrationVerdict

    /// Standard deviation of scale and misalignment of a phone's gyroscope.
    static let priorSigma = 0.02
    /// Uncertainty of the direction of gravity at rest, radians, and the number of residuals to which it is equivalent.
    static let noise = (sigma: 0.004, freedom: 4.0)
    /// A longer turn accumulates too much of the bias's error, seconds.
    static let longestTurn = 60.0
    /// A longer step of the gyroscope is a gap, seconds.
    static let longestStep = 0.1
    /// A scale with a larger sigma is not applied: half a percent is half a degree per quarter turn.
    static let largestSigma = 0.006

    /// - Parameters:
    ///   - gyroscope: raw, rad/s, device axes.
    ///   - rests: in the order of time, with their mean rate and mean force.
    ///   - accelerometer: calibration of the mean forces.
    public init(gyroscope: VectorStream, rests: [RestInterval], accelerometer: AccelerometerModel) {
        let limits = Self.extremes(gyroscope)
        let turns = zip(rests, rests.dropFirst()).compactMap {
            Turn(gyroscope, from: $0, to: $1, accelerometer, limits: limits)
        }
        scale = .identity
        sigma = Matrix3.identity
        for i in 0..<3 { for j in 0..<3 { sigma[i, j] = Self.priorSigma } }
        (covariance, turnCount, verdict) = (nil, turns.count, .accepted)
        var noise = Self.noise.sigma
        for _ in 0..<6 where !turns.isEmpty {
            var rows = Matrix(rows: 3 * turns.count + 9, columns: 9)
            var values = [Double](repeating: 0, count: 3 * turns.count + 9)
            var squares = 0.0
            for (index, turn) in turns.enumerated() {
                let (residual, columns) = turn.equation(scale)
                squares += residual.lengthSquared
                // A direction has two components: the third residual is zero to first order.
                let weight = RobustStatistics.pseudoHuberWeight(residual.length / (2 * noise)).squareRoot() / noise
                for axis in 0..<3 {
                    values[3 * index + axis] = residual[axis] * weight
                    for column in 0..<9 { rows[3 * index + axis, column] = columns[column][axis] * weight }
                }
            }
            for column in 0..<9 {
                let (i, j) = (column / 3, column % 3)
                rows[3 * turns.count + column, column] = 1 / Self.priorSigma
                values[3 * turns.count + column] = -(scale[i, j] - (i == j ? 1 : 0)) / Self.priorSigma
            }
            guard let fit = try? rows.leastSquares(values), let cofactor = fit.cofactor else { break }
            for column in 0..<9 { scale[column / 3, column % 3] += fit.parameters[column] }
            covariance = cofactor
            let fromPrior = (0..<9).reduce(0.0) { $0 + cofactor[$1, $1] / (Self.priorSigma * Self.priorSigma) }
            let free = max(0, 2 * Double(turns.count) - (9 - fromPrior))
            let known = Self.noise
            // The noise is itself estimated from few residuals: the variance of Student's t.
            noise = ((known.freedom * known.sigma * known.sigma + squares) / (known.freedom + free - 2)).squareRoot()
        }
        if let covariance {
            for column in 0..<9 { sigma[column / 3, column % 3] = covariance[column, column].squareRoot() }
        }
        let worst = (0..<3).map { sigma[$0, $0] }.max() ?? .infinity
        guard worst > Self.largestSigma else { return }
        let percent = MagnetometerDataCheck.rounded(100 * worst)
        verdict = .refused(
            "\(turns.count) turns between rests determine the scale only to \(percent) %",
            advice: "turn the phone by 90 degrees or more about each of its axes, forth and back, and lay it still "
                + "for two seconds after each turn")
    }

    /// The largest magnitude per axis: a turn with several such readings in a row was clipped.
    private static func extremes(_ gyroscope: VectorStream) -> Vector3 {
        var result = Vector3.zero
        for value in gyroscope.values where value.isFinite {
            for axis in 0..<3 { result[axis] = max(result[axis], value[axis].magnitude) }
        }
        return result
    }

    /// The motion from one rest to the next.
    private struct Turn {
        var before: Vector3
        var after: Vector3
        /// Seconds and rate minus bias, per sample.
        var steps: [Double]
        var rates: [Vector3]

        init?(
            _ gyroscope: VectorStream, from first: RestInterval, to second: RestInterval, _ model: AccelerometerModel,
            limits: Vector3
        ) {
            guard let force = first.meanForce, let next = second.meanForce,
                let before = model.apply(force).normalized, let after = model.apply(next).normalized
            else { return nil }
            let part = gyroscope.clipped(to: first.end...second.start)
            let span = LogTime.seconds(second.start - first.end)
            guard span > 0, span <= longestTurn, part.count >= 2 else { return nil }
            let isClipped = (0..<3).contains { axis in
                limits[axis] > 0 && part.values.count { $0[axis].magnitude == limits[axis] } >= 3
            }
            guard !isClipped else { return nil }
            (self.before, self.after, steps, rates) = (before, after, [], [])
            for i in 1..<part.count {
                let step = LogTime.seconds(part.times[i] - part.times[i - 1])
                guard step <= longestStep else { return nil }
                let rate = 0.5 * (part.values[i] + part.values[i - 1])
                guard step > 0, rate.isFinite else { continue }
                let share = LogTime.seconds(part.times[i] - first.end) / span
                let bias = first.meanRate + share * (second.meanRate - first.meanRate)
                steps.append(step)
                rates.append(rate - bias)
            }
        }

        /// Measured minus predicted direction at the end, with its derivatives with respect to the elements of K, by
        /// rows.
        func equation(_ scale: Matrix3) -> (residual: Vector3, columns: [Vector3]) {
            var orientation = Quaternion.identity
            // Integrals of R w_j dt: an error of K turns the end by the sum of their columns.
            var integrals = [Matrix3.zero, .zero, .zero]
            for (step, rate) in zip(steps, rates) {
                let turn = step * (scale * rate)
                let middle = (orientation * Quaternion(rotationVector: 0.5 * turn)).matrix
                for j in 0..<3 { integrals[j] += (step * rate[j]) * middle }
                orientation = (orientation * Quaternion(rotationVector: turn)).renormalized
            }
            let residual = after - orientation.unrotate(before)
            let columns = (0..<9).map { column in
                let error = Vector3(
                    integrals[column % 3][0, column / 3], integrals[column % 3][1, column / 3],
                    integrals[column % 3][2, column / 3])
                return orientation.unrotate(before.cross(error))
            }
            return (residual, columns)
        }
    }
}
