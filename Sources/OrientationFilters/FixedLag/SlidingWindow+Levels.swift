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

    /// The most probable of the other levels, and what all of them add to the heading's variance as a mixture around
    /// the solution, rad^2.
    func otherLevels(_ work: WindowWorkspace) -> (best: Int, variance: Double) {
        var (best, least) = (noise.hardIronLevel, Double.infinity)
        // The solution's own level has the weight 1.
        var (weights, sum) = (1.0, 0.0)
        for level in TrajectoryParameters.levels where level != noise.hardIronLevel {
            let change = change(toLevel: level, work)
            if change.cost < least { (best, least) = (level, change.cost) }
            let weight = Double.exp(-0.5 * parameters.evidenceShare * max(change.cost, -100))
            weights += weight
            let variance = change.heading * change.heading + change.variance
            sum += weight * max(0, min(variance, Self.largestVariance))
        }
        return (best, sum / weights)
    }

    /// With C the covariance of the hard iron h, c that of h with the heading, d the difference of the inverse
    /// variances and M = 1 + d C: h becomes M^-1 h, the heading less d c M^-1 h, its variance less d c M^-1 c.
    func change(toLevel level: Int, _ work: WindowWorkspace) -> Change {
        let (here, there) = (
            parameters.hardIronSigma(noise.hardIronLevel), parameters.hardIronSigma(level)
        )
        let difference = 1 / (there * there) - 1 / (here * here)
        let (s, place, field) = (TrajectoryLayout.constants, TrajectoryLayout.hardIron, TrajectoryLayout.field)
        let (a, b) = northSlope
        // M, and the columns h and c.
        let (pair, matrix, columns) = (work.pair, work.numbers, work.numbers + 9)
        for i in 0..<3 {
            let of = pair.constants + (place + i) * s
            for j in 0..<3 { matrix[3 * i + j] = (i == j ? 1 : 0) + difference * of[place + j] }
            columns[2 * i] = constants.hardIron[i]
            columns[2 * i + 1] = pair.firstConstants[2 * s + place + i] + a * of[field] + b * of[field + 1]
        }
        guard DenseBlock.factor(matrix, 3) else { return Change() }
        DenseBlock.forward(matrix, 3, columns, 2)
        var (square, product, slope) = (0.0, 0.0, 0.0)
        for i in 0..<3 {
            let (x, y) = (columns[2 * i], columns[2 * i + 1])
            square += x * x
            product += x * y
            slope += y * y
        }
        let root = matrix[0] * matrix[4] * matrix[8]
        return Change(
            cost: 6 * Double.log(there / here) + 2 * Double.log(root) + difference * square,
            heading: -difference * product, variance: -difference * slope)
    }
}
