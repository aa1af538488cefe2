import Foundation
import Rotations

/// The maximum a posteriori estimate of the last nodes and the constants: Gauss-Newton over the window, and older nodes
/// kept as a Gaussian prior of the oldest node and the constants.
///
/// After G. Sibley, L. Matthies, G. Sukhatme, Sliding Window Filter with Application to Planetary Landing, Journal of
/// Field Robotics 27(5), 2010. It is causal: a node is stated with samples up to its time.
final class SlidingWindow {
    let parameters: Parameters
    private(set) var nodes: [Node] = []
    /// From each node to the next; the last one is being filled.
    var integrals: [MotionIntegral] = []
    private(set) var constants = Constants()
    /// Whether the mean field has a value: not before the first reading.
    private(set) var hasField = false

    // MARK: Noise and room as inferred

    /// As `Parameters.gyroscopeNoise` and `magnetometerNoise`.
    var gyroscopeNoise: Double
    var magnetometerNoise: Double
    /// Part of the room's field that lasts from a node to the next.
    var persistence: Double
    /// Variance of the rest, each axis, microtesla^2.
    var roomVariance: Double
    /// Of each interval, of the equation of its rooms: Student's t by weights.
    var roomWeights: [Double] = []

    // MARK: What the last solution says of itself

    /// Sigma, rad.
    private(set) var headingSigma = 0.5
    private(set) var levelSigma = 0.1
    /// Nodes so far, and how many retries were taken.
    private(set) var solutions = 0
    private(set) var acceptedRetries = 0

    // MARK: Equations as built last

    let chain: ChainSystem
    let interval = IntervalEquations()
    /// Twice the negative logarithm of the posterior, without a constant.
    var cost = 0.0
    /// Of the intervals, for the inference.
    var turns: [TurnEquation] = []
    /// Lengths of the magnetometer's residuals, microtesla.
    var residuals: [Double] = []
    /// Whether they are built for covariances and not for a step.
    private(set) var isForCovariances = false

    // MARK: The prior

    /// Of the oldest node and the constants about `priorNode` and `priorConstants`: square and right side.
    let priorLeft = Dense.zeros(Layout.prior * Layout.prior)
    let priorRight = Dense.zeros(Layout.prior)
    let difference = Dense.zeros(Layout.prior)
    private(set) var priorNode = Node(orientation: .identity)
    private(set) var priorConstants = Constants()
    /// Whether the oldest node is the first of all.
    private(set) var isFirst = true

    /// While the window has fewer nodes it is solved until it settles, and always again.
    private static let fewNodes = 12
    /// Steps then.
    private static let mostSteps = 5
    /// A largest turn, rad, below which a solution has settled.
    private static let settled = 5e-4

    init(_ parameters: Parameters) {
        self.parameters = parameters
        chain = ChainSystem(capacity: Int(parameters.window) + 4)
        gyroscopeNoise = parameters.gyroscopeNoise
        magnetometerNoise = parameters.magnetometerNoise
        persistence = exp(-parameters.nodeInterval / parameters.roomTime)
        roomVariance = parameters.roomSigma * parameters.roomSigma * (1 - persistence * persistence)
    }

    deinit { for numbers in [priorLeft, priorRight, difference] { numbers.deallocate() } }

    /// The first node: its orientation, and the rate as read, rad/s. Its heading defines the world's, so that its prior
    /// is narrow; the vertical is open.
    func start(_ orientation: Quaternion, rate: Vector3) {
        nodes = [Node(orientation: orientation)]
        integrals = [MotionIntegral(rate: rate)]
        let m = Layout.prior
        for (i, weight) in [(0, 1e-4), (1, 1e-4), (2, 1e8)] { priorLeft[i * m + i] = weight }
        for i in Layout.room..<Layout.room + 3 {
            priorLeft[i * m + i] = 1 / (parameters.roomSigma * parameters.roomSigma)
        }
        priorNode = nodes[0]
        priorConstants = constants
    }

    /// The first reading of the magnetometer, world, microtesla.
    func start(field: Vector3) {
        hasField = true
        constants.field = field
        priorConstants.field = field
    }

    /// Device to world at the last sample of the gyroscope.
    var orientation: Quaternion { nodes[nodes.count - 1].orientation * integrals[integrals.count - 1].end }
    var bias: Vector3 { nodes[nodes.count - 1].bias }

    /// From world to earth frame (magnetic north): the turn about the vertical, rad.
    var north: Double { hasField ? atan2(constants.field.x, constants.field.y) : 0 }

