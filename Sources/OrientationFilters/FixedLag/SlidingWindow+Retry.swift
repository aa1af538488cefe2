import RealModule
import Rotations
import Vocabulary

/// The posterior has more than one mode, and the steps of Gauss and Newton stay in that where they began. A retry
/// solves again from another start, or with another level of calibration, and takes the result where its evidence is
/// greater; where it is not, the heading's sigma says by how much the other one may still be true. A search may miss a
/// mode: what one found at the start is forgotten step by step, not when the next does not find it.
extension SlidingWindow {
    /// Where a retry begins.
    enum Retry: Int, CaseIterable, FilterState {
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

        var bit: Int { 1 << rawValue }
        static let allBits = (1 << allCases.count) - 1

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
    /// Of expectation and maximisation.
    private static let mostInferences = 12
    /// The evidence against a mode at which it is given up.
    private static let hopeless = 40.0
    /// Pairs of steps of Gauss and Newton between two inferences.
    private static let mostRetrySteps = 4
    /// The turn, rad, below which they have settled.
    private static let retrySettled = 2e-4

    /// Steps of a search in a second with all nodes.
    private static let searchRate = 100.0

    // MARK: A step at each sample

    /// A retry under way: each sample takes it a step farther, so that none has to wait for all of it.
    struct Search: FilterState {
        let start: Retry
        /// Of the solution: the evidence, and the heading's variance, rad^2.
        let evidence, variance: Double
        /// Of the losses: above 1 while they are narrowed.
        var width: Double
        /// Of the candidate, once it is settled; before, of a finite value, which every format of files can hold.
        var found = Double.greatestFiniteMagnitude
        /// Of the noise; -1 as long as the levels of calibration follow from the first solution.
        var inferences: Int
        /// Pairs of steps since then.
        var steps = 0

        /// Whether a search can have come to this: it is read from a file.
        var isConsistent: Bool {
            width.isFinite && (-1...SlidingWindow.mostInferences).contains(inferences)
                && (0..<SlidingWindow.mostRetrySteps).contains(steps)
        }
    }

    /// Whatever solves, solves `solution`.
    @inline(never)
    private mutating func exchange() { swap(&solution, &candidate) }

    var isSearching: Bool { search != nil || waiting != 0 }

    mutating func stopSearching() {
        endSearch()
        waiting = 0
    }

    /// The search for this long a time, s: the more steps the fewer nodes there are, as many in a second at any rate of
    /// samples.
    mutating func searchFarther(_ work: WindowWorkspace, for duration: Double) {
        let steps = Self.searchRate * duration * Double(parameters.mostNodes) / Double(nodes.count)
        for _ in 0..<max(1, Int(clamping: steps)) where isSearching {
            if continueSearch(work) { _ = updateCovariances(work) }
        }
    }

    mutating func finishSearch(_ work: WindowWorkspace) {
        while isSearching { _ = continueSearch(work) }
    }

    /// Takes the search a step farther: to where the steps from the start lead, then to the noise that belongs to this
    /// mode; true where the solution is another one now. With the noise of another mode, the evidence speaks for a mode
    /// by mistake (a room that is free to change explains all that iron does). Few nodes say too little of the noise.
    private mutating func continueSearch(_ work: WindowWorkspace) -> Bool {
        guard var search else {
            beginSearch(work)
            return false
        }
        exchange()
        let isSettled = advance(&search, work)
        let evidence = isSettled == true ? evidence(work) : nil
        let variance = evidence == nil ? 0 : headingVariance(work)
        exchange()
        guard let isSettled, !isSettled || evidence != nil else {
            fade(search.start)
            endSearch()
            return false
        }
        if let evidence {
            let change = abs(evidence - search.found)
            search.found = evidence
            search.inferences += 1
            if nodes.count < Self.fewNodes || search.inferences > Self.mostInferences || change < Self.margin
                || evidence >= search.evidence + Self.hopeless
            {
                let isTaken = conclude(search, variance)
                endSearch()
                return isTaken
            }
        }
        self.search = search
        return false
    }

