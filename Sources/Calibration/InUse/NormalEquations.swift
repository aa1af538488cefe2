import LinearAlgebra
import Rotations
import Vocabulary

/// The normal equations N x = y of a least-squares problem, filled from vector residuals (three rows) with few columns
/// each.
struct NormalEquations {
    let count: Int
    /// Lower triangle, column-major.
    private var matrix: [Double]
    private var right: [Double]

    init(count: Int) {
        self.count = count
        matrix = Array(repeating: 0, count: count * count)
        right = Array(repeating: 0, count: count)
    }

    /// Adds weight |residual - J x|^2.
    ///
    /// - Parameters:
    ///   - jacobian: derivatives of the prediction, the three rows of each column.
    ///   - columns: index of the unknown of each column, ascending.
    mutating func add(_ jacobian: [Vector3], columns: [Int], residual: Vector3, weight: Double) {
        let count = self.count
        matrix.withUnsafeMutableBufferPointer { matrix in
            for i in columns.indices {
                let scaled = weight * jacobian[i]
                let a = columns[i]
                right[a] += scaled.dot(residual)
                for j in 0...i { matrix[a + count * columns[j]] += scaled.dot(jacobian[j]) }
            }
        }
    }

    /// Adds precision (value - x[column])^2.
    mutating func add(prior value: Double, precision: Double, column: Int) {
        matrix[column + count * column] += precision
        right[column] += precision * value
    }

    /// Adds precision (value - (x[later] - x[earlier]))^2, for `earlier` < `later`.
    mutating func add(difference value: Double, earlier: Int, later: Int, precision: Double) {
        matrix[earlier + count * earlier] += precision
        matrix[later + count * later] += precision
        matrix[later + count * earlier] -= precision
        right[earlier] -= precision * value
        right[later] += precision * value
    }

    /// Adds (x - value)^T information (x - value) for three unknowns from `first`.
    mutating func add(prior value: Vector3, information: Matrix3, from first: Int) {
        let pull = information * value
        for i in 0..<3 {
            right[first + i] += pull[i]
            for j in 0...i { matrix[first + i + count * (first + j)] += information[i, j] }
        }
    }

    /// The matrix with both triangles.
    var symmetric: Matrix {
        var result = Matrix(rows: count, columns: count, columnMajor: matrix)
        for a in 0..<count {
            for b in 0..<a { result[b, a] = result[a, b] }
        }
        return result
    }

    /// The solution by Cholesky.
    func solution() throws(SensorLabError) -> [Double] { try Cholesky(symmetric).solve(right) }
}
