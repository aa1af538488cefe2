import RealModule
import Rotations
import SensorModels

/// The maximum a posteriori estimate of the last nodes and the constants: Gauss-Newton over the window, and older nodes
/// kept as a Gaussian prior of the oldest node and the constants.
///
/// After G. Sibley, L. Matthies, G. Sukhatme, Sliding Window Filter with Application to Planetary Landing, Journal of
/// Field Robotics 27(5), 2010. It is causal: a node is stated with samples up to its time.
package struct SlidingWindow: FilterState {
    let parameters: TrajectoryParameters
    package var solution: Solution
    /// From each node to the next; the last one is being filled.
    package internal(set) var integrals: [MotionIntegral] = []
    /// Of all intervals, in their order.
    var readings: [FieldReading] = []
    /// Whether the mean field has a value: not before the first reading.
    package internal(set) var hasField = false
    var prior = WindowPrior()
    /// Whether the prior is that of a window before a hole (`restart`).
    var isContinued = false

    // MARK: What the last solution says of itself

    /// Of the heading, but for what the retries found, rad^2.
    var headingVariance = Self.firstHeadingSigma * Self.firstHeadingSigma
    /// rad.
    package internal(set) var levelSigma = Self.firstLevelSigma
    package internal(set) var sigmas = WindowSigmas()
    /// Of the magnetometer's readings before the last node.
    package internal(set) var isDisturbed = Flag.unknown
    /// Nodes at the last solution.
    private var solvedNodes = 0

    // MARK: Other solutions

    private var solutionsSinceRetry = 0
    /// Number of the retries' latest turn, from 0 on; -1 before the first.
    var turn = -1
    /// The bits of the retries that wait for the one under way, and this one.
    var waiting = 0
    var search: Search?
    /// Where the search has come to; empty without one.
    var candidate: Solution
    /// Of the heading, by solutions that each of the retries found and did not take, rad^2.
    var alternatives = SIMD8<Double>.zero

    /// Before the first solution: every heading is possible at the worst of the three levels of calibration, which are
    /// equally probable.
    static let firstHeadingSigma = (largestVariance / 3).squareRoot()
    static let firstLevelSigma = 0.1
    /// While the window has fewer nodes it is solved until it settles, and always again.
    static let fewNodes = 12
    /// Steps then.
    private static let mostSteps = 5
    /// A largest turn, rad, below which a solution has settled.
    private static let settled = 5e-4

    /// What is solved for.
    package struct Solution: FilterState {
        package internal(set) var nodes: [TrajectoryNode] = []
        package internal(set) var constants = TrajectoryConstants()
        package internal(set) var noise: TrajectoryNoise

        /// So that so many nodes allocate nothing.
        mutating func reserve(_ count: Int) {
            nodes.reserveCapacity(count)
            noise.roomWeights.reserveCapacity(count)
        }
    }

    package init(_ parameters: TrajectoryParameters) {
        self.parameters = parameters
        solution = Solution(noise: TrajectoryNoise(parameters))
        candidate = solution
    }

    package var nodes: [TrajectoryNode] { solution.nodes }
    package var constants: TrajectoryConstants { solution.constants }
    package var noise: TrajectoryNoise { solution.noise }

    /// The first node: its orientation, and the rate as read, rad/s. Its heading defines the world's, so that its prior
    /// is narrow; the vertical is open.
    mutating func start(_ orientation: Quaternion, rate: Vector3) {
        var first = TrajectoryNode(orientation: orientation)
        if isContinued {
            first.bias = prior.node.bias
            prior.begin(first)
        } else {
            prior = WindowPrior(first: first, constants, roomSigma: parameters.roomSigma)
        }
        solution.nodes.removeAll(keepingCapacity: true)
        integrals.removeAll(keepingCapacity: true)
        solvedNodes = 0
        stopSearching()
        reserve()
        solution.nodes.append(first)
        beginInterval(after: MotionIntegral(rate: rate))
    }

    /// With the unknowns as they are.
    private mutating func beginInterval(after integral: MotionIntegral) {
        integrals.append(
            integral.next(bias: bias, distortion: constants.distortion, forceBias: constants.forceBias))
    }

    /// So that samples allocate nothing.
    private mutating func reserve() {
        let most = parameters.mostNodes + 2
        solution.reserve(most)
        candidate.reserve(most)
        integrals.reserveCapacity(most)
        readings.reserveCapacity(most * (parameters.mostReadings / 2 + 1))
    }

    /// The first reading of the magnetometer, world, microtesla, without iron. What was known of the field's length and
    /// dip before a hole is kept.
    mutating func start(field: Vector3) {
        hasField = true
        if isContinued, constants.field != .zero {
            let turn = Double.atan2(y: field.y, x: field.x) - Double.atan2(y: constants.field.y, x: constants.field.x)
            prior.turnField(Quaternion.aboutVertical(turn).matrix)
            solution.constants.field = prior.constants.field
            return
        }
        solution.constants.field = field
        prior.constants.field = field
    }

    /// A reading of the magnetometer, microtesla, `late` seconds after the last sample of the gyroscope.
    mutating func add(field value: Vector3, late: Double) {
        let last = integrals.count - 1
        guard integrals[last].readings < parameters.mostReadings else { return }
        let rate = integrals[last].rate
        readings.append(
            FieldReading(
                time: max(0, integrals[last].duration + late), value: value,
                orientation: integrals[last].end * Quaternion(rotationVector: late * rate), rate: rate))
        integrals[last].readings += 1
    }

    /// Device to world at the last sample of the gyroscope.
    package var orientation: Quaternion {
        let node = nodes[nodes.count - 1]
        return node.orientation * integrals[integrals.count - 1].end(bias: node.bias, distortion: constants.distortion)
    }
    package var bias: Vector3 { nodes[nodes.count - 1].bias }
    /// The latest rate, rad/s, corrected.
    var rate: Vector3 { integrals[integrals.count - 1].rate }

    /// From world to earth frame (magnetic north): the turn about the vertical, rad.
    package var north: Double { hasField ? constants.north : 0 }

    /// Makes a node of the last sample of the gyroscope and solves; false where there is no solution.
    mutating func close(_ work: WindowWorkspace) -> Bool {
        finishSearch(work)
        append()
        guard isWaiting || solve(work) else { return false }
        if nodes.count > parameters.mostNodes {
            guard forget(1, work) else { return false }
        }
        beginInterval(after: integrals[integrals.count - 1])
        return true
    }

    /// Makes a node of the last sample of the gyroscope.
    mutating func append() {
        let last = integrals.count - 1
        integrals[last].finish()
        let node = nodes[last]
        solution.nodes.append(
            TrajectoryNode(
                orientation: orientation.renormalized, bias: node.bias,
                velocity: 0.5 * node.velocity, room: noise.persistence * node.room))
        solution.noise.roomWeights.append(1)
    }

    /// Whether the next solution waits for more nodes.
    private var isWaiting: Bool {
        nodes.count > Self.fewNodes && Double(nodes.count) < (1 + parameters.growth) * Double(solvedNodes)
    }

    /// With few nodes always, then after as many solutions as an eighth of the nodes, at most `retryEvery`: what a node
    /// adds to the evidence becomes less.
    private var isRetryDue: Bool {
        let most = parameters.solutionsBetweenRetries
        return most > 0 && (nodes.count < Self.fewNodes || solutionsSinceRetry >= min(most, nodes.count / 8))
    }

    /// A window with few nodes tries all of them, then they take turns.
    private mutating func beginTurn() {
        solutionsSinceRetry = 0
        guard hasField else { return }
        turn += 1
        let hasFew = nodes.count < Self.fewNodes
        for start in Retry.allCases where hasFew ? !start.isInRoom : turn % Retry.turns == start.turn {
            waiting |= start.bit
        }
    }

    private mutating func solve(_ work: WindowWorkspace) -> Bool {
        let most = nodes.count < Self.fewNodes ? Self.mostSteps : parameters.steps
        _ = settle(work, most, Self.settled)
        if isRetryDue { beginTurn() }
        if nodes.count < Self.fewNodes { finishSearch(work) }
        guard updateCovariances(work), isFinite else { return false }
        solutionsSinceRetry += 1
        solvedNodes = nodes.count
        return true
    }

    /// Whether the last node, the constants and their sigmas are numbers.
    var isFinite: Bool {
        nodes[nodes.count - 1].isFinite && constants.isFinite && headingSigma.isFinite && levelSigma.isFinite
            && noise.isFinite
    }

    // MARK: Solving

    /// Builds all equations at the solution as it is.
    func build(_ work: WindowWorkspace, _ width: Double = 1, withConstants: Bool = true) {
        work.chain.clear(nodes.count)
        work.clearRecords()
        var first = 0
        for k in 0..<nodes.count - 1 {
            work.interval.clear()
            addMotionAndField(k, first, work, width, recorded: true)
            first += integrals[k].readings
            if k == 0 {
                addPrior(work)
                if withConstants { addConstants(work) }
            }
            work.chain.add(work.interval, at: k)
        }
        work.cost += noise.cost(parameters, nodes.count - 1, work.residuals.count)
    }

    /// All equations at the solution as it is, factorised; false where they have no solution.
    func factorise(_ work: WindowWorkspace, _ width: Double = 1) -> Bool {
        build(work, width)
        return work.chain.factorise()
    }

    /// A step of Gauss and Newton; returns the largest turn about an axis, rad, nil where there is no solution.
    mutating func step(_ work: WindowWorkspace, _ width: Double = 1) -> Double? {
        guard factorise(work, width) else { return nil }
        work.chain.solve()
        var largest = 0.0
        for k in solution.nodes.indices {
            let x = work.chain.right + k * TrajectoryLayout.node
            for i in 0..<3 { largest = max(largest, abs(x[i])) }
            solution.nodes[k].add(x)
        }
        solution.constants.add(work.chain.side)
        return largest.isFinite ? largest : nil
    }

    /// At most so many steps, until they turn less than `settled`, rad; returns the last one's turn, nil where one has
    /// no solution.
    mutating func settle(_ work: WindowWorkspace, _ most: Int, _ settled: Double, _ width: Double = 1) -> Double? {
        var turn: Double?
        for _ in 0..<most {
            turn = step(work, width)
            guard let turn, turn >= settled else { break }
        }
        return turn
    }

    /// Twice the negative logarithm of the evidence, but for a constant: Laplace's approximation, after D. MacKay,
    /// Bayesian Interpolation, Neural Computation 4(3), 1992.
    func evidence(_ work: WindowWorkspace) -> Double? {
        guard factorise(work) else { return nil }
        let value = work.cost + work.chain.logDeterminant
        return value.isFinite ? value : nil
    }

    /// Forgets the oldest nodes but for what they say of the others.
    package mutating func forget(_ count: Int, _ work: WindowWorkspace) -> Bool {
        for _ in 0..<count {
            guard marginalise(work) else { return false }
            solution.nodes.removeFirst()
            readings.removeFirst(integrals[0].readings)
            integrals.removeFirst()
            solution.noise.roomWeights.removeFirst()
        }
        solvedNodes = nodes.count
        return true
    }

    /// Eliminates the oldest node: what its equations say of the next one and the constants becomes the prior of these.
    private mutating func marginalise(_ work: WindowWorkspace) -> Bool {
        let chain = work.chain
        work.interval.clear()
        work.clearRecords()
        addMotionAndField(0, 0, work, 1, recorded: false)
        addPrior(work)
        chain.clear(2)
        chain.add(work.interval, at: 0)
        guard chain.eliminate(0) else { return false }
        prior.take(chain, at: 1, nodes[1], constants)
        return true
    }
}
