import RealModule
import Rotations

/// What a steady rate says of the bias.
///
/// A device that turns no faster than a second before either rests, and its rate is the bias, or it turns steadily.
/// Before the field is heard both are as probable. This is said once per `TrajectoryParameters.restTime`, the time that
/// a rest or a steady turn lasts, not anew by each interval: a turn that the field sees for longer outweighs it.
extension SlidingWindow {
    /// Share of the intervals that are as steady as the one before.
    private static let steadyShare = 0.2

    /// Of an interval: rad/s, as read.
    private func meanRate(_ k: Int) -> Vector3 {
        let m = integrals[k]
        return m.bias + (1 / m.duration) * m.end.rotationVector
    }

    /// The probability that the rate of interval k is that of the one before, from their difference: a mixture of two
    /// Gaussians.
    func steadiness(_ k: Int) -> Double {
        guard k > 0 else { return Self.steadyShare }
        let p = parameters
        let change = (meanRate(k) - meanRate(k - 1)).lengthSquared
        let narrow = Self.density(change, p.steadySigma), wide = Self.density(change, p.turnSigma)
        return Self.steadyShare * narrow / (Self.steadyShare * narrow + (1 - Self.steadyShare) * wide)
    }

    /// Of a vector of this square, of a Gaussian with this sigma, but for a constant.
    private static func density(_ square: Double, _ sigma: Double) -> Double {
        Double.exp(-0.5 * square / (sigma * sigma)) / (sigma * sigma * sigma)
    }

    /// Of the bias at node k: a mixture of rest and turn.
    func addRest(_ m: MotionIntegral, _ k: Int, _ work: WindowWorkspace) {
        let p = parameters
        let share = steadiness(k) * m.duration / max(p.restTime, m.duration)
        let missing = meanRate(k) - nodes[k].bias
        let rest = Self.density(missing.lengthSquared, p.restSigma)
        // A turn in no direction: the same for all rates up to some.
        let turn = Self.density(0, p.turnSigma)
        work.cost -= 2 * share * Double.log(rest + turn)
        let weight = share * rest / (rest + turn) / (p.restSigma * p.restSigma)
        for i in 0..<3 { work.interval.add(prior: missing[i], TrajectoryLayout.bias + i, weight: weight) }
    }

    /// The mean of the rates as read, by their steadiness: the bias of a device that rested whenever it was steady.
    var steadyRate: Vector3 {
        var sum = Vector3.zero
        var weights = 0.0
        for k in 0..<nodes.count - 1 {
            let weight = steadiness(k)
            sum += weight * meanRate(k)
            weights += weight
        }
        return weights > 0 ? (1 / weights) * sum : .zero
    }
}
