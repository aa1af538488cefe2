import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// Robust maximum a posteriori: pseudo-Huber losses of the magnitude and, where gravity is known, of the vertical
/// component, a Gaussian prior on L = log S, and the field's strength and dip from a model or estimated.
///
/// Several starts, since a hard iron many times the field's strength and data on a cap of the sphere lead to wrong
/// basins; the smallest robust cost wins.
enum RobustMAPFit {
    static func solve(
        _ estimator: MagnetometerEstimator, _ rung: MagnetometerFitRung
    ) throws(SensorLabError) -> MagnetometerEstimator.Solution {
        let options = estimator.options
        var problem = estimator.problem(rung, gravity: true)
        for index in FieldModel.softIronRange {
            problem.priorPrecision[index] = 1 / (options.softIronSigma * options.softIronSigma)
        }
        let strength = options.fieldStrength ?? MagnetometerEstimator.earthStrength.mean
        if problem.isFree[FieldModel.strengthIndex] {
            // Between a known strength and the radius of a sphere is still the sensor's scale.
            let sigma =
                options.fieldStrength == nil
                ? MagnetometerEstimator.earthStrength.sigma : options.softIronSigma * strength
            problem.priorMean[FieldModel.strengthIndex] = strength
            problem.priorPrecision[FieldModel.strengthIndex] = 1 / (sigma * sigma)
        }
        if let dip = options.dip, let known = options.fieldStrength {
            let sigma = max(known * Double.cos(dip) * options.dipSigma, FieldSolver.smallestSigma)
            problem.priorMean[FieldModel.verticalIndex] = known * Double.sin(dip)
            problem.priorPrecision[FieldModel.verticalIndex] = 1 / (sigma * sigma)
        } else {
            // |V| cannot exceed the strength; this prior keeps it finite where the direction of gravity does not
            // change.
            problem.priorPrecision[FieldModel.verticalIndex] = 1 / (strength * strength)
        }
        let vertical = problem.priorMean[FieldModel.verticalIndex]
        var starts = try self.starts(estimator.samples.field, strength: strength)
        if let shape = try? LiGriffithsFit.solve(estimator.samples.field), rung == .ellipsoid,
            let start = try? self.start(shape, strength: options.fieldStrength),
            start.values[FieldModel.softIronRange].allSatisfy({ $0.magnitude < 0.5 })
        {
            starts.append(start)
        }
        for i in starts.indices { starts[i].values[FieldModel.verticalIndex] = vertical }
        return try best(starts, rung, problem)
    }

    /// A robust sphere with fixed strength, and its mirror image behind the cap of the data.
    private static func starts(_ field: [Vector3], strength: Double) throws(SensorLabError) -> [FieldModel] {
        let sphere = try SphereFit.solve(field)
        var models = [FieldModel(hardIron: sphere.centre, strength: strength, vertical: 0)]
        let rows = Matrix(field.map { [$0.x, $0.y, $0.z] })
        let statistics = try rows.sampleCovariance()
        let thin = try statistics.covariance.symmetricEigen().vectors.column(0)
        let normal = Vector3(thin[0], thin[1], thin[2])
        let mean = Vector3(statistics.mean[0], statistics.mean[1], statistics.mean[2])
        // A circle of radius r on a sphere of the fixed strength has its centre at this height above or below.
        let flat = field.reduce(0) { sum, m in
            let u = m - mean
            return sum + (u - normal.dot(u) * normal).lengthSquared
        }
        let height = max(strength * strength - flat / Double(field.count), 0).squareRoot()
        for side in [-1.0, 1.0] {
            models.append(FieldModel(hardIron: mean + side * height * normal, strength: strength, vertical: 0))
        }
        return models
    }

