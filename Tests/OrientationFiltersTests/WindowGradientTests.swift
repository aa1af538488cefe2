import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import OrientationFilters

/// The right side of the normal equations is minus half the gradient of the cost, for every unknown: signs, frames and
/// weights of all equations, and the derivatives of the integrals by bias and distortion, against central differences.
@Suite("Equations of the window")
struct WindowGradientTests {
    /// A solved window, moved off its solution. The weights of the room's Student's t belong to the solution before, so
    /// the room is Gaussian here.
    private func window() -> SlidingWindow {
        var parameters = TrajectoryParameters()
        (parameters.roomDegreesOfFreedom, parameters.retryEvery) = (0, 0)
        var filter = FixedLagFilter(parameters: parameters)
        _ = filter.replay(FixedLagFilterTests.log(seconds: 8.2, seed: 4).input)
        var window = filter.state.window
        // Without the interval that is being filled.
        window.integrals.removeLast()
        var random = SplitMix64(seed: 3)
        var x = [Double](repeating: 0, count: TrajectoryLayout.constants)
        for k in window.nodes.indices {
            // The first node's heading has a sigma of 1e-4 rad.
            let turn = k == 0 ? 0 : 1e-3
            for i in 0..<12 { x[i] = [turn, 1e-3, 0.05, 0.3][i / 3] * random.gaussian() }
            window.solution.nodes[k].add(x)
        }
        let scales = [1e-3, 1e-3, 1e-3, 0.5, 0.01, 0.01, 0.01, 0.5, 0.02, 1e-3]
        for i in x.indices { x[i] = scales[i / 3] * random.gaussian() }
        window.solution.constants.add(x)
        return window
    }

    private func derivative(
        _ window: SlidingWindow, _ work: WindowWorkspace, _ i: Int, _ change: (inout SlidingWindow, [Double]) -> Void
    ) -> Double {
        let step = 1e-6
        func cost(_ sign: Double) -> Double {
            var (moved, x) = (window, [Double](repeating: 0, count: TrajectoryLayout.constants))
            x[i] = sign * step
            change(&moved, x)
            moved.build(work)
            return work.cost
        }
        return -(cost(1) - cost(-1)) / (4 * step)
    }

    /// The tolerance is a part of a standard deviation (the square root of the diagonal is its inverse): Gauss and
    /// Newton's derivatives are of first order in what an interval misses, here 1e-3 rad, and the delay's leaves out
    /// the soft iron.
    @Test("the gradient by nodes and constants")
    func gradient() {
        let window = window()
        let work = WindowWorkspace(window)
        window.build(work)
        let (n, s) = (TrajectoryLayout.node, TrajectoryLayout.constants)
        let right = (0..<window.nodes.count * n).map { work.chain.right[$0] }
        let diagonal = right.indices.map { work.chain.diagonal[$0 / n * n * n + $0 % n * (n + 1)] }
        let side = (0..<s).map { work.chain.side[$0] }
        let corner = (0..<s).map { work.chain.corner[$0 * (s + 1)] }
        for k in window.nodes.indices {
            for i in 0..<n {
                let found = derivative(window, work, i) { $0.solution.nodes[k].add($1) }
                let index = k * n + i
                #expect((found - right[index]).magnitude < 0.02 * diagonal[index].squareRoot(), "node \(k), \(i)")
            }
        }
        for i in 0..<s {
            let found = derivative(window, work, i) { $0.solution.constants.add($1) }
            let part = i == TrajectoryLayout.delay ? 0.1 : 0.02
            #expect((found - side[i]).magnitude < part * corner[i].squareRoot(), "constant \(i)")
        }
    }

    @Test("the prior of a window before a hole has the field turned with the world, and its cost stays")
    func turnedField() {
        let window = window()
        var prior = window.prior
        prior.add(fieldWeight: 3, along: Vector3(0.6, 0.8, 0))
        prior.add(weight: 2, at: TrajectoryLayout.node + TrajectoryLayout.field + 2)
        prior.right[TrajectoryLayout.node + TrajectoryLayout.field] = 1.5
        var constants = prior.constants
        constants.field += Vector3(1, -2, 0.5)
        let interval = IntervalEquations()
        let before = prior.add(to: interval, window.nodes[0], constants)
        let turn = Quaternion.aboutVertical(1.2).matrix
        prior.turnField(turn)
        constants.field = turn * constants.field
        let after = prior.add(to: interval, window.nodes[0], constants)
        #expect((before - after).magnitude < 1e-9 * before.magnitude + 1e-9)
    }
}
