import RealModule
import Rotations
import Testing

@Suite("Arc tangent")
struct ArcTangentTests {
    /// In units in the last place, from the system's atan2, which is right to within 0.6 of them: as both are doubles,
    /// an error of less than two shows as two at most.
    static func error(y: Double, x: Double) -> Double {
        let expected = Double.atan2(y: y, x: x)
        return (Angle.arcTangent(y: y, x: x) - expected).magnitude / expected.ulp
    }

    @Test("agrees with the system's atan2 on a dense grid of directions, to two units in the last place")
    func directions() {
        var worst = 0.0
        let count = 400_000
        for index in 0..<count {
            let angle = 2 * Double.pi * (Double(index) + 0.37) / Double(count)
            for scale in [1.0, 9.81, 3.3e-7] {
                worst = max(worst, Self.error(y: scale * .sin(angle), x: scale * .cos(angle)))
            }
        }
        #expect(worst <= 2)
        #expect(worst > 0, "two different methods round differently somewhere")
    }

    @Test("agrees next to the axes and the diagonals, where the octants meet")
    func seams() {
        for x in [1.0, -1.0, 0.7, -3.0] {
            for exponent in stride(from: -300, through: 0, by: 7) {
                let small = Double.pow(10, Double(exponent))
                for y in [small, -small, x + small, x - small, -x + small, -x - small] where y != 0 {
                    #expect(Self.error(y: y, x: x) <= 2, "atan2(\(y), \(x))")
                    #expect(Self.error(y: x, x: y) <= 2, "atan2(\(x), \(y))")
                }
            }
        }
    }

    @Test("zeros, infinities and their signs are IEEE 754's")
    func special() {
        let values: [Double] = [
            0, -0.0, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        ]
        for y in values {
            for x in values {
                let (found, expected) = (Angle.arcTangent(y: y, x: x), Double.atan2(y: y, x: x))
                #expect((found - expected).magnitude <= 2 * expected.ulp, "atan2(\(y), \(x))")
                #expect(found.sign == expected.sign, "atan2(\(y), \(x))")
            }
            #expect(Angle.arcTangent(y: .nan, x: y).isNaN)
            #expect(Angle.arcTangent(y: y, x: .nan).isNaN)
        }
    }
}
