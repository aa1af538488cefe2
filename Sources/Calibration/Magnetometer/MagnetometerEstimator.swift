import Files
import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Runs a method on samples, climbs the ladder of models and judges the result.
struct MagnetometerEstimator {
    let samples: MagnetometerSamples
    let options: MagnetometerFitOptions

    /// Dip for the predicted heading sigma where neither a model nor gravity gives it: middle latitudes.
    static let assumedDip = Double.pi / 3
    /// The Earth's field: mean and standard deviation over its surface, microtesla; the prior of an open strength.
    static let earthStrength = (mean: 45.0, sigma: 12.0)

    /// A larger scatter of the bulk of the calibrated magnitude, relative to the field, is refused.
    static let largestResidual = 0.2

    /// Above this share of gross errors, disturbances are no longer outliers: they bend the bulk as well.
    static let largestDisturbedShare = 0.15

    /// Share of readings whose magnitude differs from the field by more than five times the scatter of the bulk.
    private static func disturbedShare(_ calibrated: [Vector3], _ strength: Double, _ bulk: Double) -> Double {
        let count = calibrated.count { ($0.length - strength).magnitude > 5 * bulk }
        return Double(count) / Double(max(1, calibrated.count))
    }

    /// A solution with the problem it minimises and its noise.
    struct Solution {
        var model: FieldModel
        var solver: FieldSolver
        var rung: MagnetometerFitRung
    }

    func fit() throws(SensorLabError) -> MagnetometerFit {
        if let rung = options.rung { return try judged(solve(rung)) }
        let found = concurrentMap(MagnetometerFitRung.allCases, jobs: options.jobs) { rung in
            Result { () throws(SensorLabError) in
                let solution = try solve(rung)
                return RungValidation.Candidate(fit: try evaluate(solution), solution: solution)
            }
        }
        var candidates = found.compactMap { try? $0.get() }
        if let first = candidates.first {
            // All rungs use one division into blocks, else their errors could not be compared.
            let blocks = RungValidation(samples, hardIron: first.solution.model.hardIron)
            candidates = concurrentMap(candidates, jobs: options.jobs) { candidate in
                var candidate = candidate
                candidate.errors = try? blocks.errors(of: candidate.solution, by: self)
                return candidate
            }
        }
        if let best = RungValidation.best(candidates) {
            var fit = try judged(best.solution)
            fit.crossValidatedHeadingError = best.fit.crossValidatedHeadingError
            return fit
        }
        for case .failure(let error) in found.reversed() { throw error }
        throw Quadric.noEllipsoid
    }

    /// The solution for a part of the readings, started from that of all.
    func refit(_ solution: Solution, to part: MagnetometerSamples) throws(SensorLabError) -> FieldModel {
        var solver = solution.solver
        let hasGravity = solver.problem.down.contains { $0 != nil }
        solver.problem.field = part.field
        solver.problem.down = hasGravity ? part.down : part.down.map { _ in nil }
        return try solver.refine(from: solution.model)
    }

    private func solve(_ rung: MagnetometerFitRung) throws(SensorLabError) -> Solution {
        switch options.method {
        case .map: try RobustMAPFit.solve(self, rung)
        case .geometric: try GeometricFit.solve(self, rung)
        }
    }

    /// A problem with the settings of all methods: which unknowns are free and how the scale is fixed.
    func problem(_ rung: MagnetometerFitRung, gravity: Bool) -> FieldProblem {
        let none = [Vector3?](repeating: nil, count: samples.field.count)
        let down = gravity ? samples.down : none
        var problem = FieldProblem(field: samples.field, down: down)
        for index in FieldModel.softIronRange {
            problem.isFree[index] = FieldModel.softIronIndices(rung).contains(index)
        }
        problem.isFree[FieldModel.verticalIndex] = down.contains { $0 != nil }
        if options.fieldStrength != nil, rung != .sphere {
            problem.isFree[FieldModel.strengthIndex] = false
        } else if rung != .sphere {
            // A sigma of 1e-6 is negligible for a scale and still lets the minimiser move.
            problem.tracePrecision = 1e12
        }
        return problem
    }

    /// The fit for a solution, with the wander of the hard iron during the recording.
    private func judged(_ solution: Solution) throws(SensorLabError) -> MagnetometerFit {
        guard let times = samples.times,
            let wander = try HardIronWander(
                solution.solver, solution.model, times: times, considered: options.softIronSigma)
        else { return try evaluate(solution) }
        return try evaluate(solution, wander: wander)
    }

