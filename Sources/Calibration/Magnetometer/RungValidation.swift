import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

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
