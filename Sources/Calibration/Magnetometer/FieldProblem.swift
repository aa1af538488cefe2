import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// The residuals of a magnetometer fit, their robust weights and normal equations:
/// r1 = (|b| - F) / g1 for every sample, r2 = (F b . down / |b| - V) / g2 where gravity is known, with b = S (m - h).
///
/// The dip is taken from the direction alone, so that r1 and r2 see perpendicular parts of the noise. g = |gradient of
/// r with respect to m| puts residuals into the units in which the noise is constant, the raw ones (Sampson's distance;
/// Kanatani, Statistical Optimization for Geometric Computation, 1996). Without it a fit shrinks S along the axes that
/// the data leave open, because that makes the noise smaller.
struct FieldProblem: Sendable {
    var field: [Vector3]
    /// Unit vector that points down, device axes; nil where gravity is not known (moving) or not used.
    var down: [Vector3?]
    /// Which unknowns are fitted.
    var isFree = [Bool](repeating: true, count: FieldModel.count)
    /// Prior value and precision (inverse variance) of each unknown.
    var priorMean = [Double](repeating: 0, count: FieldModel.count)
    var priorPrecision = [Double](repeating: 0, count: FieldModel.count)
    /// Precision of trace L = 0, which ties det S to 1 where the scale is open.
    var tracePrecision = 0.0
    /// Standard deviation of the bulk of r1 and r2, microtesla.
    var magnitudeSigma = 1.0
    var verticalSigma = 1.0
    /// Samples per independent sample of r1 and r2.
    var magnitudeCorrelation = 1.0
    var verticalCorrelation = 1.0
    var loss = RobustLoss.pseudoHuber

    /// Sum of the losses, normal matrix (11 x 11, all unknowns) and gradient at a model.
    struct Normal {
        var cost = 0.0
        var matrix = [Double](repeating: 0, count: FieldModel.count * FieldModel.count)
        var gradient = [Double](repeating: 0, count: FieldModel.count)
    }

    /// The same problem with every k-th reading, so that at most `count` are left.
    func thinned(to count: Int) -> FieldProblem {
        let stride = (field.count + count - 1) / count
        guard stride > 1 else { return self }
        var result = self
        result.field = Swift.stride(from: 0, to: field.count, by: stride).map { field[$0] }
        result.down = Swift.stride(from: 0, to: field.count, by: stride).map { down[$0] }
        return result
    }

    func residuals(_ model: FieldModel) throws(SensorLabError) -> (magnitude: [Double], vertical: [Double]) {
        let linearised = try Linearised(model)
        let share = noiseShare(model)
        var vertical: [Double] = []
        var magnitude: [Double] = []
        magnitude.reserveCapacity(field.count)
        for (m, d) in zip(field, down) {
            let sample = linearised.sample(m)
            magnitude.append(linearised.magnitude(sample, noise: magnitudeSigma).residual)
            if let d {
                vertical.append(linearised.dip(sample, d, noise: magnitudeSigma, noiseShare: share).residual)
            }
        }
        return (magnitude, vertical)
    }

    /// Which share of the variance of r2 comes from the magnetometer, the rest being that of the direction of gravity.
    private func noiseShare(_ model: FieldModel) -> Double {
        let sine = model.vertical / model.strength
        let cosineSquared = max(1 - sine * sine, 0.01)
        return min(1, magnitudeSigma * magnitudeSigma * cosineSquared / (verticalSigma * verticalSigma))
    }

    /// One pass over the samples.
    func normal(_ model: FieldModel) throws(SensorLabError) -> Normal {
        let linearised = try Linearised(model)
        let share = noiseShare(model)
        var sum = NormalSum(loss: loss)
        let magnitudeWeight = weight(magnitudeSigma, magnitudeCorrelation)
        let verticalWeight = weight(verticalSigma, verticalCorrelation)
        for i in field.indices {
            let sample = linearised.sample(field[i])
            let (residual, row) = linearised.magnitude(sample, noise: magnitudeSigma)
            sum.add(row, residual, magnitudeSigma, magnitudeWeight)
            if let d = down[i] {
                let (residual, row) = linearised.dip(sample, d, noise: magnitudeSigma, noiseShare: share)
                sum.add(row, residual, verticalSigma, verticalWeight)
            }
        }
        var result = sum.normal(linearised)
        addPrior(model, to: &result)
        return result
    }

    /// The normal equations with the derivatives at the readings moved onto the model (the score of orthogonal distance
    /// regression): at the noisy readings themselves, the noise correlates residual with derivative, which biases the
    /// parameters that the data leave weak, and counts as variation that determines the soft iron. Gravity's direction
    /// moves as well: in a log of small tilts its errors are no smaller.
    ///
    /// - Parameter forCovariance: every reading counts with the loss's efficiency instead of its own weight.
    func corrected(_ model: FieldModel, forCovariance: Bool) throws(SensorLabError) -> Normal {
        var magnitudeWeight = weight(magnitudeSigma, magnitudeCorrelation)
        var verticalWeight = weight(verticalSigma, verticalCorrelation)
        var sum = NormalSum(loss: forCovariance ? .square : loss)
        if forCovariance {
            let residuals = try self.residuals(model)
            magnitudeWeight *= loss.efficiency(residuals.magnitude, scale: magnitudeSigma)
            verticalWeight *= loss.efficiency(residuals.vertical, scale: verticalSigma)
        }
        let linearised = try Linearised(model)
        try visitCorrected(linearised, noiseShare(model)) { _, isDip, residual, row in
            if isDip {
                sum.add(row, residual, verticalSigma, verticalWeight)
            } else {
                sum.add(row, residual, magnitudeSigma, magnitudeWeight)
            }
        }
        var result = sum.normal(linearised)
        addPrior(model, to: &result)
        return result
    }

