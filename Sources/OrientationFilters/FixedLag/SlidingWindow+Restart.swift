import RealModule
import Rotations
import SensorModels

/// A new window after a hole, with what the old one learnt of the sensors.
extension SlidingWindow {
    /// Microtesla: by how much the field of another place nearby may differ, in its horizontal and its vertical part.
    private static let fieldChange = 3.0
    /// Of the velocity, against a singular square, s^2/m^2.
    private static let ridge = 1e-6

    /// Ends the window after some seconds in which the motion was not seen; `start` begins the next one.
    ///
    /// The posterior of the gyroscope's bias, after its walk, and of the constants becomes the prior of the new window:
    /// attitude, velocity and room are eliminated from it. The field keeps its length and dip, with wider sigmas: its
    /// direction in the world follows from the new first reading, as the new world's heading is another one.
    mutating func restart(after seconds: Double, _ work: WindowWorkspace) {
        let node = nodes[nodes.count - 1]
        guard constants.isFinite, node.isFinite, let seen = eliminated(work) else { return startAnew() }
        prior = seen
        solution.nodes.removeAll(keepingCapacity: true)
        solution.nodes.append(node)
        guard let later = continued(after: seconds, work) else { return startAnew() }
        prior = later
        isContinued = true
        hasField = false
        stopSearching()
        solution.nodes.removeAll(keepingCapacity: true)
        solution.noise.roomWeights.removeAll(keepingCapacity: true)
        integrals.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
        alternatives = .zero
        headingVariance = Self.firstHeadingSigma * Self.firstHeadingSigma
        (levelSigma, isDisturbed) = (Self.firstLevelSigma, .unknown)
    }

    private mutating func startAnew() { self = SlidingWindow(parameters) }

    /// What the window says of its last node and the constants beyond the priors of these.
    private func eliminated(_ work: WindowWorkspace) -> WindowPrior? {
        guard nodes.count > 1 else { return prior }
        build(work, withConstants: false)
        for k in 0..<nodes.count - 1 where !work.chain.eliminate(k) { return nil }
        var result = prior
        result.take(work.chain, at: nodes.count - 1, nodes[nodes.count - 1], constants)
        return result
    }

    /// The prior of a node some seconds after the only one.
    private func continued(after seconds: Double, _ work: WindowWorkspace) -> WindowPrior? {
        let (chain, interval, n) = (work.chain, work.interval, TrajectoryLayout.node)
        interval.clear()
        work.clearRecords()
        addPrior(work)
        let walk = 1 / (parameters.biasWalk * parameters.biasWalk * max(seconds, parameters.nodeInterval))
        for i in 0..<3 {
            interval.add(prior: 0, TrajectoryLayout.velocity + i, weight: Self.ridge)
            interval.add(
                difference: 0, TrajectoryLayout.bias + i, factor: 1, n + TrajectoryLayout.bias + i, weight: walk)
        }
        chain.clear(2)
        chain.add(interval, at: 0)
        guard chain.eliminate(0) else { return nil }
        var result = WindowPrior()
        result.take(chain, at: 1, nodes[0], constants)
        for i in 0..<3 { result.release(n + TrajectoryLayout.field + i) }
        if hasField, sigmas.horizontal > 0 {
            let f = constants.field
            let change = Self.fieldChange * Self.fieldChange
            let horizontal = Vector3(f.x, f.y, 0).normalized ?? Vector3(0, 1, 0)
            let up = sigmas.constants.field.z
            result.add(fieldWeight: 1 / (sigmas.horizontal * sigmas.horizontal + change), along: horizontal)
            result.add(fieldWeight: 1 / (up * up + change), along: Vector3(0, 0, 1))
        }
        result.addFirst(roomSigma: parameters.roomSigma)
        return result
    }
}
