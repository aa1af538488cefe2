import LinearAlgebra
import RealModule
import Testing
import Vocabulary

@testable import OrientationFilters

/// Against the same normal equations in one dense matrix, by LAPACK.
@Suite("A chain of nodes with constants")
struct ChainSystemTests {
    private static let (n, s, w) = (
        TrajectoryLayout.node, TrajectoryLayout.constants, TrajectoryLayout.interval
    )
    private static let nodes = 4
    private static let count = nodes * n + s

    /// Random equations, of full rank in every interval, and the dense matrix and right side.
    private func problem(_ chain: ChainSystem) -> (left: Matrix, right: [Double]) {
        var random = SplitMix64(seed: 7)
        func uniform() -> Double { Double.random(in: -1...1, using: &random) }
        var (left, right) = (Matrix(rows: Self.count, columns: Self.count), [Double](repeating: 0, count: Self.count))
        chain.clear(Self.nodes)
        for k in 0..<Self.nodes - 1 {
            let interval = IntervalEquations()
            for i in 0..<Self.w {
                interval.right[i] += uniform()
                interval.add(prior: 0, i, weight: 3)
            }
            for _ in 0..<Self.w {
                let row = (0..<Self.w).map { _ in uniform() }
                for i in 0..<Self.w { for j in 0...i { interval.left[i * Self.w + j] += row[i] * row[j] } }
            }
            chain.add(interval, at: k)
            func place(_ i: Int) -> Int { i < 2 * Self.n ? k * Self.n + i : (Self.nodes - 2) * Self.n + i }
            for i in 0..<Self.w {
                right[place(i)] += interval.right[i]
                for j in 0...i {
                    let value = interval.left[i * Self.w + j]
                    left[place(i), place(j)] += value
                    if i != j { left[place(j), place(i)] += value }
                }
            }
        }
        return (left, right)
    }

    @Test("solution, determinant and covariances are those of the dense problem")
    func dense() throws {
        let chain = ChainSystem(capacity: Self.nodes)
        let (left, right) = problem(chain)
        let inverse = try Cholesky(left).inverse()
        #expect(chain.factorise())
        // The determinant of the inverse is the product of its eigenvalues.
        let logDeterminant = -(try inverse.symmetricEigen().values.reduce(0) { $0 + Double.log($1) })
        #expect((chain.logDeterminant - logDeterminant).magnitude < 1e-8)
        chain.solve()
        var worst = 0.0
        for i in 0..<Self.count {
            let expected = (0..<Self.count).reduce(0) { $0 + inverse[i, $1] * right[$1] }
            let found = i < Self.nodes * Self.n ? chain.right[i] : chain.side[i - Self.nodes * Self.n]
            worst = max(worst, (found - expected).magnitude)
        }
        let (n, s, pair, constants) = (Self.n, Self.s, NeighbourCovariances(), Self.nodes * Self.n)
        pair.begin(chain)
        for k in (0..<Self.nodes).reversed() {
            pair.move(to: k, chain)
            let (here, next) = (k * n, (k + 1) * n)
            for i in 0..<n {
                for j in 0..<n {
                    worst = max(worst, (pair.first[i * n + j] - inverse[here + i, here + j]).magnitude)
                    guard k + 1 < Self.nodes else { continue }
                    worst = max(worst, (pair.cross[i * n + j] - inverse[here + i, next + j]).magnitude)
                    worst = max(worst, (pair.second[i * n + j] - inverse[next + i, next + j]).magnitude)
                }
                for j in 0..<s {
                    worst = max(worst, (pair.firstConstants[i * s + j] - inverse[here + i, constants + j]).magnitude)
                }
            }
        }
        for i in 0..<s {
            for j in 0..<s {
                worst = max(worst, (pair.constants[i * s + j] - inverse[constants + i, constants + j]).magnitude)
            }
        }
        #expect(worst < 1e-10)
    }

    /// The covariance of what is left is the block of the whole one.
    @Test("elimination of nodes is marginalisation")
    func elimination() throws {
        let chain = ChainSystem(capacity: Self.nodes)
        let (left, right) = problem(chain)
        let inverse = try Cholesky(left).inverse()
        for k in 0..<Self.nodes - 1 { #expect(chain.eliminate(k)) }
        var prior = WindowPrior()
        prior.take(chain, at: Self.nodes - 1, TrajectoryNode(orientation: .identity), TrajectoryConstants())
        let (m, first) = (TrajectoryLayout.prior, (Self.nodes - 1) * Self.n)
        var rest = Matrix(rows: m, columns: m)
        for i in 0..<m { for j in 0..<m { rest[i, j] = prior.left[i * m + j] } }
        let covariance = try Cholesky(rest).inverse()
        var worst = 0.0
        for i in 0..<m {
            let expected = (0..<Self.count).reduce(0) { $0 + inverse[first + i, $1] * right[$1] }
            let found = (0..<m).reduce(0) { $0 + covariance[i, $1] * prior.right[$1] }
            worst = max(worst, (found - expected).magnitude)
            for j in 0..<m { worst = max(worst, (covariance[i, j] - inverse[first + i, first + j]).magnitude) }
        }
        #expect(worst < 1e-10)
    }

    @Test("equations without rank are refused")
    func singular() {
        let chain = ChainSystem(capacity: 2)
        chain.clear(2)
        #expect(!chain.factorise())
    }
}
