import LinearAlgebra
import Testing

/// Golden numbers: numpy 2.4 and scipy 1.17 (`cholesky`, `solve`, `cov`); conditions below 100,
/// tolerance 1e-13.
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
