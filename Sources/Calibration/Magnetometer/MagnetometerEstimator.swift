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
        let down = gravity && options.usesGravity ? samples.down : none
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