    /// An algebraic ellipsoid as a start; det S = 1 where the strength is open.
    static func start(
        _ fit: (hardIron: Vector3, shape: Matrix3), strength known: Double?
    ) throws(SensorLabError) -> FieldModel {
        var logarithm = try SymmetricLogarithm(exponential: fit.shape)
        let strength = known ?? Double.exp(-logarithm.elements.prefix(3).reduce(0, +) / 3)
        for i in 0..<3 { logarithm.elements[i] += Double.log(strength) }
        return FieldModel(hardIron: fit.hardIron, softIron: logarithm, strength: strength, vertical: 0)
    }

    /// Readings used for the comparison of the starts.
    private static let samplesForStarts = 800

    /// Solves from every start and corrects the best result. A part of the readings is enough to find the right basin;
    /// only the winner is solved with all.
    static func best(
        _ starts: [FieldModel], _ rung: MagnetometerFitRung, _ problem: FieldProblem
    ) throws(SensorLabError) -> MagnetometerEstimator.Solution {
        let part = problem.thinned(to: samplesForStarts)
        var solution = try basin(of: starts, rung, part)
        if part.field.count < problem.field.count {
            solution.solver = FieldSolver(problem: problem)
            solution.model = try solution.solver.solve(near: solution.model)
        }
        solution.model = try solution.solver.correct(solution.model)
        return solution
    }

    /// The minimum of lowest cost; costs are compared at the noise scales of the best fit, first with hard iron alone,
    /// then with all.
    private static func basin(
        of starts: [FieldModel], _ rung: MagnetometerFitRung, _ problem: FieldProblem
    ) throws(SensorLabError) -> MagnetometerEstimator.Solution {
        var solutions: [MagnetometerEstimator.Solution] = []
        var tried: [Vector3] = []
        for start in starts {
            var solver = FieldSolver(problem: problem)
            // First the vertical component is estimated, else the dip pulls the start away.
            solver.problem.isFree = problem.isFree.indices.map {
                problem.isFree[$0] && !FieldModel.softIronRange.contains($0)
            }
            solver.finalLoss = .pseudoHuber
            var model = try solver.solve(from: start, rounds: 2, correlated: false)
            // Starts that have converged to one point count once.
            if tried.contains(where: { ($0 - model.hardIron).length < 0.1 }) { continue }
            tried.append(model.hardIron)
            solver.finalLoss = .biweight
            solver.problem.isFree = problem.isFree
            model = try solver.solve(from: model)
            solutions.append(.init(model: model, solver: solver, rung: rung))
        }
        guard let quietest = solutions.min(by: { noise($0) < noise($1) }) else { throw Quadric.noEllipsoid }
        var (best, lowest) = (quietest, Double.infinity)
        for solution in solutions {
            let cost = try quietest.solver.problem.normal(solution.model).cost
            if cost < lowest { (best, lowest) = (solution, cost) }
        }
        return best
    }

    private static func noise(_ solution: MagnetometerEstimator.Solution) -> Double {
        let problem = solution.solver.problem
        let hasGravity = problem.down.contains { $0 != nil }
        return problem.magnitudeSigma * (hasGravity ? problem.verticalSigma : 1)
    }
}

/// Robust geometric least squares of |S (m - h)| - F without prior: suitable for well covered data, not determined for
/// others.
enum GeometricFit {
    static func solve(
        _ estimator: MagnetometerEstimator, _ rung: MagnetometerFitRung
    ) throws(SensorLabError) -> MagnetometerEstimator.Solution {
        let field = estimator.samples.field
        let sphere = try SphereFit.solve(field)
        let strength = rung == .sphere ? sphere.radius : estimator.options.fieldStrength ?? sphere.radius
        var starts = [FieldModel(hardIron: sphere.centre, strength: strength, vertical: 0)]
        if rung == .ellipsoid, let shape = try? LiGriffithsFit.solve(field),
            let start = try? RobustMAPFit.start(shape, strength: estimator.options.fieldStrength)
        {
            starts.append(start)
        }
        return try RobustMAPFit.best(starts, rung, estimator.problem(rung, gravity: false))
    }
}
