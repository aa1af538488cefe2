import RealModule
import Rotations

/// The solution holds at one of three levels of calibration of the magnetometer, which are equally probable before the
/// readings. They differ by the sigma of the hard iron alone, so that what the others say follows from the solution's
/// covariances: the Gaussian with its prior of the hard iron divided out and another one multiplied in.
extension SlidingWindow {
    /// What would be at another level, less what is.
    struct Change {
        /// Twice the negative logarithm of the evidence.
        var cost = 0.0
        /// Of the heading, rad, and its variance, rad^2.
        var heading = 0.0
        var variance = 0.0
    }

    /// The most probable of the other levels.
    func probableLevel(_ pair: NeighbourCovariances) -> Int {
        var (best, least) = (noise.hardIronLevel, Double.infinity)
        for level in TrajectoryParameters.levels where level != noise.hardIronLevel {
            let cost = change(toLevel: level, pair).cost
            if cost < least { (best, least) = (level, cost) }
        }
        return best
    }

    /// What the levels add to the heading's variance, as a mixture of all of them around the solution, rad^2.
    func levelsVariance(_ pair: NeighbourCovariances) -> Double {
        var (weights, sum) = (0.0, 0.0)
        for level in TrajectoryParameters.levels {
            let change = change(toLevel: level, pair)
            // From the most probable level on no weight is large.
            let weight = Double.exp(-0.5 * parameters.evidenceShare * max(change.cost, -100))
            weights += weight
            let variance = change.heading * change.heading + change.variance
            sum += weight * max(0, min(variance, Self.largestVariance))
        }
        return sum / weights
    }

    /// With C the covariance of the hard iron h, c that of h with the heading, d the difference of the inverse
    /// variances, G = (1 + d C)^-1: h becomes G h, the heading less d c G h, its variance less d c G c.
    func change(toLevel level: Int, _ pair: NeighbourCovariances) -> Change {
        let (here, there) = (
            parameters.hardIronSigma(noise.hardIronLevel), parameters.hardIronSigma(level)
        )
        let difference = 1 / (there * there) - 1 / (here * here)
        let (covariance, withHeading) = (hardIronCovariance(pair), hardIronAndHeading(pair))
        let factor = Matrix3.identity + difference * covariance
        let determinant = factor.determinant
        guard level != noise.hardIronLevel, determinant > 0, let inverse = factor.inverse else { return Change() }
        let hard = constants.hardIron
        return Change(
            cost: 6 * Double.log(there / here) + Double.log(determinant) + difference * hard.dot(inverse * hard),
            heading: -difference * withHeading.dot(inverse * hard),
            variance: -difference * withHeading.dot(inverse * withHeading))
    }

    private func hardIronCovariance(_ pair: NeighbourCovariances) -> Matrix3 {
        let (s, place) = (TrajectoryLayout.constants, TrajectoryLayout.hardIron)
        func row(_ i: Int) -> Vector3 {
            let row = pair.constants + (place + i) * s + place
            return Vector3(row[0], row[1], row[2])
        }
        return Matrix3(row(0), row(1), row(2)).symmetrized
    }

    /// Of the hard iron with the heading of the first node of the pair.
    private func hardIronAndHeading(_ pair: NeighbourCovariances) -> Vector3 {
        let (s, place, field) = (TrajectoryLayout.constants, TrajectoryLayout.hardIron, TrajectoryLayout.field)
        let (a, b) = northSlope
        func with(_ i: Int) -> Double {
            pair.firstConstants[2 * s + place + i] + a * pair.constants[field * s + place + i]
                + b * pair.constants[(field + 1) * s + place + i]
        }
        return Vector3(with(0), with(1), with(2))
    }
}
