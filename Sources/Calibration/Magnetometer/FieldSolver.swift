import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// Levenberg-Marquardt with re-estimated noise scales for a `FieldProblem`.
struct FieldSolver {
    var problem: FieldProblem
    /// The loss in the second half of the rounds.
    var finalLoss = RobustLoss.biweight
    /// Lower limit of the noise, microtesla: the quantisation of phone magnetometers.
    static let smallestSigma = 0.05
    /// The most rounds of corrected solution and new scales.
    private static let polishings = 8
    /// A corrected solution has converged where the squared length of the next step, in standard deviations, is below
    /// this.
    private static let settled = 1e-7
    /// The same for the scales and for the blocks of a validation: a hundredth of a standard deviation.
    private static let nearlySettled = 1e-4

    /// Minimises from a start. The scales are estimated from the residuals (median), then, with `correlated`, the
    /// correlation of the residuals in time, and the minimum is found again, so that the prior and the two kinds of
    /// residual have the right weights.
    mutating func solve(from start: FieldModel, rounds: Int = 4, correlated: Bool = true) throws(SensorLabError)
        -> FieldModel
    {
        var model = start
        for round in 0..<rounds {
            let residuals = try setScales(model)
            if correlated, round > 0 { setCorrelation(residuals, common: true) }
            if round == rounds / 2 { problem.loss = finalLoss }
            model = try minimise(from: model, gain: round < rounds - 1 ? 1e-4 : 1e-6)
        }
        return model
    }

    /// The same from the solution of a part of the readings.
    mutating func solve(near start: FieldModel) throws(SensorLabError) -> FieldModel {
        problem.loss = finalLoss
        var model = start
        for gain in [1e-4, 1e-6] {
            setCorrelation(try setScales(model), common: true)
            model = try minimise(from: model, gain: gain)
        }
        return model
    }

    /// The corrected solution at a minimum. Where its bias is large, the residuals of the minimum split the error
    /// wrongly between magnetometer and gravity: the scales are re-estimated from the corrected solution until they
    /// converge.
    mutating func correct(_ minimum: FieldModel) throws(SensorLabError) -> FieldModel {
        var model = minimum
        for _ in 0..<Self.polishings {
            let (magnitude, vertical) = (problem.magnitudeSigma, problem.verticalSigma)
            model = try polish(model, to: Self.nearlySettled) ?? model
            _ = try setScales(model)
            let change = max(
                (problem.magnitudeSigma / magnitude - 1).magnitude, (problem.verticalSigma / vertical - 1).magnitude)
            if change < 0.005 { break }
        }
        model = try polish(model, to: Self.settled) ?? model
        setCorrelation(try problem.residuals(model), common: false)
        return model
    }

    /// The minimum near a start, at the current scales and weights of the problem.
    func refine(from start: FieldModel) throws(SensorLabError) -> FieldModel {
        if let model = try polish(start, to: Self.nearlySettled) { return model }
        let model = try minimise(from: start, gain: 1e-6)
        return try polish(model, to: Self.nearlySettled) ?? model
    }

    /// Estimates the scales from the residuals.
    private mutating func setScales(
        _ model: FieldModel
    ) throws(SensorLabError) -> (magnitude: [Double], vertical: [Double]) {
        let residuals = try problem.residuals(model)
        problem.magnitudeSigma = max(RobustStatistics.scaleAboutZero(residuals.magnitude), Self.smallestSigma)
        if !residuals.vertical.isEmpty {
            problem.verticalSigma = max(RobustStatistics.scaleAboutZero(residuals.vertical), Self.smallestSigma)
        }
        return residuals
    }

    /// Newton steps on the corrected normal equations, which have no cost function to descend; nil where they do not
    /// converge.
    private func polish(_ start: FieldModel, to tolerance: Double) throws(SensorLabError) -> FieldModel? {
        var model = start
        let free = problem.isFree.indices.filter { problem.isFree[$0] }
        for _ in 0..<30 {
            let normal = try problem.corrected(model, forCovariance: false)
            guard let step = Self.step(normal, free, 0) else { return nil }
            var decrement = 0.0
            for (k, index) in free.enumerated() {
                model.values[index] -= step[k]
                decrement += step[k] * normal.gradient[index]
            }
            guard model.values[FieldModel.softIronRange].allSatisfy({ $0.magnitude < 1 }) else { return nil }
            if decrement.magnitude < tolerance { return model }
        }
        return nil
    }

    /// Samples per independent sample, from the residuals.
    ///
    /// - Parameter common: whether both kinds share one number (the geometric mean), for the estimate. Separate weights
    ///   would diverge: the kind with less weight is fitted worse, which makes its residuals more correlated. The
    ///   covariance uses each kind's own number.
    mutating func setCorrelation(_ residuals: (magnitude: [Double], vertical: [Double]), common: Bool) {
        func correlation(_ values: [Double], _ sigma: Double) -> Double {
            let influence = values.map { $0 * problem.loss.weight($0 / sigma) }
            return influence.count >= 4 ? CorrelationTime.of(influence) : 1
        }
        var magnitude = correlation(residuals.magnitude, problem.magnitudeSigma)
        var vertical = correlation(residuals.vertical, problem.verticalSigma)
        if common, !residuals.vertical.isEmpty {
            magnitude = (magnitude * vertical).squareRoot()
            vertical = magnitude
        }
        problem.magnitudeCorrelation = magnitude
        problem.verticalCorrelation = vertical
    }

