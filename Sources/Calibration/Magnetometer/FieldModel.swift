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

    /// The elements of L that are fitted on a rung.
    static func softIronIndices(_ rung: MagnetometerFitRung) -> Range<Int> {
        switch rung {
        case .sphere: return 3..<3
        case .axisAligned: return 3..<6
        case .ellipsoid: return 3..<9
        }
    }
}

/// The derivatives of one residual with respect to eleven unknowns, in blocks of four; the twelfth number is 0.
///
/// The unknowns are those of `FieldModel` or the raw ones: -S dh, dS as xx, yy, zz, xy, xz, yz, F and V. A row in the
/// raw ones costs a third; sums over readings are computed in them and converted to those of the model once.
struct FieldRow {
    var first = SIMD4<Double>.zero
    var second = SIMD4<Double>.zero
    var third = SIMD4<Double>.zero

    subscript(index: Int) -> Double { index < 4 ? first[index] : index < 8 ? second[index - 4] : third[index - 8] }
}

extension FieldProblem {
    /// A model with S and its derivatives, prepared for samples.
    struct Linearised {
        let hardIron: Vector3
        let strength: Double
        let vertical: Double
        let s: Matrix3
        /// dS / dL, in the order of the elements of L.
        let derivatives: (Matrix3, Matrix3, Matrix3, Matrix3, Matrix3, Matrix3)
        /// The angle between the model's field and gravity, radians, with its cosine and sine.
        let dip: (angle: Double, cosine: Double, sine: Double)

        init(_ model: FieldModel) throws(SensorLabError) {
            let (s, d) = try model.softIron.exponentialAndDerivatives()
            self.s = s
            derivatives = (d[0], d[1], d[2], d[3], d[4], d[5])
            (hardIron, strength, vertical) = (model.hardIron, model.strength, model.vertical)
            let cosine = min(max(vertical / strength, -1), 1)
            dip = (Double.acos(cosine), cosine, (1 - cosine * cosine).squareRoot())
        }

        @inline(__always)
        func sample(_ m: Vector3) -> LinearisedSample {
            let u = m - hardIron
            let b = s * u
            // A reading at the exact centre has no direction; its residual is a gross error in any case.
            let length = max(b.length, 1e-9)
            return LinearisedSample(u: u, length: length, unit: b / length)
        }

        /// (|b| - F) / |S unit|, corrected for the bias from noise (its standard deviation, microtesla), and its
        /// derivatives.
        @inline(__always)
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
        @inline(__always)
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
        @inline(__always)
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

        /// Converts a row from the raw unknowns to those of the model.
        @inline(__always)
        func derivatives(_ raw: FieldRow) -> FieldRow {
            let direction = s * Vector3(raw.first.x, raw.first.y, raw.first.z)
            let d = derivatives
            @inline(__always) func along(_ d: Matrix3) -> Double {
                raw.first.w * d.row0.x + raw.second.x * d.row1.y + raw.second.y * d.row2.z
                    + raw.second.z * d.row0.y + raw.second.w * d.row0.z + raw.third.x * d.row1.z
            }
            return FieldRow(
                first: SIMD4(-direction.x, -direction.y, -direction.z, along(d.0)),
                second: SIMD4(along(d.1), along(d.2), along(d.3), along(d.4)),
                third: SIMD4(along(d.5), raw.third.y, raw.third.z, 0))
        }

        /// J with row = J^T raw for the rows of ``derivatives(_:)``: column by column of the unknowns of the model.
        var jacobian: [FieldRow] {
            let d = [derivatives.0, derivatives.1, derivatives.2, derivatives.3, derivatives.4, derivatives.5]
            let hardIron = [s.row0, s.row1, s.row2].map {
                FieldRow(first: SIMD4(-$0.x, -$0.y, -$0.z, 0))
            }
            let softIron = d.map {
                FieldRow(
                    first: SIMD4(0, 0, 0, $0.row0.x), second: SIMD4($0.row1.y, $0.row2.z, $0.row0.y, $0.row0.z),
                    third: SIMD4($0.row1.z, 0, 0, 0))
            }
            return hardIron + softIron + [FieldRow(third: SIMD4(0, 1, 0, 0)), FieldRow(third: SIMD4(0, 0, 1, 0))]
        }
    }

    /// One reading b = S (m - h).
    struct LinearisedSample {
        /// m - h.
        let u: Vector3
        /// |b|.
        let length: Double
        /// b / |b|.
        let unit: Vector3
    }
}
