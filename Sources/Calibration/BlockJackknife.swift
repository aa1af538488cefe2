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
        let count = estimator.samples.field.count
        let free = (0..<9).filter { solution.solver.problem.isFree[$0] }
        guard count >= 10 * blocks, !free.isEmpty else { return 1 }
        let ranges = (0..<blocks).map { $0 * count / blocks..<($0 + 1) * count / blocks }
        let models =
            estimator.isAlgebraic(solution.rung)
            ? refitted(solution, estimator, without: ranges) : stepped(solution, without: ranges)
        guard let parameters = models?.map({ model in free.map { model.values[$0] } }) else { return 1 }
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

    /// One Newton step from the solution of all to that without each block (the one-step jackknife: Fox, Hinkley &
    /// Larntz, Technometrics 22(1), 1980). The normal equations are sums over the readings: one pass serves all blocks.
    private static func stepped(
        _ solution: MagnetometerEstimator.Solution, without ranges: [Range<Int>]
    ) -> [FieldModel]? {
        let problem = solution.solver.problem
        let indices = problem.isFree.indices.filter { problem.isFree[$0] }
        do {
            let stretch = try problem.weightToCurvature(solution.model)
            let parts = try ranges.map { try problem.part($0).corrected(solution.model, forCovariance: false) }
            var all = try problem.part(0..<0).withPrior(of: problem).corrected(solution.model, forCovariance: false)
            for part in parts { all.add(part, 1) }
            return try parts.map { part in
                var rest = all
                rest.add(part, -1)
                guard let step = FieldSolver.step(rest, indices, 0) else { throw Quadric.noEllipsoid }
                var model = solution.model
                for (k, index) in indices.enumerated() { model.values[index] -= stretch * step[k] }
                return model
            }
        } catch { return nil }
    }

    private static func refitted(
        _ solution: MagnetometerEstimator.Solution, _ estimator: MagnetometerEstimator, without ranges: [Range<Int>]
    ) -> [FieldModel]? {
        let samples = estimator.samples
        return try? ranges.map { left in
            let kept = samples.field.indices.filter { !left.contains($0) }
            let part = MagnetometerSamples(field: kept.map { samples.field[$0] }, down: kept.map { samples.down[$0] })
            return try estimator.refit(solution, to: part)
        }
    }
}

extension FieldProblem {
    /// The same problem of some of its readings, without prior.
    fileprivate func part(_ range: Range<Int>) -> FieldProblem {
        var part = self
        part.field = Array(field[range])
        part.down = Array(down[range])
        part.priorPrecision = part.priorPrecision.map { _ in 0 }
        part.tracePrecision = 0
        return part
    }

    fileprivate func withPrior(of other: FieldProblem) -> FieldProblem {
        var result = self
        (result.priorPrecision, result.tracePrecision) = (other.priorPrecision, other.tracePrecision)
        return result
    }

    /// Mean weight over mean curvature of the loss: a step with the weights' normal matrix falls short by it.
    fileprivate func weightToCurvature(_ model: FieldModel) throws(LinearAlgebraError) -> Double {
        let residuals = try residuals(model)
        var (weights, curvatures) = (0.0, 0.0)
        for (values, sigma) in [(residuals.magnitude, magnitudeSigma), (residuals.vertical, verticalSigma)] {
            for value in values {
                weights += loss.weight(value / sigma)
                curvatures += loss.curvature(value / sigma)
            }
        }
        return curvatures > 0.5 * weights ? weights / curvatures : 1
    }
}

extension FieldProblem.Normal {
    fileprivate mutating func add(_ other: FieldProblem.Normal, _ factor: Double) {
        cost += factor * other.cost
        for i in matrix.indices { matrix[i] += factor * other.matrix[i] }
        for i in gradient.indices { gradient[i] += factor * other.gradient[i] }
    }
}