    /// Levenberg-Marquardt at fixed scales (Nocedal & Wright, Numerical Optimization, chapter 10).
    /// - Parameter gain: stops after a step that lowers the cost by a smaller share.
    private func minimise(from start: FieldModel, gain least: Double) throws(SensorLabError) -> FieldModel {
        var model = start
        var normal = try problem.normal(model)
        var damping = 1e-4
        let free = problem.isFree.indices.filter { problem.isFree[$0] }
        for _ in 0..<100 {
            guard let step = Self.step(normal, free, damping) else {
                damping *= 10
                if damping > 1e8 { break }
                continue
            }
            var trial = model
            for (k, index) in free.enumerated() { trial.values[index] -= step[k] }
            // exp(L) beyond factors of e^3 is no soft iron: the step was too large.
            let sane = trial.values[FieldModel.softIronRange].allSatisfy { $0.magnitude < 3 }
            let next = sane ? try problem.normal(trial) : normal
            if sane, next.cost < normal.cost {
                let gain = normal.cost - next.cost
                model = trial
                normal = next
                damping = max(damping / 10, 1e-12)
                if gain < least * (1 + next.cost) { break }
            } else {
                damping *= 10
                if damping > 1e8 { break }
            }
        }
        return model
    }

    static func step(_ normal: FieldProblem.Normal, _ free: [Int], _ damping: Double) -> [Double]? {
        var matrix = Self.submatrix(normal, free, free)
        for i in free.indices { matrix[i, i] = matrix[i, i] * (1 + damping) + 1e-12 }
        return try? Cholesky(matrix).solve(free.map { normal.gradient[$0] })
    }

    static func submatrix(_ normal: FieldProblem.Normal, _ rows: [Int], _ columns: [Int]) -> Matrix {
        var matrix = Matrix(rows: rows.count, columns: columns.count)
        for (i, row) in rows.enumerated() {
            for (j, column) in columns.enumerated() { matrix[i, j] = normal.matrix[row + FieldModel.count * column] }
        }
        return matrix
    }

    /// 11 x 11 covariance at a model: fitted unknowns from the information matrix, unfitted elements of L with the
    /// standard deviation `considered` and their effect on the fitted ones (Schmidt's consider covariance). Nil where
    /// not determined.
    func covariance(_ model: FieldModel, considered: Double) throws(SensorLabError) -> Matrix? {
        covariance(of: try problem.corrected(model, forCovariance: true), considered: considered)
    }

    /// The same from normal equations whose matrix is the information of all unknowns.
    func covariance(of normal: FieldProblem.Normal, considered: Double) -> Matrix? {
        let free = problem.isFree.indices.filter { problem.isFree[$0] }
        let rest = FieldModel.softIronRange.filter { !problem.isFree[$0] }
        guard var inverse = Self.scaledInverse(Self.submatrix(normal, free, free)) else { return nil }
        inverse = redundancyFactor(free.map { problem.priorPrecision[$0] }, inverse) * inverse
        var result = Matrix(rows: FieldModel.count, columns: FieldModel.count)
        func write(_ block: Matrix, _ rows: [Int], _ columns: [Int]) {
            for (i, row) in rows.enumerated() {
                for (j, column) in columns.enumerated() {
                    result[row, column] = block[i, j]
                    result[column, row] = block[i, j]
                }
            }
        }
        guard !rest.isEmpty else {
            write(inverse, free, free)
            return result
        }
        let variance = considered * considered
        let gain = -1 * (inverse * Self.submatrix(normal, free, rest))
        write(inverse + variance * (gain * gain.transposed), free, free)
        write(variance * gain, free, rest)
        write(variance * Matrix.identity(rest.count), rest, rest)
        return result
    }

    /// n / (n - p): the p fitted parameters make the residuals, from which the noise was estimated, smaller than the
    /// errors of n independent readings. A parameter held by its prior does not count.
    private func redundancyFactor(_ precisions: [Double], _ covariance: Matrix) -> Double {
        let vertical = Double(problem.down.count { $0 != nil })
        let independent =
            Double(problem.field.count) / problem.magnitudeCorrelation + vertical / problem.verticalCorrelation
        let fitted = zip(precisions, covariance.diagonal).reduce(0) { $0 + max(0, 1 - $1.0 * $1.1) }
        return independent / max(independent - fitted, 1)
    }

    /// Inverse of an information matrix, scaled to a unit diagonal first, because its units differ; nil where singular.
    private static func scaledInverse(_ information: Matrix) -> Matrix? {
        let scale = information.diagonal.map { $0 > 0 ? 1 / $0.squareRoot() : 0 }
        guard scale.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
        let outer = Matrix.diagonal(scale)
        guard let eigen = try? (outer * information * outer).symmetricEigen(), eigen.values[0] > 1e-13,
            let inverse = try? Cholesky(outer * information * outer).inverse()
        else { return nil }
        return outer * inverse * outer
    }
}
