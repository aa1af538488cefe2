import Rotations

/// What is known of the oldest node and the constants without the window's samples: a Gaussian.
struct WindowPrior: FilterState {
    /// Square and right side, about `node` and `constants`.
    private(set) var left = [Double](repeating: 0, count: TrajectoryLayout.prior * TrajectoryLayout.prior)
    private(set) var right = [Double](repeating: 0, count: TrajectoryLayout.prior)
    private(set) var node = TrajectoryNode(orientation: .identity)
    var constants = TrajectoryConstants()
    /// Whether the oldest node is the first of all.
    private(set) var isFirst = true

    init() {}

    /// Before any sample: the node's heading defines the world's.
    init(first node: TrajectoryNode, _ constants: TrajectoryConstants, roomSigma: Double) {
        let m = TrajectoryLayout.prior
        for (i, weight) in [(0, 1e-4), (1, 1e-4), (2, 1e8)] { left[i * m + i] = weight }
        for i in TrajectoryLayout.room..<TrajectoryLayout.room + 3 { left[i * m + i] = 1 / (roomSigma * roomSigma) }
        (self.node, self.constants) = (node, constants)
    }

    /// From a chain of two nodes of which the first was eliminated.
    mutating func take(_ chain: ChainSystem, _ node: TrajectoryNode, _ constants: TrajectoryConstants) {
        let (n, s, m) = (TrajectoryLayout.node, TrajectoryLayout.constants, TrajectoryLayout.prior)
        func put(_ i: Int, _ j: Int, _ value: Double) {
            left[i * m + j] = value
            left[j * m + i] = value
        }
        let (d, c, r) = (chain.diagonal + n * n, chain.border + n * s, chain.right + n)
        for i in 0..<n {
            right[i] = r[i]
            for j in 0...i { put(i, j, d[i * n + j]) }
            for j in 0..<s { put(i, n + j, c[i * s + j]) }
        }
        for i in 0..<s {
            right[n + i] = chain.side[i]
            for j in 0...i { put(n + i, n + j, chain.corner[i * s + j]) }
        }
        (self.node, self.constants) = (node, constants)
        isFirst = false
    }

    /// Adds it to the equations of the first interval; returns its cost.
    func add(to interval: IntervalEquations, _ node: TrajectoryNode, _ constants: TrajectoryConstants) -> Double {
        let (n, m, w) = (TrajectoryLayout.node, TrajectoryLayout.prior, TrajectoryLayout.interval)
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: m) { buffer in
            guard let difference = buffer.baseAddress else { return 0 }
            node.writeDifference(from: self.node, to: difference)
            constants.writeDifference(from: self.constants, to: difference + n)
            // The constants' places are behind two nodes in an interval, behind one here.
            func place(_ i: Int) -> Int { i < n ? i : i + n }
            var cost = 0.0
            left.withUnsafeBufferPointer { left in
                for i in 0..<m {
                    var x = right[i]
                    for j in 0..<m { x -= left[i * m + j] * difference[j] }
                    cost -= difference[i] * (x + right[i])
                    interval.right[place(i)] += x
                    for j in 0...i { interval.left[place(i) * w + place(j)] += left[i * m + j] }
                }
            }
            return cost
        }
    }
}
