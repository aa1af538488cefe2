import LinearAlgebra
import Testing

/// Golden numbers: numpy 2.4 (`numpy.linalg.lstsq`, `inv`), problem of condition 86. Tolerance: 1e-12 = condition^2
/// (7e3) times the rounding unit (1.1e-16), rounded up.
@Suite struct LeastSquaresTests {
    let parabola = Matrix([[1, 1, 1], [1, 2, 4], [1, 3, 9], [1, 4, 16], [1, 5, 25]])
    let values = [2.1, 3.9, 9.2, 15.8, 26.3]

    @Test(arguments: LeastSquaresMethod.allCases) func fullRank(method: LeastSquaresMethod) throws {
        let fit = try parabola.leastSquares(values, method: method)
        expectClose(fit.parameters, [2.72, -1.9842857142857142, 1.3357142857142857], within: 1e-12)
        expectClose(fit.singularValues, [32.15633392567778, 2.1977332378284204, 0.3743755810000287], within: 1e-12)
        #expect(fit.rank == 3 && fit.degreesOfFreedom == 2)
        #expect(abs(fit.conditionNumber - 85.89324613475607) < 1e-10)
        #expect(abs(fit.weightedSumOfSquares - 0.34514285714285714) < 1e-12)
        let covariance = try #require(fit.covariance)
        // (A^T A)^-1 = [[4.6, -3.3, 0.5], [-3.3, 187/70, -3/7], [0.5, -3/7, 1/14]] exactly, times 0.345142.../2.
        let cofactor = [4.6, -3.3, 0.5, -3.3, 187.0 / 70, -3.0 / 7, 0.5, -3.0 / 7, 1.0 / 14]
        expectClose(covariance.storage, cofactor.map { $0 * 0.34514285714285714 / 2 }, within: 1e-12)
    }

    @Test func weightsActAsRepeats() throws {
        let fit = try parabola.leastSquares(values, weights: [1, 4, 1, 0.25, 0])
        expectClose(fit.parameters, [2.683076923076923, -2.0961538461538463, 1.3776923076923077], within: 1e-11)
        #expect(abs(fit.weightedSumOfSquares - 0.297846153846154) < 1e-12)
        // A row of weight 2 is the row twice.
        let twice = try Matrix([[1, 0], [1, 1], [1, 1], [1, 2]]).leastSquares([0, 2, 2, 3])
        let weighted = try Matrix([[1, 0], [1, 1], [1, 2]]).leastSquares([0, 2, 3], weights: [1, 2, 1])
        expectClose(weighted.parameters, twice.parameters, within: 1e-14)
    }

    @Test func rankDeficientIsOfMinimumNormWithoutCovariance() throws {
        let matrix = Matrix([[1, 2, 3], [2, 4, 6], [3, 6, 9], [1, 0, 1]])
        let fit = try matrix.leastSquares([1, 2, 3, 4])
        expectClose(fit.parameters, [19.0 / 6, -7.0 / 3, 5.0 / 6], within: 1e-13)
        #expect(fit.rank == 2)
        #expect(fit.cofactor == nil && fit.covariance == nil)
        expectError(.rankDeficient) { try matrix.leastSquares([1, 2, 3, 4], method: .qr) }
    }

    @Test func fewerRowsThanColumns() throws {
        let matrix = Matrix([[1, 2, 3], [4, 5, 6]])
        let fit = try matrix.leastSquares([1, 2])
        expectClose(fit.parameters, [-1.0 / 18, 1.0 / 9, 5.0 / 18], within: 1e-14)
        #expect(fit.conditionNumber == .infinity && fit.covariance == nil)
        expectError(.rankDeficient) { try matrix.leastSquares([1, 2], method: .qr) }
    }

    @Test func covarianceMayFollow() throws {
        let weights = [1, 4, 1, 0.25, 0.5]
        let whole = try parabola.leastSquares(values, weights: weights)
        let bare = try parabola.leastSquares(values, weights: weights, covariance: false)
        #expect(bare.cofactor == nil && bare.covariance == nil && bare.parameters == whole.parameters)
        #expect(try bare.withCofactor(of: parabola, weights: weights).covariance == whole.covariance)
    }

    @Test func withoutRedundancyNoCovariance() throws {
        let fit = try Matrix([[2, 0], [0, 4]]).leastSquares([2, 4])
        expectClose(fit.parameters, [1, 1], within: 1e-15)
        #expect(fit.covariance == nil)
        expectClose(try #require(fit.cofactor).storage, [0.25, 0, 0, 0.0625], within: 1e-15)
    }

    @Test func badInput() {
        expectError(.emptyMatrix) { try Matrix(rows: 0, columns: 2).leastSquares([]) }
        expectError(.dimensionMismatch) { try parabola.leastSquares([1]) }
        expectError(.notFinite) { try Matrix([[1], [.nan]]).leastSquares([1, 2]) }
        expectError(.notFinite) { try Matrix([[1], [2]]).leastSquares([1, .infinity]) }
        expectError(.notFinite) { try Matrix([[1], [2]]).leastSquares([1, 2], weights: [1, -1]) }
    }
}
