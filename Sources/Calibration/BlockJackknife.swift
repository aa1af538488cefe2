import LinearAlgebra

/// By how much the errors of a fit exceed what its residuals say, from the delete-a-block jackknife over time (Kunsch,
/// Annals of Statistics 17(3), 1989): a field that is not homogeneous and a sensor that is no ellipsoid shift the
/// parameters from stretch to stretch, which the residuals' correlation shows only in part.
enum BlockJackknife {
    static let blocks = 10

    /// Factor of the variance, at least 1: the jackknife's variance of the free parameters of h and L in units of the
    /// covariance, averaged over them; 1 where a fit without a block fails.
    static func inflation(
        _ solution: MagnetometerEstimator.Solution, _ estimator: MagnetometerEstimator, covariance: Matrix
    ) -> Double {
        let samples = estimator.samples
        let count = samples.field.count
        let free = (0..<9).filter { solution.solver.problem.isFree[$0] }
        guard count >= 10 * blocks, !free.isEmpty else { return 1 }
        var parameters: [[Double]] = []
        for k in 0..<blocks {
            let left = k * count / blocks..<(k + 1) * count / blocks
            let kept = (0..<count).filter { !left.contains($0) }
            let part = MagnetometerSamples(field: kept.map { samples.field[$0] }, down: kept.map { samples.down[$0] })
            guard let model = try? estimator.refit(solution, to: part) else { return 1 }
            parameters.append(free.map { model.values[$0] })
        }
        var block = Matrix(rows: free.count, columns: free.count)
        for (i, a) in free.enumerated() {
            // Where the scale is open, det S = 1 leaves one direction of L without variance.
            for (j, b) in free.enumerated() { block[i, j] = covariance[a, b] + (i == j && a > 2 ? 1e-8 : 0) }
        }
        guard let factor = try? Cholesky(block) else { return 1 }
        let mean = free.indices.map { i in parameters.reduce(0) { $0 + $1[i] } / Double(blocks) }
        var sum = 0.0
        for values in parameters {
            let difference = zip(values, mean).map { $0 - $1 }
            guard let weighted = try? factor.solve(difference) else { return 1 }
            sum += zip(difference, weighted).reduce(0) { $0 + $1.0 * $1.1 }
        }
        return max(1, sum * Double(blocks - 1) / Double(blocks) / Double(free.count))
    }
}
