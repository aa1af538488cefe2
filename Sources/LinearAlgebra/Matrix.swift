import Vocabulary

/// A dense real matrix, column-major as LAPACK stores it: element (row, column) is `storage[row + rows * column]`.
///
/// Any size, also empty. A value type with one contiguous array.
public struct Matrix: Sendable, Equatable {
    /// Number of rows, >= 0.
    public let rows: Int
    /// Number of columns, >= 0.
    public let columns: Int
    /// The elements, column after column; `rows * columns` numbers.
    /// May be changed in place; its count must stay.
    public var storage: [Double]

    /// A matrix filled with one number (default 0).
    @inlinable
    public init(rows: Int, columns: Int, repeating value: Double = 0) {
        precondition(rows >= 0 && columns >= 0, "a matrix has no negative size")
        self.rows = rows
        self.columns = columns
        storage = Array(repeating: value, count: rows * columns)
    }

    /// A matrix from its elements, column after column. Precondition: `columnMajor.count == rows * columns`.
    @inlinable
    public init(rows: Int, columns: Int, columnMajor: [Double]) {
        precondition(
            columnMajor.count == rows * columns, "a \(rows) x \(columns) matrix needs \(rows * columns) elements")
        self.rows = rows
        self.columns = columns
        storage = columnMajor
    }

    /// A matrix from its rows. Precondition: rows of equal length.
    @inlinable
    public init(_ rows: [[Double]]) {
        let columns = rows.first?.count ?? 0
        self.init(rows: rows.count, columns: columns)
        for (i, row) in rows.enumerated() {
            precondition(row.count == columns, "row \(i) has \(row.count) elements, the first has \(columns)")
            for (j, value) in row.enumerated() { self[i, j] = value }
        }
    }

    /// The identity of order n.
    public static func identity(_ n: Int) -> Matrix { .diagonal(Array(repeating: 1, count: n)) }

    /// A square matrix with these numbers on its diagonal and zeros elsewhere.
    public static func diagonal(_ values: [Double]) -> Matrix {
        var matrix = Matrix(rows: values.count, columns: values.count)
        for (i, value) in values.enumerated() { matrix[i, i] = value }
        return matrix
    }

    /// Element in `row` and `column`, both counted from 0.
    @inlinable
    public subscript(row: Int, column: Int) -> Double {
        get { storage[row + rows * column] }
        set { storage[row + rows * column] = newValue }
    }

    /// The elements of one row.
    public func row(_ i: Int) -> [Double] { (0..<columns).map { self[i, $0] } }

    /// The elements of one column.
    public func column(_ j: Int) -> [Double] { Array(storage[rows * j..<rows * (j + 1)]) }

    /// The elements of the main diagonal.
    public var diagonal: [Double] { (0..<min(rows, columns)).map { self[$0, $0] } }

    /// The matrix with rows and columns exchanged.
    public var transposed: Matrix {
        var result = Matrix(rows: columns, columns: rows)
        for j in 0..<columns {
            for i in 0..<rows { result[j, i] = self[i, j] }
        }
        return result
    }

    /// Whether the numbers of rows and columns are equal.
    public var isSquare: Bool { rows == columns }

    /// True where no element is NaN or infinite.
    public var isFinite: Bool { storage.allSatisfy(\.isFinite) }
}

extension Matrix {
    /// Throws where the matrix is empty or holds NaN or infinity, on which some LAPACK routines do not return.
    func validate(_ place: String, square: Bool = false) throws(SensorLabError) {
        guard rows > 0, columns > 0 else { throw .emptyMatrix(place) }
        if square, !isSquare { throw .dimensions(place, "\(rows) x \(columns) found, a square matrix expected") }
        guard isFinite else {
            throw SensorLabError(
                .badData, code: .notFinite, place: place, message: "the matrix holds NaN or infinity",
                advice: "leave the rows with such values out")
        }
    }
}

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
