import RealModule
import Rotations

/// The solution holds at one of three levels of calibration of the magnetometer and at one of the gyroscope, which are
/// equally probable before the readings. They differ by the sigma of the hard iron, or of the bias at the start, alone,
/// so that what the others say follows from the solution's covariances: the Gaussian with this prior divided out and
/// another one multiplied in.
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

    /// With c the covariance of the hard iron with the heading, and d and M as below: the heading becomes less by
    /// d c M^-1 h, its variance by d c M^-1 c.
    func change(toLevel level: Int, _ work: WindowWorkspace) -> Change {
        let (here, there) = (
            parameters.hardIronSigma(noise.hardIronLevel), parameters.hardIronSigma(level)
        )
        let (s, place, field) = (TrajectoryLayout.constants, TrajectoryLayout.hardIron, TrajectoryLayout.field)
        let (a, b) = northSlope
        let (pair, columns) = (work.pair, work.numbers + 9)
        for i in 0..<3 {
            let of = pair.constants + (place + i) * s
            columns[2 * i + 1] = pair.firstConstants[2 * s + place + i] + a * of[field] + b * of[field + 1]
        }
        let covariance = pair.constants + place * s + place
        guard let cost = exchangePrior(here, there, constants.hardIron, covariance, s, columns: 2, work) else {
            return Change()
        }
        let difference = 1 / (there * there) - 1 / (here * here)
        var (product, slope) = (0.0, 0.0)
        for i in 0..<3 {
            product += columns[2 * i] * columns[2 * i + 1]
            slope += columns[2 * i + 1] * columns[2 * i + 1]
        }
        return Change(cost: cost, heading: -difference * product, variance: -difference * slope)
    }

    /// The most probable of the other levels of the gyroscope, by the bias at the start, to which it moves the
    /// covariances.
    func otherBiasLevel(_ work: WindowWorkspace) -> Int {
        work.pair.begin(work.chain)
        for k in nodes.indices.reversed() { work.pair.move(to: k, work.chain) }
        var (best, least) = (noise.biasLevel, Double.infinity)
        for level in TrajectoryParameters.levels where level != noise.biasLevel {
            let cost = cost(ofBiasLevel: level, work) ?? .infinity
            if cost < least { (best, least) = (level, cost) }
        }
        return best
    }

    /// As `Change.cost`; with the covariances of the first node.
    func cost(ofBiasLevel level: Int, _ work: WindowWorkspace) -> Double? {
        let (n, place) = (TrajectoryLayout.node, TrajectoryLayout.bias)
        let (here, there) = (parameters.biasSigma(noise.biasLevel), parameters.biasSigma(level))
        return exchangePrior(
            here, there, nodes[0].bias, work.pair.first + place * n + place, n, columns: 1, work)
    }

    /// The prior of a vector h has another sigma: with C its covariance in rows of `stride` and d the difference of the
    /// inverse variances, h becomes M^-1 h, M = 1 + d C. Returns the cost, and leaves L^-1 of h and of what stands in
    /// the columns behind it in `work.numbers`, from 9 on, where M = L L^T; nil where M has no L.
    private func exchangePrior(
        _ here: Double, _ there: Double, _ vector: Vector3, _ covariance: UnsafePointer<Double>, _ stride: Int,
        columns: Int, _ work: WindowWorkspace
    ) -> Double? {
        let difference = 1 / (there * there) - 1 / (here * here)
        let (matrix, right) = (work.numbers, work.numbers + 9)
        for i in 0..<3 {
            for j in 0..<3 { matrix[3 * i + j] = (i == j ? 1 : 0) + difference * covariance[i * stride + j] }
            right[columns * i] = vector[i]
        }
        guard DenseBlock.factor(matrix, 3) else { return nil }
        DenseBlock.forward(matrix, 3, right, columns)
        var square = 0.0
        for i in 0..<3 { square += right[columns * i] * right[columns * i] }
        let root = matrix[0] * matrix[4] * matrix[8]
        return 6 * Double.log(there / here) + 2 * Double.log(root) + difference * square
    }
}
