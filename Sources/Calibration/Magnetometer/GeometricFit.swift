import LinearAlgebra
import Rotations

/// Robust geometric least squares of |S (m - h)| - F without prior: right for well covered data, not determined for
/// others.
enum GeometricFit {
    static func solve(
        _ estimator: MagnetometerEstimator, _ rung: MagnetometerFitRung
    ) throws(LinearAlgebraError) -> MagnetometerEstimator.Solution {
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
