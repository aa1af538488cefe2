import LinearAlgebra
import Testing

@Suite struct MatrixTests {
    @Test func columnMajorLayout() {
        let matrix = Matrix([[1, 2, 3], [4, 5, 6]])
        #expect(matrix.storage == [1, 4, 2, 5, 3, 6])
        #expect(matrix[1, 2] == 6)
        #expect(matrix.row(1) == [4, 5, 6])
        #expect(matrix.column(1) == [2, 5])
        #expect(matrix.transposed == Matrix([[1, 4], [2, 5], [3, 6]]))
    }

    @Test func products() {
        let a = Matrix([[1, 2, 3], [4, 5, 6]])
        #expect(a * a.transposed == Matrix([[14, 32], [32, 77]]))
        #expect(a * [1, 0, -1] == [-2, -2])
        #expect(a * Matrix.identity(3) == a)
        #expect(Matrix(rows: 2, columns: 0) * Matrix(rows: 0, columns: 2) == Matrix(rows: 2, columns: 2))
    }

    @Test func sums() {
        let a = Matrix([[1, 2], [3, 4]])
        #expect(a + a == 2 * a)
        #expect(a - a == Matrix(rows: 2, columns: 2))
        #expect(Matrix.diagonal([1, 4]).diagonal == [1, 4])
    }
}
