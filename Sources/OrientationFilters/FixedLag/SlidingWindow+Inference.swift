import RealModule
import Rotations

/// Noise and room from the window itself: one step of expectation and maximisation per node.
///
/// After A. P. Dempster, N. M. Laird, D. B. Rubin, Maximum Likelihood from Incomplete Data via the EM Algorithm,
/// Journal of the Royal Statistical Society B 39(1), 1977. The expectations need the covariances of neighbouring nodes
/// (`NeighbourCovariances`).
extension SlidingWindow {
    /// Beyond them the room is noise, or has no mean.
    private static let persistences = 0.1...0.7

    /// Sums over the intervals.
    private struct Moments {
        /// Of the room's innovations, microtesla^2, weighted.
        var innovations = 0.0
        /// Of the room at the second node times that at the first, and of the first's square.
        var products = 0.0
        var squares = 0.0
        /// Of the turns' residuals, in units of the gyroscope's variance: (rad/s)^2 s.
        var turns = 0.0
    }

    /// Needs the factorised chain.
    mutating func infer(_ work: WindowWorkspace) {
        guard nodes.count > 3 else { return }
        inferMotion(moments(work))
        if !work.residuals.isEmpty { inferMagnetometer(work.residuals) }
    }

    /// At the solution as it is; false where it has none.
    mutating func inferAgain(_ work: WindowWorkspace) -> Bool {
        guard factorise(work) else { return false }
        infer(work)
        return true
    }

    private mutating func inferMotion(_ sums: Moments) {
        let p = parameters
        let count = 3 * Double(nodes.count - 1)
        let variance0 = TrajectoryNoise.roomVariance(p)
        solution.noise.roomVariance = (p.inferPrior * variance0 + sums.innovations) / (p.inferPrior + count)
        let persistence0 = TrajectoryNoise.persistence(p)
        let strength = p.inferPrior * variance0 / (1 - persistence0 * persistence0) / 3
        let value = (sums.products + strength * persistence0) / (sums.squares + strength)
        solution.noise.persistence = min(Self.persistences.upperBound, max(Self.persistences.lowerBound, value))
        let prior = p.inferPrior * p.gyroscopeNoise * p.gyroscopeNoise
        solution.noise.gyroscope = ((prior + sums.turns) / (p.inferPrior + count)).squareRoot()
    }

    /// From the residuals by their weights; each node takes about four of their degrees of freedom.
    private mutating func inferMagnetometer(_ residuals: [Double]) {
        let p = parameters
        var (squares, weights) = (0.0, 0.0)
        for residual in residuals {
            let weight = fieldWeight(residual, 1)
            squares += weight * residual * residual
            weights += weight
        }
        let freedom = max(0.9 * weights, 3 * weights - 4 * Double(nodes.count))
        let prior = p.inferPrior * p.magnetometerNoise * p.magnetometerNoise
        solution.noise.magnetometer = ((prior + squares) / (p.inferPrior + freedom)).squareRoot()
    }

    private mutating func moments(_ work: WindowWorkspace) -> Moments {
        var sums = Moments()
        let pair = work.pair
        pair.begin(work.chain)
        for k in nodes.indices.reversed() {
            pair.move(to: k, work.chain)
            guard k < nodes.count - 1 else { continue }
            addRoom(k, pair, to: &sums)
            let turn = work.turns[k]
            sums.turns += (turn.residual.lengthSquared + max(0, turn.variance(pair))) / turn.unit
        }
        return sums
    }

    /// The room of an interval: the weight of its innovation (Student's t), and the sums.
    private mutating func addRoom(_ k: Int, _ pair: NeighbourCovariances, to sums: inout Moments) {
        let (a, b) = (nodes[k].room, nodes[k + 1].room)
        var (ofFirst, ofSecond, ofBoth) = (0.0, 0.0, 0.0)
        for i in TrajectoryLayout.room..<TrajectoryLayout.room + 3 {
            let place = i * TrajectoryLayout.node + i
            ofFirst += pair.first[place]
            ofSecond += pair.second[place]
            ofBoth += pair.cross[place]
        }
        let square = a.lengthSquared + ofFirst
        let product = a.dot(b) + ofBoth
        let next = b.lengthSquared + ofSecond
        let persistence = noise.persistence
        let innovation = max(0, next - 2 * persistence * product + persistence * persistence * square)
        let weight = roomWeight(innovation)
        solution.noise.roomWeights[k] = weight
        sums.innovations += weight * innovation
        sums.products += weight * product
        sums.squares += weight * square
    }
}

extension TurnEquation {
    /// Variance of the residual, the sum of its axes, rad^2.
    func variance(_ pair: NeighbourCovariances) -> Double {
        let (n, s) = (TrajectoryLayout.node, TrajectoryLayout.constants)
        var sum = 0.0
        for axis in 0..<3 {
            // By the bias of the first node, and by the distortion, its columns apart.
            let b = turn[row: axis]
            let d = (scaled.x[row: axis], scaled.y[row: axis], scaled.z[row: axis])
            @inline(__always)
            func byDistortion(_ l: Int) -> Double {
                let (row, column) = (l / 3, l % 3)
                return column == 0 ? d.0[row] : column == 1 ? d.1[row] : d.2[row]
            }
            // P J^T of a row of the first node's covariance: its turn, its bias, the second turn, the distortion.
            @inline(__always)
            func ofFirst(_ i: Int) -> Double {
                var x = -pair.first[i * n + axis] + pair.cross[i * n + axis]
                for l in 0..<3 { x += pair.first[i * n + TrajectoryLayout.bias + l] * b[l] }
                for l in 0..<9 { x += pair.firstConstants[i * s + l] * byDistortion(l) }
                return x
            }
            sum -= ofFirst(axis)
            for i in 0..<3 { sum += b[i] * ofFirst(TrajectoryLayout.bias + i) }
            var second = pair.second[axis * n + axis] - pair.cross[axis * n + axis]
            for l in 0..<3 { second += pair.cross[(TrajectoryLayout.bias + l) * n + axis] * b[l] }
            for l in 0..<9 { second += pair.secondConstants[axis * s + l] * byDistortion(l) }
            sum += second
            for i in 0..<9 {
                var x = -pair.firstConstants[axis * s + i] + pair.secondConstants[axis * s + i]
                for l in 0..<3 { x += pair.firstConstants[(TrajectoryLayout.bias + l) * s + i] * b[l] }
                for l in 0..<9 { x += pair.constants[i * s + l] * byDistortion(l) }
                sum += byDistortion(i) * x
            }
        }
        return sum
    }
}
