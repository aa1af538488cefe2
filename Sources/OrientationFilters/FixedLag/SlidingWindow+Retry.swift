import RealModule
import Rotations
import Vocabulary

/// A posterior with heavy tails has more than one mode, and the steps of Gauss and Newton stay in that where they
/// began. A retry solves again from another start and takes the result where its evidence is greater; where it is not,
/// the heading's sigma says by how much the other mode may still be true.
extension SlidingWindow {
    /// Where a retry begins.
    private enum Start: Int {
        /// Losses are widened, so that readings and calibration far from what was expected count.
        case wide
        /// The room's field is even, and what turns is the device.
        case quiet
        /// The room's field is uneven, and the gyroscope is as good as its prior.
        case uneven
    }

    mutating func retry(_ work: WindowWorkspace, _ number: Int) {
        guard hasField else { return }
        let isEarly = nodes.count < 12
        for raw in 0..<3 where Int(clamping: parameters.retries) >> raw & 1 == 1 {
            if !isEarly, number % 3 != raw { continue }
            if let start = Start(rawValue: raw) { retry(work, start) }
        }
    }

    private mutating func retry(_ work: WindowWorkspace, _ start: Start) {
        guard let before = evidence(work), !work.residuals.isEmpty else { return }
        work.kept.take(solution)
        var isSolved = true
        switch start {
        case .wide: isSolved = solveNarrowing(work)
        case .quiet: isSolved = solveRoom(work, parameters.quietRoom, priors: 100)
        case .uneven:
            for k in solution.nodes.indices { solution.nodes[k].bias = .zero }
            isSolved = solveRoom(work, parameters.unevenRoom, priors: 1)
        }
        let after = isSolved ? evidence(work) : nil
        let now = heading
        let then = Self.heading(work.kept)
        if let after, after < before - parameters.retryMargin, constants.softIron.determinant > 0.1 {
            acceptedRetries += 1
            alternatives[start.rawValue] = 0
        } else {
            swap(&solution, &work.kept)
        }
        guard let after else { return alternatives[start.rawValue] = 0 }
        // Of a mixture of two.
        let odds = Double.exp(-0.5 * parameters.evidenceShare * abs(after - before))
        let share = odds / (1 + odds)
        var angle = (now - then).remainder(dividingBy: 2 * .pi)
        angle = min(abs(angle), 1.5)
        alternatives[start.rawValue] = share * angle * angle
    }

    private var heading: Double { Self.heading(solution) }

    /// Of the last node, rad, counterclockwise from magnetic north, but for a constant of the device.
    private static func heading(_ s: Solution) -> Double {
        let m = s.nodes[s.nodes.count - 1].orientation.matrix
        let f = s.constants.field
        return Double.atan2(y: m.row1.x - m.row0.y, x: m.row0.x + m.row1.y) + Double.atan2(y: f.x, x: f.y)
    }

    /// Graduated non-convexity, after A. Blake, A. Zisserman, Visual Reconstruction, 1987.
    private mutating func solveNarrowing(_ work: WindowWorkspace) -> Bool {
        let median = work.medianResidual
        var width = max(6, 3 * median / tolerance)
        while width > 1 {
            let loss = LossWidth(readings: width, priors: width)
            guard step(work, loss) != nil, step(work, loss) != nil else { return false }
            width *= 0.5
        }
        for _ in 0..<2 { guard step(work, .asIs) != nil else { return false } }
        return true
    }

    /// From a room without a field of its own, whose innovations have a sigma (microtesla).
    private mutating func solveRoom(_ work: WindowWorkspace, _ sigma: Double, priors: Double) -> Bool {
        for k in solution.nodes.indices { solution.nodes[k].room = .zero }
        for k in solution.noise.roomWeights.indices { solution.noise.roomWeights[k] = 1 }
        solution.noise.roomVariance = sigma * sigma
        var width = priors
        while width > 1 {
            guard step(work, LossWidth(readings: 10, priors: width)) != nil else { return false }
            width *= 0.2
        }
        for _ in 0..<3 {
            guard step(work, .asIs) != nil, step(work, .asIs) != nil, evidence(work) != nil else { return false }
            if parameters.infer > 0 { infer(work) }
        }
        return step(work, .asIs) != nil
    }
}
