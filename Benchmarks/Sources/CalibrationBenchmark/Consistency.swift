import Calibration
import Foundation
import LinearAlgebra
import Rotations
import SensorModels

/// How the errors of the default method compare with its own sigmas and with the Cramer-Rao bound.
struct Consistency: Sendable {
    /// Errors of h and S in units of the bound, squared, summed over repeats.
    private var overBound = [Double](repeating: 0, count: 9)
    private var bounded = 0
    /// e^T P^-1 e of (h, log S).
    private var nees = 0.0
    /// Errors of single parameters inside their 95 % interval.
    private var inside = 0
    private(set) var repeats = 0
    private(set) var missing = 0
    private var headingError = 0.0
    private var headingVariance = 0.0

    mutating func add(_ fit: MagnetometerFit, truth: Scene.Recording, bound: [Double]?, headingError: Double) {
        guard let covariance = fit.covariance, let weights = try? Cholesky(covariance),
            let estimated = Self.logarithm(fit.model.softIron), let exact = Self.logarithm(truth.softIron)
        else {
            missing += 1
            return
        }
        repeats += 1
        let h = fit.model.hardIron - truth.hardIron
        let s = fit.model.softIron - truth.softIron
        var errors = [h.x, h.y, h.z]
        let direct = errors + CramerRao.places.map { s[$0.0, $0.1] }
        errors += CramerRao.places.map { estimated[$0.0, $0.1] - exact[$0.0, $0.1] }
        if let bound {
            bounded += 1
            for i in 0..<9 { overBound[i] += direct[i] * direct[i] / (bound[i] * bound[i]) }
        }
        if let weighted = try? weights.solve(errors) { nees += zip(errors, weighted).reduce(0) { $0 + $1.0 * $1.1 } }
        for i in 0..<9 where errors[i].magnitude < 1.959964 * covariance[i, i].squareRoot() { inside += 1 }
        self.headingError += headingError * headingError
        headingVariance += fit.upright.calibrationDegrees * fit.upright.calibrationDegrees
    }

    /// The worst parameter's root mean square error over its Cramer-Rao bound.
    var worstOverBound: Double {
        (overBound.max() ?? 0) > 0 ? ((overBound.max() ?? 0) / Double(bounded)).squareRoot() : .nan
    }
    /// Mean of e^T P^-1 e over its expectation 9.
    var normalisedNEES: Double { nees / 9 / Double(max(1, repeats)) }
    /// Share of the parameters inside their 95 % interval.
    var coverage: Double { Double(inside) / 9 / Double(max(1, repeats)) }
    /// RMS heading error over the RMS of its predicted sigma, upright.
    var headingRatio: Double { (headingError / headingVariance).squareRoot() }

    private static func logarithm(_ s: Matrix3) -> Matrix3? {
        let rows = (0..<3).map { i in (0..<3).map { s[i, $0] } }
        guard let eigen = try? Matrix(rows).symmetricEigen(), eigen.values[0] > 0 else { return nil }
        var result = Matrix3.zero
        for k in 0..<3 {
            let axis = Vector3(eigen.vectors[0, k], eigen.vectors[1, k], eigen.vectors[2, k])
            result += log(eigen.values[k]) * Matrix3.outer(axis, axis)
        }
        return result
    }
}
