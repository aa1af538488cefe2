import LinearAlgebra
import RealModule
import Rotations
import Vocabulary

/// The unknowns of a magnetometer fit as one vector: h (0...2, microtesla), L (3...8, no unit: xx, yy, zz, xy, xz, yz),
/// F (9, microtesla) and V = F sin(dip), the field's downward component (10, microtesla).
struct FieldModel: Sendable {
    static let count = 11
    static let strengthIndex = 9
    static let verticalIndex = 10
    static let softIronRange = 3..<9

    var values: [Double]

    init(hardIron: Vector3, softIron: SymmetricLogarithm = SymmetricLogarithm(), strength: Double, vertical: Double) {
        values = [hardIron.x, hardIron.y, hardIron.z] + softIron.elements + [strength, vertical]
    }

    var hardIron: Vector3 {
        get { Vector3(values[0], values[1], values[2]) }
        set { (values[0], values[1], values[2]) = (newValue.x, newValue.y, newValue.z) }
    }
    var softIron: SymmetricLogarithm { SymmetricLogarithm(elements: Array(values[Self.softIronRange])) }
    var strength: Double { values[Self.strengthIndex] }
    var vertical: Double { values[Self.verticalIndex] }

    /// The elements of L that a rung fits.
    static func softIronIndices(_ rung: MagnetometerFitRung) -> Range<Int> {
        switch rung {
        case .sphere: return 3..<3
        case .axisAligned: return 3..<6
        case .ellipsoid: return 3..<9
        }
    }
}

extension FieldProblem {
    /// A model with S and its derivatives, ready for samples.
    struct Linearised {
        let hardIron: Vector3
        let strength: Double
        let vertical: Double
        let s: Matrix3
        let derivatives: [Matrix3]

        init(_ model: FieldModel) throws(SensorLabError) {
            (s, derivatives) = try model.softIron.exponentialAndDerivatives()
            (hardIron, strength, vertical) = (model.hardIron, model.strength, model.vertical)
        }

        func sample(_ m: Vector3) -> LinearisedSample {
            let u = m - hardIron
            let b = s * u
            // A reading at the very centre has no direction; any serves, its residual is a gross error.
            let length = max(b.length, 1e-9)
            return LinearisedSample(model: self, u: u, length: length, unit: b / length)
        }
    }

    /// One reading b = S (m - h) and the derivatives of its residuals.
    struct LinearisedSample {
        let model: Linearised
        /// m - h.
        let u: Vector3
        /// |b|.
        let length: Double
        /// b / |b|.
        let unit: Vector3

        /// (|b| - F) / |S unit|, free of the bias that noise (its standard deviation, microtesla) gives it; fills its
        /// derivatives.
        func magnitudeResidual(noise: Double, _ row: inout [Double]) -> Double {
            let w = model.s * unit
            let g = max(w.length, 1e-9)
            let direction = w / g
            // Noise across the field lengthens it by sigma^2 / F on average.
            let residual = (length - model.strength - noise * noise / model.strength) / g
            // d g = direction . dS unit + across . d b
            let sd = model.s * direction
            let across = (sd - unit.dot(sd) * unit) / length
            fill(&row, along: (unit - residual * across) / g, less: (residual / g) * direction, unit)
            row[FieldModel.strengthIndex] = -1 / g
            row[FieldModel.verticalIndex] = 0
            return residual
        }

        /// (F unit . down - V) / g2, likewise; fills its derivatives. The turn of the direction across in g2 is
        /// neglected: it is of second order in the soft iron.
        func dipResidual(
            _ down: Vector3, noise: Double, noiseShare: Double, _ row: inout [Double]
        ) -> Double {
            let c = unit.dot(down)
            let perpendicular = down - c * unit
            let sine = max(perpendicular.length, 1e-6)
            let across = perpendicular / sine
            let w = model.s * across
            let size = w.length
            let g = max((1 + noiseShare * (size * size - 1)).squareRoot(), 1e-3)
            // Noise across the field takes c sigma^2 / F^2 from its cosine with gravity on average.
            let bias = c * noise * noise / model.strength
            let residual = (model.strength * c + bias - model.vertical) / g
            fill(
                &row, along: (model.strength / (length * g)) * perpendicular,
                less: (residual * noiseShare / (g * g)) * w, across)
            row[FieldModel.strengthIndex] = c / g
            row[FieldModel.verticalIndex] = -1 / g
            return residual
        }

        /// b and the direction of gravity moved onto the model: b of size F, the angle between the two that of the dip,
        /// each turned by its share of the blame. Both have to move: an error of either correlates the dip's residual
        /// with its derivatives.
        func onModel(_ down: Vector3?, noiseShare: Double) -> (b: Vector3, down: Vector3?) {
            guard let down else { return (model.strength * unit, nil) }
            let c = unit.dot(down)
            let perpendicular = unit - c * down
            let sine = perpendicular.length
            guard sine > 1e-6 else { return (model.strength * unit, down) }
            let across = perpendicular / sine
            let angle = Double.atan2(y: sine, x: c)
            let correction = Double.acos(min(max(model.vertical / model.strength, -1), 1)) - angle
            let (b, d) = (angle + noiseShare * correction, -(1 - noiseShare) * correction)
            return (
                model.strength * (Double.cos(b) * down + Double.sin(b) * across),
                Double.cos(d) * down + Double.sin(d) * across
            )
        }

        /// direction . d b for h and L, less left . dS right.
        private func fill(_ row: inout [Double], along direction: Vector3, less left: Vector3, _ right: Vector3) {
            let sd = model.s * direction
            (row[0], row[1], row[2]) = (-sd.x, -sd.y, -sd.z)
            let weights = Matrix3.outer(direction, u) - Matrix3.outer(left, right)
            for k in 0..<6 {
                let d = model.derivatives[k]
                row[3 + k] = weights.row0.dot(d.row0) + weights.row1.dot(d.row1) + weights.row2.dot(d.row2)
            }
        }
    }
}
