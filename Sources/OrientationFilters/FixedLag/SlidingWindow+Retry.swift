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
        /// The same, and the room explains what the magnetometer reads.
        case calibratedInRoom
        /// The device rested whenever it turned steadily.
        case rest
        /// The gyroscope is calibrated as it was thought, and the room explains what the magnetometer reads.
        case room
        /// The gyroscope is calibrated better or worse than was thought: another sigma of the bias.
        case bias
        /// The same of the magnetometer and the hard iron.
        case iron

        /// Those of one number are tried when it is their turn.
        var turn: Int {
            switch self {
            case .wide: 0
            case .calibrated, .calibratedInRoom: 1
            case .rest, .room: 2
            case .bias: 3
            case .iron: 4
            }
        }
        static let turns = 5

        /// Whether it decides the bias at the start, which an eliminated node no longer has open.
        var needsFirstNode: Bool { self != .wide && self != .room && self != .iron }
        /// Whether the room explains the readings: with few nodes as well as iron does, so not then.
        var isInRoom: Bool { self == .calibratedInRoom || self == .room }
        /// Whether it begins far from a solution, with wide losses.
        var narrows: Bool { self == .wide || self == .calibrated || self == .rest }
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
    /// Of expectation and maximisation, and the evidence against it at which a mode is given up.
    private static let (mostInferences, hopeless) = (12, 40.0)
    /// Of Gauss and Newton at the end, and the turn, rad, below which they have settled.
    private static let (mostRetrySteps, retrySettled) = (8, 2e-4)

    mutating func retry(_ work: WindowWorkspace, _ start: Retry, _ number: Int) {
        let isPossible = prior.isFirst || !start.needsFirstNode
        alternatives[start.rawValue] *= isPossible && nodes.count < Self.fewNodes ? Self.kept : 0
        guard isPossible, let before = evidence(work), !work.residuals.isEmpty else { return }
        let varianceBefore = headingVariance(work)
        work.kept.take(solution)
        begin(start, number, work)
        guard start.narrows ? solveNarrowing(work) : settle(work) else { return swap(&solution, &work.kept) }
        if start == .wide {
            solution.noise.biasLevel = Self.level(of: nodes[0].bias, parameters.biasSigma)
            solution.noise.hardIronLevel = Self.level(of: constants.hardIron, parameters.hardIronSigma)
            guard settle(work) else { return swap(&solution, &work.kept) }
        }
        guard let after = inferredEvidence(work, against: before) else { return swap(&solution, &work.kept) }
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

    /// Where the retry begins; `number` is that of the retries before.
    private mutating func begin(_ start: Retry, _ number: Int, _ work: WindowWorkspace) {
        switch start {
        case .wide:
            solution.noise.biasLevel = TrajectoryParameters.levels.upperBound
            solution.noise.hardIronLevel = TrajectoryParameters.levels.upperBound
        case .calibrated, .calibratedInRoom:
            assumeCalibrated()
            follow(bias: .zero)
        case .rest:
            let bias = steadyRate
            solution.noise.biasLevel = Self.level(of: bias, parameters.biasSigma)
            follow(bias: bias)
        case .room: follow(bias: nodes[0].bias)
        case .bias: solution.noise.biasLevel = Self.neighbour(of: noise.biasLevel, number)
        case .iron: solution.noise.hardIronLevel = otherLevels(work).best
        }
        if start.isInRoom { readRoom() }
    }

    /// With the noise that belongs to the mode: with that of another one, the evidence speaks for a mode by mistake (a
    /// room that is free to change explains all that iron does). Few nodes say too little of the noise.
    private mutating func inferredEvidence(_ work: WindowWorkspace, against before: Double) -> Double? {
        guard var last = evidence(work) else { return nil }
        guard nodes.count >= Self.fewNodes else { return last }
        for _ in 0..<Self.mostInferences where last < before + Self.hopeless {
            guard inferAgain(work), settle(work), let next = evidence(work) else { return nil }
            if abs(next - last) < Self.margin { return next }
            last = next
        }
        return last
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
        return number / Retry.turns % 2 == 0 ? level + 1 : level - 1
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
