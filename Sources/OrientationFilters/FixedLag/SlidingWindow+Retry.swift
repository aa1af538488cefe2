import RealModule
import Rotations
import Vocabulary

/// The posterior has more than one mode, and the steps of Gauss and Newton stay in that where they began. A retry
/// solves again from another start, or with another level of calibration, and takes the result where its evidence is
/// greater; where it is not, the heading's sigma says by how much the other one may still be true. A search may miss a
/// mode: what one found at the start is forgotten step by step, not when the next does not find it.
extension SlidingWindow {
    /// Where a retry begins.
    enum Retry: Int, CaseIterable {
        /// The losses are widened and the sensors not calibrated: readings far from what was expected count.
        case wide
        /// The sensors are calibrated: the gyroscope alone says how the device turned.
        case calibrated
        /// The device rested whenever it turned steadily.
        case rest
        /// The gyroscope is calibrated better or worse than was thought: another sigma of the bias.
        case bias
        /// The same of the magnetometer and the hard iron.
        case iron

        /// Whether it decides the bias at the start, which an eliminated node no longer has open.
        var needsFirstNode: Bool { self == .calibrated || self == .rest || self == .bias }
    }

    /// A smaller difference of two evidences is none (R. E. Kass, A. E. Raftery, Bayes Factors, Journal of the American
    /// Statistical Association 90(430), 1995): rounding must not choose.
    private static let margin = 2.0
    /// A soft iron that squeezes space more is none.
    private static let smallestDeterminant = 0.1
    /// Of a variance of the heading, rad^2: that of all headings being as probable.
    static let largestVariance = 3.3
    /// Of the variance by another mode, what remains where the search a second later, nearly the same, finds less.
    private static let kept = 0.8
    /// Of Gauss and Newton at the end, and the turn, rad, below which they have settled.
    private static let (mostRetrySteps, retrySettled) = (8, 2e-4)

    mutating func retry(_ work: WindowWorkspace, _ start: Retry, _ number: Int) {
        let isPossible = prior.isFirst || !start.needsFirstNode
        alternatives[start.rawValue] *= isPossible && nodes.count < Self.fewNodes ? Self.kept : 0
        guard isPossible, let before = evidence(work), !work.residuals.isEmpty else { return }
        let varianceBefore = headingVariance(work)
        work.kept.take(solution)
        var isSolved = true
        switch start {
        case .wide:
            resetNoise()
            solution.noise.biasLevel = TrajectoryParameters.levels.upperBound
            solution.noise.hardIronLevel = TrajectoryParameters.levels.upperBound
            isSolved = solveNarrowing(work)
            solution.noise.biasLevel = Self.level(of: nodes[0].bias, parameters.biasSigma)
            solution.noise.hardIronLevel = Self.level(of: constants.hardIron, parameters.hardIronSigma)
            isSolved = isSolved && settle(work)
        case .calibrated:
            resetNoise()
            assumeCalibrated()
            follow(bias: .zero)
            isSolved = solveNarrowing(work)
        case .rest:
            resetNoise()
            let bias = steadyRate
            solution.noise.biasLevel = Self.level(of: bias, parameters.biasSigma)
            follow(bias: bias)
            isSolved = solveNarrowing(work)
        case .bias:
            solution.noise.biasLevel = Self.neighbour(of: noise.biasLevel, number)
            isSolved = settle(work)
        case .iron:
            solution.noise.hardIronLevel = otherLevels(work).best
            isSolved = settle(work)
        }
        for _ in 0..<parameters.inferencesOfRetry where isSolved { isSolved = inferAgain(work) && settle(work) }
        guard isSolved, let after = evidence(work) else { return swap(&solution, &work.kept) }
        let varianceAfter = headingVariance(work)
        let angle = solution.last.headingAngle(from: work.kept.last)
        let isTaken = after < before - Self.margin && constants.softIron.determinant > Self.smallestDeterminant
        if !isTaken { swap(&solution, &work.kept) }
        // The variance of a mixture of two.
        let odds = Double.exp(-0.5 * parameters.evidenceShare * abs(after - before))
        let share = odds / (1 + odds)
        let other = isTaken ? varianceBefore - varianceAfter : varianceAfter - varianceBefore
        let variance = share * min(angle * angle + other, Self.largestVariance)
        alternatives[start.rawValue] = max(alternatives[start.rawValue], variance)
    }

    /// Noise that was inferred from one mode holds the window in it; only where a retry infers its own.
    private mutating func resetNoise() {
        if parameters.inferencesOfRetry > 0 { solution.noise.reset(parameters) }
    }

    private mutating func assumeCalibrated() {
        (solution.noise.biasLevel, solution.noise.hardIronLevel) = (0, 0)
        (solution.constants.distortion, solution.constants.hardIron) = (.zero, .zero)
        (solution.constants.softIron, solution.constants.delay) = (.identity, 0)
    }

    /// Puts the nodes where the gyroscope leads from the first one with this bias; without room.
    private mutating func follow(bias: Vector3) {
        for k in nodes.indices {
            (solution.nodes[k].bias, solution.nodes[k].room) = (bias, .zero)
            guard k > 0 else { continue }
            let here = Linearisation(integrals[k - 1], nodes[k - 1], nodes[k], constants)
            solution.nodes[k].orientation =
                (Quaternion(rotationVector: -here.missing) * nodes[k].orientation).renormalized
        }
    }

    /// The level whose sigma explains a vector best.
    private static func level(of vector: Vector3, _ sigma: (Int) -> Double) -> Int {
        var (best, least) = (0, Double.infinity)
        for level in TrajectoryParameters.levels {
            let sigma = sigma(level)
            let cost = vector.lengthSquared / (sigma * sigma) + 6 * Double.log(sigma)
            if cost < least { (best, least) = (level, cost) }
        }
        return best
    }

    /// The next larger and the next smaller level by turns.
    private static func neighbour(of level: Int, _ number: Int) -> Int {
        let levels = TrajectoryParameters.levels
        if level == levels.lowerBound { return level + 1 }
        if level == levels.upperBound { return level - 1 }
        return number / Retry.allCases.count % 2 == 0 ? level + 1 : level - 1
    }

    /// Graduated non-convexity, after A. Blake, A. Zisserman, Visual Reconstruction, 1987.
    private mutating func solveNarrowing(_ work: WindowWorkspace) -> Bool {
        var width = max(6, 3 * work.medianResidual / tolerance)
        while width > 1 {
            guard step(work, width) != nil, step(work, width) != nil else { return false }
            width *= 0.5
        }
        return settle(work)
    }

    private mutating func settle(_ work: WindowWorkspace) -> Bool {
        settle(work, Self.mostRetrySteps, Self.retrySettled)
    }
}

extension SlidingWindow.Solution {
    /// Device to earth at the last node.
    fileprivate var last: Quaternion { Quaternion.aboutVertical(constants.north) * nodes[nodes.count - 1].orientation }
}