    private func evaluate(
        _ solution: Solution, wander: HardIronWander? = nil
    ) throws(SensorLabError) -> MagnetometerFit {
        var model = solution.model
        let problem = solution.solver.problem
        var full = wander?.covariance
        if let wander {
            for i in model.values.indices { model.values[i] += wander.shift[i] }
        } else {
            full = try solution.solver.covariance(model, considered: options.softIronSigma)
        }
        if let known = options.fieldStrength, solution.rung == .sphere {
            // The radius of a sphere is fitted in the sensor's scale; S takes the factor to the known strength.
            let factor = known / model.strength
            for i in 3..<6 { model.values[i] += Double.log(factor) }
            model.values[FieldModel.strengthIndex] = known
            model.values[FieldModel.verticalIndex] *= factor
        }
        let (s, _) = try model.softIron.exponentialAndDerivatives()
        let calibrated = samples.field.map { s * ($0 - model.hardIron) }
        let squares = calibrated.reduce(0) { $0 + ($1.length - model.strength) * ($1.length - model.strength) }
        let rms = (squares / Double(calibrated.count)).squareRoot()
        let bulk = RobustStatistics.scaleAboutZero(calibrated.map { $0.length - model.strength })
        // A model that does not describe the bulk of the readings has no covariance.
        if bulk > Self.largestResidual * model.strength { full = nil }
        let (dip, source) = dip(model, learnt: problem.isFree[FieldModel.verticalIndex])
        let level = try PoseHeadingSigma.predict(.level, model: model, covariance: full, dip: dip, residualSigma: bulk)
        let upright = try PoseHeadingSigma.predict(
            .upright, model: model, covariance: full, dip: dip, residualSigma: bulk)
        let coverage = DirectionCoverage(calibrated: calibrated, fieldPointsDown: dip >= 0)
        let shared = Array(0..<9)
        return MagnetometerFit(
            model: MagnetometerModel(hardIron: model.hardIron, softIron: s), method: options.method,
            rung: solution.rung, fieldStrength: model.strength,
            scale: options.fieldStrength == nil ? .unitDeterminant : .knownFieldStrength, dip: dip, dipSource: source,
            covariance: full.map { $0.block(shared, shared) }, hardIronWander: wander?.deviation,
            residualRMSPercent: 100 * rms / model.strength, sampleCount: samples.field.count, coverage: coverage,
            level: level, upright: upright,
            verdict: judge(
                model, solution, level, upright, coverage, relativeResidual: bulk / model.strength,
                disturbed: Self.disturbedShare(calibrated, model.strength, bulk)))
    }

    private func dip(_ model: FieldModel, learnt: Bool) -> (Double, MagnetometerFit.DipSource) {
        if let dip = options.dip { return (dip, .known) }
        guard learnt else { return (Self.assumedDip, .assumed) }
        // A field within 5 degrees of the vertical has no heading; the limit keeps the prediction finite.
        let sine = min(max(model.vertical / model.strength, -0.996), 0.996)
        return (Double.asin(sine), .learnt)
    }

    private func judge(
        _ model: FieldModel, _ solution: Solution, _ level: PoseHeadingSigma, _ upright: PoseHeadingSigma,
        _ coverage: DirectionCoverage, relativeResidual: Double, disturbed: Double
    ) -> CalibrationVerdict {
        // The strength in the sensor's own scale shows the unit, whatever the result was scaled to.
        let trace = model.values[3] + model.values[4] + model.values[5]
        if let refusal = MagnetometerDataCheck.afterFit(strength: model.strength / Double.exp(trace / 3)) {
            return refusal
        }
        let advice = coverage.advice.isEmpty ? "record away from iron and magnets, for longer" : coverage.advice
        if relativeResidual > Self.largestResidual {
            return .refused(
                "the calibrated magnitude scatters by \(Int(clamping: (100 * relativeResidual).rounded())) percent of the field",
                advice: "record away from iron and magnets")
        }
        if disturbed > Self.largestDisturbedShare {
            return .refused(
                "\(Int(clamping: (100 * disturbed).rounded())) % of the readings are disturbed, so the sigmas cannot be trusted",
                advice: "record away from iron and magnets")
        }
        let limit = options.largestHeadingSigma
        let poses = [("lying flat", level), ("held upright", upright)].filter { !($0.1.calibration <= limit) }
        guard !poses.isEmpty else { return CalibrationVerdict(accepted: true, advice: coverage.advice) }
        let text = poses.map { "\($0.0) \(MagnetometerDataCheck.rounded($0.1.calibrationDegrees)) degrees" }
        return CalibrationVerdict(
            accepted: false, reason: "the predicted heading sigma is too large: \(text.joined(separator: ", "))",
            advice: advice, isUncertain: true)
    }
}

