import LinearAlgebra
import Testing

/// Golden numbers: numpy 2.4 and scipy 1.17 (`cholesky`, `solve`, `solveh_banded`, `cov`); conditions below 100,
/// tolerance 1e-13 (band: condition 200, values up to 36: 1e-12).
@Suite struct SolveTests {
    let definite = Matrix([[4, 1, -2], [1, 2, 0], [-2, 0, 3]])

    @Test func choleskyFactorSolveInverse() throws {
        let cholesky = try Cholesky(definite)
        expectClose(cholesky.factor.row(0), [2, 0, 0], within: 1e-15)
        expectClose(cholesky.factor.row(2), [-1, 0.3779644730092272, 1.3627702877384937], within: 1e-14)
        expectClose(try cholesky.solve([1, 2, 3]), [12.0 / 13, 7.0 / 13, 21.0 / 13], within: 1e-13)
        let inverse = [6.0, -3, 4, -3, 8, -2, 4, -2, 7].map { $0 / 13 }
        expectClose(try cholesky.inverse().storage, inverse, within: 1e-13)
    }

    @Test func notPositiveDefinite() {
        expectError(.notPositiveDefinite) { try Cholesky(Matrix([[1, 2], [2, 1]])) }
        do {
            _ = try Cholesky(Matrix([[1, 2], [2, 1]]))
        } catch {
            #expect(error.message.contains("order 2"))
        }
        expectError(.emptyMatrix) { try Cholesky(Matrix(rows: 0, columns: 0)) }
        expectError(.notFinite) { try Cholesky(Matrix([[.nan]])) }
        expectError(.dimensionMismatch) { try Cholesky(Matrix([[1], [1]])) }
        expectError(.dimensionMismatch) { try Cholesky(definite).solve([1, 2]) }
    }

    @Test func banded() throws {
        var band = SymmetricBandMatrix(order: 6, bandwidth: 2)
        for i in 0..<6 {
            band.add(6, row: i, column: i)
            if i > 0 { band.add(-4, row: i - 1, column: i) }
            if i > 1 { band.add(1, row: i, column: i - 2) }
        }
        #expect(band[2, 3] == -4 && band[0, 5] == 0)
        let right = Matrix(rows: 6, columns: 1, columnMajor: [1, 2, 3, 4, 5, 6])
        expectClose(try band.factored().solve(right).storage, [10.5, 24, 34, 36, 28.5, 14], within: 1e-12)
        var indefinite = SymmetricBandMatrix(order: 2, bandwidth: 1)
        indefinite.add(1, row: 0, column: 0)
        indefinite.add(2, row: 1, column: 0)
        indefinite.add(1, row: 1, column: 1)
        expectError(.notPositiveDefinite) { try indefinite.factored() }
        expectError(.emptyMatrix) { try SymmetricBandMatrix(order: 0, bandwidth: 1).factored() }
    }

    /// Against the dense inverse of the same matrix; outside of the band there is nothing.
    @Test func bandedFactor() throws {
        let (order, width) = (9, 3)
        var band = SymmetricBandMatrix(order: order, bandwidth: width)
        var dense = Matrix(rows: order, columns: order)
        for i in 0..<order {
            for j in max(0, i - width)...i {
                let value = i == j ? 8 + Double(i) : 1 / Double(1 + i + 2 * j) - 0.7
                band.add(value, row: j, column: i)
                dense[i, j] = value
                dense[j, i] = value
            }
        }
        let factor = try band.factored()
        let right = (0..<order).map { Double($0 * $0) - 3 }
        expectClose(
            try factor.solve(Matrix(rows: order, columns: 1, columnMajor: right)).storage,
            try Cholesky(dense).solve(right), within: 1e-13)
        let (inverse, expected) = (factor.inverseInBand, try Cholesky(dense).inverse())
        for i in 0..<order {
            for j in 0...i where i - j <= width { #expect(abs(inverse[i, j] - expected[i, j]) < 1e-15) }
        }
        expectError(.dimensionMismatch) { try factor.solve(Matrix(rows: 2, columns: 1)) }
        var indefinite = SymmetricBandMatrix(order: 2, bandwidth: 1)
        indefinite.add(2, row: 0, column: 1)
        expectError(.notPositiveDefinite) { try indefinite.factored() }
    }

    @Test func general() throws {
        let matrix = Matrix([[1, 2, 0], [0, 3, 4], [5, 0, 6]])
        expectClose(try matrix.solve([1, 2, 3]), [9.0 / 29, 10.0 / 29, 7.0 / 29], within: 1e-14)
        let inverse = try matrix.solve(.identity(3))
        expectClose((inverse * matrix).storage, Matrix.identity(3).storage, within: 1e-14)
        expectError(.singularMatrix) { try Matrix([[1, 2], [2, 4]]).solve([1, 2]) }
        expectError(.emptyMatrix) { try Matrix(rows: 0, columns: 0).solve([Double]()) }
        expectError(.dimensionMismatch) { try Matrix([[1, 2]]).solve([1]) }
        expectError(.dimensionMismatch) { try matrix.solve([1]) }
    }

    @Test func sampleCovariance() throws {
        let samples = Matrix([[1, 2], [3, 5], [4, 1], [7, 8]])
        let plain = try samples.sampleCovariance()
        expectClose(plain.covariance.storage, [6.25, 17.0 / 3, 17.0 / 3, 10], within: 1e-14)
        expectError(.rankDeficient) { try Matrix([[1, 2]]).sampleCovariance() }
    }
}
