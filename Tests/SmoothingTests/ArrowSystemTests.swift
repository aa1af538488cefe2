import LinearAlgebra
import Rotations
import Testing
import Vocabulary

@testable import Smoothing

/// Against the same normal equations in one dense matrix.
@Suite("A chain with shared unknowns")
struct ArrowSystemTests {
    private static let (stride, nodes, shared) = (3, 4, 2)
    private static let count = stride * nodes + shared

    /// Every way of adding something, and the rows of the dense problem: residual = J x with a weight.
    private func problem() -> (system: ArrowSystem, rows: [(jacobian: [Double], value: Double, weight: Double)]) {
        var random = SplitMix64(seed: 5)
        func uniform() -> Double { Double(random.next(below: 2000)) / 1000 - 1 }
        func vector() -> Vector3 { Vector3(uniform(), uniform(), uniform()) }
        var system = ArrowSystem(order: Self.stride * Self.nodes, bandwidth: 2 * Self.stride - 1, shared: Self.shared)
        var rows: [(jacobian: [Double], value: Double, weight: Double)] = []
        func row(_ entries: [(Int, Double)]) -> [Double] {
            var result = [Double](repeating: 0, count: Self.count)
            for (index, value) in entries { result[index] += value }
            return result
        }
        let first = Self.stride * Self.nodes
        for node in 0..<Self.nodes - 1 {
            let (a, b) = (Matrix3(vector(), vector(), vector()), Matrix3(vector(), vector(), vector()))
            let (column, value, weight) = (vector(), vector(), 1 + uniform().magnitude)
            var entry = ArrowRow()
            entry.add(local: Self.stride * node, a)
            entry.add(local: Self.stride * (node + 1), b)
            entry.add(shared: node % 2, column)
            system.add(entry, residual: value, weight: weight)
            for axis in 0..<3 {
                var entries = (0..<3).flatMap {
                    [(Self.stride * node + $0, a[axis, $0]), (Self.stride * (node + 1) + $0, b[axis, $0])]
                }
                entries.append((first + node % 2, column[axis]))
                rows.append((row(entries), value[axis], weight))
            }
            system.add(
                difference: 0.3, earlier: Self.stride * node, factor: 0.6, later: Self.stride * (node + 1), precision: 2
            )
            rows.append((row([(Self.stride * node, -0.6), (Self.stride * (node + 1), 1)]), 0.3, 2))
        }
        for index in 0..<first {
            system.add(prior: 0.1 * Double(index), precision: 0.5, local: index)
            rows.append((row([(index, 1)]), 0.1 * Double(index), 0.5))
        }
        for index in 0..<Self.shared {
            system.add(prior: -0.2, precision: 0.7, shared: index)
            rows.append((row([(first + index, 1)]), -0.2, 0.7))
        }
        return (system, rows)
    }

    @Test("solution and covariances are those of the dense problem")
    func dense() throws {
        let (system, rows) = problem()
        var (normal, right) = (Matrix(rows: Self.count, columns: Self.count), [Double](repeating: 0, count: Self.count))
        for (jacobian, value, weight) in rows {
            for i in 0..<Self.count {
                right[i] += weight * jacobian[i] * value
                for j in 0..<Self.count { normal[i, j] += weight * jacobian[i] * jacobian[j] }
            }
        }
        let inverse = try Cholesky(normal).inverse()
        let expected = (0..<Self.count).map { i in (0..<Self.count).reduce(0) { $0 + inverse[i, $1] * right[$1] } }
        let found = try system.solved()
        for (a, b) in zip(found.locals + found.globals, expected) { #expect((a - b).magnitude < 1e-10) }
        let sharedCovariance = try found.sharedCovariance()
        let first = Self.stride * Self.nodes
        for i in 0..<Self.shared {
            for j in 0..<Self.shared {
                #expect((sharedCovariance[i, j] - inverse[first + i, first + j]).magnitude < 1e-10)
            }
        }
        let covariances = try found.nodeCovariances(stride: Self.stride, offsets: [0])[0]
        #expect(covariances.count == Self.nodes)
        for (node, covariance) in covariances.enumerated() {
            for i in 0..<3 {
                for j in 0..<3 {
                    let dense = inverse[Self.stride * node + i, Self.stride * node + j]
                    #expect((covariance[i, j] - dense).magnitude < 1e-10)
                }
            }
        }
    }

    @Test("a cursor gives the sample before a time and the share of the way to the next")
    func cursor() {
        var cursor = StreamCursor([100, 200, 600])
        for (time, index, share) in [(50, 0, 0), (125, 0, 0.25), (200, 1, 0), (500, 1, 0.75), (900, 2, 0)] {
            let found = cursor.position(at: Int64(time))
            #expect(found.index == index && found.share == share, "at \(time)")
        }
    }
}
