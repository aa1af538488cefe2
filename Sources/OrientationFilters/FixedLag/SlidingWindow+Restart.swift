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
        let (node, known) = (nodes[nodes.count - 1], sigmas)
        let prior = eliminated(work).flatMap { continued($0, node, known, seconds, work) }
        guard let prior, constants.isFinite, node.isFinite else {
            self = SlidingWindow(parameters)
            return
        }
        self.prior = prior
        isContinued = true
        hasField = false
        solution.nodes.removeAll(keepingCapacity: true)
        solution.noise.roomWeights.removeAll(keepingCapacity: true)
        integrals.removeAll(keepingCapacity: true)
        readings.removeAll(keepingCapacity: true)
        for i in alternatives.indices { alternatives[i] = 0 }
        (headingSigma, levelSigma, isDisturbed) = (Self.firstHeadingSigma, Self.firstLevelSigma, .unknown)
    }

    /// What the window says of its last node and the constants beyond the priors of these.
    private func eliminated(_ work: WindowWorkspace) -> WindowPrior? {
        guard nodes.count > 1 else { return prior }
        build(work, withConstants: false)
        for k in 0..<nodes.count - 1 where !work.chain.eliminate(k) { return nil }
        var result = prior
        result.take(work.chain, at: nodes.count - 1, nodes[nodes.count - 1], constants)
        return result
    }

    /// That of a node some seconds later.
    private func continued(
        _ prior: WindowPrior, _ node: TrajectoryNode, _ known: WindowSigmas, _ seconds: Double, _ work: WindowWorkspace
    ) -> WindowPrior? {
        let (chain, interval, n) = (work.chain, work.interval, TrajectoryLayout.node)
        var before = self
        before.prior = prior
        before.solution.nodes = [node]
        interval.clear()
        work.clearRecords()
        before.addPrior(work)
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
        result.take(chain, at: 1, node, constants)
        for i in 0..<3 { result.release(n + TrajectoryLayout.field + i) }
        if hasField, known.horizontal > 0 {
            let f = constants.field
            let change = Self.fieldChange * Self.fieldChange
            let horizontal = Vector3(f.x, f.y, 0).normalized ?? Vector3(0, 1, 0)
            let up = known.constants.field.z
            result.add(fieldWeight: 1 / (known.horizontal * known.horizontal + change), along: horizontal)
            result.add(fieldWeight: 1 / (up * up + change), along: Vector3(0, 0, 1))
        }
        result.addFirst(roomSigma: parameters.roomSigma)
        return result
    }
}