    /// Makes a node of the last sample of the gyroscope and solves.
    func close() {
        let last = integrals.count - 1
        integrals[last].finish()
        let node = nodes[last]
        nodes.append(
            Node(
                orientation: (node.orientation * integrals[last].end).renormalized, bias: node.bias,
                velocity: 0.5 * node.velocity, room: persistence * node.room))
        let most = nodes.count < Self.fewNodes ? Self.mostSteps : Int(parameters.iterations)
        for _ in 0..<most {
            guard let turn = step(1) else { break }
            if turn < Self.settled { break }
        }
        let every = Int(parameters.retryEvery)
        if every > 0, nodes.count < Self.fewNodes || solutions % every == 0 { retry() }
        updateCovariances()
        solutions += 1
        if nodes.count > Int(parameters.window), marginalise() {
            nodes.removeFirst()
            integrals.removeFirst()
            if !roomWeights.isEmpty { roomWeights.removeFirst() }
        }
        integrals.append(
            integrals[integrals.count - 1].next(
                bias: bias, distortion: constants.distortion, forceBias: constants.forceBias))
    }

    // MARK: Solving

    /// Builds all equations at the nodes as they are; the magnetometer's loss is `widening` times as wide.
    private func build(_ widening: Double) {
        chain.clear(nodes.count)
        residuals.removeAll(keepingCapacity: true)
        turns.removeAll(keepingCapacity: true)
        cost = 0
        for k in 0..<nodes.count - 1 {
            interval.clear()
            addMotionAndField(k, widening, recorded: true)
            if k == 0 {
                addPrior()
                addConstants()
            }
            chain.add(interval, at: k)
        }
    }

    /// A step of Gauss and Newton; returns the largest turn about an axis, rad, nil where there is no solution.
    private func step(_ widening: Double) -> Double? {
        build(widening)
        guard chain.factorise() else { return nil }
        chain.solve()
        var largest = 0.0
        for k in nodes.indices {
            let x = chain.right + k * Layout.node
            for i in 0..<3 { largest = max(largest, abs(x[i])) }
            nodes[k].add(x)
        }
        constants.add(chain.side)
        return largest
    }

    /// Solves again from a wide loss that narrows, and takes the result where its cost is less: a loss that forgives
    /// far residuals has more than one minimum, and a magnet at the start leads to a wrong one. Graduated
    /// non-convexity, after A. Blake, A. Zisserman, Visual Reconstruction, 1987.
    private func retry() {
        guard hasField else { return }
        build(1)
        let before = (nodes: nodes, constants: constants, cost: cost)
        guard !residuals.isEmpty else { return }
        let median = residuals.sorted()[residuals.count / 2]
        var widening = max(6, 3 * median / tolerance)
        var isSolved = true
        while isSolved, widening > 1 {
            isSolved = step(widening) != nil && step(widening) != nil
            widening *= 0.5
        }
        for _ in 0..<2 where isSolved { isSolved = step(1) != nil }
        if isSolved { build(1) }
        if isSolved, cost < before.cost, constants.softIron.determinant > 0.1 {
            acceptedRetries += 1
        } else {
            (nodes, constants) = (before.nodes, before.constants)
        }
    }

    /// Covariances at the solution: the sigmas, and the inference.
    private func updateCovariances() {
        isForCovariances = true
        defer { isForCovariances = false }
        build(1)
        guard chain.factorise() else { return }
        let f = constants.field
        let horizontal = max(f.x * f.x + f.y * f.y, 1e-6)
        func axis(_ i: Int) -> [Double] { (0..<Layout.node).map { $0 == i ? 1 : 0 } }
        let none = [Double](repeating: 0, count: Layout.constants)
        // A heading is the node's in the world and the north's.
        var north = none
        north[Layout.field] = f.y / horizontal
        north[Layout.field + 1] = -f.x / horizontal
        let stated = (parameters.fieldSigma * parameters.fieldSigma, parameters.levelSigma * parameters.levelSigma)
        headingSigma = (chain.variance(last: axis(2), constants: north) + stated.0).squareRoot()
        let x = chain.variance(last: axis(0), constants: none)
        let y = chain.variance(last: axis(1), constants: none)
        levelSigma = (0.5 * (x + y) + stated.1).squareRoot()
        if parameters.infer > 0 { infer() }
    }

    /// Eliminates the oldest node: what its equations say of the next one and the constants becomes the prior of these.
    private func marginalise() -> Bool {
        let (n, s, m) = (Layout.node, Layout.constants, Layout.prior)
        interval.clear()
        addMotionAndField(0, 1, recorded: false)
        addPrior()
        chain.clear(2)
        chain.add(interval, at: 0)
        guard chain.eliminate(0) else { return false }
        func put(_ i: Int, _ j: Int, _ value: Double) {
            priorLeft[i * m + j] = value
            priorLeft[j * m + i] = value
        }
        let (d, c, r) = (chain.diagonal + n * n, chain.border + n * s, chain.right + n)
        for i in 0..<n {
            priorRight[i] = r[i]
            for j in 0...i { put(i, j, d[i * n + j]) }
            for j in 0..<s { put(i, n + j, c[i * s + j]) }
        }
        for i in 0..<s {
            priorRight[n + i] = chain.side[i]
            for j in 0...i { put(n + i, n + j, chain.corner[i * s + j]) }
        }
        priorNode = nodes[1]
        priorConstants = constants
        isFirst = false
        return true
    }
}
