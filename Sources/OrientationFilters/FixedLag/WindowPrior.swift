import Rotations

/// What is known of the oldest node and the constants without the window's samples: a Gaussian.
struct WindowPrior: FilterState {
    /// Square and right side, about `node` and `constants`.
    var left = [Double](repeating: 0, count: TrajectoryLayout.prior * TrajectoryLayout.prior)
    var right = [Double](repeating: 0, count: TrajectoryLayout.prior)
    private(set) var node = TrajectoryNode(orientation: .identity)
    var constants = TrajectoryConstants()
    /// Whether the oldest node is the first of all.
    private(set) var isFirst = true

    init() {}

    /// Before any sample: the node's heading defines the world's.
    init(first node: TrajectoryNode, _ constants: TrajectoryConstants, roomSigma: Double) {
        addFirst(roomSigma: roomSigma)
        (self.node, self.constants) = (node, constants)
    }

    /// Of a first node: its heading defines the world's.
    mutating func addFirst(roomSigma: Double) {
        add(weight: 1e-4, at: 0)
        add(weight: 1e-4, at: 1)
        add(weight: 1e8, at: 2)
        for i in TrajectoryLayout.room..<TrajectoryLayout.room + 3 { add(weight: 1 / (roomSigma * roomSigma), at: i) }
    }

    /// From a chain of which all nodes before this one, its last, were eliminated.
    mutating func take(_ chain: ChainSystem, at k: Int, _ node: TrajectoryNode, _ constants: TrajectoryConstants) {
        let (n, s, m) = (TrajectoryLayout.node, TrajectoryLayout.constants, TrajectoryLayout.prior)
        func put(_ i: Int, _ j: Int, _ value: Double) {
            left[i * m + j] = value
            left[j * m + i] = value
        }
        let (d, c, r) = (chain.diagonal + k * n * n, chain.border + k * n * s, chain.right + k * n)
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

    var hasConsistentCounts: Bool {
        left.count == TrajectoryLayout.prior * TrajectoryLayout.prior && right.count == TrajectoryLayout.prior
    }

    /// Puts its node at this one.
    mutating func begin(_ node: TrajectoryNode) { self.node = node }

    /// Adds weight x[i]^2 of a change.
    mutating func add(weight: Double, at i: Int) { left[i * TrajectoryLayout.prior + i] += weight }

    /// Adds weight (direction x)^2 of a change of the field.
    mutating func add(fieldWeight weight: Double, along direction: Vector3) {
        let (m, first) = (TrajectoryLayout.prior, TrajectoryLayout.node + TrajectoryLayout.field)
        for i in 0..<3 {
            for j in 0..<3 { left[(first + i) * m + first + j] += weight * direction[i] * direction[j] }
        }
    }

    /// Knows no longer an unknown, what it says of the others being as it was: the unknown is eliminated.
    mutating func release(_ i: Int) {
        let m = TrajectoryLayout.prior
        let pivot = left[i * m + i]
        guard pivot > 0 else { return }
        let share = right[i] / pivot
        for j in 0..<m where j != i {
            let factor = left[j * m + i] / pivot
            right[j] -= left[j * m + i] * share
            for k in 0..<m where k != i { left[j * m + k] -= factor * left[i * m + k] }
        }
        right[i] = 0
        for j in 0..<m {
            left[i * m + j] = 0
            left[j * m + i] = 0
        }
    }

    /// The field in a world that is turned by this matrix about the vertical. To be called as long as no reading of the
    /// magnetometer connects it with a node.
    mutating func turnField(_ turn: Matrix3) {
        let (m, first) = (TrajectoryLayout.prior, TrajectoryLayout.node + TrajectoryLayout.field)
        constants.field = turn * constants.field
        let side = turn * Vector3(right[first], right[first + 1], right[first + 2])
        for i in 0..<3 { right[first + i] = side[i] }
        for j in 0..<m {
            let column = turn * Vector3(left[first * m + j], left[(first + 1) * m + j], left[(first + 2) * m + j])
            for i in 0..<3 { left[(first + i) * m + j] = column[i] }
        }
        for i in 0..<m {
            let row = turn * Vector3(left[i * m + first], left[i * m + first + 1], left[i * m + first + 2])
            for j in 0..<3 { left[i * m + first + j] = row[j] }
        }
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
