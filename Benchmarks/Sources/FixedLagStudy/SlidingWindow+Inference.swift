import Foundation
import Rotations

/// Noise and room from the window itself: one step of expectation and maximisation per node.
///
/// After A. P. Dempster, N. M. Laird, D. B. Rubin, Maximum Likelihood from Incomplete Data via the EM Algorithm,
/// Journal of the Royal Statistical Society B 39(1), 1977. The expectations need the covariances of neighbouring nodes,
/// blocks of the inverse where the equations have theirs: a recursion from the last node back gives them, after
/// K. Takahashi, J. Fagan, M.-S. Chin, Formation of a Sparse Bus Impedance Matrix and its Application to Short Circuit
/// Study, 1973; on a chain it is that of H. E. Rauch, F. Tung, C. T. Striebel, Maximum Likelihood Estimates of Linear
/// Dynamic Systems, AIAA Journal 3(8), 1965.
extension SlidingWindow {
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

    /// Covariances at a pair of neighbours.
    private struct Pair {
        /// Of the first and of the second node, and the first with the second: n x n.
        let first, second, cross: Numbers
        /// Of the nodes with the constants: n x s.
        let firstConstants, secondConstants: Numbers
        /// Of the constants: s x s.
        let constants: Numbers
    }

    /// Needs the factorised chain.
    func infer() {
        guard nodes.count > 3 else { return }
        while roomWeights.count < nodes.count - 1 { roomWeights.append(1) }
        inferMotion(moments())
        if parameters.inferMagnetometer > 0, !residuals.isEmpty { inferMagnetometer() }
    }

    private func inferMotion(_ sums: Moments) {
        let p = parameters
        let persistence0 = exp(-p.nodeInterval / p.roomTime)
        let variance0 = p.roomSigma * p.roomSigma * (1 - persistence0 * persistence0)
        let weight = p.inferPrior + 3 * Double(nodes.count - 1)
        if p.inferRoom > 0 { roomVariance = (p.inferPrior * variance0 + sums.innovations) / weight }
        if p.inferPersistence > 0 {
            let strength = p.inferPrior * variance0 / (1 - persistence0 * persistence0) / 3
            let value = (sums.products + strength * persistence0) / (sums.squares + strength)
            persistence = min(0.995, max(0.1, value))
        }
        if p.inferGyroscope > 0 {
            gyroscopeNoise = ((p.inferPrior * p.gyroscopeNoise * p.gyroscopeNoise + sums.turns) / weight).squareRoot()
        }
    }

    /// From the residuals by their weights; each node takes about four of their degrees of freedom.
    private func inferMagnetometer() {
        let p = parameters
        var (squares, weights) = (0.0, 0.0)
        for residual in residuals {
            let weight = fieldWeight(residual, 1)
            squares += weight * residual * residual
            weights += p.magnetometerDegreesOfFreedom > 0 ? 1 : weight
        }
        let freedom = max(0.9 * weights, 3 * weights - 4 * Double(nodes.count))
        let prior = p.inferPrior * p.magnetometerNoise * p.magnetometerNoise
        magnetometerNoise = ((prior + squares) / (p.inferPrior + freedom)).squareRoot()
    }

