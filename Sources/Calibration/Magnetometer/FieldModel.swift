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
}
