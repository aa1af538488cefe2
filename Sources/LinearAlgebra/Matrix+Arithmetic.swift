extension Matrix {
    /// The matrix product by BLAS `dgemm`. Precondition: `left.columns == right.rows`.
    public static func * (left: Matrix, right: Matrix) -> Matrix {
        precondition(left.columns == right.rows, "inner sizes \(left.columns) and \(right.rows) differ")
        var result = Matrix(rows: left.rows, columns: right.columns)
        guard left.rows > 0, right.columns > 0, left.columns > 0 else { return result }
        LAPACK.multiply(left, right, into: &result)
        return result
    }

    /// The matrix times a column vector. Precondition: `matrix.columns == vector.count`.
    public static func * (matrix: Matrix, vector: [Double]) -> [Double] {
        precondition(matrix.columns == vector.count, "sizes \(matrix.columns) and \(vector.count) differ")
        var result = [Double](repeating: 0, count: matrix.rows)
        for j in 0..<matrix.columns {
            let factor = vector[j]
            for i in 0..<matrix.rows { result[i] += matrix[i, j] * factor }
        }
        return result
    }

    /// The matrix times a number.
    public static func * (factor: Double, matrix: Matrix) -> Matrix {
        var result = matrix
        for i in result.storage.indices { result.storage[i] *= factor }
        return result
    }

    /// The sum of two matrices of one size.
    public static func + (left: Matrix, right: Matrix) -> Matrix { left.combined(right, +) }

    /// The difference of two matrices of one size.
    public static func - (left: Matrix, right: Matrix) -> Matrix { left.combined(right, -) }

    private func combined(_ other: Matrix, _ operation: (Double, Double) -> Double) -> Matrix {
        precondition(rows == other.rows && columns == other.columns, "sizes differ")
        var result = self
        for i in result.storage.indices { result.storage[i] = operation(storage[i], other.storage[i]) }
        return result
    }
}
