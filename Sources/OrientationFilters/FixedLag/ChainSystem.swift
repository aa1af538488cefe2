import RealModule

/// Normal equations of a chain of nodes, each coupled with the next and all with the constants, and their Cholesky
/// factorisation in place: block-tridiagonal with a border, so that its time grows with the number of nodes only.
///
/// Only lower triangles of the squares on the diagonal count. n and s are the places of a node and of the constants.
final class ChainSystem {
    private(set) var count = 0
    /// n x n of node k, then its Cholesky factor L.
    let diagonal: DenseBlock.Numbers
    /// n x n of node k with k + 1, then L^-1 of it.
    let coupling: DenseBlock.Numbers
    /// n x s of node k with the constants, then L^-1 of it.
    let border: DenseBlock.Numbers
    /// n of node k: the right side, after `solve` the solution.
    let right: DenseBlock.Numbers
    /// s x s of the constants, then its factor.
    let corner: DenseBlock.Numbers
    /// s: the right side of the constants, after `solve` the solution.
    let side: DenseBlock.Numbers
    private let (n, s) = (TrajectoryLayout.node, TrajectoryLayout.constants)

    init(capacity: Int) {
        diagonal = DenseBlock.zeros(capacity * n * n)
        coupling = DenseBlock.zeros(capacity * n * n)
        border = DenseBlock.zeros(capacity * n * s)
        right = DenseBlock.zeros(capacity * n)
        corner = DenseBlock.zeros(s * s)
        side = DenseBlock.zeros(s)
    }

    deinit { for numbers in [diagonal, coupling, border, right, corner, side] { numbers.deallocate() } }

    /// No equations of this many nodes.
    func clear(_ nodes: Int) {
        count = nodes
        diagonal.update(repeating: 0, count: nodes * n * n)
        coupling.update(repeating: 0, count: nodes * n * n)
        border.update(repeating: 0, count: nodes * n * s)
        right.update(repeating: 0, count: nodes * n)
        corner.update(repeating: 0, count: s * s)
        side.update(repeating: 0, count: s)
    }

    /// Adds the equations of the interval from node k to the next.
    func add(_ equations: IntervalEquations, at k: Int) {
        let (n, s, w) = (n, s, TrajectoryLayout.interval)
        let (d, e, nextD) = (diagonal + k * n * n, coupling + k * n * n, diagonal + (k + 1) * n * n)
        let (c, nextC) = (border + k * n * s, border + (k + 1) * n * s)
        for i in 0..<n {
            right[k * n + i] += equations.right[i]
            right[(k + 1) * n + i] += equations.right[n + i]
            for j in 0...i {
                d[i * n + j] += equations.left[i * w + j]
                nextD[i * n + j] += equations.left[(n + i) * w + n + j]
            }
            for j in 0..<n { e[j * n + i] += equations.left[(n + i) * w + j] }
        }
        for i in 0..<s {
            side[i] += equations.right[2 * n + i]
            let row = equations.left + (2 * n + i) * w
            for j in 0..<n {
                c[j * s + i] += row[j]
                nextC[j * s + i] += row[n + j]
            }
            for j in 0...i { corner[i * s + j] += row[2 * n + j] }
        }
    }

    /// Eliminates node k from the equations of the next one, where there is one, and of the constants; false where
    /// its square is not positive definite.
    #if hasFeature(Embedded)
        @inline(never)
    #else
        @inline(__always)
    #endif
    func eliminate(_ k: Int) -> Bool {
        let (n, s) = (n, s)
        let (d, e, c, r) = (diagonal + k * n * n, coupling + k * n * n, border + k * n * s, right + k * n)
        guard DenseBlock.factor(d, n) else { return false }
        DenseBlock.forward(d, n, c, s)
        DenseBlock.forward(d, n, r, 1)
        for a in 0..<n {
            let (ca, ra) = (c + a * s, r[a])
            for i in 0..<s {
                let x = ca[i]
                side[i] -= x * ra
                let row = corner + i * s
                for j in 0...i { row[j] -= x * ca[j] }
            }
        }
        guard k + 1 < count else { return true }
        DenseBlock.forward(d, n, e, n)
        let (nextD, nextC, nextR) = (d + n * n, c + n * s, r + n)
        for a in 0..<n {
            let (ea, ca, ra) = (e + a * n, c + a * s, r[a])
            for i in 0..<n {
                let x = ea[i]
                nextR[i] -= x * ra
                let row = nextD + i * n
                for j in 0...i { row[j] -= x * ea[j] }
                let border = nextC + i * s
                for j in 0..<s { border[j] -= x * ca[j] }
            }
        }
        return true
    }

    func factorise() -> Bool {
        for k in 0..<count where !eliminate(k) { return false }
        return DenseBlock.factor(corner, s)
    }

    /// After `factorise`: the natural logarithm of the determinant.
    var logDeterminant: Double {
        var sum = 0.0
        for k in 0..<count {
            let d = diagonal + k * n * n
            var product = 1.0
            for i in 0..<n { product *= d[i * n + i] }
            sum += Double.log(product)
        }
        var product = 1.0
        for i in 0..<s {
            product *= corner[i * s + i]
            if i % 7 == 6 {
                sum += Double.log(product)
                product = 1
            }
        }
        return 2 * (sum + Double.log(product))
    }

    /// After `factorise`: `right` and `side` become the solution.
    func solve() {
        DenseBlock.forward(corner, s, side, 1)
        DenseBlock.backward(corner, s, side, 1)
        for k in (0..<count).reversed() {
            let (d, e, c, r) = (diagonal + k * n * n, coupling + k * n * n, border + k * n * s, right + k * n)
            for i in 0..<n {
                var x = r[i]
                for j in 0..<s { x -= c[i * s + j] * side[j] }
                if k + 1 < count { for j in 0..<n { x -= e[i * n + j] * r[n + j] } }
                r[i] = x
            }
            DenseBlock.backward(d, n, r, 1)
        }
    }
}
