import LinearAlgebra
import Rotations

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