    /// Puts the candidate where the first retry that waits begins, if it is possible.
    private mutating func beginSearch(_ work: WindowWorkspace) {
        guard let start = Retry(rawValue: waiting.trailingZeroBitCount) else { return }
        waiting ^= start.bit
        guard isPossible(start), let evidence = evidence(work), !work.residuals.isEmpty else { return fade(start) }
        search = Search(
            start: start, evidence: evidence, variance: headingVariance(work),
            width: start.narrows ? max(6, 3 * work.medianResidual / tolerance) : 1,
            inferences: start == .wide ? -1 : 0)
        candidate.take(solution)
        exchange()
        begin(start, work)
        exchange()
    }

    private func isPossible(_ start: Retry) -> Bool { prior.isFirst || !start.needsFirstNode }

    /// What a retry found before, now that its search ends.
    private mutating func fade(_ start: Retry) {
        alternatives[start.rawValue] *= isPossible(start) && nodes.count < Self.fewNodes ? Self.kept : 0
    }

    private mutating func endSearch() {
        search = nil
        candidate.empty()
    }

    /// At most two steps of Gauss and Newton with the width and the noise of the search; true where they have settled,
    /// nil where one has no solution. Graduated non-convexity: A. Blake, A. Zisserman, Visual Reconstruction, 1987.
    private mutating func advance(_ search: inout Search, _ work: WindowWorkspace) -> Bool? {
        if search.steps == 0, search.inferences > 0, !inferAgain(work) { return nil }
        guard let turn = settle(work, 2, Self.retrySettled, max(1, search.width)) else { return nil }
        search.steps += 1
        if search.width > 1 {
            (search.width, search.steps) = (0.5 * search.width, 0)
            return false
        }
        guard turn < Self.retrySettled || search.steps == Self.mostRetrySteps else { return false }
        search.steps = 0
        guard search.inferences < 0 else { return true }
        search.inferences = 0
        solution.noise.biasLevel = Self.level(of: nodes[0].bias, parameters.biasSigma)
        solution.noise.hardIronLevel = Self.level(of: constants.hardIron, parameters.hardIronSigma)
        return false
    }

    /// Takes the candidate, of which the heading has this variance, rad^2, or adds to the heading's sigma that it may
    /// be true.
    private mutating func conclude(_ search: Search, _ found: Double) -> Bool {
        let angle = solution.last.headingAngle(from: candidate.last)
        let isTaken =
            search.found < search.evidence - Self.margin
            && candidate.constants.softIron.determinant > Self.smallestDeterminant
        // The variance of a mixture of two.
        let odds = Double.exp(-0.5 * parameters.evidenceShare * abs(search.found - search.evidence))
        let other = isTaken ? search.variance - found : found - search.variance
        let variance = odds / (1 + odds) * min(angle * angle + other, Self.largestVariance)
        fade(search.start)
        let place = search.start.rawValue
        alternatives[place] = max(alternatives[place], variance)
        if isTaken { exchange() }
        return isTaken
    }

    // MARK: Starts

    private mutating func begin(_ start: Retry, _ work: WindowWorkspace) {
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
        case .bias: solution.noise.biasLevel = otherBiasLevel(work)
        case .iron: solution.noise.hardIronLevel = otherLevels(work).best
        }
        if start.isInRoom { readRoom() }
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
}

extension SlidingWindow.Solution {
    /// Device to earth at the last node.
    fileprivate var last: Quaternion { Quaternion.aboutVertical(constants.north) * nodes[nodes.count - 1].orientation }

    /// Without nodes, in the memory that it has.
    fileprivate mutating func empty() {
        nodes.removeAll(keepingCapacity: true)
        noise.roomWeights.removeAll(keepingCapacity: true)
    }
    /// Becomes a copy, in the memory that it has.
    fileprivate mutating func take(_ other: SlidingWindow.Solution) {
        nodes.removeAll(keepingCapacity: true)
        nodes.append(contentsOf: other.nodes)
        // The array of the weights is its own.
        var weights = noise.roomWeights
        noise.roomWeights = []
        weights.removeAll(keepingCapacity: true)
        weights.append(contentsOf: other.noise.roomWeights)
        noise = other.noise
        noise.roomWeights = weights
        constants = other.constants
    }
}
