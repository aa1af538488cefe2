import LinearAlgebra
import Testing

/// Golden numbers: numpy 2.4 and scipy 1.17 (`eigh`, `eig`, `svd`); well-conditioned problems, tolerance 1e-13 for
/// rounding.
@Suite struct EigenTests {
    let symmetric = Matrix([[4, 1, -2], [1, 2, 0], [-2, 0, 3]])
    let metric = Matrix([[2, 1, 0], [1, 3, 1], [0, 1, 2]])

    @Test func symmetricValuesAndVectors() throws {
        let eigen = try symmetric.symmetricEigen()
        expectClose(eigen.values, [1, 2.2679491924311233, 5.732050807568877], within: 1e-13)
        for j in 0..<3 {
            let x = eigen.vectors.column(j)
            expectClose(symmetric * x, x.map { $0 * eigen.values[j] }, within: 1e-13)
        }
        expectClose((eigen.vectors.transposed * eigen.vectors).storage, Matrix.identity(3).storage, within: 1e-14)
    }

    @Test func generalPairWithComplexValues() throws {
        let matrix = Matrix([[1, 2, 0], [0, 3, 4], [5, 0, 6]])
        let eigen = try matrix.generalisedEigen(relativeTo: metric)
        let real = eigen.values.compactMap(\.realValue)
        expectClose(real, [2.410186040015258], within: 1e-13)
        let complex = try #require(eigen.values.first { $0.imaginary > 0 })
        expectClose(
            [complex.real / complex.beta, complex.imaginary / complex.beta], [1.2949069799923703, 1.1538121426710586],
            within: 1e-13)
        let index = try #require(eigen.values.firstIndex { $0.imaginary == 0 })
        let x = eigen.vectors.column(index)
        expectClose(matrix * x, (metric * x).map { $0 * real[0] }, within: 1e-12)
    }

    @Test func singularPairHasAnInfiniteValue() throws {
        let eigen = try Matrix([[1, 2], [3, 4]]).generalisedEigen(relativeTo: Matrix([[1, 0], [0, 0]]))
        expectClose(eigen.values.compactMap(\.realValue), [-0.5], within: 1e-14)
        #expect(eigen.values.contains { abs($0.beta) < 1e-14 })
    }

    @Test func singularValues() throws {
        let matrix = Matrix([[1, 1, 1], [1, 2, 4], [1, 3, 9], [1, 4, 16], [1, 5, 25]])
        let svd = try matrix.singularValueDecomposition()
        expectClose(svd.singularValues, [32.15633392567777, 2.197733237828421, 0.3743755810000288], within: 1e-13)
        #expect(svd.u.rows == 5 && svd.u.columns == 3 && svd.vTransposed.rows == 3)
        let back = svd.u * Matrix.diagonal(svd.singularValues) * svd.vTransposed
        expectClose(back.storage, matrix.storage, within: 1e-13)
    }

    @Test func badInput() {
        expectError(.emptyMatrix) { try Matrix(rows: 0, columns: 0).symmetricEigen() }
        expectError(.emptyMatrix) { try Matrix(rows: 3, columns: 0).singularValueDecomposition() }
        expectError(.notFinite) { try Matrix([[.nan]]).symmetricEigen() }
        expectError(.notFinite) { try Matrix([[.infinity]]).singularValueDecomposition() }
        expectError(.dimensionMismatch) { try Matrix([[1, 2]]).symmetricEigen() }
        expectError(.dimensionMismatch) { try metric.generalisedEigen(relativeTo: .identity(2)) }
    }
}