    /// Runs from the last node back. With L L^T a node's factor, e = L^-T L^-1 H(k, k+1) and g likewise of the border.
    private func moments() -> Moments {
        let (n, s, count) = (Layout.node, Layout.constants, nodes.count)
        var sums = Moments()
        withUnsafeTemporaryAllocation(of: Double.self, capacity: s * s + 4 * n * n + 3 * n * s) { buffer in
            guard var free = buffer.baseAddress else { return }
            func take(_ size: Int) -> Numbers {
                defer { free += size }
                free.initialize(repeating: 0, count: size)
                return free
            }
            let here = Pair(
                first: take(n * n), second: take(n * n), cross: take(n * n), firstConstants: take(n * s),
                secondConstants: take(n * s), constants: take(s * s))
            let (e, g) = (take(n * n), take(n * s))
            Dense.invert(chain.corner, s, into: here.constants)
            for k in (0..<count).reversed() {
                let factor = chain.diagonal + k * n * n
                Dense.invert(factor, n, into: here.first)
                g.update(from: chain.border + k * n * s, count: n * s)
                Dense.backward(factor, n, g, s)
                here.firstConstants.update(repeating: 0, count: n * s)
                Dense.subtract(g, times: here.constants, from: here.firstConstants, n, s, s)
                if k < count - 1 {
                    e.update(from: chain.coupling + k * n * n, count: n * n)
                    Dense.backward(factor, n, e, n)
                    Dense.subtract(e, times: here.secondConstants, from: here.firstConstants, n, n, s)
                    here.cross.update(repeating: 0, count: n * n)
                    Dense.subtract(e, times: here.second, from: here.cross, n, n, n)
                    Dense.subtract(g, timesTransposed: here.secondConstants, from: here.cross, n, s, n)
                    Dense.subtract(e, timesTransposed: here.cross, from: here.first, n, n, n)
                }
                Dense.subtract(g, timesTransposed: here.firstConstants, from: here.first, n, s, n)
                if k < count - 1 {
                    addRoom(k, here, to: &sums)
                    let turn = turns[k]
                    let variance = max(0, turnVariance(turn.rows, here))
                    sums.turns += (turn.residual.lengthSquared + variance) / turn.unit
                }
                here.second.update(from: here.first, count: n * n)
                here.secondConstants.update(from: here.firstConstants, count: n * s)
            }
        }
        return sums
    }

    /// The room of an interval: the weight of its innovation (Student's t), and the sums.
    private func addRoom(_ k: Int, _ here: Pair, to sums: inout Moments) {
        let (a, b) = (nodes[k].room, nodes[k + 1].room)
        var (ofFirst, ofSecond, ofBoth) = (0.0, 0.0, 0.0)
        for i in Layout.room..<Layout.room + 3 {
            let place = i * Layout.node + i
            ofFirst += here.first[place]
            ofSecond += here.second[place]
            ofBoth += here.cross[place]
        }
        let square = a.lengthSquared + ofFirst
        let product = a.dot(b) + ofBoth
        let next = b.lengthSquared + ofSecond
        let innovation = max(0, next - 2 * persistence * product + persistence * persistence * square)
        let freedom = parameters.roomDegreesOfFreedom
        let weight = freedom > 0 ? (freedom + 3) / (freedom + innovation / roomVariance) : 1
        roomWeights[k] = weight
        sums.innovations += weight * innovation
        sums.products += weight * product
        sums.squares += weight * square
    }

    /// Variance of a turn's residual, the sum of its axes, rad^2; of the constants only the distortion (the first nine)
    /// is in it.
    private func turnVariance(_ rows: [Double], _ here: Pair) -> Double {
        let (n, s, w) = (Layout.node, Layout.constants, Layout.interval)
        return rows.withUnsafeBufferPointer { rows in
            guard let base = rows.baseAddress else { return 0 }
            var sum = 0.0
            for axis in 0..<3 {
                let j = base + axis * w
                for i in 0..<n where j[i] != 0 {
                    var x = 0.0
                    for l in 0..<n { x += here.first[i * n + l] * j[l] + 2 * here.cross[i * n + l] * j[n + l] }
                    for l in 0..<s { x += 2 * here.firstConstants[i * s + l] * j[2 * n + l] }
                    sum += j[i] * x
                }
                for i in 0..<n where j[n + i] != 0 {
                    var x = 0.0
                    for l in 0..<n { x += here.second[i * n + l] * j[n + l] }
                    for l in 0..<s { x += 2 * here.secondConstants[i * s + l] * j[2 * n + l] }
                    sum += j[n + i] * x
                }
                for i in 0..<Layout.hardIron {
                    var x = 0.0
                    for l in 0..<Layout.hardIron { x += here.constants[i * s + l] * j[2 * n + l] }
                    sum += j[2 * n + i] * x
                }
            }
            return sum
        }
    }
}
