import RealModule

/// Covariances of the unknowns of two neighbouring nodes and of the constants: blocks of the inverse where the
/// equations have theirs.
///
/// A recursion from the last node back gives them, after K. Takahashi, J. Fagan, M.-S. Chin, Formation of a Sparse Bus
/// Impedance Matrix and its Application to Short Circuit Study, 1973; on a chain it is that of H. E. Rauch, F. Tung,
/// C. T. Striebel, Maximum Likelihood Estimates of Linear Dynamic Systems, AIAA Journal 3(8), 1965.
final class NeighbourCovariances {
    /// Of the first and of the second node, and the first with the second: n x n.
    let first, second, cross: DenseBlock.Numbers
    /// Of the nodes with the constants: n x s.
    let firstConstants, secondConstants: DenseBlock.Numbers
    /// Of the constants: s x s.
    let constants: DenseBlock.Numbers
    private let e, g: DenseBlock.Numbers
    private let (n, s) = (TrajectoryLayout.node, TrajectoryLayout.constants)

    init() {
        (first, second, cross) = (
            DenseBlock.zeros(n * n), DenseBlock.zeros(n * n), DenseBlock.zeros(n * n)
        )
        (firstConstants, secondConstants) = (DenseBlock.zeros(n * s), DenseBlock.zeros(n * s))
        constants = DenseBlock.zeros(s * s)
        (e, g) = (DenseBlock.zeros(n * n), DenseBlock.zeros(n * s))
    }

    deinit {
        for numbers in [first, second, cross, firstConstants, secondConstants, constants, e, g] {
            numbers.deallocate()
        }
    }

    /// Begins at the last node of a factorised chain.
    func begin(_ chain: ChainSystem) { DenseBlock.invert(chain.corner, s, into: constants) }

    /// The pair of which node k is the first; to be called from the last node, which has no second one, down to 0. With
    /// L L^T the node's factor, e = L^-T L^-1 H(k, k+1), and g likewise of the border.
    func move(to k: Int, _ chain: ChainSystem) {
        let isLast = k == chain.count - 1
        if !isLast {
            second.update(from: first, count: n * n)
            secondConstants.update(from: firstConstants, count: n * s)
        }
        let factor = chain.diagonal + k * n * n
        DenseBlock.invert(factor, n, into: first)
        g.update(from: chain.border + k * n * s, count: n * s)
        DenseBlock.backward(factor, n, g, s)
        firstConstants.update(repeating: 0, count: n * s)
        DenseBlock.subtract(g, times: constants, from: firstConstants, n, s, s)
        if !isLast {
            e.update(from: chain.coupling + k * n * n, count: n * n)
            DenseBlock.backward(factor, n, e, n)
            DenseBlock.subtract(e, times: secondConstants, from: firstConstants, n, n, s)
            cross.update(repeating: 0, count: n * n)
            DenseBlock.subtract(e, times: second, from: cross, n, n, n)
            DenseBlock.subtract(g, timesTransposed: secondConstants, from: cross, n, s, n)
            DenseBlock.subtract(e, timesTransposed: cross, from: first, n, n, n)
        }
        DenseBlock.subtract(g, timesTransposed: firstConstants, from: first, n, s, n)
    }
}
