import RealModule
import Rotations
import Vocabulary

@testable import Calibration

// The terms of one reading, as plain formulas of vectors: what two readings at a time must give to the bit.

/// One reading b = S (m - h).
struct LinearisedSample {
    /// m - h.
    let u: Vector3
    /// |b|.
    let length: Double
    /// b / |b|.
    let unit: Vector3
}

extension FieldProblem.Linearised {
    func sample(_ m: Vector3) -> LinearisedSample {
        let u = m - hardIron
        let b = s * u
        // A reading at the exact centre has no direction; its residual is a gross error in any case.
        let length = max(b.length, 1e-9)
        return LinearisedSample(u: u, length: length, unit: b / length)
    }

    /// (|b| - F) / |S unit|, corrected for the bias from noise (its standard deviation, microtesla), and its
    /// derivatives.
    func magnitude(_ sample: LinearisedSample, noise: Double) -> (residual: Double, row: FieldRow) {
        let (length, unit) = (sample.length, sample.unit)
        let w = s * unit
        let g = max(w.length, 1e-9)
        let direction = w / g
        // Noise across the field lengthens it by sigma^2 / F on average.
        let residual = (length - strength - noise * noise / strength) / g
        // d g = direction . dS unit + across . d b
        let sd = s * direction
        let across = (sd - unit.dot(sd) * unit) / length
        let row = self.row(
            sample, along: (unit - residual * across) / g, less: (residual / g) * direction, unit,
            strength: -1 / g, vertical: 0)
        return (residual, row)
    }

    /// (F unit . down - V) / g2, likewise, and its derivatives. The turn of the transverse direction in g2 is
    /// neglected: it is of second order in the soft iron.
    func dip(
        _ sample: LinearisedSample, _ down: Vector3, noise: Double, noiseShare: Double
    ) -> (residual: Double, row: FieldRow) {
        let c = sample.unit.dot(down)
        let perpendicular = down - c * sample.unit
        let sine = max(perpendicular.length, 1e-6)
        let across = perpendicular / sine
        let w = s * across
        let size = w.length
        let g = max((1 + noiseShare * (size * size - 1)).squareRoot(), 1e-3)
        // On average, noise across the field reduces its cosine with gravity by c sigma^2 / F^2.
        let bias = c * noise * noise / strength
        let residual = (strength * c + bias - vertical) / g
        let row = self.row(
            sample, along: (strength / (sample.length * g)) * perpendicular,
            less: (residual * noiseShare / (g * g)) * w, across, strength: c / g, vertical: -1 / g)
        return (residual, row)
    }

    /// b and the direction of gravity moved onto the model: b of length F, the angle between the two that of the
    /// dip, each turned by its share of the error. Both have to move, since an error of either correlates the dip's
    /// residual with its derivatives.
    func moved(
        _ sample: LinearisedSample, _ down: Vector3?, noiseShare: Double
    ) -> (b: Vector3, down: Vector3?) {
        let unit = sample.unit
        guard let down else { return (strength * unit, nil) }
        let c = unit.dot(down)
        let perpendicular = unit - c * down
        let sine = perpendicular.length
        guard sine > 1e-6 else { return (strength * unit, down) }
        let across = perpendicular / sine
        let correction = dip.angle - Double.atan2(y: sine, x: c)
        // Gravity turns by -(1 - share) of the correction and b by the share, so that the angle between them is the
        // dip.
        let turn = -(1 - noiseShare) * correction
        let (turnCosine, turnSine) = (Double.cos(turn), Double.sin(turn))
        return (
            strength
                * ((turnCosine * dip.cosine - turnSine * dip.sine) * down
                    + (turnSine * dip.cosine + turnCosine * dip.sine) * across),
            turnCosine * down + turnSine * across
        )
    }

    /// direction . d b for h and L, minus left . dS right, in the raw unknowns; the derivatives of the last two are
    /// given.
    private func row(
        _ sample: LinearisedSample, along direction: Vector3, less left: Vector3, _ right: Vector3,
        strength: Double, vertical: Double
    ) -> FieldRow {
        let u = sample.u
        let x = direction.x * u - left.x * right
        let y = direction.y * u - left.y * right
        let z = direction.z * u - left.z * right
        return FieldRow(
            first: SIMD4(direction.x, direction.y, direction.z, x.x),
            second: SIMD4(y.y, z.z, x.y + y.x, x.z + z.x),
            third: SIMD4(y.z + z.y, strength, vertical, 0))
    }
}

extension FieldProblem {
    /// Every residual at its reading, with the derivatives at the reading moved onto the model.
    ///
    /// - Parameter body: receives the index of the reading, whether the residual is that of the dip, residual and
    ///   derivatives.
    func visitCorrectedOneByOne(
        _ model: FieldModel, share: Double,
        _ body: (_ index: Int, _ isDip: Bool, _ residual: Double, _ row: FieldRow) -> Void
    ) throws(SensorLabError) {
        let linearised = try Linearised(model)
        guard let inverse = linearised.s.inverse else { throw Quadric.noEllipsoid }
        for i in field.indices {
            let here = linearised.sample(field[i])
            let moved = linearised.moved(here, down[i], noiseShare: share)
            let there = linearised.sample(linearised.hardIron + inverse * moved.b)
            body(
                i, false, linearised.magnitude(here, noise: magnitudeSigma).residual,
                linearised.derivatives(linearised.magnitude(there, noise: magnitudeSigma).row))
            guard let down = down[i], let movedDown = moved.down else { continue }
            body(
                i, true, linearised.dip(here, down, noise: magnitudeSigma, noiseShare: share).residual,
                linearised.derivatives(
                    linearised.dip(there, movedDown, noise: magnitudeSigma, noiseShare: share).row))
        }
    }
}