    /// Every residual at its reading, with the derivatives at the reading moved onto the model.
    ///
    /// - Parameter body: the index of the reading, whether the residual is that of the dip, residual and derivatives.
    func visitCorrected(
        _ model: FieldModel, _ body: (_ index: Int, _ isDip: Bool, _ residual: Double, _ row: FieldRow) -> Void
    ) throws(SensorLabError) {
        let linearised = try Linearised(model)
        try visitCorrected(linearised, noiseShare(model)) { index, isDip, residual, row in
            body(index, isDip, residual, linearised.derivatives(row))
        }
    }

    /// The same with derivatives in the raw unknowns.
    @inline(__always)
    private func visitCorrected(
        _ linearised: Linearised, _ share: Double,
        _ body: (_ index: Int, _ isDip: Bool, _ residual: Double, _ row: FieldRow) -> Void
    ) throws(SensorLabError) {
        guard let inverse = linearised.s.inverse else { throw Quadric.noEllipsoid }
        for i in field.indices {
            let here = linearised.sample(field[i])
            let moved = linearised.moved(here, down[i], noiseShare: share)
            let there = linearised.sample(linearised.hardIron + inverse * moved.b)
            body(
                i, false, linearised.magnitude(here, noise: magnitudeSigma).residual,
                linearised.magnitude(there, noise: magnitudeSigma).row)
            guard let down = down[i], let movedDown = moved.down else { continue }
            body(
                i, true, linearised.dip(here, down, noise: magnitudeSigma, noiseShare: share).residual,
                linearised.dip(there, movedDown, noise: magnitudeSigma, noiseShare: share).row)
        }
    }

    private func weight(_ sigma: Double, _ correlation: Double) -> Double { 1 / (sigma * sigma * correlation) }

    /// The sums over the readings in the raw unknowns: the lower triangle of the normal matrix in blocks of four columns,
    /// three to a row.
    private struct NormalSum {
        let loss: RobustLoss
        var cost = 0.0
        var gradient = FieldRow()
        var blocks = [SIMD4<Double>](repeating: .zero, count: 3 * FieldModel.count)

        @inline(__always)
        mutating func add(_ row: FieldRow, _ residual: Double, _ sigma: Double, _ weight: Double) {
            let (value, share) = loss.valueAndWeight(residual / sigma)
            let w = weight * share
            cost += weight * sigma * sigma * value
            guard w != 0 else { return }
            let influence = w * residual
            gradient.first += influence * row.first
            gradient.second += influence * row.second
            gradient.third += influence * row.third
            let (first, second, third) = (w * row.first, w * row.second, w * row.third)
            blocks.withUnsafeMutableBufferPointer { blocks in
                for i in 0..<4 { blocks[3 * i] += first[i] * row.first }
                for i in 0..<4 {
                    blocks[3 * i + 12] += second[i] * row.first
                    blocks[3 * i + 13] += second[i] * row.second
                }
                for i in 0..<3 {
                    blocks[3 * i + 24] += third[i] * row.first
                    blocks[3 * i + 25] += third[i] * row.second
                    blocks[3 * i + 26] += third[i] * row.third
                }
            }
        }

        /// The sums in the unknowns of the model: J^T N J and J^T g.
        func normal(_ linearised: Linearised) -> Normal {
            let n = FieldModel.count
            func element(_ a: Int, _ b: Int) -> Double {
                let (row, column) = (max(a, b), min(a, b))
                return blocks[3 * row + column / 4][column % 4]
            }
            let jacobian = linearised.jacobian
            var result = Normal(cost: cost)
            for a in 0..<n {
                let left = (0..<n).map { k in (0..<n).reduce(0) { $0 + jacobian[a][$1] * element($1, k) } }
                result.gradient[a] = (0..<n).reduce(0) { $0 + jacobian[a][$1] * gradient[$1] }
                for b in 0...a { result.matrix[n * a + b] = (0..<n).reduce(0) { $0 + left[$1] * jacobian[b][$1] } }
            }
            return result
        }
    }

    private func addPrior(_ model: FieldModel, to normal: inout Normal) {
        let n = FieldModel.count
        for a in 0..<n {
            let difference = model.values[a] - priorMean[a]
            normal.matrix[a + n * a] += priorPrecision[a]
            normal.gradient[a] += priorPrecision[a] * difference
            normal.cost += priorPrecision[a] * difference * difference / 2
        }
        let trace = model.values[3] + model.values[4] + model.values[5]
        normal.cost += tracePrecision * trace * trace / 2
        for a in 3..<6 {
            normal.gradient[a] += tracePrecision * trace
            for b in 3...a { normal.matrix[n * a + b] += tracePrecision }
        }
        for a in 0..<n {
            for b in 0..<a { normal.matrix[a + n * b] = normal.matrix[n * a + b] }
        }
    }
}