/// Chooses the rung of the ladder by its cross-validated predicted heading error.
///
/// The readings are divided into blocks of neighbouring directions; a model fitted without a block predicts that block,
/// which tests how a rung extrapolates to directions not covered. Blocks of single readings would not do, since
/// neighbours in time have correlated errors. The error of a predicted reading shows in its length and, where gravity
/// is known, in its angle to gravity; the component perpendicular to both, which turns the heading, is assumed to be as
/// large. Poses that the recording lacks are not in any block: they are in the predicted heading sigma, in which the
/// unfitted elements of L count with their prior. The two are added as variances.
struct RungValidation {
    /// A rung that was fitted to all readings.
    struct Candidate {
        var fit: MagnetometerFit
        /// Mean square error of each block, microtesla^2; nil where a fit without a block failed.
        var errors: [Double]?
        /// The solution with its problem.
        var solution: MagnetometerEstimator.Solution

        /// Mean over the blocks.
        var error: Double? { errors.map { $0.reduce(0, +) / Double($0.count) } }
    }

    /// Readings used for the validation: enough to compare, few enough to be quick.
    static let readings = 600
    /// A block with fewer readings is not used.
    static let smallestBlock = 8
    /// Upper limit of an error, microtesla: a gross error belongs to no model.
    static let largestError = 10.0

    let field: [Vector3]
    let down: [Vector3?]
    /// The block of each reading, 0...7.
    let block: [Int]
    /// The blocks with enough readings.
    let blocks: [Int]

    /// Divides the directions of the field about a hard iron by the signs of their three principal components about
    /// their mean.
    init(_ samples: MagnetometerSamples, hardIron: Vector3) {
        let thinned = samples.thinned(to: Self.readings)
        (field, down) = (thinned.field, thinned.down)
        let directions = thinned.field.map { ($0 - hardIron).normalized ?? .zero }
        let rows = Matrix(directions.map { [$0.x, $0.y, $0.z] })
        if let statistics = try? rows.sampleCovariance(), let axes = try? statistics.covariance.symmetricEigen().vectors
        {
            let mean = Vector3(statistics.mean[0], statistics.mean[1], statistics.mean[2])
            block = directions.map { direction in
                (0..<3).reduce(0) { code, k in
                    let axis = Vector3(axes[0, k], axes[1, k], axes[2, k])
                    return 2 * code + (axis.dot(direction - mean) > 0 ? 1 : 0)
                }
            }
        } else {
            block = directions.map { _ in 0 }
        }
        let assigned = block
        blocks = Set(assigned).sorted().filter { b in assigned.count { $0 == b } >= Self.smallestBlock }
    }

    /// Mean square errors of the blocks, each predicted from the others; nil where there are fewer than two blocks.
    func errors(
        of solution: MagnetometerEstimator.Solution, by estimator: MagnetometerEstimator
    ) throws(SensorLabError) -> [Double]? {
        guard blocks.count >= 2 else { return nil }
        let largest = Self.largestError * Self.largestError
        let hasGravity = solution.solver.problem.isFree[FieldModel.verticalIndex]
        var result: [Double] = []
        for left in blocks {
            let kept = field.indices.filter { block[$0] != left }
            let part = MagnetometerSamples(field: kept.map { field[$0] }, down: kept.map { down[$0] })
            let model = try estimator.refit(solution, to: part)
            let (s, _) = try model.softIron.exponentialAndDerivatives()
            var (sum, count) = (0.0, 0.0)
            for i in field.indices where block[i] == left {
                let b = s * (field[i] - model.hardIron)
                let size = b.length - model.strength
                sum += min(size * size, largest)
                count += 1
                guard hasGravity, let down = down[i] else { continue }
                let dip = model.strength * b.dot(down) / max(b.length, 1e-9) - model.vertical
                sum += min(dip * dip, largest)
                count += 1
            }
            result.append(sum / count)
        }
        return result
    }

    /// The candidate with the smallest predicted heading error.
    static func best(_ candidates: [Candidate]) -> Candidate? {
        let validated = candidates.filter { $0.errors != nil }
        guard !validated.isEmpty else { return candidates.min { $0.fit.headingSigma < $1.fit.headingSigma } }
        return validated.map { candidate in
            var result = candidate
            let horizontal = candidate.fit.fieldStrength * Double.cos(candidate.fit.dip)
            let unseen = candidate.fit.headingSigma * candidate.fit.headingSigma
            result.fit.crossValidatedHeadingError = candidate.error.map {
                ($0 / (horizontal * horizontal) + unseen).squareRoot()
            }
            return result
        }.min {
            ($0.fit.crossValidatedHeadingError ?? .infinity) < ($1.fit.crossValidatedHeadingError ?? .infinity)
        }
    }
}
